import Foundation
import ShellCore
import Testing

@Suite struct HistoryTests {
  /// A file in a folder of its own that goes with the test.
  private final class Place {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    var path: String { folder + "/state/shelf/history" }
    var file: HistoryFile { HistoryFile(path: path) }
    var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "none" }
    func mode(_ path: String) -> Int? {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return attributes?[.posixPermissions] as? Int
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
  }

  @Test(arguments: [
    ("!!", "down 2"), ("!! ; view", "down 2 ; view"), ("!1", "open a"), ("!fil", "filter b"),
    ("!filter x", "filter b x"), ("!9", nil), ("!nosuch", nil), ("!", nil), ("echo !", "echo !"),
  ])
  func referencesStandForLines(_ line: String, _ expected: String?) {
    let history = History()
    for entry in ["open a", "filter a", "filter b", "down 2"] { history.record(entry) }
    #expect(history.recall(line) == expected)
    if let expected, line.first == "!" { #expect(history.entries.last == expected) }
  }

  @Test func linesAreFoundByText() {
    let history = History()
    for entry in ["open a", "filter a", "FILTER b", "down 2"] { history.record(entry) }
    func lines(_ count: Int?, holding text: String?) -> [String] {
      history.numbered(count, holding: text).map { "\($0.number) \($0.text)" }
    }
    #expect(lines(nil, holding: "filter") == ["2 filter a", "3 FILTER b"])
    #expect(lines(1, holding: "filter") == ["3 FILTER b"])
    #expect(lines(2, holding: nil) == ["3 FILTER b", "4 down 2"])
  }

  @Test func remembersAcrossRuns() {
    let place = Place()
    let first = History(file: place.file)
    for entry in ["view", "view", "  ", "!!", "filter (\n a \\\\ b)", "größe"] {
      first.record(entry)
    }
    #expect(first.takeWarning() == nil)
    #expect(place.text == "view\nfilter (\\n a \\\\\\\\ b)\ngröße\n")
    #expect(History(file: place.file).entries == ["view", "filter (\n a \\\\ b)", "größe"])
  }

  @Test func belongsToItsUserAlone() throws {
    let place = Place()
    History(file: place.file).record("view")
    #expect(place.mode(place.path) == 0o600)
    #expect(place.mode(place.folder + "/state/shelf") == 0o700)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.path)
    History(file: place.file).record("more")
    #expect(place.mode(place.path) == 0o600)
  }

  @Test func twoShellsLoseNothing() async {
    let place = Place()
    let (file, shells, commands) = (place.file, 4, 100)
    await withTaskGroup(of: Void.self) { group in
      for shell in 0..<shells {
        group.addTask {
          let history = History(file: file)
          for number in 0..<commands { history.record("shell \(shell) command \(number)") }
        }
      }
    }
    let entries = History(file: file).entries
    #expect(entries.count == shells * commands)
    #expect(Set(entries).count == shells * commands)
    for shell in 0..<shells {
      let own = entries.filter { $0.hasPrefix("shell \(shell) ") }
      #expect(own == (0..<commands).map { "shell \(shell) command \($0)" })
    }
  }

  @Test func longFilesAreShortened() throws {
    let place = Place()
    try makeFile(place, (0..<100).map { "c\($0)\n" }.joined())
    #expect(History(file: place.file, limit: 10).entries == (90..<100).map { "c\($0)" })
    #expect(place.text == (90..<100).map { "c\($0)\n" }.joined())
    let history = History(file: place.file, limit: 10)
    for number in 0..<40 { history.record("d\(number)") }
    #expect(history.entries.count <= 12)
    #expect(history.entries.last == "d39")
  }

  /// Whatever happens while the shorter file is written, nothing is taken from the old one.
  @Test func theOldFileStaysWhole() throws {
    let place = Place()
    let text = (0..<100).map { "c\($0)\n" }.joined()
    try makeFile(place, text)
    let old = try #require(FileHandle(forReadingAtPath: place.path))
    #expect(try place.file.load(limit: 10).count == 10)
    #expect(try old.readToEnd() == Data(text.utf8))
    #expect(place.text == (90..<100).map { "c\($0)\n" }.joined())
  }

  @Test func shorteningLeavesNoOtherFile() throws {
    let place = Place()
    try makeFile(place, (0..<100).map { "c\($0)\n" }.joined())
    #expect(History(file: place.file, limit: 10).entries.count == 10)
    let folder = place.folder + "/state/shelf"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["history"])
    #expect(place.mode(place.path) == 0o600)
  }

  /// Shells that write while others shorten lose nothing that is still within the limit.
  @Test func shorteningAndWritingAtOnceLosesNothing() async throws {
    let place = Place()
    try makeFile(place, (0..<900).map { "old \($0)\n" }.joined())
    let (file, commands) = (place.file, 60)
    await withTaskGroup(of: Void.self) { group in
      for shell in 0..<3 {
        group.addTask {
          let history = History(file: file, limit: 500)
          for number in 0..<commands { history.record("shell \(shell) command \(number)") }
        }
        group.addTask {
          for _ in 0..<20 { _ = try? file.load(limit: 400) }
        }
      }
    }
    let entries = try file.load(limit: 10_000)
    for shell in 0..<3 {
      let own = entries.filter { $0.hasPrefix("shell \(shell) ") }
      #expect(own == (0..<commands).map { "shell \(shell) command \($0)" })
    }
  }

  @Test func brokenFilesAreReadAsFarAsTheyGo() throws {
    let place = Place()
    try makeFile(place, "a\n\nb\\n\\q\\\ntorn")
    let history = History(file: place.file)
    #expect(history.entries == ["a", "b\n\\q\\", "torn"])
    history.record("next")
    #expect(place.text.hasSuffix("torn\nnext\n"))
    try Data([0x61, 0xFF, 0x0A, 0x62, 0x0A]).write(to: URL(filePath: place.path))
    #expect(History(file: place.file).entries == ["a\u{FFFD}", "b"])
  }

  @Test func clearingEmptiesTheFile() throws {
    let place = Place()
    let history = History(file: place.file)
    try history.clear()
    #expect(place.text == "none")
    history.record("secret")
    try history.clear()
    #expect(history.entries.isEmpty)
    #expect(place.text == "")
    history.record("secret")
    #expect(place.text == "secret\n")
  }

  @Test func warnsOnceAndGoesOn() throws {
    let place = Place()
    try FileManager.default.createDirectory(atPath: place.path, withIntermediateDirectories: true)
    let history = History(file: place.file)
    let warning = try #require(history.takeWarning())
    #expect(warning.description.hasPrefix("cannot read the history '"))
    history.record("one")
    history.record("two")
    #expect(history.takeWarning() == nil)
    #expect(history.entries == ["one", "two"])
  }

  @Test(
    arguments: [
      (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/shelf/history"),
      (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/shelf/history"),
      (["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/shelf/history"),
      (["HOME": "/h"], "/h/.local/state/shelf/history"),
      (["HOME": "h"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func standsWhereTheSystemKeepsState(environment: [String: String], expected: String?) {
    #expect(HistoryFile.standard(environment: environment)?.path == expected)
  }

  private func makeFile(_ place: Place, _ text: String) throws {
    History(file: place.file).record("x")
    try Data(text.utf8).write(to: URL(filePath: place.path))
  }
}
