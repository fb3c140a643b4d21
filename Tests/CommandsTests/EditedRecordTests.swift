import CommandLanguage
import Rendering
import TableModel
import Testing
import Workspaces

@testable import Commands

/// What was inserted or renamed answers as it will once it is saved and opened again.
@Suite struct EditedRecordTests {
  /// A document, how it is shown, and what is changed in it.
  struct Case: Sendable, CustomTestStringConvertible {
    var document: String
    var shape: String
    var edits: String
    var testDescription: String { edits }
  }

  private static let building = #"""
    [{"name":"A","floors":[{"floor":1,"rooms":[{"n":1},{"n":2}]},{"floor":2,"rooms":[]}]},
    {"name":"B","floors":[{"floor":1,"rooms":[{"n":5}]}]}]
    """#
  private static let strips = #"[{"floor":1,"rooms":[{"n":1}]},{"floor":2,"rooms":[{"n":3}]}]"#
  private static let keyed = #"{"x":{"floor":1,"rooms":[{"n":1}]},"y":{"floor":2,"rooms":[]}}"#
  private static let inner =
    #"{"s":[{"name":"u","rooms":[{"n":1}]},{"name":"v","rooms":[]}],"m":1}"#
  private static let deep = #"[{"name":"P","info":{"floor":1,"rooms":[{"n":1}]}}]"#

  private static let floors = "shape --sections SELF --rows floors --items rooms"
  private static let rooms = "shape --rows SELF --items rooms"

  static let cases: [Case] = [
    // A row of items with fields of its own: by the names of the document, by the usual ones, or none.
    Case(
      document: building, shape: floors,
      edits: #"insert 0.1 {"floor": 7, "wing": "W", "rooms": [{"n": 9}]}"#),
    Case(
      document: building, shape: floors,
      edits: #"insert 0.1 {"title": "T", "floor": 7, "items": [{"n": 9}]}"#),
    Case(document: building, shape: floors, edits: #"insert 0.1 [{"n": 9}]"#),
    Case(document: building, shape: floors, edits: "insert 0.1"),
    Case(
      document: building, shape: floors,
      edits: #"insert 0.1 {"floor": 7, "rooms": []}; insert 0.1.0 {"n": 8}; move 0.1 1.0"#),
    Case(document: strips, shape: rooms, edits: #"insert 0.0 {"floor": 7, "rooms": [{"n": 9}]}"#),
    Case(document: keyed, shape: rooms, edits: #"insert 0.1 {"floor": 7, "rooms": [{"n": 9}]}"#),
    Case(
      document: keyed, shape: rooms,
      edits: #"insert 0.1 {"title": "q", "floor": 7, "rooms": [{"n": 9}]}"#),
    Case(
      document: deep, shape: "shape --rows SELF --items info.rooms",
      edits: #"insert 0.1 {"name": "R", "info": {"floor": 7, "rooms": [{"n": 9}]}}"#),
    // A title that was not there before, and one that stands elsewhere in the rows beside it.
    Case(document: strips, shape: rooms, edits: "update 0.1 title=seven"),
    Case(
      document: inner, shape: "shape --rows s --items rooms",
      edits: #"insert 0.1 {"title": "zed", "floor": 7, "items": [{"n": 9}]}; update 0.1 title=zog"#),
    // Plain rows, and a section with rows of both kinds.
    Case(
      document: #"[{"name":"P"},{"name":"Q"}]"#, shape: "shape --rows SELF",
      edits: #"insert 0.1 {"name": "R", "floor": 7}"#),
    Case(
      document: deep, shape: "shape --rows SELF --items info.rooms",
      edits: #"insert 0.1 {"name": "R", "floor": 7}"#),
    Case(
      document: building, shape: floors,
      edits: #"insert 1 {"name": "N", "floors": [{"floor": 7, "rooms": [{"n": 4}]}]}"#),
    Case(
      document: #"[{"name":"A","l":[{"n":1},{"n":2}]},{"l":[]}]"#,
      shape: "shape --sections SELF --rows l",
      edits: #"insert 1 {"name": "N", "floor": 7, "l": [{"n": 4}]}; update 2 title=Z"#),
    // The whole document, and the single fields that are shown as a section.
    Case(
      document: #"{"s":[{"n":1},{"n":2}],"meta":1}"#, shape: "shape --rows s", edits: "delete 0.1"),
    Case(
      document: #"{"n":1,"m":2,"list":[{"x":1}]}"#, shape: "shape --sections SELF --rows SELF",
      edits: "update 0.0 7"),
  ]

  private static let questions = [
    "schema", "filter $row.floor == 7; filter off", "filter floor == 7; filter off",
    "distinct $row.floor", "distinct $row.title", "distinct $row.rooms", "find 7",
    "find 7 in $row.floor", "find n", "export - --with $row.floor,$row.title",
    "export - --with $section.name",
    "show 0", "show 0 --all", "show 0.1", "show 0.1 --all", "show 1", "search 7; search off",
    "sort by $row.floor desc", "push 0; view --table; back", "push 0.1; view --table; back",
  ]

  @Test(arguments: cases)
  func answersAsItWillOnceItIsSaved(_ example: Case) throws {
    var edited = try Workspace.over(json: example.document)
    try edited.said(example.shape)
    try edited.said(example.edits)
    var opened = try Workspace.over(json: try edited.said("save -"))
    try opened.said(example.shape)
    for question in Self.questions {
      let answers = (answer(question, in: &edited), answer(question, in: &opened))
      #expect(answers.0 == answers.1, "\(question)")
    }
  }

  /// What is said, with notes, or why nothing is.
  private func answer(_ question: String, in session: inout Workspace) -> String {
    do {
      return try session.run(line: "goto 0.0; \(question)").map { output in
        (output.lines.map(\.text) + output.notices).joined(separator: "\n")
      }.joined(separator: "\n")
    } catch {
      return error.description
    }
  }

  /// The value of a section is the whole document where that is the only one.
  @Test(arguments: [
    (#"{"s":[{"n":1},{"n":2}],"m":1}"#, "shape --rows s", "n=5", "n=7"),
    (#"{"n":1,"m":2,"l":[{"x":1}]}"#, "shape --sections SELF --rows SELF", "5", "7"),
  ])
  func anEditedSectionThatIsPushedGoesBackWhole(
    _ document: String, _ shape: String, _ first: String, _ second: String
  ) throws {
    var direct = try Workspace.over(json: document)
    try direct.said("\(shape); update 0.0 \(first); update 0.1 \(second)")
    var pushed = try Workspace.over(json: document)
    try pushed.said("\(shape); update 0.0 \(first); push 0; update 0.1 \(second); back")
    #expect(try pushed.said("save -") == direct.said("save -"))
  }

  /// A title is changed in the field that gives it, which stays a number where it was one.
  @Test(arguments: [
    (
      "shape --rows SELF --items l --title n", "update 0.0 title=9",
      #"[{"n":9,"l":[1]},{"n":2,"l":[]}]"#
    ),
    (
      "shape --sections SELF --rows l --title n", "update 1 title=07",
      #"[{"n":1,"l":[1]},{"n":"07","l":[]}]"#
    ),
    (
      "shape --rows SELF --items l --title n", "update 0.0 title=x",
      #"[{"n":"x","l":[1]},{"n":2,"l":[]}]"#
    ),
    (
      "shape --rows SELF --items l --title n",
      #"delete 0.1; insert 0.0 {"n":5,"l":[]}; update 0.0 title=6"#,
      #"[{"n":6,"l":[]},{"n":1,"l":[1]}]"#
    ),
  ])
  func titlesStayNumbers(_ shape: String, _ edits: String, _ expected: String) throws {
    var session = try Workspace.over(json: #"[{"n":1,"l":[1]},{"n":2,"l":[]}]"#)
    try session.said("\(shape); \(edits)")
    #expect(try Value(json: session.said("save -")) == Value(json: expected))
  }

  @Test(arguments: [
    ("update 0.0 n=5; delete 0.0", "0.0"), ("delete 0; update 0.1 n=5; update 0.2 n=6", "0.1, 0.2"),
    ("update 0.1 n=5; delete 0.0", nil), ("update 0.0 n=5; move 0.0 0.2", nil),
  ])
  func anUpdateOfWhatTheBatchDeletesIsSaid(_ edits: String, _ places: String?) throws {
    var session = try Workspace.over(json: #"[{"n":1},{"n":2},{"n":3}]"#)
    let notices = try session.run(line: "batch begin; \(edits); batch commit").flatMap(\.notices)
    #expect(
      notices == (places.map { ["what was updated at \($0) was deleted in the same batch"] } ?? []))
  }

  /// What belongs to a record goes with it, and what belongs to a place stays there.
  @Test(arguments: [
    ("mark 0.0", #"insert 0.0 {"n": 9}"#), ("mark 0.0; mark 0.1", "insert 0.1 5"),
    ("style Cell1 for 0.1", "delete 0.0"),
    ("accessory detail for 0.0", #"insert 0.0 {"n": 9}"#),
    ("style value2 for 0.1", "delete 0.0"), ("indent 3 for 0.2", "move 0.0 0.2"),
    ("accessory detail where $section.title == \"T\"", "update 0 title=T"),
    ("columns $row.index n", #"insert 0.0 {"n": 9}"#), ("fields detail=$row.index", "delete 0.0"),
  ])
  func cellsAreDressedAsAfterReload(_ look: String, _ edits: String) throws {
    var session = try Workspace.over(json: #"{"s":[{"n":1,"k":"a"},{"n":2},{"n":3},{"n":4}]}"#)
    try session.said("shape --rows s; \(look); view")
    let before = try session.said("view --table")
    try session.said(edits)
    let after = try session.said("view --table")
    #expect(after != before)
    try session.said("reload")
    #expect(try session.said("view --table") == after)
  }

  /// What stands in the way of a path is named.
  @Test(arguments: [
    ("a.b=3", "'a' holds null", "a={...}"), ("n.b=3", "'n' holds number", "n={...}"),
    ("l[3]=1", "'l' is a list of 2 elements", "l={...} or l=[...]"),
    ("r.x.y=1", "'r.x' holds text", "r.x={...}"), ("n[0]=4", "'n' holds number", "n={...}"),
  ])
  func aPathThatLeadsNowhereIsNamed(_ change: String, _ reason: String, _ hint: String) throws {
    let record = #"[{"a": null, "n": 5, "l": [1, 2], "r": {"x": "t"}}]"#
    var session = try Workspace.over(json: record)
    let failure = session.failure("update 0.0 \(change)")
    let error = try #require(failure)
    #expect(error.description.contains("can't be made: \(reason)"), "\(error)")
    #expect(error.hint?.hasPrefix(hint) == true, "\(error.hint ?? "")")
  }
}
