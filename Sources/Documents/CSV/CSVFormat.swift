import Files
import Foundation
package import TableModel

extension FileFormat {
  /// Values with commas, or something else, between them, a record on each line.
  package static let csv = FileFormat(
    name: "csv", title: "CSV", one: "CSV", endings: ["csv"],
    reading: .text(.separated(StatedDialect(), guesses: true)), writing: .separated(by: ","))

  /// The same with tabs.
  package static let tsv = FileFormat(
    name: "tsv", title: "TSV", one: "TSV", endings: ["tsv", "tab"],
    reading: .text(.separated(.tabs, guesses: false)), writing: .separated(by: "\t"))
}

extension StatedDialect {
  fileprivate static let tabs: StatedDialect = {
    var tabs = StatedDialect()
    tabs.delimiter = UInt8(ascii: "\t")
    return tabs
  }()

  /// What is stated here, and else what another one says.
  fileprivate func filled(from other: StatedDialect) -> StatedDialect {
    var filled = self
    filled.delimiter = delimiter ?? other.delimiter
    return filled
  }
}

extension TextReading {
  /// - Parameters:
  ///   - stated: what is known of the dialect.
  ///   - guesses: whether a text may be taken for one of this format that nobody says to be one.
  fileprivate static func separated(_ stated: StatedDialect, guesses: Bool) -> TextReading {
    TextReading(
      mayBeEmpty: true, stating: { separated($0.filled(from: stated), guesses: guesses) },
      guess: { guesses ? CSVSample.likelihood(of: $0) : nil }, forms: { _ in [.separated(stated)] })
  }
}

extension FileForm {
  fileprivate static func separated(_ stated: StatedDialect) -> FileForm {
    FileForm(
      "CSV",
      stays: StayingInFile(
        isSequence: { _ in true },
        text: { file throws(DataError) in try CSVText(file, stated) }),
      read: { text throws(DataError) in try CSVReader.read(text, stated) })
  }
}

extension CSVSample {
  /// Several lines that have the same number of cells are nothing else, unless a bracket comes first.
  fileprivate static func likelihood(of head: TextHead) -> Likelihood? {
    guard head.format == nil, !"{[(<".utf8.contains(head.first) else { return nil }
    return head.text.bytes.withUnsafeBufferPointer { bytes in
      CSVSample(bytes, from: head.text.start, StatedDialect()).isTable ? .certain : nil
    }
  }
}

extension FormatWriting {
  fileprivate static func separated(by delimiter: Unicode.Scalar) -> FormatWriting {
    separated(CSVManner(delimiter: UInt8(ascii: delimiter)))
  }

  fileprivate static func separated(_ manner: CSVManner) -> FormatWriting {
    FormatWriting(needsColumns: true, hasEscapes: false) { records in
      CSVWriter(
        keys: records.columns, manner, isSafe: records.isSafe, reportsLosses: records.isWhole)
    }
  }
}

extension TableDocument {
  /// How the document is saved in a format: separated values keep their delimiter, their line breaks
  /// and their header, or that they have none.
  package func writing(as format: FileFormat) -> FormatWriting? {
    guard var manner, format == .csv || format == .tsv else { return format.writing }
    let tab = UInt8(ascii: "\t")
    if format == .tsv {
      manner.delimiter = tab
    } else if manner.delimiter == tab {
      manner.delimiter = CSVManner().delimiter
    }
    return .separated(manner)
  }

  /// The keys of the columns that the first line of separated values names; empty for all else.
  package var headerKeys: [String] { manner?.names ?? [] }

  private var manner: CSVManner? {
    switch self {
    case let document as IndexedDocument: (document.content as? CSVText)?.layout.manner
    case let document as ValueDocument: document.manner
    case let document as StreamedDocument: document.document.manner
    case let document as HeldDocument: document.origin.manner
    default: nil
    }
  }
}

/// Reads all records of a text of separated values at once: for small ones.
struct CSVReader {
  private let layout: CSVLayout
  private var findings: CSVFindings

