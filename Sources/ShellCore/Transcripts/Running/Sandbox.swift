import DataSources
import Foundation
import Synchronization

/// A private folder of a page: its home, and where its files and what it writes lie.
///
/// It is made when it is first needed and removed with the object.
final class Sandbox: Sendable {
  private let root = Mutex<String?>(nil)

  deinit {
    if let path = root.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
  }

  /// True when there is anything in it.
  var exists: Bool { root.withLock { $0 != nil } }

  /// The working folder; nil when the system refuses to make one.
  var work: String? { folder().map { $0 + "/work" } }
  var home: String? { folder().map { $0 + "/home" } }

  private func folder() -> String? {
    root.withLock { root in
      if let root { return root }
      let base = URL(filePath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
      let path = base + "/shelf-\(UUID().uuidString)"
      do {
        for name in ["", "/work", "/home"] {
          try FileManager.default.createDirectory(
            atPath: path + name, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        }
      } catch {
        return nil
      }
      root = path
      return path
    }
  }

  /// Writes the files of a block.
  ///
  /// - Returns: what went wrong, in words; nil when all is there.
  func install(_ fixtures: [Fixture]) -> String? {
    guard let work else { return "cannot make a folder for temporary files" }
    do {
      for fixture in fixtures {
        let file = URL(filePath: work + "/" + fixture.name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(fixture.text.utf8).write(to: file)
      }
      return nil
    } catch {
      return SystemMessage.text(of: error)
    }
  }
}
