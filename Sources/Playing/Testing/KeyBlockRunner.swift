import Commands
import Foundation
import ShellCore
import TableEngine

/// Types the keys of a block at a terminal on which the program runs.
final class KeyBlockRunner {
  private let folders: PageFolders
  private let executable: String
  private let size: Size
  private let timeout: Double
  private var terminal: PseudoTerminal?

  /// What is started when the block does not say it.
  private static let standardCommand = "shelf --quiet --no-rc"
  /// A screen that does not change for so many milliseconds is finished, also on a busy machine. Only
  /// a screen that is not the expected one takes that long.
  private static let quiet: Int32 = 2000

  init(folders: PageFolders, executable: String, size: Size?, timeout: Double) {
    self.folders = folders
    self.executable = executable
    self.size = size ?? TranscriptSession.standardSize
    self.timeout = timeout
  }

  /// Does what a step says and looks at the screen.
  ///
  /// - Parameter isExpected: true for the screen that is waited for.
  func run(_ directives: [KeyDirective], isExpected: (PrintedOutput) -> Bool) -> StepOutput {
    var directives = directives[...]
    if terminal == nil {
      var command = Self.standardCommand
      if case .start(let given)? = directives.first {
        command = given
        directives.removeFirst()
      }
      if let problem = start(command) { return StepOutput(problem: problem) }
    }
    guard let terminal else { return StepOutput(problem: "there is no terminal") }
    var output = StepOutput()
    for directive in directives {
      if directive == .screen {
        output.printed = look(at: terminal, until: isExpected)
      } else if let problem = perform(directive, terminal) {
        return StepOutput(problem: problem)
      }
    }
    return output
  }

  private func start(_ command: String) -> String? {
    guard let words = ProgramCall(parsing: command) else {
      return "'\(command)' does not call the program"
    }
    guard let work = folders.sandbox.work,
      let terminal = PseudoTerminal(columns: size.width, rows: size.height)
    else { return "the system has no terminal left" }
    folders.link(["Datasets"] + words.arguments)
    var variables = folders.variables(size: nil)
    variables["TERM"] = "xterm"
    variables["NO_COLOR"] = "1"
    (variables["COLUMNS"], variables["LINES"]) = (nil, nil)
    do {
      try terminal.start(
        executable: executable, arguments: words.arguments, environment: variables, folder: work)
    } catch {
      guard case .system(let message) = error else { return nil }
      return message
    }
    self.terminal = terminal
    // Keys wait until the program reads them as keys: it changes the terminal's modes before that. What
    // it has to say of the file is printed earlier than the whole screen.
    if words.arguments.contains("--browse") {
      return wait(terminal, for: "the whole screen") { $0.isAlternate && !$0.lines.isEmpty }
    }
    return wait(terminal, for: "the prompt") { screen in
      screen.lines.contains { $0.hasPrefix("shelf>") }
    }
  }

  private func perform(_ directive: KeyDirective, _ terminal: PseudoTerminal) -> String? {
    switch directive {
    case .start, .screen: return nil
    case .type(let text): terminal.type(text.replacing("\n", with: "\r"))
    case .paste(let text): terminal.type("\u{1B}[200~\(text)\u{1B}[201~")
    case .resize(let columns, let rows): terminal.resize(columns: columns, rows: rows)
    case .key(let names):
      for name in names {
        let sequence = (try? KeyName(parsing: name))?.sequence ?? ""
        terminal.type(sequence)
        // A lone escape differs from the start of a sequence only by the time that passes behind
        // it: the next key waits for what the program makes of it.
        if sequence == "\u{1B}" { terminal.read(milliseconds: 500) }
        while terminal.read(milliseconds: 30) != nil {}
      }
    case .wait(let pattern):
      guard let expression = try? NSRegularExpression(pattern: pattern) else {
        return "/\(pattern)/ is not a regular expression"
      }
      return wait(terminal, for: "/\(pattern)/ on the screen") { screen in
        let text = screen.lines.joined(separator: "\n")
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
      }
    }
    return nil
  }

  private func wait(
    _ terminal: PseudoTerminal, for what: String, until isThere: (TerminalScreen) -> Bool
  ) -> String? {
    let end = ContinuousClock.now + .milliseconds(Int(timeout * 1000))
    while !isThere(terminal.screen) {
      if ContinuousClock.now > end {
        return "timed out waiting for \(what); it shows:\n"
          + terminal.screen.lines.joined(separator: "\n")
      }
      terminal.read(milliseconds: 50)
    }
    return nil
  }

  /// The screen once it is as expected, or once it does not change any more.
  private func look(at terminal: PseudoTerminal, until isExpected: (PrintedOutput) -> Bool)
    -> PrintedOutput
  {
    let end = ContinuousClock.now + .milliseconds(Int(timeout * 1000))
    while true {
      let printed = PrintedOutput(terminal.screen.lines.map { $0 + "\n" }.joined())
      let patience = isExpected(printed) ? 20 : Self.quiet
      if terminal.read(milliseconds: patience) == nil || ContinuousClock.now > end {
        return printed
      }
    }
  }
}
