import Documents
import PredicateLanguage
import TableModel
import Testing

@Suite struct StatedShapeTests {
  private static let document = #"""
    {"meta":{"count":2},"groups":[
      {"name":"A","size":1,"members":[{"nick":"x","tags":[1,2]},{"nick":"y"}]},
      {"name":"B","members":[],"extra":{"deep":[3]}}]}
    """#

  private static func shape(_ text: String) -> Shape {
    var shape = Shape()
    for part in text.split(separator: " ") {
      let path = FieldPath(parsing: String(part.dropFirst(2)))
      switch part.first {
      case "s": shape.sections = path
      case "r": shape.rows = path
      case "i": shape.items = path
      default: shape.title = path
      }
    }
    return shape
  }

  @Test(arguments: [
    ("s=groups r=members i=tags", "= A\n- > 1 | 2\n-: {\"nick\":\"y\"}\n= B"),
    (
      "s=groups r=members t=nick",
      "= A\n- x: {\"nick\":\"x\",\"tags\":[1,2]}\n- y: {\"nick\":\"y\"}\n= B"
    ),
    ("r=groups[0].members", "= members\n-: {\"nick\":\"x\",\"tags\":[1,2]}\n-: {\"nick\":\"y\"}"),
    ("r=groups[0].members i=tags", "= members\n- > 1 | 2\n-: {\"nick\":\"y\"}"),
    ("r=meta", "= meta\n- count: 2"), ("i=groups[0].members[0].tags", "=\n- > 1 | 2"),
    (
      "s=groups i=members", "= A\n- > {\"nick\":\"x\",\"tags\":[1,2]} | {\"nick\":\"y\"}\n= B\n- > "
    ),
    ("s=meta", "= count\n-: 2"), ("r=groups[-1].extra i=.", "= extra\n- deep > 3"),
  ])
  func builds(_ shape: String, _ expected: String) throws {
    let table = try table(Self.document, Self.shape(shape))
    #expect(try outline(table) == expected)
    #expect(table.explanation.hasPrefix("as stated"))
  }

  @Test func withoutPathsTheDocumentIsOneRow() throws {
    #expect(try outline(table("[1,2]", Shape())) == "=\n-: [1,2]")
  }

  @Test(arguments: [
    ("r=group", "no key 'group' in the document", "did you mean 'groups'?"),
    ("r=zzz", "no key 'zzz' in the document", "the keys there: meta, groups"),
    ("s=groups r=member", "no key 'member' in the sections", "did you mean 'members'?"),
    ("s=groups r=members i=tag", "no key 'tag' in the rows", "did you mean 'tags'?"),
    ("r=meta.zz", "no key 'zz' in 'meta'", "the keys there: count"),
    ("r=groups[7]", "no element [7] in 'groups'", "the longest list there has 2 elements"),
    (
      "r=groups.members", "no key 'members' in 'groups'",
      "there are lists there: '.' stands for the list itself, [0] for its first element"
    ),
    ("r=meta.count", "rows 'meta.count' is a number, not a list", "lists there: meta, groups"),
    ("s=groups r=name", "rows 'name' is text, not a list", "lists there: members, extra"),
    ("s=groups t=nam", "no key 'nam' in the sections and rows", "did you mean 'name'?"),
  ])
  func saysWhatIsWrong(_ shape: String, _ message: String, _ hint: String) {
    let error = errorOf { () throws(DataError) in try table(Self.document, Self.shape(shape)) }
    #expect(error == .shape(message: message, hint: hint))
  }

  @Test(
    arguments: [
      ("titel", "title"), ("TITLE", "title"), ("tagz", "tags"), ("xtitle", "title"),
      ("nothing like it", nil), ("", nil),
    ] as [(String, String?)])
  func findsTheNearestKey(_ word: String, _ expected: String?) {
    let error = errorOf { () throws(DataError) in
      try table(#"{"title":[],"tags":[],"description":[]}"#, Shape(rows: FieldPath(key: word)))
    }
    let keys = "the keys there: title, tags, description"
    #expect(error?.hint == expected.map { "did you mean '\($0)'?" } ?? keys)
  }
}
