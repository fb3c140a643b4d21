import DataSources
import SQLiteSource
import TableModel

extension Session {
  /// The formats that hold a table, not only what is shown of it.
  static let savedFormats: [ExportFormat] = [.json, .ndjson, .plist]

  mutating func save(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else { throw CommandError(.noTable) }
    let format = try exportFormat(word, call.option("format"), among: Self.savedFormats)
    let isPart = call.has("pushed")
    if !isPart { try takeEditsIntoDocument() }
    let level = isPart ? try current() : try documentLevel()
    let source = level.shaped.source
    var remarks = [level.arrangement.unsaved].compactMap(\.self)
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
    if !remarks.isEmpty { output.notices = [remarks.joined(separator: "; ")] }
    if word.text != "-", level.parent == nil {
      let origin =
        level.document.hasChanged ? level.origin.flatMap { FileStamp(path: $0.path) } : nil
      level.saved.add(source.edition, replacing: origin)
    }
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
