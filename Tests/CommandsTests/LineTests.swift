import TableModel
import Testing
import Workspaces

@testable import CommandLanguage
@testable import Commands

/// `| COMMAND` at the end of a line.
@Suite struct PipeTests {
  @Test(arguments: [
    ("view | wc -l", "wc -l"), ("view |  sort; uniq 'a | b'  ", "sort; uniq 'a | b'"),
    ("down; count | cat", "cat"), ("filter a == \"x | y\" | wc", "wc"),
    ("open /tmp/a.json | ls x/", "ls x/"),
    ("find /a | b/ | wc", "wc"), ("find /a/ | wc -l", "wc -l"), ("view |", ""),
    ("find `a | b` | wc", "wc"),
    ("view | grep a | wc", "grep a | wc"),
  ])
  func aBarBetweenBlanksEndsTheStatement(_ line: String, _ command: String) throws {
    let last = try #require(Statement.statements(in: line).last)
    #expect(last.pipe?.command == command, "\(last)")
    let range = try #require(last.pipe?.range)
    let shown = Array(line)[range]
    #expect(shown.first == "|" && String(shown).hasSuffix(command))
    #expect(!last.text(from: 0).text.hasSuffix("|"))
  }

  @Test(arguments: [
    "filter a == 1 || b == 2", "find a|b", "find \"a | b\"", "find 'a | b'", "find `a | b`",
    "find /a | b/", "find |a", "find a|", "filter a MATCHES \"x | y\" && b", "| wc",
  ])
  func otherBarsAreText(_ line: String) throws {
    #expect(try #require(Statement.statements(in: line).first).pipe == nil)
  }

  @Test func aPipeWantsAPerson() throws {
    var session = try Workspace.over("rows.json")
    #expect(session.failure("set shell on")?.code == "impossible")
    #expect(
      session.failure("alias x = \"view | wc\"; x")?.description.contains("whole line") == true)
    #expect(throws: CommandError.self) {
      try session.check(Statement.statements(in: "view | wc")[0])
    }
    #expect(throws: CommandError.self) {
      try session.check(Statement.statements(in: "set shell on")[0])
    }
    try session.said("set shell off")
    session.environment.isAskedByPerson = true
    try session.said("set shell on")
    #expect(session.preferences.usesShell)
    #expect(throws: Never.self) { try session.check(Statement.statements(in: "view | wc")[0]) }
    #expect(throws: CommandError.self) {
      try session.check(Statement.statements(in: "fliter x | wc")[0])
    }
    // What a script can't say is not printed for one, and what is on stays on.
    #expect(try session.said("set --script") == "")
    session.environment.isAskedByPerson = false
    try session.said("set shell on; scenario pulse")
    #expect(session.preferences.usesShell)
    try session.said("set --reset")
    #expect(!session.preferences.usesShell)
    #expect(Completer(session).completion(of: "view | fil", at: 10).candidates.isEmpty)
  }
}

