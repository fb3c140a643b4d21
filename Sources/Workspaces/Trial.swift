package import CommandLanguage

/// What a workspace was before something that may be taken back without a trace.
///
/// ```
/// let trial = Trial(of: statement, in: workspace)
/// try workspace.run(statement)       // shown, looked at...
/// trial.takeBack(in: &workspace)     // and nothing of it is left, not even in the history
/// ```
package struct Trial {
  private let before: Workspace
  private let moment: Moment

  package init(of statement: Statement, in workspace: Workspace) {
    before = workspace
    moment = workspace.moment(before: statement)
  }

  /// Puts everything back as it was.
  ///
  /// - Complexity: as taking one command back, whatever the number of commands.
  package func takeBack(in workspace: inout Workspace) {
    workspace.putBack(moment, afterFailure: true)
    let (levels, preferences) = (workspace.levels, workspace.preferences)
    workspace = before
    (workspace.levels, workspace.preferences) = (levels, preferences)
  }
}
