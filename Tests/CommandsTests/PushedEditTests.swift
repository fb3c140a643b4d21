import CommandLanguage
import Foundation
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands
@testable import Documents
@testable import Files

/// Edits belong to the document: what is changed in a pushed value is changed in the document.
@Suite struct PushedEditTests {
  /// A document, what is done inside it, and what it is afterwards.
  struct Case: Sendable, CustomTestStringConvertible {
    var document: String
    var shape = ""
    var commands: String
    var result: String
    var testDescription: String { "\(document) \(shape) \(commands)" }
  }

  static let cases: [Case] = [
    // A key of a record, from row to row.
    Case(
      document: #"[{"user":{"name":"Ann"}}]"#, commands: #"push 0.0 user; update 0.0 "zzz"; back"#,
      result: #"[{"user":{"name":"zzz"}}]"#),
    // Two levels in, both at once.
    Case(
      document: #"[{"a":[{"b":{"c":1,"d":2},"e":0}]},{"a":[]}]"#, shape: "shape --rows SELF",
      commands: "push 0.0 a; push 0.0 b; update 0.1 5; back; back",
      result: #"[{"a":[{"b":{"c":1,"d":5},"e":0}]},{"a":[]}]"#),
    // An item of a strip, numbers as they are written.
    Case(
      document: #"{"s":[{"n":1.50,"tags":["x","y"]},{"n":2}]}"#,
      shape: "shape --sections SELF --items SELF",
      commands: "push 0.0.0 tags; insert 0.1 \"z\"; back",
      result: #"{"s":[{"n":1.50,"tags":["x","z","y"]},{"n":2}]}"#),
    // A whole strip: items changed, taken out, put in.
    Case(
      document: #"{"s":[{"n":1},{"n":2},{"n":3}],"t":[]}"#,
      shape: "shape --sections SELF --items SELF",
      commands: "push 0.0; delete 0.0; update 0.1 n=30; back",
      result: #"{"s":[{"n":2},{"n":30}],"t":[]}"#),
    Case(
      document: #"{"s":[{"n":1},{"n":2}],"t":[]}"#,
      shape: "shape --sections SELF --items SELF", commands: #"push 0.0; insert 0.1 {"n":9}; back"#,
      result: #"{"s":[{"n":1},{"n":9},{"n":2}],"t":[]}"#),
    // A section, with what stands beside its rows.
    Case(
      document: #"{"a":{"x":1,"y":2},"b":{"x":3}}"#, shape: "shape --sections SELF --rows SELF",
      commands: "push 0; update 0.1 20; back",
      result: #"{"a":{"x":1,"y":20},"b":{"x":3}}"#),
    Case(
      document: #"{"n":1,"m":2,"list":[{"x":1},{"x":2}]}"#, shape: "shape --rows SELF",
      commands: "push 0.2; update 0.0 x=7; back",
      result: #"{"n":1,"m":2,"list":[{"x":7},{"x":2}]}"#),
    // A table that hides and reorders records.
    Case(
      document: #"[{"n":1,"u":{"k":1}},{"n":2,"u":{"k":2}},{"n":3,"u":{"k":3}}]"#,
      commands:
        "filter n > 1; sort by n desc; push 0.0 u; update 0.0 9; back; filter off; sort off",
      result: #"[{"n":1,"u":{"k":1}},{"n":2,"u":{"k":2}},{"n":3,"u":{"k":9}}]"#),
    // Edits on all levels.
    Case(
      document: #"[{"n":1,"u":{"k":1}},{"n":2,"u":{"k":2}}]"#,
      commands: "update 0.0 n=10; push 0.1 u; update 0.0 20; back; delete 0.0",
      result: #"[{"n":2,"u":{"k":20}}]"#),
    // Another shape of what was edited.
    Case(
      document: #"[{"n":1,"u":{"k":1}},{"n":2,"u":{"k":2}}]"#,
      commands: "update 0.0 n=10; shape --rows SELF --items u; shape off; update 0.1 n=11",
      result: #"[{"n":10,"u":{"k":1}},{"n":11,"u":{"k":2}}]"#),
  ]

  @Test(arguments: cases)
  func whatIsChangedInsideIsChangedInTheDocument(_ example: Case) throws {
    var session = try Workspace.over(json: example.document)
    if !example.shape.isEmpty { try session.said(example.shape) }
    try session.said(example.commands)
    #expect(try saved(&session) == example.result)
    // The tables say the same as the document.
    var opened = try Workspace.over(json: try saved(&session))
    if !example.shape.isEmpty { try opened.said(example.shape) }
    #expect(try session.said("export -") == opened.said("export -"))
  }

  private func saved(_ session: inout Workspace) throws -> String {
    let text = try session.said("save -")
    return JSONWriter.text(of: try JSONReader.read(SourceText(file: "", bytes: Array(text.utf8))))
  }

  /// Two signs of equality compare; only in quotes they belong to a text.
  @Test func aComparisonIsNoChange() throws {
    var session = try Workspace.over(json: #"[{"n":1}]"#)
    #expect(session.failure("update 0.0 n==3")?.code == "bad-value")
    try session.said(#"update 0.0 n="=3""#)
    #expect(try session.said("show 0.0").contains(#""n": "=3""#))
  }

  @Test func theTableBelowShowsIt() throws {
    var session = try Workspace.over(json: #"[{"user":{"name":"Ann"}}]"#)
    try session.said(#"push 0.0 user; update 0.0 "zzz"; back"#)
    #expect(try session.said("show 0.0").contains("zzz"))
    try session.said("undo")
    #expect(session.levels.count == 2)
    try session.said("undo; back")
    #expect(try session.said("show 0.0").contains("Ann"))
    try session.said(#"undo; update 0.0 "yyy"; back"#)
    #expect(try session.said("show 0.0").contains("yyy"))
  }

  @Test func aPushedValueIsSavedWithItsDocument() throws {
    var session = try Workspace.over(json: #"[{"a":[{"b":{"c":1}}]}]"#)
    try session.said("shape --rows SELF; push 0.0 a; push 0.0 b; update 0.0 2")
    #expect(try saved(&session) == #"[{"a":[{"b":{"c":2}}]}]"#)
    #expect(session.levels.count == 3)
    #expect(try session.said("save - --pushed").filter { !$0.isWhitespace } == #"{"c":2}"#)
    try session.said("update 0.0 3; back; back")
    #expect(try saved(&session) == #"[{"a":[{"b":{"c":3}}]}]"#)
  }

  /// A section of a table that hides records has no place for what was changed among those shown.
  @Test func whatHasNoPlaceBelowIsSaid() throws {
    var session = try Workspace.over(json: #"{"a":[{"n":1},{"n":2}],"b":[{"n":3}]}"#)
    try session.said("filter n > 1; push 0.0; update 0.0 n=9")
    #expect(session.failure("save -")?.code == "impossible")
    #expect(session.levels.count == 2)
    let outputs = try session.run(line: "back")
    #expect(outputs.flatMap(\.notices).contains { $0.contains("'undo' brings them back") })
    try session.said("undo")
    #expect(try session.said("show 0.0").contains("9"))
  }

  /// The filter below hides a record once 'save' has taken the change there; what is changed after
  /// that is still a change of the same record.
  @Test(arguments: ["filter id > 1", "sort by id desc; goto 0.1"])
  func aRecordThatMovesAwayStaysTheSame(_ arrangement: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var session = try Workspace.over(
      json: #"[{"id":1,"n":{"a":1}},{"id":2,"n":{"a":2}},{"id":3,"n":{"a":3}}]"#)
    let place = arrangement.hasPrefix("filter") ? "0.0" : "0.1"
    try session.said("\(arrangement); push \(place); update 0.0 0")
    try session.said("save \(folder.path)/a.json; update 0.0 7; back; filter off; sort off")
    #expect(
      try saved(&session) == #"[{"id":1,"n":{"a":1}},{"id":7,"n":{"a":2}},{"id":3,"n":{"a":3}}]"#)
  }

  @Test func aSaveThatFailsChangesNothing() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var (session, file) = try own(
      #"[{"id":1,"m":{"a":[{"v":1},{"v":2},{"v":5}]}},{"id":2,"m":{"a":[{"v":1}]}}]"#, in: folder)
    try session.said("push 0.0 m; push 0.0; delete 0.0")
    let before = session.digest
    #expect(session.failure("save \(file)")?.code == "impossible")
    #expect(session.digest == before && session.unsavedFile == "a.json")
    try session.said("back; back")
    #expect(
      try session.said("show 0.0").filter { !$0.isWhitespace }.contains(#"[{},{"v":2},{"v":5}]"#))
  }

  @Test func applyIsForWholeDocuments() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var (session, file) = try own(#"{"serial":1,"list":[{"id":1,"u":{"k":1}}]}"#, in: folder)
    let other = file + ".new.json"
    try #"{"serial":2,"list":[{"id":1,"u":{"k":1}}]}"#
      .write(toFile: other, atomically: true, encoding: .utf8)
    try session.said("push 0.0 u")
    #expect(session.failure("apply \(other)")?.code == "impossible")
    try session.said("back; apply \(file)")
    #expect(try session.said("apply \(other)").contains("another 'serial' was taken over"))
    #expect(try saved(&session) == #"{"serial":2,"list":[{"id":1,"u":{"k":1}}]}"#)
  }

  @Test(arguments: [
    "batch begin; delete 0.0", "delete 0.0; save - ",
    "delete 0.0; save /dev/null --format json --force",
  ])
  func whatIsInNoFileIsUnsaved(_ commands: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var (session, _) = try own("[1, 2]", in: folder)
    try session.said(commands)
    #expect(session.unsavedFile == "a.json")
  }

  /// Of what went wrong here: a negative count, and products that no integer holds.
  @Test(arguments: [
    "undo -1", "redo 0", "down 999999999999999999 pages", "right 999999999999999999",
    "right 999999999999999999 pages", "up 999999999999999999 lines",
    "left 999999999999999999 columns",
  ])
  func countsAreNeverTooLarge(_ command: String) throws {
    var session = try Workspace.over("pulse.plist")
    _ = session.failure(command)
    #expect(try session.current().table.invariantViolations().isEmpty)
  }

  @Test(arguments: [
    (#"update 0.0 `a b`=5"#, #""a b": 5"#), (#"update 0.0 "a b"=5"#, #""a b": 5"#),
    (#"update 0.0 `a b`+=5"#, #""a b": 6"#), (#"update 0.0 n="5""#, #""n": "5""#),
    (#"update 0.0 "c.d"=5"#, #""c.d": 5"#), (#"update 0.0 'c.d'=5"#, #""c.d": 5"#),
    (#"update 0.0 `c.d`=5"#, #""c.d": 5"#), (#"update 0.0 c.d=5"#, #""d": 5"#),
    (#"update 0.0 "c.d".e=5"#, #""e": 5"#), (#"update 0.0 "c=d"=5"#, #""c=d": 5"#),
    (#"update 0.0 "c.d"+=5"#, #""c.d": 5"#), (#"update 0.0 "c d"="a=b""#, #""c d": "a=b""#),
    (#"update 0.0 "a b"=CAST("2024-05-01", "NSDate")"#, #""a b": "2024-05-01"#),
  ])
  func quotesAroundAKeyAreAboutTheKey(_ command: String, _ expected: String) throws {
    var session = try Workspace.over(json: #"[{"a b":1,"n":12345678901234567890123}]"#)
    try session.said(command)
    #expect(try session.said("show 0.0").contains(expected))
    #expect(session.failure("update 0.0 big+=1; update 0.0 n+=1") != nil)
  }

  @Test(arguments: [
    ("n+=1", "no digit is lost"), ("m+=9223372036854775807", "no digit is lost"),
    ("f+=1e308", "about 1.8e308"),
  ])
  func sumsThatAreTooLargeSaySo(_ change: String, _ reason: String) throws {
    var session = try Workspace.over(json: #"[{"n":12345678901234567890123,"m":1,"f":1.7e308}]"#)
    let words = session.failure("update 0.0 \(change)")?.description ?? ""
    #expect(words.contains("'\(change)' is too large to be added") && words.contains(reason))
  }

  /// A section that was edited is still the whole record that the document has there.
  @Test(arguments: [
    ("update 0.0.0 x=5", #"{"a":[{"n":"A","k":[{"x":5},{"x":7}]},{"n":"B","k":[{"x":3}]}]}"#),
    ("delete 0.0.0", #"{"a":[{"n":"A","k":[{"x":2},{"x":7}]},{"n":"B","k":[{"x":3}]}]}"#),
  ])
  func editedSectionsArePushedWhole(_ edit: String, _ expected: String) throws {
    var session = try Workspace.over(
      json: #"{"a":[{"n":"A","k":[{"x":1},{"x":2}]},{"n":"B","k":[{"x":3}]}]}"#)
    try session.said(edit)
    #expect(try session.said("show 0 --all").contains(#""n": "A""#))
    let last = edit.hasPrefix("delete") ? #"insert 0.1 {"x":7}"# : "update 0.1 x=7"
    try session.said("push 0; \(last); back")
    #expect(try saved(&session) == expected)
  }

  @Test func anInsertedSectionHasItsFields() throws {
    var session = try Workspace.over(json: #"{"a":[{"n":"A","k":[{"x":1}]},{"n":"B","k":[]}]}"#)
    try session.said(#"insert 2 {"n":"Q","k":[{"x":4}]}"#)
    #expect(try session.said("filter n == \"Q\"") == "1 of 2 records match, in 1 of 3 sections")
    #expect(try session.said("filter off; find Q in n").contains("in $section.n"))
    #expect(try session.said("show 2").contains(#""n": "Q""#))
  }

  @Test func keysThatWereGivenStay() throws {
    var session = try Workspace.over(json: #"[{"a":{"x":1}}]"#)
    #expect(try session.said("push 0.0 a; insert 0.0 5").contains("inserted row 0.0 as 'new'"))
    #expect(try session.said("insert 0.0 6").contains("inserted row 0.0 as 'new 2'"))
    #expect(try saved(&session) == #"[{"a":{"new 2":6,"new":5,"x":1}}]"#)
    try session.said("delete 0.1; insert 0.0 7; back; push 0.0 a; insert 0.3 8")
    #expect(try saved(&session) == #"[{"a":{"new 3":7,"new 2":6,"x":1,"new":8}}]"#)
    try session.said("undo; insert 0.0 {\"name\":\"x\"}; move 0.0 0.3")
    #expect(
      try saved(&session) == #"[{"a":{"new 3":7,"new 2":6,"x":1,"x 2":{"name":"x"}}}]"#)
  }

  @Test func rowsThatMoveToAnotherDictionaryKeepTheirKeys() throws {
    var session = try Workspace.over(json: #"{"a":{"x":1,"y":2},"b":{"x":3}}"#)
    try session.said("shape --sections SELF --rows SELF; move 0.0 1.0; insert 1.0 9; update 1.1 5")
    #expect(try saved(&session) == #"{"a":{"y":2},"b":{"new":9,"x 2":5,"x":3}}"#)
    try session.said("move 1.1 0.0")
    #expect(try saved(&session) == #"{"a":{"x":5,"y":2},"b":{"new":9,"x":3}}"#)
  }

  @Test func aLargeDocumentTakesThemToo() throws {
    let records = (0..<10_000).map { #"{"id":\#($0),"u":{"k":\#($0)}}"# }
    var session = try Workspace.over(json: "[" + records.joined(separator: ",") + "]")
    try session.said("push 0.9999 u; update 0.0 -1; back")
    #expect(try session.said("show 0.9999").contains("-1"))
    #expect(try session.said("save -").contains("\"k\": -1"))
  }

  // MARK: Unsaved changes

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pushed-edits-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// A session over a file of one's own.
  private func own(_ text: String, in folder: URL) throws -> (session: Workspace, file: String) {
    let file = folder.appendingPathComponent("a.json").path
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    var session = Workspace(environment: .checkout)
    _ = try session.open(path: file)
    return (session, file)
  }

  @Test func unsavedChangesAreKnownUntilTheyAreSaved() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var (session, file) = try own(#"[{"u":{"k":1}},{"u":{"k":2}}]"#, in: folder)
    #expect(session.unsavedFile == nil)
    try session.said("push 0.0 u; update 0.0 5")
    #expect(session.unsavedFile == "a.json")
    #expect(try session.said("status").contains("not saved"))
    try session.said("undo")
    #expect(session.unsavedFile == nil)
    try session.said("redo; save \(folder.path)/b.json")
    #expect(session.unsavedFile == nil)
    try session.said("back")
    #expect(session.unsavedFile == nil)
    // The file that was read is still there: what it says is in a file, too.
    try session.said("undo 2")
    #expect(session.unsavedFile == nil)
    try session.said("redo; save \(file) --force")
    #expect(session.unsavedFile == nil)
    // The file is another one now, but as the session knows it.
    #expect(try !session.said("status").contains("changed since"))
    #expect(session.changedFile == nil)
    try session.said("undo")
    #expect(session.unsavedFile == "a.json")
  }

  /// What is pushed from a table that hides or turns round has no way back, which is said with each change.
  @Test(arguments: [
    ("filter n > 1; push 0", true), ("sort by n desc; push 0", true), ("push 0", false),
    ("filter n > 1; push 0.0", false),
  ])
  func aChangeThatCanNotGoBackIsSaid(_ way: String, _ isSaid: Bool) throws {
    var session = try Workspace.over(json: #"[{"name":"A","l":[{"n":1},{"n":2},{"n":3}]}]"#)
    try session.said("shape --sections SELF --rows l; \(way)")
    let change = way.hasSuffix("0.0") ? "update 0.0 9" : "update 0.0 n=9"
    let notices = try session.run(line: change).flatMap(\.notices)
    #expect(notices.contains { $0.contains("'test.json' below is filtered") } == isSaid)
    #expect(notices.contains { $0.hasPrefix("this change does not reach") } == isSaid)
    let back = try session.run(line: "back").flatMap(\.notices)
    #expect(back.contains { $0.contains("left behind") } == isSaid)
  }

  @Test(arguments: ["open rows.json", "close", "scenario cell-files", "apply rows.json"])
  func whatLeavesChangesBehindSaysSo(_ command: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var (session, _) = try own("[1, 2]", in: folder)
    try session.said("delete 0.0")
    let notices = try session.run(line: command).flatMap(\.notices)
    #expect(notices.contains { $0.contains("changes to 'a.json'") && $0.contains("'undo' brings") })
    try session.said("undo")
    #expect(session.unsavedFile == "a.json")
    try session.said("undo")
    #expect(try session.run(line: command).flatMap(\.notices).isEmpty)
  }

  /// Bundled tables are there to be played with.
  @Test(arguments: ["open rows.json", "close", "reload"])
  func bundledTablesAreLeftWithoutAWord(_ command: String) throws {
    var session = try Workspace.over("cells.json")
    try session.said("delete 0.0")
    #expect(session.unsavedDocument != nil && session.unsavedFile == nil)
    #expect(try session.run(line: command).flatMap(\.notices).isEmpty)
  }

  @Test func reloadKeepsChanges() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var (session, _) = try own("[1, 2]", in: folder)
    try session.said("delete 0.0")
    let notices = try session.run(line: "reload").flatMap(\.notices)
    #expect(notices.contains { $0.contains("was not read again") })
    #expect(session.unsavedFile == "a.json")
  }
}
