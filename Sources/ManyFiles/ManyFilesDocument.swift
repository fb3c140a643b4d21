import Synchronization
package import TableModel

/// Several files as one document.
package struct ManyFilesDocument: TableDocument {
  package let name: String
  private let list: FileList
  private let form: ConcatenatedTable.Form
  private let open: Opener
  private let current: Current

  /// Opens one of the files.
  package typealias Opener = @Sendable (String) throws(DataError) -> any TableDocument

  /// The files of the table that is shown.
  private final class Current: Sendable {
    let handle: ConcatenatedTable.Handle
    let first: ShapedTable
    init(_ handle: ConcatenatedTable.Handle, _ first: ShapedTable) {
      (self.handle, self.first) = (handle, first)
    }
  }

  /// Opens the first file that can be read.
  ///
  /// - Parameters:
  ///   - names: files, folders and patterns.
  ///   - form: how the files follow each other.
  ///   - waits: whether all files are opened before the first is shown.
  ///   - isInterrupted: true ends the waiting.
  /// - Throws: what is wrong with a name, or with the first file where none can be read.
  package init(
    _ names: [String], as form: ConcatenatedTable.Form, waits: Bool = false,
    isInterrupted: () -> Bool = { false }, open: @escaping Opener
  ) throws(DataError) {
    let list = try FileList(names)
    (self.list, self.form, self.open) = (list, form, open)
    let (first, others) = (list.titles.first ?? "", list.paths.count - 1)
    name =
      names.count == 1
      ? names[0] : "\(first) and \(others) \(others == 1 ? "other" : "others")"
    current = try Self.begin(list, nil, open)
    // Small files are there before anybody looks.
    let series = current.handle.series
    Pause.upTo(waits ? .max : Self.moment) { !series.snapshot().isComplete && !isInterrupted() }
  }

  /// How long further files are waited for before the first is shown, in milliseconds.
  private static let moment = 50

  private static func begin(_ list: FileList, _ shape: Shape?, _ open: @escaping Opener)
    throws(DataError) -> Current
  {
    let shaped = First()
    let series = try FileSeries(list) { path throws(DataError) in
      let table = try open(path).table(shape: shape)
      shaped.keep(table)
      return table.source
    }
    let handle = ConcatenatedTable.Handle(series)
    guard let first = shaped.table else { throw .notFound(file: list.paths.first ?? "") }
    return Current(handle, first)
  }

  package var paths: [String] { list.paths }

  package var format: String {
    list.paths.count == 1 ? "1 file" : "\(list.paths.count) files"
  }

  package var remarks: [String] { list.remarks }

  package var savingRemark: String? { "the records of several files are written as one" }

  package var hasChanged: Bool { current.handle.series.hasChanged }

  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    let current = shape == nil ? current : try Self.begin(list, shape, open)
    let first = current.first
    let how = form == .rows ? "one list of all files" : "a section for each file"
    return ShapedTable(
      source: ConcatenatedTable(current.handle, form), shape: first.shape,
      explanation: "\(how); the first: \(first.explanation)", alternatives: first.alternatives)
  }
}

/// The table of the first file that was opened, with its shape.
private final class First: Sendable {
  private let kept = Mutex<ShapedTable?>(nil)

  var table: ShapedTable? { kept.withLock { $0 } }

  func keep(_ table: ShapedTable) { kept.withLock { $0 = $0 ?? table } }
}
