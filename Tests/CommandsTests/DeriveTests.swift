import Arranging
import Asking
import CommandLanguage
import Documents
import Foundation
import PredicateLanguage
import Rendering
import TableModel
import TestSeeds
import Testing

@testable import Commands
@testable import Workspaces

/// `derive`: keys that are computed from each record.
@Suite struct DeriveTests {
  private static let orders = """
    [{"id":1,"price":4,"qty":3,"on":"03.05.2024"},{"id":2,"price":7,"qty":2,"on":"04.06.2024"},
     {"id":3,"price":2.5,"qty":null,"on":"x"},{"id":4,"price":"9","qty":1,"on":"04.07.2023"}]
    """
  private static let nested = """
    {"shop":"here","groups":[{"name":"A","rate":2,"list":[{"p":1},{"p":2}]},
     {"name":"B","rate":5,"list":[{"p":3},{"p":4}]}]}
    """

  private func notices(_ line: String, _ session: inout Workspace) throws -> [String] {
    try session.run(Statement.statements(in: line)[0]).output.notices
  }

  private static let ndjson = "export - --format ndjson"

  // MARK: Where derived keys can be used

  @Test func aDerivedKeyIsAKeyEverywhere() throws {
    var session = try Workspace.over(json: Self.orders)
    #expect(try session.said("derive total = price * qty") == "derived total · first 12, 14, nil")
    #expect(try session.said("derive") == "total = price * qty")
    #expect(try session.said("filter total > 12").contains("1 of 4 records"))
    #expect(try session.said("filter off; count where total == nil").contains("2 of 4"))
    #expect(try session.said("sort by total desc; show 0.0").contains("\"total\": 14"))
    #expect(try session.said("sort off; group by total").contains("3 sections"))
    #expect(try session.said("group off; distinct total").contains("    2  null"))
    #expect(try session.said("summarize sum(total)").contains("26"))
    #expect(try session.said("describe total").contains("mean       13"))
    #expect(try session.said("histogram total").contains("12"))
    #expect(try session.said("pivot total qty count").contains("14"))
    #expect(try session.said("schema").contains("total  number 50%"))
    #expect(try session.said("find 14 in total").contains("1"))
    #expect(
      try session.said("index by total; index off; columns total:9; columns").contains("total:9"))
    #expect(try session.said("columns off; fields text=total; view").contains("12"))
    #expect(
      try session.said("export - --format csv").hasPrefix(
        "id,price,qty,on,total\n1,4,3,03.05.2024,12\n2,7,2,04.06.2024,14\n"))
    #expect(try session.said("status").contains("derived    total = price * qty"))
  }

  @Test func aDerivedKeyMayUseOthers() throws {
    var session = try Workspace.over(json: Self.orders)
    try session.said("derive total = price * qty; derive `tax rate` = 1 / 5.0")
    try session.said("derive tax = total * `tax rate`; derive cheap = price < 5 AND qty > 0")
    try session.said("derive month = text(date(on, \"dd.MM.yyyy\"), \"yyyy-MM\")")
    let shown = try session.said("show 0.0")
    #expect(shown.contains("\"tax rate\": 0.2"))
    #expect(shown.contains("\"tax\": 2.4") && shown.contains("\"cheap\": true"))
    #expect(shown.contains("\"month\": \"2024-05\""))
    let failure = session.failure("derive total off")
    #expect(failure?.description == "'tax' is computed from 'total'")
    #expect(failure?.hint == "'derive tax off' first")
    #expect(session.failure("derive total = tax")?.description == "'tax' is computed from it")
    #expect(
      session.failure("derive tax = tax + 1")?.description == "'tax' can't be computed from itself")
    // What others read stays before them, and they follow.
    try session.said("derive total = price * qty * 10")
    #expect(
      try session.said("derive").hasPrefix("`tax rate` = 1 / 5.0\ntotal = price * qty * 10\ntax"))
    #expect(try session.said("show 0.0").contains("\"tax\": 24"))
    #expect(session.failure("derive total = qty * month")?.hint == "'derive tax off' first")
    #expect(try session.said("derive off; derive").hasSuffix("no keys are derived"))
    #expect(try !session.said("show 0.0").contains("tax"))
  }

  @Test func whatIsUsedIsNotTakenBack() throws {
    var session = try Workspace.over(json: Self.orders)
    try session.said("derive total = price * qty; derive half = total / 2.0")
    for (line, user) in [
      ("filter total > 1", "filter"), ("sort by total", "sort"), ("group by total", "group"),
      ("index by total", "index"),
    ] {
      try session.said(line)
      #expect(session.failure("derive off")?.description == "'\(user)' uses 'total'")
      try session.said("derive half off; undo; \(user) off")
    }
    for (line, user) in [
      ("fields text=total", "fields"), ("columns id total", "columns"),
      ("style subtitle where total > 5", "style"),
      ("accessory checkmark where half > 1", "accessory"),
    ] {
      try session.said(line)
      #expect(session.failure("derive off")?.hint == "'\(user) off' first")
      try session.said("\(user) off")
    }
    // What reads a key that is another one now is arranged anew.
    try session.said("filter half == 7")
    #expect(try session.said("count").contains("1 row"))
    try session.said("derive total = 14; count; undo; filter off")
    try session.said("filter half > 6.5; derive total = price * qty * 2")
    #expect(try session.said("count").contains("2 rows"))
    try session.said("filter off; derive total = price * qty")
    // Another expression under the same name is what filters and orders go by from then on.
    try session.said("filter total > 13")
    #expect(try session.said("count").contains("1 row"))
    try session.said("derive total = price")
    #expect(try session.said("count").contains("0 rows"))
    try session.said("undo")
    #expect(try session.said("count").contains("1 row"))
  }

  @Test func undoAndRedo() throws {
    var session = try Workspace.over(json: Self.orders)
    let (before, digest) = (session.digest, session.digest() as WorkspaceDigest)
    try session.said("derive total = price * qty")
    let after = session.digest() as WorkspaceDigest
    #expect(!after.differences(from: digest).isEmpty)
    #expect(after.differences(from: digest).contains { $0.name == "derived" })
    try session.said("undo")
    #expect(session.digest == before)
    #expect((session.digest() as WorkspaceDigest).differences(from: digest).isEmpty)
    #expect(session.failure("sort by total") != nil)
    try session.said("redo")
    #expect(try session.said("sort by total; derive").contains("total = price * qty"))
  }

  // MARK: Random data

  /// A key that is derived is the same as one that stands in the file.
  @Test(arguments: [40, 6000]) func derivedKeysAreAsKeysOfTheFile(_ count: Int) throws {
    var random = SeededGenerator(seed: testSeed())
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "derive-\(count)-\(UInt64.random(in: 0..<(.max), using: &random))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for round in 0..<(count > 1000 ? 1 : testRounds(12)) {
      let (plain, written) = Self.records(count, using: &random)
      func open(_ records: [Value], _ name: String) throws -> Workspace {
        let url = folder.appending(path: "\(name)\(round)").appending(path: "data.json")
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(JSONWriter.text(of: .array(records)).utf8).write(to: url)
        var session = Workspace(environment: .checkout)
        try session.said("open \(url.path) --rows SELF")
        return session
      }
      var derived = try open(plain, "plain")
      var oracle = try open(written, "written")
      try derived.said("derive d = a * b - c; derive e = d / 2.0")
      let lines = [
        "filter d > 10", Self.ndjson, "count where d == nil OR e < 3", "filter off",
        "sort by d desc, id",
        Self.ndjson, "filter e BETWEEN {1, 40} AND g != \"x\"", Self.ndjson, "group by g",
        "export - --format csv", "group off", "sort off", "filter off",
        "summarize count, sum(d), mean(e), max(d), distinct(e) by g", "distinct d", "describe e",
        "schema", "histogram d", "group by d", "count", "group off", "find 1 in d",
        "filter SELF.d >= a", Self.ndjson,
      ]
      for line in count > 1000 ? testCases(lines, oneIn: 4) : lines {
        #expect(try derived.said(line) == oracle.said(line), "\(line)")
      }
    }
  }

  private static func records(_ count: Int, using random: inout SeededGenerator)
    -> (plain: [Value], written: [Value])
  {
    var (plain, written) = ([Value](), [Value]())
    for id in 0..<count {
      var record = Record([("id", .integer(id))])
      var numbers: [Int?] = []
      for key in ["a", "b", "c"] {
        let number = Int.random(in: -9...20, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: numbers.append(nil)
        case 1:
          record[key] = .null
          numbers.append(nil)
        default:
          record[key] = .integer(number)
          numbers.append(number)
        }
      }
      record["g"] = .string(["x", "y", "z é"][Int.random(in: 0..<3, using: &random)])
      plain.append(.record(record))
      if let a = numbers[0], let b = numbers[1], let c = numbers[2] {
        record["d"] = .integer(a * b - c)
        record["e"] = .double(Double(a * b - c) / 2)
      } else {
        record["d"] = .null
        record["e"] = .null
      }
      written.append(.record(record))
    }
    return (plain, written)
  }
}
