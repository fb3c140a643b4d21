package import DataSources
package import TableModel

/// What a session needs from the world outside, as functions, so that tests can replace it.
package struct SessionEnvironment: Sendable {
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
  /// True when the user wants long work to stop.
  package var isInterrupted: @Sendable () -> Bool
  /// Where long work notes how far it has come.
  package let meter = WorkMeter()

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
