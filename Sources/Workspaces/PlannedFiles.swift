package import CommandLanguage
import Documents
import TableModel

/// The files that the lines checked so far would write, for `shelf --check`: a later line may read them,
/// though they are not there now.
package struct PlannedFiles: CommandState {
  package static let outlastsTable = true

  package init() {}

  private var names: Set<String> = []

  /// Notes the files that a line would write, and finds the missing ones among those that it reads.
  ///
  /// - Throws: what the line would fail with when it ran.
  package static func check(_ call: Invocation, in workspace: inout Workspace) throws(CommandError)
  {
    for (file, use) in call.files where !file.isStandardStream {
      switch use {
      case .new: workspace.memory[Self.self].names.insert(normal(file.text))
      case .script: break
      case .commands:
        guard !canRead(file.text, in: workspace) else { continue }
        let reason = DataError.notFound(file: file.text).description
        throw CommandError(.file(path: file.text, reason: reason), at: file.range)
      case .data: try checkData(file, in: workspace)
      }
    }
  }

  private static func checkData(
    _ file: Word, in workspace: Workspace
  ) throws(CommandError) {
    let environment = workspace.environment
    let path = environment.path(named: file.text)
    // Which files a pattern matches shows when the line runs.
    guard !path.hasPrefix(GeneratedSpecification.prefix), !Environment.isServer(path),
      !path.contains(where: { "*?[".contains($0) }),
      !canRead(path, in: workspace)
    else { return }
    var error = CommandError(.data(.notFound(file: path)), at: file.range)
    error.proposal = environment.nearestFile(to: path)
    throw error
  }

  /// True for a file that is there, or will be when a line that is checked now has its turn.
  package static func canRead(_ path: String, in workspace: Workspace) -> Bool {
    workspace.memory[Self.self].names.contains(normal(path)) || workspace.environment.exists(path)
  }

  /// A path without steps that lead nowhere: `./a//b` is `a/b`.
  private static func normal(_ path: String) -> String {
    (path.hasPrefix("/") ? "/" : "")
      + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
