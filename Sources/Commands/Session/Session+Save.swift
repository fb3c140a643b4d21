import DataSources
import TableModel

extension Session {
  /// The formats that hold a table, not only what is shown of it.
  static let savedFormats: [ExportFormat] = [.json, .ndjson, .plist]

  mutating func save(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else { throw CommandError(.noTable) }
    let format = try exportFormat(word, call.option("format"), among: Self.savedFormats)
    let source = try current().shaped.source
    return try write(to: word, replacing: call.has("force")) { take in
      let table = try TableWriting(of: source, checkpoint: checkpoint)
      switch format {
      case .ndjson:
        guard table.isListOfRecords else {
          throw DataError.shape(
            message: "NDJSON holds rows only, and this table has sections or items",
            hint: "save it as .json or .plist")
        }
        try write(source, with: JSONLinesWriter(), take)
      case .plist: try save(table, with: PropertyListDocumentWriter(), take)
      default: try save(table, with: JSONDocumentWriter(), take)
      }
    }
  }

  private func save(
    _ table: TableWriting, with writer: some DocumentWriter, _ take: ([UInt8]) throws -> Void
  ) throws {
    var writer = writer
    var pieces = TextPieces(isInterrupted: environment.isInterrupted)
    try table.write(with: &writer) { writer throws(DataError) in
      try pieces.handOn(&writer.output, to: take)
    }
    try pieces.finish(&writer.output, to: take)
  }
}
