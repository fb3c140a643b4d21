import Arranging
import CommandLanguage
import Documents
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Filters on tables that are large enough for columns.
@Suite struct ColumnFilterTests {
  enum Layout {
    case plain
    case strips
  }

  static let plain = document(itemsInRow: nil)
  static let strips = document(itemsInRow: 7)

  /// Read once: reading takes longer than all that is tested here.
  private static func document(itemsInRow: Int?) -> Result<any TableDocument, DataError> {
    Result { () throws(DataError) in
      let text = json(count: 6000, itemsInRow: itemsInRow)
      return try DocumentOpener.open(bytes: Array(text.utf8), name: "test.json")
    }
  }

  private func session(_ layout: Layout = .plain) throws -> Workspace {
    var session = Workspace(environment: .checkout)
    _ = try session.open((layout == .plain ? Self.plain : Self.strips).get())
    return session
  }

  static func json(count: Int, itemsInRow: Int?) -> String {
    func record(_ number: Int) -> String {
      let price = number % 50 == 7 ? "\"dear\"" : String(number % 100)
      return "{\"name\": \"n\(number)\", \"price\": \(price), \"tags\": [\"t\(number % 3)\"]}"
    }
    guard let itemsInRow else {
      return "[" + (0..<count).map(record).joined(separator: ",") + "]"
    }
    let rows = stride(from: 0, to: count, by: itemsInRow).map { start in
      let items = (start..<min(count, start + itemsInRow)).map(record).joined(separator: ",")
      return "{\"title\": \"r\(start)\", \"items\": [\(items)]}"
    }
    return "{\"sections\": [{\"title\": \"s\", \"rows\": [" + rows.joined(separator: ",") + "]}]}"
  }

  static let lines = [
    "filter price > 40", "filter price > 40 AND ANY tags == \"t1\"", "filter name ENDSWITH \"7\"",
    "filter NOT name MATCHES \"n1.*3\"",
    "filter price < 3 AND SUBQUERY(tags, $t, $t == name).@count == 0",
    "filter price == 1 AND $index < 3", "filter price > 1000",
    "filter price > 40; sort by price desc", "filter price > 40; group by price",
    "filter price > 90; search n1", "filter price > 40; filter price > 60; undo",
  ]

  @Test(arguments: [Layout.plain, .strips], testCases(lines, oneIn: 3)) func columnsChangeNothing(
    _ layout: Layout, _ line: String
  )
    throws
  {
    var fast = try session(layout)
    var slow = try session(layout)
    try slow.said("set memory-budget 0")
    let said = try fast.said(line)
    #expect(try slow.said(line) == said)
    #expect(try fast.said("view") == slow.said("view"))
    #expect(try fast.said("count") == slow.said("count"))
    let level = try #require(fast.levels.last)
    #expect(!level.columns.paths.isEmpty)
    #expect(try #require(slow.levels.last).columns.paths.isEmpty)
    let (a, b) = (try addresses(fast), try addresses(slow))
    #expect(a == b)
  }

  private func addresses(_ session: Workspace) throws -> [Address?] {
    let shown = try #require(session.levels.last).shown
    var found: [Address?] = []
    try shown.scan { address, _ throws(DataError) in
      found.append(shown.baseAddress(of: address))
      return true
    }
    return found
  }

  @Test func countsComeFromColumnsToo() throws {
    var session = try self.session()
    #expect(try session.said("count where price > 98").contains("60"))
    #expect(try #require(session.levels.last).columns.paths == [["price"]])
    try session.said("selection multiple; select where price > 98")
    #expect(try #require(session.levels.last).table.selection.count == 60)
  }

  @Test func mismatchesAreRemarked() throws {
    var session = try self.session()
    let output = try #require(try session.run(line: "filter price > 40").first)
    #expect(
      output.notices == ["120 of 6000 items have text in `price`; compared as no match"])
    try session.said("filter off; set strict on")
    #expect(session.failure("filter price > 40")?.code != nil)
    #expect(try session.said("filter").contains("no filter"))
  }

  @Test func aBudgetTooSmallIsKept() throws {
    var session = try self.session()
    try session.said("set memory-budget 40K")
    #expect(try session.said("filter name == \"n77\"").hasPrefix("1 of 6,000"))
    #expect(try #require(session.levels.last).columns.byteCount <= 40 << 10)
  }

  @Test(arguments: [
    ("0", 0), ("65536", 65536), ("512M", 512 << 20), ("2g", 2 << 30), ("1K", 1024),
  ])
  func sizesAreRead(_ text: String, _ count: Int) {
    #expect(ByteSize(parsing: text)?.count == count)
  }

  @Test(arguments: ["", "M", "-1", "1.5G", "99999999G", "many"]) func othersAreNot(_ text: String) {
    #expect(ByteSize(parsing: text) == nil)
  }
}
