import Foundation
import Playing
import TestSeeds
import Testing
import Workspaces

@Suite struct TranscriptUpdaterTests {
  @Test(arguments: [
    ("shelf> echo a", "shelf> echo a\na"), ("shelf> echo a\nb\nc", "shelf> echo a\na"),
    ("shelf> echo a\n[..]", "shelf> echo a\n[..]"), ("shelf> echo a\n...", "shelf> echo a\n..."),
    ("shelf> echo \"a\n...> b\"\n[..]a\nx", "shelf> echo \"a\n...> b\"\n[..]a\nb"),
    (
      "shelf> echo \"a\n...> b\n...> c\"\na\n...\nx",
      "shelf> echo \"a\n...> b\n...> c\"\na\n...\nc"
    ),
    (
      "shelf> echo \"a\n...> b\n...> c\"\n...\nx\nc",
      "shelf> echo \"a\n...> b\n...> c\"\n...\nb\nc"
    ),
    ("shelf> echo x\n[..]y", "shelf> echo x\nx"), ("shelf> quit 2", "shelf> quit 2\n? 2"),
    ("shelf> echo a\na\n? 2", "shelf> echo a\na"), ("shelf> echo ...", "shelf> echo ...\n\\..."),
    ("shelf> echo a\n? ok", "shelf> echo a\na\n? ok"), ("shelf> echo", "shelf> echo\n"),
    ("# note\nshelf> echo a\n\n# more", "# note\nshelf> echo a\na\n# more"),
  ])
  func onlyWhatFailsIsRewritten(_ before: String, _ after: String) throws {
    #expect(try Pages.updated(Pages.session(before)) == Pages.session(after))
  }

  @Test(arguments: [
    (UpdateMode.none, "shelf> echo a\nshelf> echo b\nx\nshelf> echo c\n[..]"),
    (.new, "shelf> echo a\na\nshelf> echo b\nx\nshelf> echo c\n[..]"),
    (.failed, "shelf> echo a\na\nshelf> echo b\nb\nshelf> echo c\n[..]"),
    (.all, "shelf> echo a\na\nshelf> echo b\nb\nshelf> echo c\nc"),
  ])
  func modesChooseWhatIsRewritten(_ mode: UpdateMode, _ after: String) throws {
    let before = Pages.session("shelf> echo a\nshelf> echo b\nx\nshelf> echo c\n[..]")
    #expect(try Pages.updated(before, mode: mode) == Pages.session(after))
  }

  /// An expectation is no output that is still missing.
  @Test(arguments: [UpdateMode.new, .failed, .all])
  func expectationsAreKept(_ mode: UpdateMode) throws {
    let lines = "shelf> open rows.json\n...\nshelf> expect count == 5\nshelf> count"
    let page = try Pages.parse(Pages.session(lines))
    let result = TranscriptRunner(executable: nil).run(page)
    var updater = TranscriptUpdater(page, mode: mode)
    #expect(updater.text(after: result).contains("expect count == 5\nshelf> count\n1 section"))
    #expect(updater.warnings.contains { $0.contains(":4: warning: an expectation that fails") })
  }

  @Test func lineBreaksAndIndentationStay() throws {
    let before = "# T\r\n  ```shelf\r\n  shelf> echo a\r\n  x\r\n  ```\r\nend"
    #expect(try Pages.updated(before) == before.replacing("x", with: "a"))
    let first = "- item\n\n  ```shelf\n  shelf> echo a\n  ```\n\nend"
    let expected = first.replacing("echo a\n", with: "echo a\n  a\n")
    #expect(try Pages.updated(first) == expected)
  }

  @Test func replacedPatternsAreWarnedAbout() throws {
    let page = try Pages.parse(Pages.session("shelf> echo a\nb[..]"))
    var updater = TranscriptUpdater(page, mode: .failed)
    _ = updater.text(after: TranscriptRunner(executable: nil).run(page))
    #expect(updater.warnings.count == 1)
    #expect(updater.warnings.first?.contains("page.shelf.md:2: warning") == true)
  }

  @Test func inputsThatBreakKeepTheirOutput() throws {
    let text = Pages.session("shelf> repeat 1000000 echo a\nold", matter: "timeout: 0.05")
    #expect(try Pages.updated(text) == text)
  }

  @Test func filesAreReplacedWholeAndKeepTheirMode() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.shelf.md", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try TranscriptFile.replace(path, with: "new")
    #expect(try folder.read("a.shelf.md") == "new")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(throws: TranscriptError.self) {
      try TranscriptFile.replace(path, with: "```shelf\nnever closed")
    }
    #expect(try folder.read("a.shelf.md") == "new")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.shelf.md"])
  }
}
