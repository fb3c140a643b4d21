import CommandLanguage
import Commands
import Documents
import Files
import Foundation
import Opening
import Synchronization
import TableModel

/// Where the files are that a page names: its own first, then those beside the page, then the
/// bundled datasets, which every page finds in a folder `Datasets`.
struct PageFolders: Sendable {
  /// The page's folder, absolute.
  let page: String
  let sandbox: Sandbox
  /// The folder of the bundled datasets, absolute.
  let datasets: String?

  private static let datasetsName = "Datasets"

  /// - Parameters:
  ///   - file: the page.
  ///   - directory: what the page says of its working directory.
  init(file: String, directory: String?, sandbox: Sandbox) {
    let folder = URL(filePath: file).deletingLastPathComponent()
    page =
      (directory.map { URL(filePath: $0, relativeTo: folder) } ?? folder)
      .standardizedFileURL.path.withoutTrailingSlash
    datasets = BundledDatasets.folder().map { URL(filePath: $0).standardizedFileURL.path }
    self.sandbox = sandbox
  }

  /// The file that a name in the page means when it is read.
  func reading(_ name: String) -> String {
    if !Self.isRelative(name) { return name }
    if sandbox.exists, let work = sandbox.work, Self.exists(work + "/" + name) {
      return work + "/" + name
    }
    let beside = page + "/" + name
    if let datasets, name.hasPrefix(Self.datasetsName + "/"), !Self.exists(beside) {
      return datasets + name.dropFirst(Self.datasetsName.count)
    }
    return beside
  }

  /// Where a file goes that the page writes: never beside the page, nor anywhere else outside of its
  /// own folder.
  ///
  /// - Throws: `Failure.outside` for a name that leads there.
  func writing(_ name: String) throws(FileReplacement.Failure) -> String {
    guard let root = sandbox.root else { return name }
    let path = URL(filePath: inSandbox(name)).standardizedFileURL.path
    guard FileReplacement.lies(path, below: root) else { throw .outside }
    return path
  }

  private func inSandbox(_ name: String) -> String {
    guard Self.isRelative(name), let work = sandbox.work else { return name }
    return work + "/" + name
  }

  private static func isRelative(_ name: String) -> Bool {
    !name.hasPrefix("/") && !name.hasPrefix("~/") && name != Environment.standardInput
      && !name.hasPrefix(GeneratedSpecification.prefix)
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  /// Paths of this machine and the words that stand for them, the longest first.
  var tokens: [(path: String, token: String)] {
    var tokens = [(page, "[CWD]")]
    if sandbox.exists, let work = sandbox.work, let home = sandbox.home {
      tokens += [(work, "[TMP]"), (home, "[HOME]")]
    }
    if let datasets { tokens.append((datasets, Self.datasetsName)) }
    return tokens.filter { $0.0.utf8.count > 1 }.sorted { $0.0.utf8.count > $1.0.utf8.count }
  }

  /// The real files, as a page sees them.
  ///
  /// - Parameter isInterrupted: true when a command has to give up.
  func environment(isInterrupted: @escaping @Sendable () -> Bool) -> Environment {
    let standard = Environment.standard
    return Environment(
      open: { path, options throws(DataError) in
        if path == Environment.standardInput {
          throw .unreadable(file: path, reason: "a page has no standard input")
        }
        let found = reading(path)
        var options = options
        options.others = options.others.map(reading)
        do throws(DataError) {
          return try standard.open(found, options)
        } catch {
          throw error.naming(path, insteadOf: found)
        }
      },
      datasets: {
        datasets == nil ? nil : (Self.datasetsName, BundledDatasets.summaries.map(\.0))
      },
      write: { path, bytes, replacing in
        let target = try writing(path)
        try FileManager.default.createDirectory(
          at: URL(filePath: target).deletingLastPathComponent(), withIntermediateDirectories: true)
        try standard.write(target, bytes, replacing)
      },
      read: { path throws(DataError) in
        let found = reading(path)
        do throws(DataError) {
          return try standard.read(found)
        } catch {
          throw error.naming(path, insteadOf: found)
        }
      },
      list: { folder in
        let own = sandbox.exists ? standard.list(inSandbox(folder)) : []
        return Array(Set(own + standard.list(reading(folder)))).sorted()
      },
      stamp: { standard.stamp(reading($0)) }, isInterrupted: isInterrupted)
  }
}

extension DataError {
  /// The same error, with the file's name as somebody typed it.
  func naming(_ name: String, insteadOf path: String) -> DataError {
    func named(_ file: String) -> String { file == path ? name : file }
    switch self {
    case .notFound(let file): return .notFound(file: named(file))
    case .unreadable(let file, let reason):
      return .unreadable(file: named(file), reason: reason)
    case .unknownFormat(let file, let hint): return .unknownFormat(file: named(file), hint: hint)
    case .malformed(let file, let place, let message, let source):
      return .malformed(file: named(file), at: place, message: message, source: source)
    case .damaged(let file, let byte, let message):
      return .damaged(file: named(file), byte: byte, message: message)
    case .tooDeep(let file, let place, let limit):
      return .tooDeep(file: named(file), at: place, limit: limit)
    case .changedUnderneath(let file): return .changedUnderneath(file: named(file))
    case .shape, .cancelled: return self
    }
  }
}

extension String {
  /// A folder's path as the parts of other paths begin with it.
  var withoutTrailingSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}

/// A private folder of a page: its home, and where its files and what it writes lie.
///
/// It is made when it is first needed and removed with the object.
final class Sandbox: Sendable {
  private let made = Guarded<String?>(nil)

  deinit {
    if let path = made.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
  }

  /// True when there is anything in it.
  var exists: Bool { made.withLock { $0 != nil } }

  /// The working folder; nil when the system refuses to make one.
  var work: String? { root.map { $0 + "/work" } }
  var home: String? { root.map { $0 + "/home" } }
  /// For what programs keep for a while.
  var temporary: String? { root.map { $0 + "/tmp" } }

  /// The folder itself.
  var root: String? {
    made.withLock { root in
      if let root { return root }
      let base = URL(filePath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
      let path = base + "/shelf-\(UUID().uuidString)"
      do {
        for name in ["", "/work", "/home", "/tmp"] {
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
