import CommandLanguage
import Foundation
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands
@testable import Documents

/// Separated values are a table like any other.
@Suite struct CSVCommandTests {
  private static let lines = [
    "count", "filter n > 50", "filter n BETWEEN {10, 20} AND kind == 'b'", "filter t CONTAINS 'e'",
    "filter t BEGINSWITH[cd] 'É'", "filter n == nil", "filter flag == true; count",
    "filter id == 299; view", "sort by n desc, id; view", "sort by t; goto 0.100; view",
    "group by kind; view", "group by flag; count", "distinct kind", "distinct n --limit 5",
    "summarize count, sum(n), avg(n), min(t), max(t) by kind", "summarize count by flag, kind",
    "schema", "describe n", "describe t", "histogram n", "pivot kind flag", "find 'say'",
    "filter nosuch == 1", "sort by n; export - --format ndjson", "export - --format csv",
  ]

  private static let texts = [
    "", "e", "say \"hi\"", "two\nlines", "a, b", "Été", "007", "true", "x",
  ]

  /// - Parameter padding: how long the records are, roughly, in words.
  private static func records(_ padding: Int, _ random: inout SeededGenerator) -> [Value] {
    (0..<300).map { id in
      let numbers: [Value] = [
        .integer(Int.random(in: 0..<100, using: &random)), .null,
        .number(NumberText(text: "\(Int.random(in: 0..<90, using: &random)).50")),
        .number(NumberText(text: "12345678901234567890")),
      ]
      return .record(
        Record([
          ("id", .integer(id)),
          ("kind", .string(["a", "b", "c"].randomElement(using: &random) ?? "")),
          ("n", numbers.randomElement(using: &random) ?? .null),
          ("t", .string(texts.randomElement(using: &random) ?? "")),
          ("flag", .bool(Bool.random(using: &random))),
          ("pad", .string(String(repeating: "abc, ", count: padding))),
        ]))
    }
  }

