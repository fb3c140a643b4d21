/// How a line editor behaves, as far as the user decides.
package struct EditorSettings: Sendable, Hashable {
  package enum EditMode: String, Sendable, Hashable, CaseIterable {
    case emacs
    case vi
  }

  /// Which keys edit.
  package var editMode: EditMode
  /// Whether the rest of a line from the history is proposed behind the cursor.
  package var suggests: Bool
  package var usesColor: Bool
  /// Whether the terminal understands marks around prompts and results, and is to get them.
  package var usesMarks = false
  /// The title of the terminal's window, where it gets marks.
  package var title = ""

  package init(editMode: EditMode = .emacs, suggests: Bool = true, usesColor: Bool = true) {
    self.editMode = editMode
    self.suggests = suggests
    self.usesColor = usesColor
  }
}
