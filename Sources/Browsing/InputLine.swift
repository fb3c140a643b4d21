import Commands
import Rendering
import ShellCore

/// A line that is typed at the foot of the screen, and what it becomes.
struct InputLine {
  let kind: KeyBinding.LineKind
  var editor: LineEditor
  /// True for a text that is looked for in what covers the table.
  var isForText = false
  /// What the key wrote there.
  private let start: String

  init(_ kind: KeyBinding.LineKind, _ start: String, _ assistant: LineAssistant) {
    (self.kind, self.start) = (kind, start)
    editor = LineEditor(start, assistant: assistant)
  }

  /// True where the table shows what the line would do.
  var isLive: Bool { kind != .command && !isForText }

  /// Whether a line is a whole command that a key wrote, with the value as it is already, and was
  /// not edited. One that ends with a blank is only the beginning of a command.
  func isAsWritten(_ typed: String) -> Bool {
    typed == start && start.last.map { $0 != " " } == true
  }

  /// What stands before the line.
  var prompt: String {
    switch kind {
    case .command: ":"
    case .filter: "filter "
    case .find: "/"
    case .findBackwards: "?"
    }
  }

  /// The command that a typed text becomes; nil for nothing.
  func command(_ text: String) -> String? {
    let text = text.trimmingBlanks
    if text.isEmpty { return nil }
    return kind.head + text + (kind == .findBackwards ? "; previous" : "")
  }
}

extension KeyBinding.LineKind {
  /// What the command has before the text that is typed.
  var head: String {
    switch self {
    case .command: ""
    case .filter: "filter "
    case .find, .findBackwards: "find --both "
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
