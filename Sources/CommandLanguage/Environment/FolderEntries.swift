import Documents
import Files
import Foundation

/// The entries of a folder, as completion and proposals want them.
package struct FolderEntries: Sendable, Hashable {
  /// In order; names of folders end in a slash.
  package var names: [String]
  /// False when time ran out before the folder was read to its end.
  package var isComplete: Bool

  package init(names: [String], isComplete: Bool = true) {
    self.names = names
    self.isComplete = isComplete
  }

  /// Reads a folder; one that cannot be read has no entries.
  ///
  /// The directory stream carries the type of each entry, so only links need a system call of their
  /// own: 30,000 files take about ten milliseconds.
  ///
  /// - Parameters:
  ///   - prefix: how the names begin; only these are kept.
  ///   - time: how long this may take at most; nil for as long as it takes.
  package static func read(
    _ folder: String, startingWith prefix: String = "", within time: Duration? = nil
  )
    -> FolderEntries
  {
    guard let directory = SystemPath.with(folder, { opendir($0) }) else {
      return FolderEntries(names: [])
    }
    defer { closedir(directory) }
    let end = time.map { ContinuousClock.now + $0 }
    var found = FolderEntries(names: [])
    var count = 0
    while let entry = readdir(directory) {
      count += 1
      if count & 0xFF == 0, let end, ContinuousClock.now > end {
        found.isComplete = false
        break
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        SystemPath.text(of: bytes.prefix { $0 != 0 })
      }
      guard name != ".", name != "..", name.hasPrefix(prefix) else { continue }
      let isFolder = isFolder(Int32(entry.pointee.d_type), folder + "/" + name)
      found.names.append(isFolder ? name + "/" : name)
    }
    found.names.sort()
    return found
  }

  private static func isFolder(_ type: Int32, _ path: String) -> Bool {
    switch type {
    case Int32(DT_DIR): return true
    case Int32(DT_LNK), Int32(DT_UNKNOWN):
      var status = stat()
      return SystemPath.with(path) { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    default: return false
    }
  }
}
