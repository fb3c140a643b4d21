import Arranging
import CommandLanguage
import Documents
import Rendering
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

/// `find`, and going on with it when the table has changed meanwhile.
@Suite struct FindTests {
  private static let answer = """
    {"statuses":[{"id":1,"text":"storm ahead"},{"id":2,"text":"calm"},{"id":3,"text":"a storm"}],
     "search_metadata":{"query":"weather","took":[{"node":"north"}]},"count":3}
    """

  private static func statuses() throws -> Workspace {
    var session = try Workspace.over(json: answer)
    try session.said("shape --rows statuses")
    return session
  }

  @Test(arguments: [
    ("weather", "search_metadata.query", "'shape --rows SELF; show search_metadata'"),
    ("north", "search_metadata.took[0].node", "show search_metadata"),
  ])
  func textBesideTheTableIsPointedTo(_ text: String, _ place: String, _ hint: String) throws {
    var session = try Self.statuses()
    let failed = session.failure("find \(text)")
    let failure = try #require(failed)
    #expect(
      failure.description == "no record contains '\(text)'; it stands beside the table, at \(place)"
    )
    #expect(failure.hint?.contains(hint) == true, "\(failure.hint ?? "-")")
    let way = try #require(failure.hint?.split(separator: "'").first { $0.contains("shape") })
    #expect(try session.said(String(way)).contains(text))
  }

  @Test func textThatIsNowhereIsNot() throws {
    var session = try Self.statuses()
    let failed = session.failure("find nowhere")
    #expect(failed?.description == "no record contains 'nowhere'")
  }

  /// What sections have beside their rows, and tables in files that are not read as values.
  @Test func largeDocumentsAndSectionsAreLookedThrough() throws {
    let records = (0..<9000).map { #"{"id":\#($0),"text":"record number \#($0)"}"# }
    let data = #"{"items":[\#(records.joined(separator: ","))],"info":{"author":"Edith"}}"#
    var session = try Workspace.over(json: data)
    #expect(session.failure("find edith")?.description.contains("at info.author") == true)
    session = try Workspace.over(
      json: #"[{"name":"A","note":"harbour","rows":[{"x":1}]},{"name":"B","rows":[{"x":2}]}]"#)
    try session.said("shape --sections SELF --rows rows --title name")
    #expect(try session.said("find harbour").contains("in $section.note"))
  }

  /// No record leads to a section or a row that holds none.
  @Test func emptySectionsAndRowsAreFound() throws {
    let people = #"""
      [{"name":"Ada","city":"Rome","orders":[{"n":1}]},{"name":"Bob","city":"Oslo","orders":[]},
       {"name":"Cyd","city":"Oslo","orders":[{"n":3}]}]
      """#
    var session = try Workspace.over(json: people)
    #expect(try session.said("find bob").contains("match 1 of 1"))
    #expect(try session.current().table.focus == Address(1, 0))
    #expect(try session.said("find oslo; next").contains("match 2 of 2"))
    #expect(try session.said("find --all oslo").contains("$section.city"))
    #expect(try session.said("find oslo in $section.city").contains("of 2"))
    try session.said("shape --sections SELF --rows orders --title name")
    let failure = session.failure("find bob")
    #expect(
      failure?.description == "no record contains 'bob'; it stands in section 1, without rows")
    #expect(failure?.hint == "'show 1' shows it")
    #expect(
      try session.notices("find oslo").contains("it also stands in section 1, without rows"))
    #expect(session.failure("find nowhere")?.description == "no record contains 'nowhere'")
  }

  // MARK: What is looked at

  private static func harbours() throws -> Workspace {
    let text = """
      {"made":"storm","list":[
        {"name":"A","note":"storm coming","rows":[{"t":"calm","tags":["Étude"]},{"t":"stormy"}]},
        {"name":"B","rows":[{"t":"a storm in a cup","note":1},{"t":"in a box"}]}]}
      """
    var session = try Workspace.over(json: text)
    try session.said("shape --sections list --rows rows --title name")
    return session
  }

  @Test(arguments: [
    // A text, words, and where they are.
    ("find storm", "match 2 of 3 · in t ·"), ("find --word storm", "match 2 of 2 · in t"),
    ("find etude", "match 1 of 1 · in tags[0] ·"), ("find coming", "in $section.note"),
    ("find --keys note", "match 2 of 2 · in note · B 1.0"),
    // Regular expressions, as far as the whole text is one.
    ("find /^a .* cup$/", "match 1 of 1 · in t · B 1.0"), ("find /^STORM/i", "match 2 of 2"),
    ("find /a", nil), ("find \"/^a/\"", nil), ("find /STORM/", nil),
    // A key, where it is one.
    ("find storm in t", "match 1 of 2"), ("find storm in note", "match 1 of 1"),
    ("find in a", "match 1 of 2"), ("find storm in a", "match 1 of 1"),
    ("find \"storm in t\"", nil), ("find storm in $section.note", "match 1 of 1"),
  ])
  func wordsExpressionsKeysAndFields(_ line: String, _ expected: String?) throws {
    var session = try Self.harbours()
    guard let expected else {
      #expect(session.failure(line)?.code == "nothing-to-do")
      return
    }
    let said = try session.said(line)
    #expect(said.contains(expected), "\(said)")
  }

  @Test func badExpressionsAreRefusedWithTheirMistake() throws {
    var session = try Self.harbours()
    let failed = session.failure("find /a(/")
    #expect(failed?.code == "bad-value" && failed?.description.contains("missing `)`") == true)
  }

  @Test func whatStandsBesideTheTableIsNoted() throws {
    var session = try Self.harbours()
    let output = try session.run(Statement.statements(in: "find storm")[0]).output
    #expect(output.notices == ["it also stands beside the table, at made"])
    #expect(
      session.failure("find --keys made")?.description.hasSuffix("beside the table, at made")
        == true)
    var other = try Workspace.over(json: #"[{"n":"storm","a":1,"b":2,"c":3,"list":[{"t":1}]}]"#)
    try other.said("unnest list")
    #expect(try other.run(Statement.statements(in: "find storm")[0]).output.notices.isEmpty)
  }

  /// Marked in the viewport, not in its title nor in the lines of reuse.
  @Test func shownTextIsMarked() throws {
    var session = try Self.harbours()
    func marked() -> [String] {
      session.picture().flatMap(\.runs)
        .filter { $0.style.attributes.isSuperset(of: [.reverse, .underline]) }
        .map { String($0.text) }
    }
    #expect(marked().isEmpty)
    try session.said("find Storm")
    #expect(marked() == ["storm", "storm"])
    try session.said("find /s?t.rm/")
    #expect(marked() == ["storm", "storm"])
    try session.said("push 1.0")
    #expect(marked().isEmpty)
  }

  // MARK: Going on

  @Test(arguments: [
    ("filter id != 3", "1"), ("filter id > 1", "3"), ("filter id == 2", "-"),
    ("sort by id desc", "1"),
  ])
  func nextGoesOnFromWhereTheHitStood(_ change: String, _ expected: String) throws {
    var session = try Self.statuses()
    try session.said("find storm; \(change)")
    guard expected != "-" else {
      let failure = session.failure("next")
      #expect(failure?.code == "nothing-to-do")
      #expect(failure?.description == "no record that is shown contains 'storm'")
      #expect(failure?.hint == "'filter off' shows the others")
      return
    }
    try session.said("next")
    let focus = try #require(try session.current().table.focus)
    let value = try session.current().shown.value(at: focus)
    #expect(value?[path: FieldPath(key: "id")]?.plainText == expected)
  }

  /// Ten records of which every third has the word; the one found last is hidden.
  @Test(arguments: [
    ("next", "6"), ("previous", "0"), ("sort by n desc; next", "0"),
    ("sort by n desc; previous", "6"),
  ])
  func aHiddenHitKeepsItsPlace(_ line: String, _ expected: String) throws {
    let records = (0..<10).map { #"{"n":\#($0),"t":"\#($0 % 3 == 0 ? "word" : "-")"}"# }
    var session = try Workspace.over(json: "[\(records.joined(separator: ","))]")
    try session.said("find word; filter n != 3; \(line)")
    let focus = try #require(try session.current().table.focus)
    let value = try session.current().shown.value(at: focus)
    #expect(value?[path: FieldPath(key: "n")]?.plainText == expected)
  }

  @Test func otherTablesAreSearchedAnew() throws {
    var session = try Workspace.over(json: #"[{"a":[{"t":"x"},{"t":"word"}]},{"t":"word"}]"#)
    try session.said("shape --rows SELF; find word; push 0.0 a; next")
    #expect(try session.current().table.focus == Address(0, 1))
  }

  @Test func editsAreFoundToo() throws {
    var session = try Self.statuses()
    try session.said("find storm; update 0.1 text=\"storms\"; next")
    #expect(session.memory[FoundText.Memory.self].found?.matches.count == 3)
  }

  // MARK: The focus after a sort

  @Test func theFocusStaysOnItsRecordAndInView() throws {
    var session = try Workspace.over("catalog.json")
    let shown = try session.said("goto 0.200; show")
    let said = try session.said("sort by price desc")
    #expect(
      said.contains("sorted 293 records by price desc · the focus stays on its record, now 0."))
    #expect(shown.hasSuffix(try session.said("show")))
    let table = try session.current().table
    let focus = try #require(table.focus)
    #expect(table.visibleRows.contains(focus))
    #expect(try session.said("sort off").contains("the focus stays on its record, now 0.200"))
    #expect(try session.current().table.visibleRows.contains(Address(0, 200)))
  }

  /// On the first record, where it stands at first, the focus is on the first one again.
  @Test func aFocusAtTheTopStaysThere() throws {
    var session = try Workspace.over("catalog.json")
    #expect(try session.said("sort by price desc") == "sorted 293 records by price desc")
    #expect(try session.current().table.focus == Address(0, 0))
    #expect(try session.said("show").contains("Tower Clock"))
    #expect(try session.said("sort off") == "back in the data's order")
    #expect(try session.current().table.focus == Address(0, 0))
  }

  /// Whatever else puts records elsewhere says where the focus is; where nobody moved it, it is on
  /// the first record.
  @Test(arguments: [
    "group by manufacturer", "index by name", "group by price --strips", "flatten",
    "index by name; index off", "flatten; flatten off",
  ])
  func theFocusStaysHoweverRecordsAreArranged(_ line: String) throws {
    for start in ["top", "goto 0.200"] {
      var session = try Workspace.over("catalog.json")
      try session.said(start)
      let shown = try session.said("show")
      let said = try session.said(line)
      let table = try session.current().table
      let focus = try #require(table.focus)
      if start == "top" {
        #expect(table.visibleRows.contains(focus.rowAddress) && table.offset == table.minOffset)
        #expect(!said.contains("focus"))
      } else {
        #expect(try session.said("show") == shown)
        #expect(
          said.contains("the focus stays on its record, now \(focus)") || !said.contains("now"))
      }
    }
  }

  // MARK: The title

  @Test(arguments: [
    ("index by name; search mar in name", "2 sections · "),
    (
      "group by manufacturer; filter price > 500",
      "of 293 rows"
    ), ("filter price > 500", "1 section · 2 of 293 rows"),
    ("group by manufacturer --strips; filter price > 500", "of 293 items"),
    ("flatten; filter price > 500", "1 section · 2 of 293 rows"),
  ])
  func theTitleCountsLikeWithLike(_ line: String, _ expected: String) throws {
    var session = try Workspace.over("catalog.json")
    try session.said(line)
    let title = session.picture()[0].text
    #expect(!title.contains("of 1 section"), "\(title)")
    #expect(title.contains(expected), "\(title)")
  }

  /// A filter hides records, not what stands beside them.
  @Test func whatStandsBesideAFilteredTableIsFound() throws {
    var session = try Workspace.over(json: #"{"list":[{"n":1},{"n":2}],"meta":{"query":"lost"}}"#)
    try session.said("filter n > 1")
    let message = session.failure("find lost")?.description ?? ""
    #expect(message.contains("it stands beside the table, at meta.query"))
  }

  // MARK: All matches

  @Test func allMatchesAreATable() throws {
    var session = try Self.statuses()
    let focus = session.levels.last?.table.focus
    let listed = try session.said("find --all storm")
    #expect(
      listed == """
        place  name         in    text
        0.0    storm ahead  text  storm ahead
        0.2    a storm      text  a storm
        """, "\(listed)")
    #expect(session.levels.last?.table.focus == focus)
    try session.said("sort by id desc")
    #expect(try session.said("results").contains("2 rows"))
    #expect(try session.said("filter place = '0.2'").contains("1 of 2"))
    try session.said("push 0.0")
    // The record that was found, wherever sorting has put it.
    #expect(try session.said("show 0.0").contains("a storm"))
  }

  /// As many lines as `next` would go to, each with the place of its match.
  @Test(arguments: ["find --all --keys notes", "find --all --limit 3 a"])
  func everyMatchIsListed(_ line: String) throws {
    var session = try Workspace.over("api.json")
    let listed = try session.said(line).split(separator: "\n")
    var one = try Workspace.over("api.json")
    let answer = try one.said(line.replacing("--all ", with: "").replacing("--limit 3 ", with: ""))
    let total = try #require(answer.firstMatch(of: /of (\d+)/).flatMap { Int($0.1) })
    if line.contains("--limit") {
      #expect(listed.count == 5 && listed[4].hasPrefix("3 of \(total) lines"), "\(listed)")
    } else {
      #expect(listed.count == total + 1, "\(listed)")
    }
  }

  @Test func aLimitNeedsAList() throws {
    var session = try Self.statuses()
    #expect(
      session.failure("find --limit 3 storm")?.description == "--limit has no meaning without --all"
    )
  }
}
