import Commands
import TestSeeds

@testable import ShellCore

/// Keys as tests write them: letters as they are, others by name, `abc<Left><C-k>`.
func keys(_ text: String) throws -> [Key] {
  var keys: [Key] = []
  var rest = text[...]
  while let first = rest.first {
    var name = String(first)
    if first == "<", let end = rest.dropFirst(2).firstIndex(of: ">") {
      name = String(rest[rest.startIndex...end])
    }
    rest = rest.dropFirst(name.count)
    var decoder = KeyDecoder()
    let sent = name.count == 1 ? name : try KeyName(parsing: name).sequence
    keys += decoder.feed(sent.utf8) + decoder.settle()
  }
  return keys
}

extension LineEditor {
  /// An editor with a line whose cursor stands at the mark `|`, or at the end.
  init(_ marked: String = "", mode: EditorSettings.EditMode, history: [String] = []) {
    let entries = History()
    for entry in history { entries.record(entry) }
    self.init(
      marked.replacing("|", with: ""),
      assistant: LineAssistant(
        history: entries,
        settings: { EditorSettings(editMode: mode, suggests: true, usesColor: false) }))
    if let place = marked.firstIndex(of: "|") {
      buffer.move(to: marked.distance(from: marked.startIndex, to: place))
    }
  }

  /// Types keys; what the last one did.
  @discardableResult
  mutating func type(keys text: String) throws -> Outcome {
    var outcome = Outcome.unchanged
    for key in try keys(text) { outcome = take(key) }
    return outcome
  }

  /// The line with a mark where the cursor is.
  var marked: String {
    buffer.text(0..<buffer.cursor) + "|" + buffer.text(buffer.cursor..<buffer.count)
  }
}
