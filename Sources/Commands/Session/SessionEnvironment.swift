import DataSources
package import TableModel

/// What a session needs from the world outside, as functions, so that tests can replace it.
package struct SessionEnvironment: Sendable {
  package var open:
    @Sendable (_ path: String, _ options: OpenOptions) throws(DataError) -> any TableDocument
  /// The bundled datasets: their folder, and their file names in order.
  package var datasets: @Sendable () -> (folder: String, names: [String])?
  package var write: @Sendable (_ path: String, _ bytes: [UInt8], _ replacing: Bool) throws -> Void
  /// The text of a file of commands.
  package var read: @Sendable (_ path: String) throws(DataError) -> String
  /// The entries of a folder; names of folders end in a slash.
  package var list: @Sendable (_ folder: String) -> [String]
  /// True when the user wants long work to stop.
  package var isInterrupted: @Sendable () -> Bool

  package init(
    open: @escaping @Sendable (String, OpenOptions) throws(DataError) -> any TableDocument,
    datasets: @escaping @Sendable () -> (folder: String, names: [String])?,
    write: @escaping @Sendable (String, [UInt8], Bool) throws -> Void,
    read: @escaping @Sendable (String) throws(DataError) -> String = { path throws(DataError) in
      throw .notFound(file: path)
    },
    list: @escaping @Sendable (String) -> [String],
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.open = open
    self.datasets = datasets
    self.write = write
    self.read = read
    self.list = list
    self.isInterrupted = isInterrupted
  }
}
