import CommandLanguage
import Commands
import Foundation
import Rendering
import ShellCore
import TableEngine
import TestSeeds
import Testing
import Workspaces

@testable import Playing

/// Pages that play sessions show what the session showed.
@Suite struct PlaybackTests {
  private func shell(over dataset: String = "pulse.plist") throws -> Interpreter {
    var session = Workspace()
    session.preferences.window = Size(width: 80, height: 24)
    var mode = Interpreter.Mode()
    mode.isInteractive = true
    let shell = Interpreter(
      session: session, console: Console(writeResult: { _ in }, writeMessage: { _ in }), mode: mode)
    shell.parts = [Recorder(of: shell), LessonPlayer()]
    let path = Repository.path("Datasets/\(dataset)")
    try #require(shell.open(path: path, options: OpenOptions(), shape: nil) == .carryOn)
    return shell
  }

  private func type(_ line: String, in shell: Interpreter) -> Interpreter.Verdict {
    shell.run(SourceLine(text: line))
  }

  static let commands = [
    "down 2", "dow 1", "right 3 --row Health", "select 0.0.2", "fliter x", "filter Views > 20000",
    "undo", "policy recyclerview", "repeat 3 down; up", "push", "down", "back",
    "set overlay identity", "bottom --animated 3", "sort by Title", "nested reset", "top",
  ]

  @Test func theLastPictureOfACommandIsTheViewport() throws {
    let folder = try TemporaryFolder()
    let shell = try shell()
    var views = [shell.session.pictureText]
    for command in Self.commands {
      _ = type(command, in: shell)
      views.append(shell.session.pictureText)
    }
    let digest = shell.session.digest()
    #expect(type("export \(folder.path)/a.html --format session", in: shell) == .carryOn)
    #expect(shell.session.digest() == digest)
    let page = try PlayedPage(folder.read("a.html"))
    #expect(page.inputs == [""] + Self.commands)
    for (step, view) in views.enumerated() {
      #expect(page.lines(atEndOf: step) == view, "after '\(page.inputs[step])'")
    }
    #expect(page.frames(of: 9) == 4, "three passes down and one up")
    #expect(page.outputs[5].contains("did you mean 'filter'"))
  }

  @Test func aSessionThatCanNotBePlayedAgainSaysWhy() throws {
    let folder = try TemporaryFolder()
    let shell = try shell()
    var messages = ""
    shell.console = Console(writeResult: { _ in }, writeMessage: { messages += $0 })
    shell.parts = [Recorder(of: shell)]
    let file = folder.path + "/gone.json"
    try "[{}]".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(shell.open(path: file, options: OpenOptions(), shape: nil) == .carryOn)
    try FileManager.default.removeItem(atPath: file)
    _ = type("export \(folder.path)/a.html --format session", in: shell)
    #expect(messages.contains("the session can't be played again: no file '\(file)'"))
  }

