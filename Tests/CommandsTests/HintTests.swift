import CommandLanguage
import Rendering
import Testing
import Workspaces

@testable import Commands

/// Hints that name the way out: keys with blanks, rows that are taken for sections, the notation of
/// other languages, and what an error means.
@Suite struct HintTests {
  private static let films = """
    [{"Title":"Alpha","IMDB Rating":8.1,"MPAA Rating":"PG","More":{"Run Time":90}},
     {"Title":"Beta","IMDB Rating":6.2,"MPAA Rating":"R"}]
    """

  @Test(arguments: [
    ("group by MPAA Rating", "'group by `MPAA Rating`'"),
    ("sort by IMDB Rating desc", "'sort by `IMDB Rating` desc'"),
    ("sort by imdb rating, Title", "'sort by `IMDB Rating`, Title'"),
    ("describe IMDB Rating", "'describe `IMDB Rating`'"),
    ("distinct MPAA Rating 3", "'distinct `MPAA Rating` 3'"),
    ("summarize IMDB Rating by MPAA Rating", "`"),
    ("fields text=IMDB Rating", "'fields text=`IMDB Rating`'"),
    ("index by MPAA Rating", "'index by `MPAA Rating`'"),
    ("sort by More.Run Time", "'sort by More.`Run Time`'"),
    ("sort Title desc", "'sort by Title desc'"), ("group Title", "'group by Title'"),
    ("count Title == 1", "'count where Title == 1'"), ("index Title", "'index by Title'"),
    ("delete Title == 1", "'delete 0.*'"), ("delete where Title == 1", "'delete 0.*'"),
    ("sort by Title descending", "'desc'"), ("set strict=on", "'set strict on'"),
    ("set strict = on", "'set strict on'"),
    ("filter where Title == \"x\"", "write 'filter Title == \"x\"'"),
    ("filter IMDB Rating > 8", "`IMDB Rating`"),
    ("count where MPAA Rating == \"R\"", "`MPAA Rating`"),
    ("filter \"IMDB Rating\" > 8", "`IMDB Rating`"),
    ("filter Title == Steven Spielberg", "\"Steven Spielberg\""), ("filter Title === 1", "`==`"),
  ])
  func areOfUse(_ line: String, _ hint: String) throws {
    var session = try Workspace.over(json: Self.films)
    let failed = session.failure(line)
    let failure = try #require(failed)
    #expect(failure.hint?.contains(hint) == true, "\(failure): \(failure.hint ?? "-")")
  }

  @Test(arguments: [
    ("group by `MPAA Rating`", "2 sections"), ("filter `IMDB Rating` > 8", "1 of 2"),
    ("sort by `IMDB Rating`", "sorted 2 records"), ("distinct `MPAA Rating` 1", "(1 other value)"),
  ])
  func whatTheySayWorks(_ line: String, _ said: String) throws {
    var session = try Workspace.over(json: Self.films)
    #expect(try session.said(line).contains(said))
  }

  @Test(arguments: [
    ("filter Title LIKE \"A%\"", "LIKE \"A*\""), ("filter Title = Alpha", "\"Alpha\""),
    ("filter \"Title\" == \"Alpha\"", "for the key write `Title`"),
    ("count where Title > 2024-05-01", "CAST(\"2024-05-01\", \"NSDate\")"),
  ])
  func notesSayWhatIsMeant(_ line: String, _ note: String) throws {
    var session = try Workspace.over(json: Self.films)
    let output = try #require(session.run(line: line).last)
    #expect(output.notices.contains { $0.contains(note) }, "\(output.notices)")
  }

  @Test(arguments: [
    ("catalog.json", "goto 99", "row 99 is '0.99'"),
    ("catalog.json", "show 999", "'0.0' to '0.292'"),
    ("catalog.json", "goto 0.999", nil), ("pulse.plist", "goto 99", "an item '0.0.0'"),
  ])
  func aNumberAloneIsASection(_ data: String, _ line: String, _ hint: String?) throws {
    var session = try Workspace.over(data)
    let failed = session.failure(line)
    let failure = try #require(failed)
    #expect(hint.map { failure.hint?.contains($0) == true } ?? (failure.hint == nil))
  }