  /// - Returns: the records, and what is worth a word about them.
  /// - Complexity: O(bytes).
  static func read(_ text: SourceText, _ stated: StatedDialect) throws(DataError) -> FileContent {
    let result = text.bytes.withUnsafeBufferPointer { bytes -> Result<FileContent, DataError> in
      do throws(CSVFailure) {
        let layout = try CSVLayout(bytes, from: text.start, stated)
        var reader = CSVReader(layout: layout, findings: CSVFindings())
        let records = try reader.records(bytes)
        let remarks = layout.remarks + reader.findings.words(layout) { text.place(ofByte: $0).line }
        return .success(
          FileContent(
            value: .array(records), title: layout.title, remarks: remarks, manner: layout.manner))
      } catch {
        return .failure(error.error(in: bytes) { text.malformed(at: $0, $1) })
      }
    }
    return try result.get()
  }

  private mutating func records(_ bytes: UnsafeBufferPointer<UInt8>) throws(CSVFailure) -> [Value] {
    guard let base = bytes.baseAddress else { return [] }
    var cursor = CSVCursor(base, from: layout.start, to: bytes.count, layout.dialect)
    var cells: [CSVCell] = []
    var records: [Value] = []
    while !cursor.isAtEnd {
      let start = cursor.offset
      try cursor.readRecord(&cells)
      findings.add(cells, at: start, cursor, columns: layout.names.count)
      records.append(layout.record(of: cells, in: cursor))
      cursor.goToNextRecord()
    }
    return records
  }
}

/// What is unusual about the records of a text, though no mistake: how many there are of each kind,
/// and where the first one stands.
struct CSVFindings: Sendable {
  struct Kind: Sendable {
    var count = 0
    var first = 0

    mutating func add(_ count: Int = 1, at offset: Int) {
      if self.count == 0 { first = offset }
      self.count += count
    }
  }

  /// Records of fewer cells than the first one, and of more.
  var short = Kind()
  var long = Kind()
  /// Cells with text behind the quote that closes.
  var trailing = Kind()

  mutating func add(_ cells: [CSVCell], at start: Int, _ cursor: CSVCursor, columns: Int) {
    add(count: cells.count, at: start, columns: columns)
    for cell in cells where cell.form == .odd && cursor.hasTrailingText(cell) {
      trailing.add(at: cell.text.lowerBound)
    }
  }

  @inline(__always)
  mutating func add(count: Int, at start: Int, columns: Int) {
    if count == columns { return }
    if count < columns { short.add(at: start) } else { long.add(at: start) }
  }

  /// In words, for people.
  ///
  /// - Parameter line: the line of an offset.
  func words(_ layout: CSVLayout, line: (Int) -> Int) -> [String] {
    let columns = layout.names.count
    let usual = "\(columns) \(columns == 1 ? "cell" : "cells")"
    func sentence(_ kind: Kind, _ one: String, _ many: String, _ what: String, _ end: String)
      -> String?
    {
      if kind.count == 0 { return nil }
      let who = kind.count == 1 ? one : "\(kind.count) \(many)"
      let first = kind.count == 1 ? "" : "the first "
      return "\(who) \(what), \(first)on line \(line(kind.first)): \(end)"
    }
    return [
      sentence(
        short, "a record has", "records have", "fewer than \(usual)",
        "the other fields are missing"),
      sentence(
        long, "a record has", "records have", "more than \(usual)",
        "what is beyond is '\(layout.name(ofColumn: columns))' and so on"),
      sentence(
        trailing, "a cell goes", "cells go", "on behind the quote that closes",
        "the text is kept"),
    ].compactMap(\.self)
  }
}