  private static func written(_ records: [Value], as format: FileFormat) throws -> [UInt8] {
    var writer = try #require(format.writing).records(
      RecordWriting(columns: ["id", "kind", "n", "t", "flag", "pad"]))
    for record in records { try writer.add(record) }
    try writer.finish()
    return writer.output
  }

  /// The same records in either format give the same answers, read as values and from their text.
  @Test(arguments: [0, 180])
  func everyCommandAnswersAsForNDJSON(_ padding: Int) throws {
    let seed = testSeed(padding)
    var random = SeededGenerator(seed: seed)
    let records = Self.records(padding, &random)
    let folder = try TemporaryFolder()
    var sessions: [Workspace] = []
    for format in [FileFormat.csv, .ndjson] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + format.name, withIntermediateDirectories: true)
      let path = folder.path + "/\(format.name)/table.csv"
      try Data(try Self.written(records, as: format)).write(to: URL(filePath: path))
      var session = Workspace(environment: .checkout)
      _ = try session.open(path: path, options: OpenOptions(format: format.name))
      sessions.append(session)
    }
    let isIndexed = try sessions[0].current().document is IndexedDocument
    #expect(isIndexed == (padding > 0))
    for line in Self.lines {
      let answers = sessions.map { session in
        var session = session
        do { return try session.said(line) } catch { return "\(error)" }
      }
      #expect(answers[0] == answers[1], "seed \(seed): \(line)")
    }
  }

  private static let gauges = "Datasets/Questions/gauges.csv"

  @Test func whatIsStatedIsTaken() throws {
    var session = Workspace(environment: .checkout)
    #expect(try session.said("open \(Self.gauges)").contains("(CSV with ';')"))
    #expect(try session.said("open \(Self.gauges) --header no").contains("no header"))
    #expect(try session.said("open \(Self.gauges) --delimiter comma; count").contains("4"))
    try session.said("open Datasets/Questions/harvest.csv --types text")
    #expect(try session.said("filter price > 3; count").contains("0 of 14"))
    try session.said("open Datasets/Questions/harvest.csv")
    #expect(try session.said("filter price > 3; count").contains("3 of 14"))
    let error = session.failure("open Datasets/rows.json --delimiter tab")
    #expect(error?.description.contains("which has no separated values") == true)
    #expect(session.failure("open \(Self.gauges) --quote double")?.code == "bad-value")
  }

  /// What is not edited is written as it was: numbers, delimiter, line breaks, header.
  @Test func savingKeepsWhatWasNotEdited() throws {
    let text = try String(contentsOfFile: Repository.path(Self.gauges), encoding: .utf8)
    var session = Workspace(environment: .checkout)
    try session.said(
      "open \(Repository.path(Self.gauges)); update 0.1 high=5; insert 0.4 {\"day\": \"x\"}")
    let expected =
      text.replacing("4,31", with: "5").replacing("4,02\r\n", with: "4,02;\r\n") + ";x;;\r\n"
    #expect(try Self.saved(in: &session, as: "csv") == expected)
    var unnamed = Workspace(environment: .checkout)
    _ = try unnamed.open(
      try DocumentOpener.open(bytes: Array("1\t007\n2\tx\n".utf8), name: "a.tsv"))
    #expect(try Self.saved(in: &unnamed, as: "tsv") == "1\t007\n2\tx\n")
    #expect(try Self.saved(in: &unnamed, as: "csv") == "1,007\n2,x\n")
  }

  /// A header stays as it was written, also where no record is left or none has a column, and an
  /// export of nothing has the columns of what was there.
  @Test(arguments: [
    ("id;name\n1;a\n", "delete 0.0", "id;name\n"), ("x,y\n", "", "x,y\n"),
    (",a,b\n0,1.5,x\n1,2.5,y\n", "update 0.0 b=z", ",a,b\n0,1.5,z\n1,2.5,y\n"),
    ("a,b,c\n1,2\n3,4\n", "delete 0.1", "a,b,c\n1,2,\n"),
    ("a,b\n1,2\n", "update 0.0 c=3", "a,b,c\n1,2,3\n"),
    ("1,2\n3,4\n", "delete 0.0; delete 0.0", ""),
  ])
  func theHeaderStays(_ text: String, _ line: String, _ expected: String) throws {
    var session = Workspace(environment: .checkout)
    _ = try session.open(try DocumentOpener.open(bytes: Array(text.utf8), name: "a.csv"))
    if !line.isEmpty { try session.said(line) }
    #expect(try Self.saved(in: &session, as: "csv") == expected)
  }

  @Test(arguments: [
    ("a.csv", "id,name\n1,x\n"), ("b.csv", "id,name\n"), ("c.json", #"[{"id": 1, "name": "x"}]"#),
  ])
  func anEmptyExportHasColumns(_ name: String, _ text: String) throws {
    var session = Workspace(environment: .checkout)
    _ = try session.open(try DocumentOpener.open(bytes: Array(text.utf8), name: name))
    try session.said("filter id == 9")
    #expect(try session.said("export - --format csv") == "id,name")
  }

  private static func saved(in session: inout Workspace, as format: String) throws -> String {
    let folder = try TemporaryFolder()
    try session.said("save \(folder.path)/saved.\(format)")
    return try folder.read("saved.\(format)")
  }

  @Test func savingSaysWhatItCannotKeep() throws {
    var session = try Workspace.over(json: #"[{"a": [1], "b": 1}, {"b": "x"}]"#)
    let statement = try #require(Statement.statements(in: "save - --format csv").first)
    let output = try session.run(statement).output
    #expect(output.notices.first?.contains("1 value was written as text") == true)
    #expect(output.notices.first?.contains("1 field that a record lacks") == true)
    let export = try session.run(line: "export - --format csv").flatMap(\.notices)
    #expect(export.first?.contains("1 value was written as text") == true)
    var nested = try Workspace.over("pulse.plist")
    #expect(nested.failure("save - --format csv")?.description.contains("holds rows only") == true)
  }
}
