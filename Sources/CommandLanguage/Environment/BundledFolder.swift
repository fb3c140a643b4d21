import Foundation

/// A folder that comes with the program, and how it is found.
package struct BundledFolder {
  /// The variable of the environment that names it.
  package let variable: String
  /// Its path below the folder that the program was made in.
  package let path: String
  /// A file that stands in it.
  package let marker: String

  /// The folder: named by the variable, or in the working directory or above the program.
  package func find() -> String? {
    if let named = ProcessInfo.processInfo.environment[variable], isFolder(named) { return named }
    if isFolder(path) { return path }
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return nil }
    var folder = program.deletingLastPathComponent()
    for _ in 0..<5 {
      let candidate = folder.appendingPathComponent(path).path
      if isFolder(candidate) { return candidate }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  private func isFolder(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/" + marker)
  }
}