/// Writes records as separated values after RFC 4180, below a header of their keys.
///
/// What is read again is what was written: a text that would be taken for a number, a truth value or
/// nothing stands in quotes. Texts stand there byte for byte, whatever they hold: there are no escapes
/// but quotes.
package struct CSVWriter: RecordListWriter {
  package var output: [UInt8] = []
  package private(set) var losses = WritingLosses()
  private let keys: [String]
  private let manner: CSVManner
  /// Whether texts that a spreadsheet would take for a formula get an apostrophe before them.
  private let isSafe: Bool
  /// Whether it is said what will be read as something else.
  private let reportsLosses: Bool

  /// - Parameters:
  ///   - keys: one for each column; none where the values are no records, each of which then stands
  ///     in a line of its own.
  ///   - manner: how the lines are written.
  ///   - isSafe: true to write texts that begin like a formula as the texts that they are.
  ///   - reportsLosses: true to count the values that will be read as something else.
  init(
    keys: [String], _ manner: CSVManner, isSafe: Bool = false, reportsLosses: Bool = false
  ) {
    self.keys = keys
    self.reportsLosses = reportsLosses
    self.manner = manner
    self.isSafe = isSafe
    if !keys.isEmpty, manner.hasHeader { writeHeader() }
  }

  /// The names as they were written, as far as the columns are the same: a name of its own may have
  /// been given to one without a name, or with that of another one.
  private mutating func writeHeader() {
    let same = zip(keys, manner.names).prefix { $0 == $1 }.count
    let names = manner.header.prefix(same) + keys.dropFirst(same)
    write(Array(names)) { writer, name in writer.write(name: name) }
  }

  /// The same with commas and a header.
  package init(keys: [String], isSafe: Bool = false, reportsLosses: Bool = false) {
    self.init(keys: keys, CSVManner(), isSafe: isSafe, reportsLosses: reportsLosses)
  }

  package mutating func add(_ value: Value) {
    guard !keys.isEmpty else { return write([value]) { writer, value in writer.write(value) } }
    let record = value.record
    write(keys) { writer, key in
      if let value = record?[key] {
        writer.write(value)
      } else if writer.reportsLosses {
        writer.losses.missing += 1
      }
    }
  }

  package mutating func finish() {}

  private mutating func write<Cell>(_ cells: [Cell], _ write: (inout Self, Cell) -> Void) {
    for (column, cell) in cells.enumerated() {
      if column > 0 { output.append(manner.delimiter) }
      write(&self, cell)
    }
    output += Array(manner.lineBreak.utf8)
  }

  /// A name that can't be taken for a number, nor for several cells: both would be found in it by
  /// whatever has to guess how the text is laid out.
  private mutating func write(name: String) {
    let name = safe(name)
    if name.isEmpty, keys.count > 1 { return }
    write(name, inQuotes: needsQuotes(name) || looksTyped(name) || mayPartCells(name))
  }

  /// Scalars as they are, nothing for null, data in base64, containers as JSON.
  private mutating func write(_ value: Value) {
    switch value {
    case .null: break
    case .bool, .number: writeScalar(value)
    case .string(let text): write(text: text)
    case .data(let bytes):
      noteText()
      write(text: Data(bytes).base64EncodedString())
    case .date:
      noteText()
      write(text: value.plainText)
    case .array, .record:
      losses.texts += 1
      let text = JSONWriter.text(of: value)
      write(text, inQuotes: needsQuotes(text))
    }
  }

  private mutating func noteText() {
    if reportsLosses { losses.texts += 1 }
  }

  /// A number is not a formula, whatever its sign.
  private mutating func writeScalar(_ value: Value) {
    if case .number(let number) = value, JSONNumber.text(of: number) == nil {
      noteText()
      return write(text: value.plainText)
    }
    output.append(contentsOf: value.plainText.utf8)
  }

  private mutating func write(text: String) {
    let text = safe(text)
    let isAlone = keys.count == 1 && mayPartCells(text)
    write(text, inQuotes: needsQuotes(text) || looksTyped(text) || isAlone)
  }

  private mutating func write(_ text: String, inQuotes: Bool) {
    guard inQuotes else { return output.append(contentsOf: text.utf8) }
    output.append(CSVDialect.quote)
    for byte in text.utf8 {
      if byte == CSVDialect.quote { output.append(byte) }
      output.append(byte)
    }
    output.append(CSVDialect.quote)
  }

  private func needsQuotes(_ text: String) -> Bool {
    text.utf8.contains {
      $0 == manner.delimiter || $0 == CSVDialect.quote || CSVDialect.isLineBreak($0)
    }
  }

  /// True for a text with what elsewhere stands between cells.
  private func mayPartCells(_ text: String) -> Bool {
    text.utf8.contains(where: CSVDialect.usualDelimiters.contains)
  }

  /// True for a text that would be read as something else.
  private func looksTyped(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let base = bytes.baseAddress, !bytes.isEmpty else { return true }
      let cursor = CSVCursor(
        base, from: 0, to: bytes.count, CSVDialect(delimiter: manner.delimiter))
      return cursor.kind(of: CSVCell(text: 0..<bytes.count, form: .plain)) != .text
    }
  }

  /// What spreadsheets take for the beginning of a formula, or leave out before one.
  private static let formulaStarts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  private func safe(_ text: String) -> String {
    guard isSafe, let first = text.unicodeScalars.first, Self.formulaStarts.contains(first) else {
      return text
    }
    return "'" + text
  }
}
