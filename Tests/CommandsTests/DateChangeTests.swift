import Arranging
import CommandLanguage
import Documents
import PredicateLanguage
import TableModel
import Testing
import Workspaces

@testable import Commands

/// Dates are values of their own, though JSON and the keyboard have no word for them.
@Suite struct DateChangeTests {
  /// Two records of which the first has a date.
  private static func session() throws -> Workspace {
    let text = """
      <plist version="1.0"><array>
      <dict><key>n</key><string>x</string><key>when</key><date>2024-01-02T00:00:00Z</date>
      <key>deep</key><dict><key>on</key><date>2024-01-02T00:00:00Z</date></dict></dict>
      <dict><key>n</key><string>y</string></dict>
      </array></plist>
      """
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "dates.plist")
    var session = Workspace(environment: .checkout)
    _ = try session.open(document)
    return session
  }

  private static func value(_ session: Workspace, _ row: Int, _ path: String) throws -> Value? {
    let path = try #require(FieldPath(parsing: path))
    return try session.current().shown.value(at: Address(0, row))?[path: path]
  }

  private static let may = Value.date(Instant(secondsSince1970: 1_714_521_600))

  @Test(arguments: [
    ("update 0.0 when=2024-05-01", 0, "when"), ("update 0.0 when=\"2024-05-01 00:00\"", 0, "when"),
    ("update 0.0 when=2024-05-01T02:00:00+02:00 n=z", 0, "when"),
    ("update 0.0 deep.on=2024-05-01", 0, "deep.on"),
    ("update 0.0 {\"when\":\"2024-05-01T00:00:00Z\"}", 0, "when"),
    ("update 0.0 {\"deep\":{\"on\":\"2024-05-01\"}} --only-data", 0, "deep.on"),
    ("update 0.1 when=CAST(\"2024-05-01\",\"NSDate\")", 1, "when"),
    ("update 0.1 n=z when=cast('2024-05-01 00:00',  'date') --only-data", 1, "when"),
    ("update 0.1 when=CAST(1714521600, \"NSDate\") n=z", 1, "when"),
    ("insert 0.1 {\"when\": CAST(\"2024-05-01\", \"NSDate\"), \"n\": \"CAST(1)\"}", 1, "when"),
    (
      "insert 0.1 {\"a\":[1,CAST(\"2024-05-01\",\"NSDate\"),CAST(\"2024-05-02\",\"NSDate\")]}", 1,
      "a[1]"
    ),
    ("insert 0.1 CAST(\"2024-05-01\", \"NSDate\")", 1, "SELF"),
  ])
  func areTyped(_ line: String, _ row: Int, _ path: String) throws {
    var session = try Self.session()
    #expect(try session.run(line: line).last?.notices.isEmpty == true)
    #expect(try Self.value(session, row, path) == Self.may)
    try session.said("undo")
    #expect(try Self.value(session, row, path) != Self.may)
  }

  /// Nothing turns into a date of which nobody has said so.
  @Test(arguments: [
    ("update 0.1 n=2024-05-01", 1, "n", Value.string("2024-05-01")),
    ("update 0.1 {\"when\":\"2024-05-01\"}", 1, "when", .string("2024-05-01")),
    ("update 0.0 n=\"CAST(1, 'NSDate')\"", 0, "n", .string("CAST(1, 'NSDate')")),
    ("update 0.0 when=CAST(\"2024-05-01\",\"NSString\")", 0, "when", .string("2024-05-01")),
    ("update 0.0 n=castle", 0, "n", .string("castle")),
    (
      "insert 0.0 {\"n\":\"CAST(\\\"2024-05-01\\\", \\\"NSDate\\\")\"}", 0, "n",
      .string("CAST(\"2024-05-01\", \"NSDate\")")
    ),
  ])
  func textsStayTexts(_ line: String, _ row: Int, _ path: String, _ expected: Value) throws {
    var session = try Self.session()
    try session.said(line)
    #expect(try Self.value(session, row, path) == expected)
  }

  @Test(arguments: [
    ("update 0.0 when=soon", "'when' was a date"), ("update 0.0 when=7", "'when' was a date"),
    ("update 0.0 {\"when\":\"2024-02-30\"}", "'when' was a date"),
  ])
  func aLostDateIsSaid(_ line: String, _ notice: String) throws {
    var session = try Self.session()
    let notices = try session.run(line: line).last?.notices
    #expect(notices?.count == 1 && notices?.first?.hasPrefix(notice) == true)
  }

  @Test(arguments: [
    "update 0.0 when=CAST(\"2024-02-30\",\"NSDate\")", "update 0.0 when=CAST(\"2024-05-01\"",
    "update 0.0 when=CAST(n,\"NSDate\")", "update 0.0 when=CAST(\"5\",\"NSDat\")",
    "insert 0.0 {\"a\":CAST(\"x\",\"NSDate\")}", "insert 0.0 {\"a\":CAST(\"2024-05-01\",}",
    "insert 0.0 CAST(", "insert 0.0 {\"a\":CAST(\"2024-05-01\",\"NSDate\"}",
    "insert 0.0 CAST(\"2024-05-01\",\"NSDate\") OR 1 == 1",
  ])
  func malformedOnesAreRefused(_ line: String) throws {
    var session = try Self.session()
    let before = session.digest
    let failure = session.failure(line)
    #expect(failure?.code == "bad-value")
    #expect(failure?.description.contains("CAST(\"2024-05-01\", \"NSDate\")") == true)
    #expect(session.digest == before)
  }
}