@Suite struct StatementTests {
  @Test(arguments: [
    ("down 2", [["down", "2"]]),
    ("  down   2 ; up", [["down", "2"], ["up"]]),
    (#"goto "Top News".0 top"#, [["goto", "Top News.0", "top"]]),
    ("index #", [["index", "#"]]),
    ("echo a # comment", [["echo", "a"]]),
    ("# only a comment", []),
    ("filter #in == 3", [["filter", "#in", "==", "3"]]),
    (#"filter name == "a; b" ; view"#, [["filter", "name", "==", "a; b"], ["view"]]),
    ("find don't stop", [["find", "don't", "stop"]]),
    ("filter name=='x; y'", [["filter", "name==x; y"]]),
    ("filter `odd key` == 1", [["filter", "`odd key`", "==", "1"]]),
    (#"echo "a \"b\"""#, [["echo", #"a "b""#]]),
    ("", []), (";;", []),
    (#"echo "a\tb\n\u00e9\x41\101""#, [["echo", "a\tb\néAA"]]),
    (#"echo "C:\dir\q" '\d+\.\"'"#, [["echo", #"C:\dir\q"#, #"\d+\.""#]]),
    (#"echo "\\" x; up"#, [["echo", #"\"#, "x"], ["up"]]),
    (#"echo `a\`b"#, [["echo", #"`a\`b"#]]), (#"echo "a\"#, [["echo", #"a\"#]]),
  ])
  func words(_ line: String, _ expected: [[String]]) {
    #expect(Statement.statements(in: line).map { $0.words.map(\.text) } == expected)
  }

  @Test func placesAreCharacterOffsets() throws {
    let statement = try #require(Statement.statements(in: #"  goto "é 東".0  top"#).first)
    #expect(statement.words.map(\.range) == [2..<6, 7..<14, 16..<19])
    #expect(statement.text(from: 1).text == #""é 東".0  top"#)
    #expect(statement.text(from: 1).start == 7)
  }

  @Test func openQuotesAreMarked() {
    let words = Statement.statements(in: #"echo "abc"#).first?.words
    #expect(words?.map(\.isOpen) == [false, true])
  }
}

@Suite struct AddressPatternTests {
  typealias Part = AddressPattern.Part

  static let valid: [(String, [Part])] = [
    ("1", [.number(1)]), ("1.0.3", [.number(1), .number(0), .number(3)]),
    ("-1.0.-2", [.number(-1), .number(0), .number(-2)]),
    ("Business.0.3", [.title("Business"), .number(0), .number(3)]),
    ("\"Top News\".0", [.title("Top News"), .number(0)]),
    ("'v1.2'.0", [.title("v1.2"), .number(0)]), ("*.0", [.all, .number(0)]),
    ("2..5", [.range(2, 5)]), ("0.2..-1", [.number(0), .range(2, -1)]), (".", [.focused]),
    ("..1", [.focused, .number(1)]), ("1...3", [.number(1), .focused, .number(3)]),
    (#""odd \"name".0"#, [.title(#"odd "name"#), .number(0)]),
    (#"'it\'s'"#, [.title("it's")]), (#"0."n\nl""#, [.number(0), .title("n\nl")]),
    (#""\\".1"#, [.title(#"\"#), .number(1)]), (#""C:\dir".0"#, [.title(#"C:\dir"#), .number(0)]),
    ("2024", [.number(2024)]), ("3D", [.title("3D")]), ("-", [.title("-")]),
  ]

  @Test(arguments: valid)
  func parses(_ text: String, _ parts: [AddressPattern.Part]) throws {
    #expect(try AddressPattern(parsing: text).parts == parts)
  }

  @Test(arguments: [
    ("", AddressPattern.ParseError.empty), ("1.", .missingPart), ("1.2.3.4", .tooManyParts),
    ("\"open", .unclosedQuote), (#""open\""#, .unclosedQuote), (#""a"b"#, .missingPoint),
  ])
  func refuses(_ text: String, _ expected: AddressPattern.ParseError) {
    #expect(throws: expected) { try AddressPattern(parsing: text) }
  }
}

/// What is proposed as the title of an address can be typed.
@Suite struct SpelledTitleTests {
  @Test(arguments: [
    "Business", "Top News", "v1.2", "2024", "-1", "*", "", "odd \"name", "it's", "n\nl", "a\tb",
    #"C:\dir\n"#, "\u{202E}evil", "\u{1B}[31m", "#", "a;b", "`x`", "日本", "--only-data", ".",
    "e\u{301}",
  ])
  func isReadBack(_ title: String) throws {
    let spelled = AddressPattern.spelled(title: title)
    #expect(try AddressPattern(parsing: spelled).parts == [.title(title)])
    let statements = Statement.statements(in: "goto \(spelled)")
    #expect(statements.count == 1 && statements.first?.words.last?.raw == spelled)
    #expect(statements.first?.words.last?.text == title)
  }

  @Test(arguments: [("Business", "Business"), ("Top News", "\"Top News\""), ("7", "\"7\"")])
  func isQuotedWhereItHasToBe(_ title: String, _ spelled: String) {
    #expect(AddressPattern.spelled(title: title) == spelled)
  }

  @Test func namesRowsAndSections() throws {
    let json = #"{"odd \"name":[{"a":1}],"n\nl":[{"a":2}],"C:\\new":[{"a":3}]}"#
    var session = try Workspace.over(json: json)
    #expect(try session.said(#"show "odd \"name".0.0"#).contains("1"))
    #expect(try session.said(#"show "n\nl".0.0"#).contains("2"))
    #expect(try session.said(#"show "C:\\new".0.0"#).contains("3"))
    #expect(
      session.failure(#"goto "odd \"nme""#)?.hint == #"did you mean '"odd \"name"'?"#)
  }
}

@Suite struct AddressResolverTests {
  @Test(arguments: [
    ("2", ["2"]), ("Science", ["3"]), ("science.0", ["3.0"]), ("-1.0.-1", ["7.0.17"]),
    ("0..2", ["0", "1", "2"]), ("*.0", (0..<8).map { "\($0).0" }), (".", ["0.0.0"]),
    ("1.0.2..4", ["1.0.2", "1.0.3", "1.0.4"]), ("....2", ["0.0.2"]),
  ])
  func resolves(_ text: String, _ expected: [String]) throws {
    let session = try Workspace.over("pulse.plist")
    let word = Word(text: text, raw: text, range: 0..<1, isQuoted: false, isOpen: false)
    #expect(try session.resolver().addresses(word).map(\.description) == expected)
  }

  @Test(arguments: [
    ("8", "no-such-place"), ("0.1", "no-such-place"), ("0.0.16", "no-such-place"),
    ("Sciense", "no-such-place"), ("3..1", "bad-address"), ("...2", "bad-address"),
    ("1.", "bad-address"),
    ("0.0.x", "bad-address"),
  ])
  func refuses(_ text: String, _ code: String) throws {
    var session = try Workspace.over("pulse.plist")
    #expect(session.failure("goto \(text)")?.code == code)
  }

  @Test func nearTitlesAreProposed() throws {
    var session = try Workspace.over("pulse.plist")
    #expect(session.failure("goto Sciense")?.hint == "did you mean 'Science'?")
  }
}
