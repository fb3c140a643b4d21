/// Commands that are carried out on copies of the table views, and may leave no trace at all.
///
/// ```
/// let trial = Trial(in: &workspace)
/// try workspace.run(statement)       // shown, looked at...
/// trial.takeBack(in: &workspace)     // and nothing of it is left, not even in the pools of cells
/// ```
package struct Trial {
  private let before: Workspace

  /// Goes on with copies.
  ///
  /// - Complexity: O(cells).
  package init(in workspace: inout Workspace) {
    before = workspace
    workspace.levels = workspace.levels.map { $0.withCopiedTable() }
  }

  /// Goes back to what was copied.
  package func takeBack(in workspace: inout Workspace) { workspace = before }
}
