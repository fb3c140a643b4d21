import CommandLanguage
import Documents
import Foundation
import Rendering
import TableModel
import TestSeeds
import Testing

@testable import Commands
@testable import Workspaces

/// `lookup`: records of another table are keys like any other.
@Suite struct LookupCommandTests {
  private static let orders = """
    {"shop": "Elm", "people": {"7": "Ann", "8": "Bo"},
     "customers": [{"id": 1, "name": "Cid", "town": {"name": "Oslo"}, "tags": [8, 7]},
                   {"id": 2, "name": "Dan", "town": {"name": "Rome"}, "tags": [9]},
                   {"id": 2, "name": "Dan the second"}, {"name": "nobody"}],
     "orders": [{"n": 1, "customer": 2, "total": 5.5}, {"n": 2, "customer": 1.0, "total": 2},
                {"n": 3, "customer": 9, "total": 1}, {"n": 4, "total": 3}]}
    """

  private static func session() throws -> Workspace {
    var session = Workspace(environment: .checkout)
    let document = try DocumentOpener.open(bytes: Array(orders.utf8), name: "orders.json")
    _ = try session.open(document, shape: Shape(rows: FieldPath(key: "orders")))
    return session
  }

  private static let customers = "lookup customer in $document.customers by id as who"

  private func notes(_ line: String, in session: inout Workspace) throws -> [String] {
    try session.run(line: line).flatMap(\.notices)
  }

