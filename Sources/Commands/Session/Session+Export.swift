import DataSources
import Rendering
import TableModel

extension Session {
  mutating func export(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else { throw CommandError(.noTable) }
    let format = try exportFormat(word, call.option("format"))
    let level = try current()
    let replacing = call.has("force")
    switch format {
    case .text:
      let text = picture().map { $0.text + "\n" }.joined()
      return try write(text, to: word, replacing: replacing)
    case .svg, .html:
      let encoder = format == .svg ? ViewEncoder.svg : .html
      let text = encoder.encode(picture(of: level, withChrome: true))
      return try write(text, to: word, replacing: replacing)
    case .json, .ndjson, .csv, .plist:
      return try write(to: word, replacing: replacing) { take in
        switch format {
        case .ndjson: try write(level.shown, with: JSONLinesWriter(), take)
        case .csv: try write(level.shown, with: CSVWriter(keys: keys(of: level.shown)), take)
        case .plist:
          try write(level.shown, with: ArrayWriter(PropertyListDocumentWriter()), take)
        default: try write(level.shown, with: ArrayWriter(JSONDocumentWriter()), take)
        }
      }
    }
  }

  /// Writes the records of a source, while they are read.
  func write(
    _ source: any TableSource, with writer: some RecordListWriter,
    _ take: ([UInt8]) throws -> Void
  ) throws {
    var writer = writer
    var pieces = TextPieces(isInterrupted: environment.isInterrupted)
    try source.scan { _, value throws(DataError) in
      try writer.add(value)
      return try pieces.handOn(&writer.output, to: take)
    }
    if pieces.failure == nil { try writer.finish() }
    try pieces.finish(&writer.output, to: take)
  }

  /// The keys of all records, in order of first appearance.
  private func keys(of source: any TableSource) throws(DataError) -> [String] {
    var keys: [String] = []
    var known: Set<String> = []
    let checkpoint = checkpoint
    try source.scan { _, value throws(DataError) in
      for field in value.record?.fields ?? [] where known.insert(field.key).inserted {
        keys.append(field.key)
      }
      try checkpoint()
      return true
    }
    return keys
  }
}

extension Session {
  /// Writes a text to a file, or to standard output where the file is `-`.
  func write(_ text: String, to word: Word, replacing: Bool) throws(CommandError) -> Output {
    try write(to: word, replacing: replacing) { take in try take(Array(text.utf8)) }
  }

  /// Writes the pieces that `content` gives to a file, or to standard output where that is `-`.
  func write(
    to word: Word, replacing: Bool, _ content: (_ take: ([UInt8]) throws -> Void) throws -> Void
  ) throws(CommandError) -> Output {
    var output = Output("wrote \(word.text)")
    try writing(word.text, at: word.range) {
      if word.text == "-" {
        var bytes: [UInt8] = []
        try content { bytes += $0 }
        output = Output(verbatim: String(decoding: bytes, as: UTF8.self).trimmingEnd())
      } else {
        try environment.write(word.text, replacing, content)
      }
    }
    return output
  }

  /// Does what writes a file, and puts into words what goes wrong with it.
  ///
  /// - Throws: the file exists and is not to be replaced, or it can't be written, or what it is
  ///   made of can't be read; no file was made then, and an older one is as it was.
  package func writing(
    _ file: String, at range: Range<Int>? = nil, _ body: () throws -> Void
  ) throws(CommandError) {
    do {
      try body()
    } catch FileReplacement.Failure.exists {
      throw CommandError(
        .impossible("'\(file)' exists already", hint: "--force replaces it"), at: range)
    } catch let error as DataError {
      throw CommandError(error)
    } catch {
      throw CommandError(.file(path: file, reason: SystemMessage.text(of: error)), at: range)
    }
  }
}

extension Session {
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
}