  /// Rows that go by keys show what `fields` says, whether or not all have it.
  @Test func rowsShowWhatFieldsSay() throws {
    let parts = #""resolved":"r","integrity":"i","engines":{"node":"8"},"bin":{},"dev":true"#
    var session = try Workspace.over(
      json: #"""
        {"name":"demo","packages":{"":{"name":"demo","version":"1.0.0"},
         "left":{"version":"1.3.0",\#(parts)},"right":{"version":"2.0.1",\#(parts)},
         "up":{\#(parts)}}}
        """#)
    try session.said("shape --rows packages")
    #expect(try session.said("fields").contains("text=name detail=version"))
    let rows = session.picture().map(\.text)
    #expect(rows.contains { $0.contains("demo · 1.0.0") }, "\(rows)")
    #expect(rows.contains { $0.contains("left  1.3.0") }, "\(rows)")
    #expect(rows.contains { $0.contains("up  {") }, "\(rows)")
  }

  // MARK: distinct FIELD N

  @Test func distinctCountsTheRest() throws {
    var session = try Workspace.over("catalog.json")
    let said = try session.said("distinct manufacturer 3").split(separator: "\n")
    #expect(said.count == 5)
    #expect(said[4].hasSuffix("(19 other values)"))
    let counts = said.dropFirst().compactMap { Int($0.split(separator: " ")[0]) }
    #expect(counts.reduce(0, +) == 293)
    #expect(counts[0] >= counts[1] && counts[1] >= counts[2])
    let json = try #require(session.run(line: "distinct manufacturer 3 --json").last?.json.first)
    #expect(json.hasSuffix(#""missing": 0, "others": \#(counts[3]), "more": 19}"#), "\(json)")
    #expect(try session.said("distinct manufacturer 22") == session.said("distinct manufacturer"))
    #expect(session.failure("distinct manufacturer 0")?.code == "bad-value")
    #expect(session.failure("distinct manufacturer x")?.code == "bad-value")
    // The same without columns.
    try session.said("filter price > 0")
    #expect(try session.said("distinct manufacturer 3").split(separator: "\n") == said)
  }

  // MARK: help error

  @Test(arguments: ErrorCode.allCases) func everyErrorIsExplained(_ code: ErrorCode) throws {
    var session = try Workspace.over("pulse.plist")
    let said = try session.said("help error \(code.rawValue)")
    #expect(said.hasPrefix("error \(code.rawValue): "))
    #expect(said.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try session.said("help errors").contains("\n\(code.rawValue) "))
    #expect(ErrorTopic.of(code)?.code == code)
    guard let example = ErrorTopic.of(code)?.example, code != .abbreviatedCommand else { return }
    #expect(said.hasSuffix(example))
    let failed = session.failure(example)
    #expect(failed?.errorCode == code, "\(example): \(failed.map(\.description) ?? "no error")")
  }

  @Test func otherNamesAreRefused() throws {
    var session = try Workspace.over("pulse.plist")
    #expect(session.failure("help error unknwn-key")?.hint == "did you mean 'unknown-key'?")
    #expect(session.failure("help error xyz")?.hint == "'help errors' lists the codes")
    #expect(session.failure("help filter unknown-key") != nil)
    #expect(try session.said("help error") == session.said("help errors"))
  }

  @Test func errorCodesComplete() throws {
    let session = try Workspace.over("pulse.plist")
    func proposals(_ line: String) -> [String] {
      Completer(session).completion(of: line, at: line.count).candidates.map(\.text)
    }
    #expect(proposals("help error unknown-k") == ["unknown-key"])
    #expect(proposals("help filter unk").isEmpty)
    #expect(proposals("help erro").contains("error"))
  }
}