  @Test func recordsGetTheRecordTheyReferTo() throws {
    var session = try Self.session()
    let outputs = try session.run(line: Self.customers)
    #expect(
      outputs.first?.lines.first?.text
        == "looked up who: found for 2 of 4 records among 4 of $document.customers")
    #expect(
      outputs.flatMap(\.notices) == [
        "1 record has no `who`: its `customer` is not in $document.customers, such as 9",
        "1 record has no `customer`",
        "1 value of `id` is repeated in $document.customers; the first record of each is taken",
        "1 record of $document.customers has no `id`",
      ])
    #expect(try session.said("count where who.name == \"Dan\"") == "1 of 4 records match")
    #expect(try session.said("count where who == nil") == "2 of 4 records match")
    #expect(try session.said("count where ANY who.tags == 8") == "1 of 4 records match")
    #expect(try session.said("distinct who.town.name").contains("Oslo"))
    #expect(try session.said("schema").contains("who"))
    let sums = try session.said("summarize sum(total) by who.name")
    #expect(sums.contains("Dan") && sums.contains("5.5"))
    #expect(
      try session.csv("n who.name who.town.name", after: "sort by who.name")
        == "n,who.name,who.town.name\n2,Cid,Oslo\n1,Dan,Rome\n3,,\n4,,")
    #expect(try session.said("group by who.name; count").contains("3 sections"))
    #expect(try session.said("columns n who.name; columns").contains("who.name"))
    #expect(try session.said("show 0.0").contains("\"name\": \"Cid\""))
  }

  @Test func itIsListedAndTakenBack() throws {
    var session = try Self.session()
    #expect(try session.said("lookup") == "nothing is looked up")
    try session.said(Self.customers)
    #expect(
      try session.said("lookup") == "customer in $document.customers by id as who")
    #expect(session.failure("lookup whom off")?.hint?.contains("who") == true)
    try session.said("lookup who off")
    #expect(session.failure("lookup off")?.code == "nothing-to-do")
    try session.said("undo")
    #expect(try session.said("count where who != nil") == "2 of 4 records match")
    try session.said("lookup off")
    #expect(try session.said("lookup") == "nothing is looked up")
    #expect(try session.said("undo; undo; redo; lookup").contains("who"))
  }

  @Test func theStateTellsIt() throws {
    var (one, other) = (try Self.session(), try Self.session())
    try one.said(Self.customers)
    #expect(!one.digest().differences(from: other.digest()).isEmpty)
    try other.said(Self.customers)
    #expect(one.digest().differences(from: other.digest()).isEmpty)
    #expect(one.history.journal.lines.contains(Self.customers))
  }

  @Test func dictionariesAreLookedIntoByTheirKeys() throws {
    var session = try Self.session()
    try session.said(Self.customers)
    let said = try session.run(line: "lookup who.tags in $document.people as known")
    #expect(
      said.flatMap(\.notices) == [
        "1 record lacks a part of `known`: not all of its `who.tags` is in $document.people, such as 9",
        "2 records have no `who.tags`",
      ])
    #expect(
      try session.csv("n known")
        == "n,known\n1,[]\n2,\"[\"\"Bo\"\",\"\"Ann\"\"]\"\n3,\n4,")
    #expect(try session.said("distinct known").contains("Ann"))
    // What another one uses can't be taken away.
    #expect(session.failure("lookup who off")?.description.contains("'known'") == true)
    try session.said("lookup off")
    let error = session.failure("lookup customer in $document.customers as who")
    #expect(error?.code == "impossible")
    #expect(error?.hint == "'by KEY' names the field that identifies them")
  }

  @Test(arguments: [
    ("lookup customer in no-such.json by id as who", "data"),
    ("lookup customer in $document.custmers by id as who", "data"),
    ("lookup customer in table customers by id as who", "impossible"),
    ("lookup customer in $document.customers by id as n", "impossible"),
    ("lookup customer in $document.customers by id as shop", "impossible"),
    ("lookup customer in $document.customers by id as a.b", "bad-value"),
    ("lookup customer in $document.customers by id", "missing-argument"),
    ("lookup customer in $document.customers by as who", "missing-argument"),
    ("lookup customer", "missing-argument"),
    ("lookup customer by id", "missing-argument"),
    ("lookup customer in $document.customers by id as who now", "unexpected-argument"),
    ("lookup customer in Datasets/Questions/shop.sqlite by id as who", "data"),
    ("lookup who off", "impossible"),
  ])
  func whatCannotBeIsRefused(_ line: String, _ code: String) throws {
    var session = try Self.session()
    let before = session.digest
    #expect(session.failure(line)?.code == code, "\(session.failure(line)?.description ?? "-")")
    #expect(session.digest == before)
  }

  @Test func unknownKeysAreNotedAndRefusedWhenStrict() throws {
    var session = try Self.session()
    let ofKey = try notes("lookup custmer in $document.customers by id as who", in: &session)
    #expect(ofKey.first == "no record has the key 'custmer'; did you mean 'customer'?")
    let ofOther = try notes("lookup customer in $document.customers by ids as who", in: &session)
    #expect(
      ofOther.contains("no record of $document.customers has the key 'ids'; did you mean 'id'?"))
    try session.said("lookup off; set strict on")
    #expect(
      session.failure("lookup custmer in $document.customers by id as who")?.code == "unknown-key")
    #expect(
      session.failure("lookup customer in $document.customers by ids as who")?.code
        == "unknown-key")
  }

  @Test func aTableOfTheSameDatabaseIsLookedInto() throws {
    var session = Workspace(environment: .checkout)
    _ = try session.open(
      path: "\(root)/Datasets/Questions/shop.sqlite", options: OpenOptions(table: "orders"))
    let outputs = try session.run(line: "lookup customer_id in table customers by id as customer")
    #expect(outputs.flatMap(\.notices).count == 1)
    #expect(try session.said("count where customer == nil").hasPrefix("1 of "))
    #expect(try session.said("summarize count by customer.name").contains("Mire Lune"))
    let error = session.failure("lookup customer_id in table custmers by id as c")
    #expect(error?.hint?.contains("customers") == true)
    #expect(session.failure("lookup customer_id in $document.customers by id as c") != nil)
  }

  /// Levels around the records may hold the key, of either table.
  @Test func keysAroundTheRecordsLeadThere() throws {
    let text = """
      {"groups": [{"id": 5, "name": "a", "members": [{"m": 1}, {"m": 2}]},
                  {"id": 6, "name": "b", "members": [{"m": 3}]}],
       "names": {"5": "five", "6": "six"}}
      """
    var session = Workspace(environment: .checkout)
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "g.json")
    _ = try session.open(
      document, shape: Shape(rows: FieldPath(key: "groups"), items: FieldPath(key: "members")))
    let said = try session.run(line: "lookup id in $document.names as word")
    #expect(said.flatMap(\.notices) == ["`id` is a key of rows"])
    #expect(
      try session.csv("m word") == "m,word\n1,five\n2,five\n3,six")
    #expect(try session.said("filter $row.id == 6; count where word == \"six\"").contains("1 of 1"))
    // The same file in another shape, a record for each member, by the number of its group.
    try session.said("filter off; lookup off")
    try session.said("lookup m in $document.groups.members by m as self")
    #expect(try session.said("count where self.m == m") == "3 of 3 records match")
  }

  @Test func aPushedTableFindsTheDocument() throws {
    var session = try Self.session()
    try session.said("shape --rows SELF; push orders")
    try session.said(Self.customers)
    #expect(try session.said("count where who.name == \"Cid\"") == "1 of 4 records match")
  }

  /// Edits reach the data, and what was looked up follows them; `save` writes none of it.
  @Test func editsAndFilesKeepWithoutIt() throws {
    let folder = try TemporaryFolder()
    var session = try Self.session()
    session.environment = .checkout(writingTo: URL(filePath: folder.path))
    try session.said(Self.customers)
    try session.said("update 0.2 customer=1")
    #expect(try session.said("count where who.name == \"Cid\"") == "2 of 4 records match")
    #expect(session.failure("update 0.0 who=1")?.code == "impossible")
    try session.said("save saved.json; export exported.json")
    #expect(try !folder.read("saved.json").contains("who"))
    #expect(try folder.read("exported.json").contains("who"))
  }

  @Test func reloadReadsTheOtherTableAnew() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("people.json", #"[{"id": 1, "name": "old"}]"#)
    try folder.write("orders.json", #"[{"n": 1, "customer": 1}, {"n": 2, "customer": 2}]"#)
    var session = Workspace(environment: .checkout)
    _ = try session.open(path: folder.path + "/orders.json")
    try session.said("lookup customer in \(file) by id as who; filter who.name == \"old\"")
    #expect(try session.said("count").contains("1 row (of"))
    try folder.write("people.json", #"[{"id": 2, "name": "old"}, {"id": 1, "name": "old"}]"#)
    #expect(try session.said("count").contains("1 row (of"))
    #expect(try session.said("reload; filter off; filter who.name == \"old\"").contains("2 of 2"))
    try FileManager.default.removeItem(atPath: file)
    #expect(session.failure("reload")?.code == "data")
    #expect(try session.said("count").contains("2 rows"))
    try session.said("filter off; lookup off; reload")
  }

  /// A large file of the other table stays where it is; one that changes there is noticed, and `reload`
  /// reads it anew.
  @Test func aLargeFileIsReadWhereItIs() throws {
    let folder = try TemporaryFolder()
    let padding = String(repeating: "x", count: 4000)
    let lines = (0..<5000).map {
      "{\"id\": \($0), \"text\": \"\(padding)\", \"half\": \($0 / 2)}\n"
    }
    let file = try folder.write("large.ndjson", lines.joined())
    let records = (0..<300).map { "{\"n\": \($0)}" }
    var session = try Workspace.over(json: "[\(records.joined(separator: ","))]")
    try session.said("lookup n in \(file) by id as big; derive quarter = big.half / 2")
    try session.said("lookup quarter in \(file) by id as small")
    #expect(try session.said("count where big.half == 7") == "2 of 300 records match")
    #expect(try session.said("count where small.half == 7").hasPrefix("8 of 300"))
    try folder.write("large.ndjson", "{\"id\": 290, \"half\": 7}\n{\"id\": 3, \"half\": 1}")
    try session.said("reload")
    #expect(try session.said("count where big.half == 7") == "1 of 300 records match")
    #expect(try session.said("count where small.half == 1") == "1 of 300 records match")
    #expect(session.levels.last?.derived.map(\.name) == ["big", "quarter", "small"])
    // What was not read before it changed can't be read.
    try folder.write("large.ndjson", lines.joined())
    try session.said("lookup small off; derive off; reload")
    try folder.write("large.ndjson", "{\"id\": 290, \"half\": 7}")
    #expect(session.failure("show 0.280")?.code == "data")
    try session.said("reload")
    #expect(try session.said("count where big.half == 7") == "1 of 300 records match")
  }

  @Test func linesAreCheckedAndCompleted() throws {
    var session = try Self.session()
    func check(_ line: String) -> CommandError? {
      do {
        for statement in Statement.statements(in: line) { _ = try session.check(statement) }
        return nil
      } catch { return error }
    }
    #expect(check(Self.customers) == nil)
    #expect(check("lookup customer in table customers by id as who") == nil)
    #expect(check("lookup customer in $document.customers by id as a.b")?.code == "bad-value")
    #expect(check("lookup customer in no-such.json by id as who")?.code == "data")
    func candidates(_ line: String) -> [String] {
      Completer(session).completion(of: line, at: line.count).candidates.map(\.text)
    }
    #expect(candidates("lookup cus") == ["customer"])
    #expect(candidates("lookup customer ") == ["in", "off"])
    #expect(candidates("lookup customer in tab").contains("table"))
    #expect(candidates("lookup customer in $document.customers ") == ["by", "as"])
    try session.said(Self.customers)
    #expect(candidates("sort by who.na") == ["who.name"])
    #expect(candidates("lookup wh").contains("who"))
  }

  /// Whatever the form of the other file.
  @Test(arguments: ["plist", "json", "ndjson"])
  func formsAreAllTheSame(_ form: String) throws {
    let folder = try TemporaryFolder()
    var session = Workspace(environment: .checkout)
    _ = try session.open(path: "\(root)/Datasets/catalog.json")
    try session.said("export \(folder.path)/other.\(form)")
    try session.said("lookup name in \(folder.path)/other.\(form) by name as same")
    #expect(try session.said("count where same.price == price") == "293 of 293 records match")
    try session.said(
      "lookup name in \(root)/Datasets/catalog.sqlite by name as row --table products")
    #expect(try session.said("count where row.price == price") == "293 of 293 records match")
  }

  // MARK: A file in which the join is written

  private static let questions = [
    "count where o.size > 5", "count where o == nil", "count where o.name BEGINSWITH \"b\"",
    "count where ANY o.tags == \"x\"", "count where o.size * 2 > v", "distinct o.name",
    "distinct o.tags", "describe o.size", "summarize count, sum(o.size), mean(o.size) by o.name",
    "summarize max(v) by o.deep.k", "histogram o.size 4", "pivot o.name o.deep.k count",
    "filter o.size < 8; sort by o.size desc, v; columns v o.name o.size o.tags; export - --format csv; columns off",
    "filter off; sort off; group by o.name; count; group off", "schema",
    "sort by o.name, v; export - --format ndjson",
  ]

  /// All questions have the answers that they have where the records are in the file themselves.
  @Test(arguments: [(30, 12), (30, 0), (6000, 700)])
  func answersAreThoseOfAJoinedFile(_ count: Int, _ others: Int) throws {
    var generator = SeededGenerator(seed: testSeed(count + others))
    let other = (0..<others).map { _ -> (id: Int, text: String) in
      let id = Int.random(in: 0..<others, using: &generator)
      let name =
        ["\"bell\"", "\"boat\"", "\"öl\"", "null", "7"].randomElement(using: &generator) ?? ""
      let tags = ["[]", "[\"x\"]", "[\"x\", \"y\"]"].randomElement(using: &generator) ?? ""
      let size = Int.random(in: 0..<5, using: &generator) == 0 ? "" : ", \"size\": \(id % 11).5"
      let deep = "{\"k\": \(id % 3)}"
      return (id, "{\"id\": \(id), \"name\": \(name), \"tags\": \(tags)\(size), \"deep\": \(deep)}")
    }
    let texts = Dictionary(other.map { ($0.id, $0.text) }) { first, _ in first }
    var plain: [String] = []
    var joined: [String] = []
    for number in 0..<count {
      let ref = Int.random(in: 0..<max(1, others + others / 5), using: &generator)
      let typed = Int.random(in: 0..<9, using: &generator) == 0 ? "\"\(ref)\"" : "\(ref).0"
      let found = typed.hasPrefix("\"") ? nil : texts[ref]
      let start = "{\"v\": \(number % 50), \"ref\": \(typed)"
      plain.append(start + "}")
      joined.append(start + (found.map { ", \"o\": \($0)" } ?? "") + "}")
    }
    let folder = try TemporaryFolder()
    let file = try folder.write("o.json", "[\(other.map(\.text).joined(separator: ",\n"))]")
    try folder.write("plain.ndjson", plain.joined(separator: "\n"))
    try folder.write("joined.ndjson", joined.joined(separator: "\n"))
    var (one, two) = (Workspace(environment: .checkout), Workspace(environment: .checkout))
    _ = try one.open(path: folder.path + "/plain.ndjson")
    _ = try two.open(path: folder.path + "/joined.ndjson")
    try one.said("lookup ref in \(file) by id as o")
    for question in testCases(Self.questions, oneIn: count > 1000 ? 3 : 1) {
      let (found, wanted) = (one.answer(question), two.answer(question))
      #expect(found == wanted, "\(question)")
    }
  }
}

extension Workspace {
  /// Some columns of all records, without the note that these are those of the grid.
  fileprivate mutating func csv(_ columns: String, after line: String = "view") throws -> String {
    try said(line)
    try said("columns \(columns)")
    let text = try said("export - --format csv")
    try said("columns off")
    return text
  }

  /// What a line prints, or what it fails with.
  fileprivate mutating func answer(_ line: String) -> String {
    do { return try said(line) } catch { return "\(error)" }
  }
}
