import DataSources
import Foundation
import Rendering
import TableModel

extension Session {
  mutating func export(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else { throw CommandError(.noTable) }
    let text = try exported(as: try exportFormat(word, call.option("format")))
    return try write(text, to: word, replacing: call.has("force"))
  }

  /// Writes a text to a file, atomically, or to standard output where the file is `-`.
  ///
  /// - Throws: the file exists and is not to be replaced, or it can't be written.
  func write(
    _ text: String, to word: Word, replacing: Bool
  ) throws(CommandError) -> Output {
    if word.text == "-" { return Output(verbatim: text.trimmingEnd()) }
    do {
      try environment.write(word.text, Array(text.utf8), replacing)
    } catch let error as CocoaError where error.code == .fileWriteFileExists {
      throw CommandError(
        .impossible("'\(word.text)' exists already", hint: "--force replaces it"), at: word.range)
    } catch {
      let reason = SystemMessage.text(of: error)
      throw CommandError(.file(path: word.text, reason: reason), at: word.range)
    }
    return Output("wrote \(word.text)")
  }

  enum ExportFormat: String, CaseIterable {
    case json
    case ndjson
    case csv
    case plist
    case text
    case svg
    case html
  }

  /// The format that an option or the ending of a file's name says.
  func exportFormat(
    _ file: Word, _ option: Word?, among known: [ExportFormat] = ExportFormat.allCases
  ) throws(CommandError) -> ExportFormat {
    let ending = file.text.split(separator: ".").last.map(String.init) ?? ""
    let name = option?.text ?? (ending == "txt" ? "text" : ending)
    if let format = ExportFormat(rawValue: name), known.contains(format) { return format }
    if file.text == "-", option == nil { return .json }
    throw CommandError(
      .badValue(
        name, argument: "format",
        expected: known.map(\.rawValue).joined(separator: ", ")),
      at: (option ?? file).range)
  }

  private func exported(as format: ExportFormat) throws(CommandError) -> String {
    let level = try current()
    switch format {
    case .text:
      return picture().map { $0.text + "\n" }.joined()
    case .svg:
      return ViewEncoder.svg.encode(picture(of: level, withChrome: true))
    case .html:
      return ViewEncoder.html.encode(picture(of: level, withChrome: true))
    case .json:
      return JSONWriter.text(of: .array(try shownRecords(level)), layout: .pretty) + "\n"
    case .ndjson:
      return try shownRecords(level).map { JSONWriter.text(of: $0) + "\n" }.joined()
    case .csv:
      return CSVWriter.text(of: try shownRecords(level))
    case .plist:
      let records = try shownRecords(level)
      return try reading { () throws(DataError) in
        try XMLPropertyListWriter.text(of: .array(records))
      }
    }
  }

  private func shownRecords(_ level: Level) throws(CommandError) -> [Value] {
    let isInterrupted = environment.isInterrupted
    var records: [Value] = []
    do {
      try level.shown.scan { _, value throws(DataError) in
        if records.count % 4096 == 0, isInterrupted() { throw .cancelled }
        records.append(value)
        return true
      }
    } catch {
      throw CommandError(error == .cancelled ? .cancelled : .data(error))
    }
    return records
  }
}

/// Writes records as comma-separated values after RFC 4180, with a header of all their keys.
enum CSVWriter {
  static func text(of records: [Value]) -> String {
    var keys: [String] = []
    var seen: Set<String> = []
    for key in records.lazy.compactMap(\.record).flatMap(\.keys) where seen.insert(key).inserted {
      keys.append(key)
    }
    if keys.isEmpty { return records.map { line([$0.csvText]) }.joined() }
    return line(keys)
      + records.map { value in line(keys.map { value.record?[$0]?.csvText ?? "" }) }.joined()
  }

  private static func line(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\r\n"
  }

  private static func quoted(_ text: String) -> String {
    let needsQuotes = text.contains { ",\"\r\n".contains($0) || $0 == "\r\n" }
    return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}

extension Value {
  /// Scalars as they are, nothing for null, containers as JSON.
  fileprivate var csvText: String {
    switch self {
    case .null: ""
    case .array, .record, .data: JSONWriter.text(of: self)
    default: plainText
    }
  }
}
