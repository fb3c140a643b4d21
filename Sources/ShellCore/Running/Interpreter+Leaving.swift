import Commands
import Rendering

/// Leaving the shell while changes are not saved: at a prompt it takes being asked twice.
extension Interpreter {
  /// The user's file that has unsaved changes, in the shell or in the table that waits behind a
  /// lesson.
  private var unsavedFile: String? { session.unsavedFile ?? lesson?.outside.unsavedFile }

  var holdsChanges: Bool { unsavedFile != nil }

  /// What stands before a line that is typed: a star says that changes are not saved.
  var prompt: String { holdsChanges ? "shelf*> " : "shelf> " }

  /// Whether the shell may be left now; says so where it may not.
  func mayLeave(isForced: Bool = false) -> Bool {
    guard mode.isInteractive, !isForced, !hasAskedToLeave, let unsavedFile else {
      leavesChangesBehind = mode.isInteractive
      return true
    }
    asksToLeave = true
    tell(
      "'\(unsavedFile)' has unsaved changes: 'save FILE' keeps them,"
        + " 'quit' again or 'quit --force' leaves without them")
    return false
  }

  /// Called for every line that is not empty: only one that follows at once is an answer.
  func forgetQuestion() {
    hasAskedToLeave = asksToLeave
    asksToLeave = false
  }

  /// Says at the end of the program what it leaves behind, unless the person at the prompt knows.
  package func noteUnsavedChanges() {
    guard !leavesChangesBehind, let unsavedFile else { return }
    tell("changes to '\(unsavedFile)' were not saved; 'save FILE' does that")
  }
}
