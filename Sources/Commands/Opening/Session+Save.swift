import Arranging
import DataSources
import SQLiteSource
import TableModel

extension Session {
  /// The formats that hold a table, not only what is shown of it.
  static let savedFormats: [ExportFormat] = [.json, .ndjson, .plist]

  mutating func save(_ call: Invocation) throws(CommandError) -> Output {
    try asAWhole(call.statement) { session throws(CommandError) in try session.write(call) }
  }

  private mutating func write(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else { throw CommandError(.noTable) }
    let format = try exportFormat(word, call.option("format"), among: Self.savedFormats)
    let isPart = call.has("pushed")
    if !isPart { try takeEditsIntoDocument() }
    let level = isPart ? try current() : try documentLevel()
    let source = level.shaped.source
    var remarks: [String] = []
    var output = try write(to: word, replacing: call.has("force")) { take in
      let table = try TableWriting(of: source, checkpoint: checkpoint)
      if let misfit = table.misfit {
        remarks.append("saved as a table, not as the document it was: \(misfit)")
      }
      switch format {
      case .ndjson:
        guard table.isListOfRecords else { throw Self.noList }
        remarks += try write(source, with: JSONLinesWriter(), take)
      case .plist: remarks += try save(table, with: PropertyListDocumentWriter(), take)
      default: remarks += try save(table, with: JSONDocumentWriter(), take)
      }
    }
    // What was left out is in no file yet, nor is what went to a pipe or a device.
    if level.parent == nil, remarks.isEmpty, let file = environment.stamp(word.text) {
      let isOrigin = level.origin.map { environment.stamp($0.path) == file } ?? false
      level.saved.add(source.edition, replacing: isOrigin ? file : nil)
    }
    if let remark = level.document.savingRemark { remarks.append(remark) }
    if let words = level.unsavedTablesWords { remarks.append("the changes in " + words) }
    if let unsaved = level.arrangement.unsaved { remarks.insert(unsaved, at: 0) }
    if !remarks.isEmpty { output.notices = [remarks.joined(separator: "; ")] }
    return output
  }

  /// The size of the file that the table comes from, which is about that of the new one.
  private var sizeOfFile: Int? {
    guard let level = levels.last, !(level.document is SQLiteDocument) else { return nil }
    return level.origin.flatMap { FileStamp(path: $0.path)?.size }
  }

  private static var noList: DataError {
    .shape(
      message: "NDJSON holds rows only, and this table has sections, items or keys",
      hint: "save it as .json or .plist, or 'export' its records")
  }

  /// - Returns: what could not be kept, in words.
  private func save(
    _ table: TableWriting, with writer: some DocumentWriter, _ take: ([UInt8]) throws -> Void
  ) throws -> [String] {
    var writer = writer
    var pieces = TextPieces(isInterrupted: environment.isInterrupted)
    environment.meter.begin(.bytes, of: sizeOfFile)
    let remarks = try table.write(with: &writer) { writer throws(DataError) in
      environment.meter.add(TextPieces.wholePiece(of: writer.output))
      return try pieces.handOn(&writer.output, to: take)
    }
    try pieces.finish(&writer.output, to: take)
    return remarks + writer.losses.words
  }
}

extension Arrangement {
  /// What of an arrangement `save` leaves out; nil where nothing is arranged.
  fileprivate var unsaved: String? {
    var parts: [String] = []
    if !filters.isEmpty { parts.append("the filter") }
    if grouping != nil { parts.append("the grouping") }
    if !sortKeys.isEmpty || sectionOrder != nil { parts.append("the order") }
    guard let last = parts.popLast() else { return nil }
    let words = parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
    return
      "\(words) of what is shown \(parts.isEmpty ? "is" : "are") not saved: all of the data is,"
      + " in its own order"
  }
}
