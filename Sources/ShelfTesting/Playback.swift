import CommandLanguage
import Commands
import Foundation
import Playing
package import ShellCore
package import TableEngine
import Workspaces

/// A shell in which a dataset is open and commands have run.
package struct Playback {
  package let interpreter: Interpreter
  private let collected: Collected

  private final class Collected {
    var text = ""
  }

  /// Why a dataset is not open or a command failed, in the shell's own words.
  package struct Failure: Error {
    package var text: String
  }

  /// - Parameters:
  ///   - dataset: the path of a file, seen from the working directory or from a folder above the
  ///     test's source, or the name of a bundled dataset.
  ///   - commands: a script: commands with semicolons or line breaks between them.
  ///   - source: the test's file.
  package init(of dataset: String, after commands: String, size: Size, source: String)
    throws(Failure)
  {
    let collected = Collected()
    var session = Workspace()
    session.preferences.window = Size(
      width: size.width, height: size.height + Preferences.chromeLines)
    var mode = Interpreter.Mode()
    mode.isTyped = true
    var console = Console(
      writeResult: { collected.text += $0 }, writeMessage: { collected.text += $0 })
    console.keepsLineEnds = false
    interpreter = Interpreter(session: session, console: console, mode: mode)
    interpreter.parts = [Recorder(of: interpreter), LessonPlayer()]
    self.collected = collected
    let path = Self.find(dataset, source: source)
    guard case .carryOn = interpreter.open(path: path, options: OpenOptions(), shape: nil) else {
      throw Failure(text: collected.text)
    }
    try run(commands)
  }

  /// Runs a script; the first command that fails ends it.
  package func run(_ commands: String) throws(Failure) {
    let reader = ScriptReader(text: commands)
    while true {
      switch reader.next(prompt: "") {
      case .line(let line):
        collected.text = ""
        let verdict = interpreter.run(SourceLine(text: line.text, source: line.source))
        if case .failed = verdict {
          throw Failure(text: "shelf> \(line.source)\n" + collected.text)
        }
        if case .quit = verdict { return }
      case .failure(let error):
        throw Failure(text: error.description + "\n")
      case .interrupted, .endOfInput, .terminalGone: return
      }
    }
  }

  /// What a command prints.
  package func output(of command: String) throws(Failure) -> String {
    try run(command)
    return collected.text
  }

  /// The counters of the rows and of the items.
  package var statistics: [TableStatistics] {
    interpreter.session.levels.last?.table.statistics ?? []
  }

  /// Looks for a relative path in the working directory, then in the folders above the test.
  private static func find(_ dataset: String, source: String) -> String {
    let manager = FileManager.default
    if dataset.hasPrefix("/") || manager.fileExists(atPath: dataset) { return dataset }
    var folder = URL(filePath: source).deletingLastPathComponent()
    while folder.path.count > 1 {
      let candidate = folder.appending(path: dataset).path
      if manager.fileExists(atPath: candidate) { return candidate }
      if manager.fileExists(atPath: folder.appending(path: "Package.swift").path) { break }
      folder.deleteLastPathComponent()
    }
    return dataset
  }
}
