import Documents
import Foundation
import SQLiteSource
import TableModel

extension Environment {
  /// The path that stands for data from standard input.
  package static let standardInput = "-"

  /// The real files of this machine.
  package static let standard = standard { false }

  /// The real files of this machine.
  ///
  /// - Parameter isInterrupted: true when the user wants long work to stop.
  package static func standard(isInterrupted: @escaping @Sendable () -> Bool)
    -> Environment
  {
    Environment(
      open: { path, options throws(DataError) in
        path == standardInput
          ? try openStandardInput(options, isInterrupted)
          : try openDocument(path, options, isInterrupted)
      },
      datasets: {
        BundledDatasets.folder().map { ($0, BundledDatasets.summaries.map(\.0)) }
      },
      write: { path, replacing, content in
        let file = try FileReplacement(path, replacing: replacing)
        try content { piece in try file.write(piece) }
        try file.finish()
      },
      read: { path throws(DataError) in try DocumentOpener.text(of: path) },
      list: { FolderEntries.read($0).names },
      entries: { FolderEntries.read($0, startingWith: $1, within: .milliseconds(40)) },
      isInterrupted: isInterrupted)
  }

  private static func openStandardInput(
    _ options: OpenOptions, _ isInterrupted: () -> Bool
  ) throws(DataError) -> any TableDocument {
    let name = "standard input"
    let format = try textFormat(options.format, path: name)
    let bytes = try FileBytes.contents(ofDescriptor: 0, name, isInterrupted: isInterrupted)
    return try DocumentOpener.open(bytes: bytes, name: name, format: format)
  }

  /// The format that is a database's, beside those of `DocumentFormat`.
  static let databaseFormat = "sqlite"

  /// The names of all formats, for options and their completion.
  static var formatNames: [String] { DocumentFormat.allCases.map(\.rawValue) + [databaseFormat] }

  private static func openDocument(
    _ path: String, _ options: OpenOptions, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(DataError) -> any TableDocument {
    if isDatabase(path, options) {
      return try SQLiteDocument(
        path: path,
        request: DatabaseRequest(
          table: options.table, query: options.query, groupBy: options.groupBy),
        isInterrupted: isInterrupted)
    }
    guard !options.asksForDatabase else {
      throw .shape(
        message: "'\(path)' is not a database",
        hint: "--table, --query and --group-by are for databases; 'group by KEY' works everywhere")
    }
    return try DocumentOpener.open(
      path: path, format: textFormat(options.format, path: path), isInterrupted: isInterrupted)
  }

  private static func isDatabase(_ path: String, _ options: OpenOptions) -> Bool {
    if let format = options.format { return format == databaseFormat }
    return !path.hasPrefix(GeneratedSpecification.prefix)
      && SQLiteDocument.recognizes(path: path)
  }

  private static func textFormat(_ name: String?, path: String) throws(DataError)
    -> DocumentFormat?
  {
    guard let name else { return nil }
    if let format = DocumentFormat(rawValue: name) { return format }
    let names = formatNames.joined(separator: ", ")
    throw .unknownFormat(file: path, hint: "'\(name)' is not a known format; known: \(names)")
  }
}