  @Test(arguments: [false, true])
  func whatWasSavedOverTheOpenFileIsSaid(_ isSaved: Bool) throws {
    let folder = try TemporaryFolder()
    let shell = try shell()
    let file = folder.path + "/open.json"
    try "[{\"n\": 1}, {\"n\": 2}]".write(toFile: file, atomically: true, encoding: .utf8)
    var printed = ""
    shell.console = Console(writeResult: { printed += $0 }, writeMessage: { printed += $0 })
    shell.parts = [Recorder(of: shell)]
    #expect(type("open \(file); delete 0.0", in: shell) == .carryOn)
    if isSaved { #expect(type("save \(file) --force", in: shell) == .carryOn) }
    printed = ""
    #expect(type("export \(folder.path)/a.html --format session", in: shell) == .carryOn)
    #expect(printed.contains("wrote"))
    #expect(printed.contains("changed since this session opened it") == isSaved)
  }

  @Test func theSameSessionGivesTheSameBytes() throws {
    let folder = try TemporaryFolder()
    var pages: [String] = []
    for name in ["a.html", "b.html"] {
      let shell = try shell()
      for command in Self.commands { _ = type(command, in: shell) }
      _ = type("export \(folder.path)/\(name) --format session", in: shell)
      // A film of a session with a film in it does not contain that one.
      _ = type("export \(folder.path)/\(name) --format session --force", in: shell)
      pages.append(try folder.read(name))
    }
    #expect(pages[0] == pages[1])
  }

  /// A line of several commands shows what each has made as it was then.
  @Test func whatWasMadeBeforeAFilterIsShownWithoutIt() throws {
    let folder = try TemporaryFolder()
    let shell = try shell()
    _ = type("down 1; filter Views > 20000; set row-height 4", in: shell)
    _ = type("export \(folder.path)/a.html --format session", in: shell)
    let page = try PlayedPage(folder.read("a.html"))
    let titles = page.shots(of: 1).compactMap(\.first)
    try #require(titles.count > 2)
    #expect(titles[0].contains("8 sections · 8 rows · 133 items"))
    #expect(titles.dropFirst().allSatisfy { $0.contains("5 of 8 sections") }, "\(titles)")
  }

  /// What stands before it in the same line belongs to a film, and lines that make a film belong to
  /// later ones.
  @Test(arguments: [
    ("down 2; export FILE --format session; up 1", ["", "down 2"]),
    ("down 1; record --html FILE; down 2; up 1; record off; top", ["", "down 1; down 2; up 1"]),
  ])
  func oneLineIsASessionToo(_ line: String, _ inputs: [String]) throws {
    let folder = try TemporaryFolder()
    let shell = try shell()
    #expect(type(line.replacing("FILE", with: "\(folder.path)/a.html"), in: shell) == .carryOn)
    #expect(try PlayedPage(folder.read("a.html")).inputs == inputs)
    #expect(type("export \(folder.path)/b.html --format session", in: shell) == .carryOn)
    let page = try PlayedPage(folder.read("b.html"))
    #expect(page.lines(atEndOf: page.inputs.count - 1) == shell.session.pictureText)
  }

  /// Only a film is left out of a film: a file may be called as its format is.
  @Test func aFileMayBeCalledSession() throws {
    let folder = try TemporaryFolder()
    let shell = try shell()
    let (write, path) = (shell.session.environment.write, folder.path)
    shell.session.environment.write = { try write("\(path)/\($0)", $1, $2) }
    let line = "down 1; export session --format csv"
    #expect(type(line, in: shell) == .carryOn)
    #expect(type("export a.html --format session", in: shell) == .carryOn)
    #expect(try PlayedPage(folder.read("a.html")).inputs == ["", line])
  }

  /// A table that is opened in a line is seen at work from then on.
  @Test func theRestOfALineThatOpensATableIsSeen() throws {
    let folder = try TemporaryFolder()
    let shell = try shell()
    let path = Repository.path("Datasets/rows.json")
    #expect(type("open \(path); repeat 3 down", in: shell) == .carryOn)
    #expect(type("export \(folder.path)/a.html --format session", in: shell) == .carryOn)
    #expect(try PlayedPage(folder.read("a.html")).frames(of: 1) >= 3)
  }

  @Test func aRecordingBeginsWhereItWasBegun() throws {
    let folder = try TemporaryFolder()
    let shell = try shell()
    #expect(type("down 2", in: shell) == .carryOn)
    let start = shell.session.pictureText
    #expect(type("record --html \(folder.path)/a.html", in: shell) == .carryOn)
    #expect(type("down 1", in: shell) == .carryOn)
    #expect(type("record off", in: shell) == .carryOn)
    let page = try PlayedPage(folder.read("a.html"))
    #expect(page.inputs == ["", "down 1"])
    #expect(page.lines(atEndOf: 0) == start)
    #expect(page.lines(atEndOf: 1) == shell.session.pictureText)
    #expect(type("record --html \(folder.path)/a.html", in: shell) == .failed(1))
  }

  /// What writes files is played without writing any.
  @Test func playingAgainWritesNothing() throws {
    let folder = try TemporaryFolder()
    let shell = try shell(over: "rows.json")
    let commands = [
      "export \(folder.path)/rows.csv", "output \(folder.path)/out.txt", "count", "output -",
      "update 0.0 title=1", "save \(folder.path)/saved.json",
      "trace --timeline \(folder.path)/t.svg",
    ]
    for command in commands { _ = type(command, in: shell) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for name in names { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }
    #expect(type("export \(folder.path)/a.html --format session", in: shell) == .carryOn)
    #expect(names.count >= 4)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.html"])
  }

  @Test func twoPoliciesArePlayedSideBySide() throws {
    let folder = try TemporaryFolder()
    let shell = try shell()
    #expect(type("repeat 3 down; up", in: shell) == .carryOn)
    let file = folder.path + "/both.html"
    #expect(type("compare uikit none --html \(file)", in: shell) == .carryOn)
    #expect(type("compare uikit none --force", in: shell) == .failed(1))
    let page = try PlayedPage(folder.read("both.html"))
    #expect(page.names == ["uikit", "none"])
    #expect(page.inputs == ["", "down", "down", "down", "up"])
    #expect(page.lines(atEndOf: 4) == shell.session.pictureText)
    let other = page.lines(atEndOf: 4, ofReel: 1)
    #expect(other.dropLast(2) == shell.session.pictureText.dropLast(2))
    #expect(other.last != shell.session.pictureText.last)
  }

  @Test func aSessionWithoutATableHasNoFilm() throws {
    let shell = try shell()
    _ = type("close", in: shell)
    let other = Interpreter(
      session: Workspace(), console: Console(writeResult: { _ in }, writeMessage: { _ in }),
      mode: Interpreter.Mode())
    other.parts = [Recorder(of: other)]
    #expect(type("record --html /dev/null --force", in: other) == .carryOn)
    #expect(type("record off", in: other) == .failed(1))
    #expect(other.lastErrorCode == "nothing-to-do")
  }
}

extension Workspace {
  fileprivate var pictureText: [String] { picture().map(\.text) }
}

/// What the script of a page makes of its data.
private struct PlayedPage {
  private struct Reel {
    var name: String
    /// The step of each frame, and its lines.
    var frames: [(step: Int, lines: [String])] = []
  }

  private var reels: [Reel] = []
  let inputs: [String]
  let outputs: [String]

  var names: [String] { reels.map(\.name) }

  init(_ page: String) throws {
    let start = try #require(page.range(of: "id=\"film\">")).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    let object = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
    let film = try #require(object as? [String: Any])
    let texts = try #require(film["texts"] as? [String])
    let rows = try #require(film["rows"] as? [Int])
    let steps = try #require(film["steps"] as? [[String]])
    inputs = steps.map { $0[0] }
    outputs = steps.map { $0[1] }
    for reel in try #require(film["reels"] as? [[String: Any]]) {
      var played = Reel(name: reel["name"] as? String ?? "")
      var shown: [Int] = []
      for frame in try #require(reel["frames"] as? [[Any]]) {
        let change = try #require(frame[3] as? [Int])
        if change[0] >= 0 {
          shown = Array(change.dropFirst())
        } else {
          for place in stride(from: 1, to: change.count, by: 2) {
            shown[change[place]] = change[place + 1]
          }
        }
        played.frames.append((try #require(frame[0] as? Int), shown.map { texts[rows[2 * $0]] }))
      }
      reels.append(played)
    }
  }

  func lines(atEndOf step: Int, ofReel reel: Int = 0) -> [String] {
    reels[reel].frames.last { $0.step <= step }?.lines ?? []
  }

  /// The lines of each frame of a step.
  func shots(of step: Int) -> [[String]] {
    reels[0].frames.filter { $0.step == step }.map(\.lines)
  }

  func frames(of step: Int) -> Int { reels[0].frames.count { $0.step == step } }
}
