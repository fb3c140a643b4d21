package import CommandLanguage
import Documents
import Files
import TableEngine
import TableModel

/// A file that is no longer as it was when it was read, as it is now.
package struct ChangedFile: Hashable {
  package let path: String
  private let stamp: FileStamp?
  /// What has happened and what to do, in words.
  package let words: String

  fileprivate init(_ path: String, _ stamp: FileStamp?, _ words: String) {
    (self.path, self.stamp, self.words) = (path, stamp, words)
  }
}

extension Workspace {
  /// The file of the open table, if it has changed.
  ///
  /// - Complexity: a system call or two for each table that is open.
  package var changedFile: ChangedFile? {
    guard let level = levels.first(where: { $0.hasFileChanged(environment) }),
      let shown = levels.last
    else { return nil }
    let path = level.origin?.path ?? level.document.name
    return ChangedFile(
      path, environment.stamp(path), "'\(level.document.name)' \(shown.fileChangeWords)")
  }
}

extension Level {
  /// True when the file is no longer as it was when it was read, or saved here.
  package func hasFileChanged(_ environment: Environment) -> Bool {
    guard document.hasChanged else { return false }
    return !saved.left(origin.flatMap { environment.stamp($0.path) })
  }

  /// Says what reads the file anew: a nested value, and a table with changes that are not in the
  /// file, stay as they are.
  package var fileChangeWords: String {
    "changed since it was read; '\(isReadAgain ? "reload" : "open")' reads it again"
  }
}
