import CommandLanguage
import Documents
import Files
import Foundation
import Rendering
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Files that others write to while they are open.
@Suite struct FollowTests {
  /// A file that is written to in pieces.
  private final class Log {
    let path = NSTemporaryDirectory() + "shelf-follow-\(UUID().uuidString).ndjson"

    init(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func add(_ text: String) throws {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    }

    /// Another file in its place, as a rotation of logs leaves it.
    func replace(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    func open() throws -> Workspace {
      var session = Workspace(environment: .checkout)
      _ = try session.run(line: "open '\(path)' --follow")
      return session
    }
  }

  private static func line(_ id: Int) -> String {
    #"{"id": \#(id), "even": \#(id % 2 == 0)}"# + "\n"
  }

  private static func lines(_ ids: Range<Int>) -> String { ids.map(line).joined() }

  private static func text(_ line: String, _ session: inout Workspace) throws -> String {
    try session.run(line: line).map { output in
      output.lines.map(\.text).joined(separator: "\n")
        + output.notices.map { "\nnote: " + $0 }.joined()
    }.joined(separator: "\n")
  }

  @Test func everyCommandTakesOverWhatHasCome() throws {
    let log = try Log(Self.lines(0..<3))
    var session = try log.open()
    #expect(try Self.text("count", &session) == "1 section · 3 rows")
    try log.add(Self.lines(3..<7))
    #expect(try Self.text("count", &session) == "1 section · 7 rows")
    #expect(try Self.text("summarize max(id)", &session).contains("6"))
    #expect(try Self.text("status", &session).contains("followed"))
  }

  /// A filter stays at the level where its key was found, which is said when new records have the key.
  @Test func recordsThatBringAnOuterKeyAreNamed() throws {
    func line(_ item: String) -> String { #"{"user": "a", "items": [\#(item)]}"# + "\n" }
    let log = try Log(line(#"{"n": 1}"#) + line(#"{"n": 2}"#))
    var session = try log.open()
    #expect(try Self.text(#"filter user == "a""#, &session).contains("`user` is a key of sections"))
    try log.add(line(#"{"n": 3}"#))
    let note = "still asked there, as $section.user: records have it now, too"
    #expect(try !Self.text("count", &session).contains(note))
    try log.add(line(#"{"n": 4, "user": "b"}"#))
    #expect(try Self.text("count", &session).contains(note))
    #expect(try !Self.text("count", &session).contains(note))
  }

  @Test func anUnfinishedLineWaitsForItsEnd() throws {
    let log = try Log(Self.lines(0..<2) + #"{"id": 2, "#)
    var session = try log.open()
    let said = try Self.text("count", &session)
    #expect(said.hasPrefix("1 section · 2 rows\nnote: the last line, of 10 bytes so far"))
    #expect(try Self.text("status", &session).contains("has no line break yet"))
    try log.add("\"even\": true}\n")
    #expect(try Self.text("count; status", &session).contains("line break") == false)
    #expect(try Self.text("count", &session) == "1 section · 3 rows")
  }

  @Test func aFilterIsAskedAboutNewRecords() throws {
    let log = try Log(Self.lines(0..<10))
    var session = try log.open()
    #expect(try Self.text("filter even == true", &session) == "5 of 10 records match")
    try log.add(Self.lines(10..<21))
    #expect(try Self.text("follow 5 --records 11", &session).hasPrefix("11 new records"))
    #expect(
      try Self.text("count", &session).hasPrefix("1 section · 11 rows (of 1 section · 21 rows)"))
    #expect(try Self.text("show 0.10", &session).contains("20"))
    // A filter that keeps all has nothing to leave out yet.
    _ = try Self.text("filter id >= 0", &session)
    try log.add(Self.line(-5) + Self.line(30))
    _ = try Self.text("follow 5 --records 2", &session)
    #expect(try Self.text("count", &session).hasPrefix("1 section · 22 rows"))
  }

  /// What filters show of a file that has grown is what they show of the whole file.
  @Test func growthAndTheWholeAreTheSame() throws {
    var random = SeededGenerator(seed: testSeed())
    func record(_ id: Int) -> String {
      let items = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        #"{"n": \#(Int.random(in: 0...9, using: &random))}"#
      }
      return #"{"name": "r\#(id)", "items": ["# + items.joined(separator: ", ") + "]}\n"
    }
    for filter in ["n > 4", "n < 0", "n >= 0", "n > 2 AND n != 7"] {
      let log = try Log(
        (0..<6).map(record).joined() + #"{"name": "x", "items": [{"n": 5}]}"# + "\n")
      var session = try log.open()
      _ = try Self.text("filter \(filter)", &session)
      for round in 0..<4 {
        try log.add((0..<Int.random(in: 1...40, using: &random)).map(record).joined())
        try session.levels[0].settleCounts {}
        var whole = Workspace(environment: .checkout)
        _ = try whole.run(line: "open '\(log.path)'; filter \(filter)")
        for line in ["count", "view --table", "distinct n", "bottom; view --table; top"] {
          let (grown, wanted) = (try Self.text(line, &session), try Self.text(line, &whole))
          #expect(grown == wanted, "\(filter), round \(round): \(line)")
        }
      }
    }
  }

  @Test func anOrderSaysWhatItDoesNotShow() throws {
    let log = try Log(Self.lines(0..<3))
    var session = try log.open()
    _ = try Self.text("sort by id desc", &session)
    try log.add(Self.lines(3..<5))
    let said = try Self.text("follow 5 --records 2", &session)
    #expect(said.contains("2 new records came since the table was arranged; 'reload' shows them"))
    #expect(try !Self.text("view", &session).contains("note: 2 new records came"))
    #expect(try Self.text("reload", &session).contains("5 rows"))
    #expect(try Self.text("show 0.0", &session).contains("4"))
  }

  @Test func theLastRowKeepsTheFocus() throws {
    let log = try Log(Self.lines(0..<100))
    var session = try log.open()
    _ = try Self.text("bottom", &session)
    try log.add(Self.lines(100..<130))
    _ = try Self.text("follow 5 --records 30", &session)
    #expect(try session.current().table.focus == Address(0, 129))
    #expect(try Self.text("view --table", &session).contains("129"))
    // Elsewhere it stays.
    _ = try Self.text("goto 0.50", &session)
    try log.add(Self.lines(130..<140))
    _ = try Self.text("follow 5 --records 10", &session)
    #expect(try session.current().table.focus == Address(0, 50))
  }

  @Test func aFileThatIsReplacedGoesOn() throws {
    let log = try Log(Self.lines(0..<3) + "{\"unfinished")
    var session = try log.open()
    try log.replace(Self.lines(10..<12))
    #expect(try Self.text("follow 5 --records 2", &session).hasPrefix("2 new records"))
    let status = try Self.text("status", &session)
    #expect(status.contains("the file was replaced"))
    #expect(status.contains("an unfinished line of 12 bytes went with it"))
    #expect(try Self.text("show 0.4", &session).contains("11"))
    // Cut in its place.
    try Data(Self.line(20).utf8).write(to: URL(fileURLWithPath: log.path))
    _ = try Self.text("follow 5 --records 1", &session)
    #expect(try Self.text("status", &session).contains("replaced 2 times"))
    #expect(try Self.text("reload", &session).contains("1 row"))
  }

  @Test func whatIsBrokenIsReported() throws {
    let log = try Log(Self.lines(0..<3))
    var session = try log.open()
    try log.add("{\"id\": ]}\n")
    #expect(throws: CommandError.self) {
      for _ in 0..<100 { _ = try Self.text("summarize max(id); follow 0.05", &session) }
    }
  }

  @Test func aBadLineIsSaidWhereAFilterMeetsIt() throws {
    let log = try Log(Self.lines(0..<3))
    var session = try log.open()
    _ = try Self.text("filter id > 0", &session)
    try log.add(Self.line(3) + "bad\n" + Self.line(4))
    let said = try Self.text("count", &session)
    #expect(
      said.contains("the filter can't be asked about what has come: expected a value, found 'bad'"))
    #expect(said.contains(":5:1)"))
    #expect(session.failure("filter off")?.hint?.contains("--skip-bad-lines") == true)
  }

  @Test(arguments: ["--lenient", "--skip-bad-lines"])
  func toleranceIsNotForFilesThatAreFollowed(_ option: String) throws {
    let log = try Log(Self.lines(0..<3))
    var session = Workspace(environment: .checkout)
    let failure = session.failure("open '\(log.path)' --follow \(option)")
    #expect(failure?.description.contains("is read as JSON's standard has it") == true)
  }

  @Test(arguments: [
    ("", "has no complete line yet"), ("{\"a\": 1}", "has no complete line yet"),
    ("a,b\n1,2\n", "expected"), ("\u{1F}\u{8B}\u{8}\n\n\n\n\n", "is compressed"),
  ])
  func whatCannotBeFollowedIsRefused(_ text: String, _ words: String) throws {
    let log = try Log(text)
    if words == "is compressed" {
      try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]).write(to: URL(fileURLWithPath: log.path))
    }
    var said = ""
    do {
      _ = try log.open()
    } catch let error as CommandError {
      said = "\(error)"
    }
    #expect(said.contains(words), "\(said)")
  }

  @Test func onlyFollowedFilesAreWaitedFor() throws {
    var session = Workspace(environment: .checkout)
    _ = try session.run(line: "open generated:rows=3")
    #expect(throws: CommandError.self) { try session.run(line: "follow 1") }
    #expect(throws: CommandError.self) { try session.run(line: "follow -1") }
    #expect(throws: CommandError.self) { try session.run(line: "open catalog.sqlite --follow") }
    #expect(throws: CommandError.self) {
      try session.run(line: "open pulse.plist --format plist --follow")
    }
  }

  /// A writer that appends in odd pieces, and a reader beside it.
  @Test func oddPiecesMakeWholeRecords() throws {
    var random = SeededGenerator(seed: testSeed())
    let text = Array(Self.lines(0..<2_000).utf8)
    let log = try Log(String(decoding: text[..<60], as: UTF8.self))
    var session = try log.open()
    var start = 60
    while start < text.count {
      let end = min(text.count, start + Int.random(in: 1...5_000, using: &random))
      try log.add(String(decoding: text[start..<end], as: UTF8.self))
      start = end
      let breaks = text[..<end].count { $0 == UInt8(ascii: "\n") }
      try session.levels[0].settleCounts {}
      #expect(try session.levels[0].shaped.source.recordCount() == breaks)
    }
    #expect(try Self.text("count", &session) == "1 section · 2,000 rows")
  }
}
