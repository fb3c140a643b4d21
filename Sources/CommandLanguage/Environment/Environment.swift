package import Asking
import Documents
package import Files
import Foundation
package import TableModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What commands need from the world outside, as functions, so that tests can replace it.
package struct Environment: Sendable {
  package var open:
    @Sendable (_ path: String, _ options: OpenOptions) throws(DataError) -> any TableDocument
  /// The bundled datasets: their folder, and their file names in order.
  package var datasets: @Sendable () -> (folder: String, names: [String])?
  package var write: Write
  /// The text of a file of commands.
  package var read: @Sendable (_ path: String) throws(DataError) -> String
  /// The entries of a folder; names of folders end in a slash.
  package var list: @Sendable (_ folder: String) -> [String]
  /// The entries of a folder that begin in some way, as many as are found in the time that
  /// completion may take.
  package var entries: @Sendable (_ folder: String, _ prefix: String) -> FolderEntries
  /// Tells the file of a path from all others and from what it was before; nil where there is none,
  /// and for what is no file, such as a device.
  package var stamp: @Sendable (_ path: String) -> FileStamp?
  /// Whether there is something at a path: a file, a folder or a device.
  package var exists: @Sendable (_ path: String) -> Bool = { path in
    SystemPath.with(path) { access($0, F_OK) == 0 }
  }
  /// True when the user wants long work to stop.
  package var isInterrupted: @Sendable () -> Bool
  /// Where long work notes how far it has come.
  package var meter = WorkMeter()
  /// Gets the first match of a search while the others are still counted.
  package var noteHit: @Sendable (Hit) -> Void = { _ in }
  /// Whether a person asks: at the prompt, or in a start-up file of their own. Scripts and pages can't
  /// allow themselves what only a person can.
  package var isAskedByPerson = false
  /// Whether results are shown on a terminal, whose width reports are made to fit.
  package var printsToTerminal = false

  /// Where a search leads to, and what it looks for in values.
  package struct Hit: Sendable {
    package var place: Address
    package var pattern: TextPattern?

    package init(place: Address, pattern: TextPattern?) {
      (self.place, self.pattern) = (place, pattern)
    }
  }

  /// Makes a file of the pieces that `content` gives to the function it is called with; where
  /// either throws, no file is made, and an older one stays as it was.
  package typealias Write =
    @Sendable (
      _ path: String, _ replacing: Bool,
      _ content: (_ take: ([UInt8]) throws -> Void) throws -> Void
    ) throws -> Void

  package init(
    open: @escaping @Sendable (String, OpenOptions) throws(DataError) -> any TableDocument,
    datasets: @escaping @Sendable () -> (folder: String, names: [String])?,
    write: @escaping Write,
    read: @escaping @Sendable (String) throws(DataError) -> String = { path throws(DataError) in
      throw .notFound(file: path)
    },
    list: @escaping @Sendable (String) -> [String],
    entries: (@Sendable (String, String) -> FolderEntries)? = nil,
    stamp: @escaping @Sendable (String) -> FileStamp? = { FileStamp(path: $0) },
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.open = open
    self.datasets = datasets
    self.write = write
    self.read = read
    self.list = list
    self.entries =
      entries ?? { folder, prefix in
        FolderEntries(names: list(folder).filter { $0.hasPrefix(prefix) })
      }
    self.stamp = stamp
    self.isInterrupted = isInterrupted
  }
}

extension Environment {
  /// The path of standard input, as in `shelf -`.
  package static let standardInput = "-"

  /// What long work calls now and then: throws once the user interrupts.
  package var checkpoint: () throws(DataError) -> Void {
    let isInterrupted = isInterrupted
    return { () throws(DataError) in
      if isInterrupted() { throw .cancelled }
    }
  }

  /// What work over all records calls with their number so far: notes it, and throws once the user
  /// interrupts.
  ///
  /// - Parameter source: the table whose records are counted.
  package func counting(_ source: any TableSource) -> (Int) throws(DataError) -> Void {
    let (meter, checkpoint) = (meter, checkpoint)
    meter.begin(recordsOf: source)
    return { count throws(DataError) in
      meter.note(count)
      try checkpoint()
    }
  }

  /// What waiting for an index calls: notes how far it is, and throws once the user interrupts.
  package func followingIndex(of source: any TableSource) -> () throws(DataError) -> Void {
    let (meter, checkpoint) = (meter, checkpoint)
    return { () throws(DataError) in
      if let part = source.activity?.indexing { meter.tell(part: part) }
      try checkpoint()
    }
  }
}

extension Environment {
  /// The same world for commands that run behind the scenes: nobody sees their results, and no file
  /// is written.
  package var backstage: Environment {
    var copy = self
    copy.write = { _, _, content in try content { _ in } }
    copy.printsToTerminal = false
    copy.isAskedByPerson = false
    copy.noteHit = { _ in }
    return copy
  }

  // MARK: Bundled datasets

  /// What stands before a name that means a bundled dataset, whatever files there are.
  private static let bundledPrefix = "bundled:"

  /// The path that a name means: a bundled dataset's, when it is no file but the name of one.
  package func path(named name: String) -> String {
    guard !name.contains("/"), let bundled = datasets() else { return name }
    if name.hasPrefix(Self.bundledPrefix) {
      let wanted = name.dropFirst(Self.bundledPrefix.count)
      return bundled.names.first { $0 == wanted }.map { bundled.folder + "/" + $0 } ?? name
    }
    guard bundled.names.contains(name), !list(".").contains(name) else { return name }
    return bundled.folder + "/" + name
  }

  /// True for the path of a bundled dataset.
  package func isBundled(_ path: String) -> Bool {
    guard let bundled = datasets() else { return false }
    return bundled.names.contains { bundled.folder + "/" + $0 == path }
  }

  /// A file of the same folder, or a bundled dataset, that was probably meant.
  package func nearestFile(to path: String) -> String? {
    let hint = path.contains("/") ? nil : "'datasets' lists the bundled ones"
    return nearest(to: path, bundled: datasets()?.names ?? []) ?? hint
  }

  /// A proposal of files in the same folder, or of bundled ones by their names.
  package func nearest(to path: String, bundled: [String]) -> String? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = String(path.dropFirst(folder.count))
    let names = folder.isEmpty ? list(".") + bundled : list(folder)
    let near = Spelling.matches(for: name, among: Set(names).sorted()).map { folder + $0 }
    return CommandError.didYouMean(near)
  }
}

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
