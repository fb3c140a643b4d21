import Foundation
import TestSeeds
import Testing

@testable import ShellCore

/// `--check` finds what is wrong with a script without running it, with its place.
@Suite struct CheckTests {
  private func check(_ script: String) -> (isFine: Bool, messages: String) {
    let shell = Collected()
    let isFine = shell.interpreter.check(ScriptReader(text: script + "\n", file: "t.shelf"))
    return (isFine, shell.messages)
  }

  @Test(arguments: [
    ("open nosuch.json", "t.shelf:1:6: error: no file 'nosuch.json'"),
    ("echo a; apply nosuch.json", "t.shelf:1:15: error: no file 'nosuch.json'"),
    ("source nosuch.shelf", "cannot read 'nosuch.shelf'"),
    ("compare uikit none nosuch.shelf", "t.shelf:1:20: error: cannot use 'nosuch.shelf'"),
    ("cell load nosuch", "t.shelf:1:11: error: no file 'nosuch'"),
    ("lesson start nosuch", "t.shelf:1:14: error: 'nosuch' is not a valid lesson"),
    ("scenario nosuch", "there is no scenario 'nosuch'"),
    ("set nosuch 3", "t.shelf:1:5: error: unknown setting 'nosuch'"),
    ("set row-height high", "t.shelf:1:16: error: 'high' is not a valid row-height"),
    ("set --reset nosuch", "unknown setting 'nosuch'"), ("policy nosuch", "not a valid policy"),
    ("device nosuch", "not a valid device"), ("help nosuch", "no help for 'nosuch'"),
    ("explain nosuch", "no help for 'nosuch'"),
    ("repeat 3 fliter", "t.shelf:1:10: error: unknown command 'fliter'"),
    ("time echo a; time opne b", "t.shelf:1:19: error: unknown command 'opne'"),
    ("repeat 3 open nosuch.json", "t.shelf:1:15: error: no file 'nosuch.json'"),
    ("alias load = open; load nosuch.json", "t.shelf:1:20: error: no file 'nosuch.json'"),
  ])
  func whatIsWrongIsFoundWithItsPlace(_ script: String, _ message: String) {
    let (isFine, messages) = check(script)
    #expect(!isFine && messages.contains(message), "\(messages)")
  }

  @Test(arguments: [
    "open generated:rows=3", "open -", "open /dev/null",
    "save made.json\nopen made.json\nopen ./made.json", "export made.csv; apply made.csv",
    "output made.shelf; echo down; output -; source made.shelf; compare uikit none made.shelf",
    "once made.json; show; cell load made.json", "record made.md; record off; open made.md",
    "trace --timeline made.svg; open made.svg", "cell load Cell1; open pulse.plist",
    "alias keep = save; keep made.json; open made.json", "repeat 2 save made.json; open made.json",
  ])
  func whatIsThereOrWillBeIsFine(_ script: String) {
    let (isFine, messages) = check(script)
    #expect(isFine, "\(messages)")
  }

  /// A file that is written later is not there yet, and one that is checked is not run.
  @Test func theOrderOfLinesCounts() throws {
    #expect(check("open made.json\nsave made.json").isFine == false)
    let folder = try TemporaryFolder()
    _ = try folder.write("inner.shelf", "echo made\nopen nosuch.json\n")
    let shell = Collected()
    let script = "source \(folder.path)/inner.shelf\n"
    #expect(!shell.interpreter.check(ScriptReader(text: script, file: "t.shelf")))
    #expect(shell.messages.contains("inner.shelf:2:6: error: no file 'nosuch.json'"))
    #expect(shell.results.isEmpty)
  }
}
