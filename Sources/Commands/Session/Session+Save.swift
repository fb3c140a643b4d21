import DataSources
import TableModel

extension Session {
  /// The formats that hold a table, not only what is shown of it.
  static let savedFormats: [ExportFormat] = [.json, .ndjson, .plist]

  mutating func save(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else { throw CommandError(.noTable) }
    let format = try exportFormat(word, call.option("format"), among: Self.savedFormats)
    let source = try current().shaped.source
    let isInterrupted = environment.isInterrupted
    let text: String
    do {
      let table = try TableWriting(of: source) { _ throws(DataError) in
        if isInterrupted() { throw .cancelled }
      }
      text = try Self.text(of: table, as: format)
    } catch {
      throw CommandError(error == .cancelled ? .cancelled : .data(error))
    }
    return try write(text, to: word, replacing: call.has("force"))
  }

  private static func text(of table: TableWriting, as format: ExportFormat) throws(DataError)
    -> String
  {
    switch format {
    case .ndjson:
      guard let records = table.records else {
        throw .shape(
          message: "NDJSON holds rows only, and this table has sections or items",
          hint: "save it as .json or .plist")
      }
      return records.map { JSONWriter.text(of: $0) + "\n" }.joined()
    case .plist:
      return try XMLPropertyListWriter.text(of: table.document)
    default:
      return JSONWriter.text(of: table.document, layout: .pretty) + "\n"
    }
  }
}
