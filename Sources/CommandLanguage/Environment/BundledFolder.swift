package import Foundation

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
    return Bundle.main.executableURL.flatMap { find(above: $0.resolvingSymlinksInPath()) }
  }

  /// The folder above a program: beside it in a checkout, below `share/shelf` where the program was
  /// installed, as in `/usr/share/shelf` for `/usr/bin/shelf`.
  package func find(above program: URL) -> String? {
    var folder = program.deletingLastPathComponent()
    for _ in 0..<5 {
      let candidates = [path, "share/shelf/" + path].map { folder.appendingPathComponent($0).path }
      if let found = candidates.first(where: isFolder) { return found }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  private func isFolder(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/" + marker)
  }
}
