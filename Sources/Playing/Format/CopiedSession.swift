import CommandLanguage
import Commands
import Rendering
import ShellCore
import TableEngine
import Workspaces

/// A session at a prompt, found in a page that does not say that it is one: what stands in a
/// terminal can be pasted into a page as it is.
///
/// At a prompt the viewport follows every command that changes it. Elsewhere none of the commands
/// looked at here ever prints one, so a page that was written for them is never taken for a copy.
struct CopiedSession {
  /// The table's viewport in the terminal; nil where no whole viewport stands in the page.
  let size: Size?

  /// Commands that print a viewport at a prompt and nowhere else.
  private static let commands: Set<String> = [
    "open", "scenario", "down", "up", "left", "right", "page", "top", "bottom", "goto", "index",
    "filter", "search", "sort", "group", "flatten", "select", "push", "back", "undo", "redo",
  ]

  /// - Returns: nil for a page of commands that nobody typed at a prompt.
  init?(_ blocks: [TranscriptBlock]) {
    let steps = blocks.filter { $0.kind == .session }.flatMap(\.steps)
    guard let first = steps.first(where: { Self.isPrompted($0) }) else { return nil }
    let (top, bottom) = (Self.title(in: first), Self.reuseLine(in: first))
    let lines = first.expected.map(\.source)
    guard let top, let bottom, bottom > top + 1,
      !first.expected[top...bottom].contains(where: \.isPattern)
    else {
      size = nil
      return
    }
    // A title leaves a column free at the right edge, unless it is cut there.
    let isCut = lines[top].hasSuffix("…") || lines[top].hasSuffix("...")
    let width = lines[top...bottom].map { DisplayWidth.of($0) }.max() ?? 0
    let ofTitle = DisplayWidth.of(lines[top]) + (isCut ? 0 : 1)
    size = Size(width: max(width, ofTitle), height: bottom - top - 1)
  }

  /// True when a viewport stands below an input that prints one only at a prompt.
  private static func isPrompted(_ step: TranscriptStep) -> Bool {
    guard reuseLine(in: step) != nil else { return false }
    switch step.input {
    case .command(let text):
      let statements = Statement.statements(in: text)
      return statements.count == 1
        && statements.first?.name.map { commands.contains($0.text) } == true
    case .program(let text):
      return CopiedStart(text) != nil && step.expected.contains { Greeting.isBanner($0.source) }
    case .keys: return false
    }
  }

  /// Where a viewport begins: its title has a margin of one blank. Hints and the further lines of
  /// a message have two.
  private static func title(in step: TranscriptStep) -> Int? {
    step.expected.firstIndex { $0.source.hasPrefix(" ") && !$0.source.hasPrefix("  ") }
  }

  private static func reuseLine(in step: TranscriptStep) -> Int? {
    step.expected.firstIndex { line in
      let words = line.source.split(separator: " ", maxSplits: 3)
      return line.source.hasPrefix(" rows ") && words.count > 3 && words[2] == "visible"
    }
  }
}

extension CopiedSession {
  /// A text whose broken lines are whole: a terminal breaks messages where it ends, and the further
  /// lines of one are indented by two blanks.
  static func joined(_ lines: [String]) -> String {
    var text = ""
    for line in lines {
      let isContinuation = line.hasPrefix("  ") && !line.hasPrefix("   ")
      text += isContinuation ? String(line.dropFirst()) : "\n" + line
    }
    return text
  }
}

/// The line of the system's shell that a copied session begins with: `$ shelf FILE`.
struct CopiedStart {
  let file: String
  /// True without a banner.
  let isQuiet: Bool

  /// - Returns: nil for a call that does more than open a file at a prompt.
  init?(_ call: String) {
    guard let words = ProgramCall(parsing: call), words.input == nil, words.output == nil
    else { return nil }
    let flags = words.arguments.filter { $0.hasPrefix("-") }
    let files = words.arguments.filter { !$0.hasPrefix("-") }
    guard let file = files.first, files.count == 1,
      flags.allSatisfy({ ["-q", "--quiet", "-X", "--no-rc"].contains($0) })
    else { return nil }
    self.file = file
    isQuiet = flags.contains("-q") || flags.contains("--quiet")
  }
}

/// What stands behind `$ shelf`: arguments, and files for standard input and output behind `<` and
/// `>`.
struct ProgramCall: Equatable {
  var arguments: [String] = []
  var input: String?
  var output: String?

  /// - Returns: nil when there is more than one command, or a mark without a file.
  init?(parsing text: String) {
    let statements = Statement.statements(in: text)
    guard statements.count == 1, statements.first?.pipe == nil,
      let words = statements.first?.arguments
    else { return nil }
    var iterator = words.makeIterator()
    while let word = iterator.next() {
      switch word.raw {
      case "<", ">":
        guard let file = iterator.next() else { return nil }
        if word.raw == "<" { input = file.text } else { output = file.text }
      case "|", "&", "&&", "||", ">>", "2>", "2>>", "2>&1", "&>", "<<": return nil
      default: arguments.append(word.text)
      }
    }
  }
}
