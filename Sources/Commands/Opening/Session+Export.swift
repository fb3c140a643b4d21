import Arranging
import DataSources
import Rendering
import TableModel

extension Session {
  mutating func export(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else { throw CommandError(.noTable) }
    let format = try exportFormat(word, call.option("format"))
    let level = try current()
    let replacing = call.has("force")
    let keyName = call.option("keys")?.text
    if let name = call.option("keys"), ![.json, .ndjson, .csv, .plist].contains(format) {
      throw CommandError(
        .impossible(
          "\(format.rawValue) shows the viewport, which has no field for keys",
          hint: "--keys goes with json, ndjson, csv and plist"), at: name.range)
    }
    if call.has("safe-csv"), format != .csv {
      throw CommandError(
        .impossible(
          "--safe-csv is about csv, and this is \(format.rawValue)",
          hint: "--format csv, or a FILE that ends in .csv"), at: word.range)
    }
    switch format {
    case .text:
      let text = picture().map { $0.text + "\n" }.joined()
      return try write(text, to: word, replacing: replacing)
    case .svg, .html:
      let encoder = format == .svg ? ViewEncoder.svg : .html
      let text = encoder.encode(picture(of: level, withChrome: true))
      return try write(text, to: word, replacing: replacing)
    case .json, .ndjson, .csv, .plist:
      let output = try export(
        level.shown, as: format, keys: keyName, isSafe: call.has("safe-csv"), to: word,
        replacing: replacing)
      if format == .csv, !replacing { try checkTerminal(output, word) }
      return output
    }
  }

  private func export(
    _ table: ArrangedTable, as format: ExportFormat, keys: String?, isSafe: Bool, to word: Word,
    replacing: Bool
  ) throws(CommandError) -> Output {
    var remarks: [String] = []
    var output = try write(to: word, replacing: replacing) { take in
      if try keys == nil && RecordKeyReader.hasKeys(table) {
        remarks.append("the keys of the records are not written; --keys NAME makes a field of them")
      }
      let fields = RecordFields(keyName: keys)
      switch format {
      case .ndjson: remarks += try write(table, fields, with: JSONLinesWriter(), take)
      case .csv:
        let fields = try self.fields(of: table, fields)
        let writer = CSVWriter(keys: fields.columns, isSafe: isSafe)
        remarks += try write(table, fields, with: writer, take)
      case .plist:
        let writer = try ArrayWriter(PropertyListDocumentWriter())
        remarks += try write(table, fields, with: writer, take)
      default:
        remarks += try write(table, fields, with: ArrayWriter(JSONDocumentWriter()), take)
      }
    }
    if !remarks.isEmpty { output.notices = [remarks.joined(separator: "; ")] }
    return output
  }

  /// CSV can't escape what acts on a terminal: it is refused there, and goes as it is to files and
  /// other programs.
  private func checkTerminal(_ output: Output, _ word: Word) throws(CommandError) {
    guard printsToTerminal, output.document?.actsOnTerminal == true else { return }
    throw CommandError(
      .impossible(
        "the records hold control characters, which CSV writes as they are",
        hint: "export to a file or into a pipe, or --force shows them on the terminal"),
      at: word.range)
  }

  /// Writes the records of a table as records with fields.
  ///
  /// - Returns: what the format could not hold, in words.
  private func write(
    _ table: ArrangedTable, _ fields: RecordFields, with writer: some RecordListWriter,
    _ take: ([UInt8]) throws -> Void
  ) throws -> [String] {
    // Without columns or keys values stand as they are.
    let isPlain = fields.columns.isEmpty
    var keys = RecordKeyReader(table)
    return try write(table, with: writer, take) { address, value throws(DataError) in
      if isPlain { return value }
      let key = fields.keyName == nil ? nil : try keys.key(of: address)
      return try fields.record(of: value, key: key)
    }
  }

  /// Writes the records of a source, while they are read.
  ///
  /// - Parameter form: what is written of a record.
  /// - Returns: what the format could not hold, in words.
  func write(
    _ source: any TableSource, with writer: some RecordListWriter,
    _ take: ([UInt8]) throws -> Void,
    as form: (Address, Value) throws(DataError) -> Value = { _, value in value }
  ) throws -> [String] {
    var writer = writer
    var pieces = TextPieces(isInterrupted: environment.isInterrupted)
    _ = counting(source)
    try source.scan { address, value throws(DataError) in
      environment.meter.count()
      try writer.add(try form(address, value))
      return try pieces.handOn(&writer.output, to: take)
    }
    if pieces.failure == nil { try writer.finish() }
    try pieces.finish(&writer.output, to: take)
    return writer.losses.words
  }

  /// The fields of all records.
  private func fields(of source: any TableSource, _ fields: RecordFields)
    throws(DataError) -> RecordFields
  {
    var fields = fields
    let counting = counting(source)
    var count = 0
    try source.scan { _, value throws(DataError) in
      fields.take(value)
      count += 1
      try counting(count)
      return true
    }
    return fields
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
        output = Output(document: String(decoding: bytes, as: UTF8.self))
      } else {
        try environment.write(word.text, replacing, content)
      }
    }
    return output
  }

  /// Runs what writes a file, and puts into words what goes wrong with it.
  ///
  /// - Throws: the file exists and is not to be replaced, it can't be written, or what it is made
  ///   of can't be read. No file is made then, and an older one stays as it was.
  package func writing(
    _ file: String, at range: Range<Int>? = nil, _ body: () throws -> Void
  ) throws(CommandError) {
    do {
      try body()
    } catch FileReplacement.Failure.exists {
      throw CommandError(
        .impossible("'\(file)' already exists", hint: "--force replaces it"), at: range)
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
