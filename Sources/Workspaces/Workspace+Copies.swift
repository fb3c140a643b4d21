import Asking
import CommandLanguage

/// Commands that are carried out on copies of the table views may leave no trace at all.
///
/// ```
/// var trial = workspace.onCopies
/// try trial.run(statement)           // shown, looked at...
/// workspace = trial                  // or not: nothing of it is left, not even in the pools of cells
/// ```
extension Workspace {
  /// The same with table views of its own, on which another thread may work meanwhile, and which note on
  /// their own how far they have come.
  ///
  /// - Complexity: O(cells).
  package var onCopies: Workspace {
    var copy = self
    copy.levels = levels.map { $0.withCopiedTable() }
    copy.environment.meter = WorkMeter()
    return copy
  }
}
