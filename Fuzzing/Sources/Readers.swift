import Arranging
import CommandLanguage
import Foundation
import Opening
import TableModel

@testable import Documents
@testable import Files
@testable import PostgresSource

extension FuzzTarget {
  /// Each format that is read as text, the recognition of formats, and what packs or carries texts.
  static let readers =
    FileFormats.all.list.filter { $0.text != nil }.map(reader)
    + [
      FuzzTarget("detect", of: ["Documents"]) { bytes in open(bytes, as: nil) },
      FuzzTarget("compressed", of: ["Files"], mostBytes: 1 << 16, unpack),
      FuzzTarget("postgres", of: ["PostgresSource/Values"], readPostgres),
    ]

  private static func reader(_ format: FileFormat) -> FuzzTarget {
    let folder =
      switch format.name {
      case "json", "ndjson": "Documents/JSON"
      case "csv", "tsv": "Documents/CSV"
      case "plist": "Documents/PropertyList"
      default: "ValueFormats"
      }
    return FuzzTarget(format.name, of: [folder]) { bytes in open(bytes, as: format) }
  }

  /// A document of any bytes is an error or a table whose parts agree.
  private static func open(_ bytes: [UInt8], as format: FileFormat?) {
    let document: any TableDocument
    do {
      document = try DocumentOpener.open(
        bytes: bytes, name: "input", format: format, among: .all)
    } catch {
      return require(!error.description.isEmpty, "an error without words")
    }
    if let document = document as? ValueDocument { readAgain(document.value) }
    guard let table = try? document.table(shape: nil) else { return }
    walk(table.source)
    for shape in table.alternatives.prefix(3) {
      if let other = try? document.table(shape: shape) { walk(other.source) }
    }
  }

  /// What is written as JSON is read again as the same.
  private static func readAgain(_ value: Value) {
    let text = JSONWriter.text(of: value)
    let again = try? JSONReader.read(SourceText(file: "again", bytes: Array(text.utf8)))
    guard let again else { return require(false, "written JSON is not read again: \(text)") }
    require(JSONWriter.text(of: again) == text, "read again, it is written otherwise: \(text)")
  }

  /// Counts, sections, windows and a scan of all records say the same.
  static func walk(_ source: any TableSource) {
    let counts = source.counts()
    do {
      let sections = try source.sections(0..<counts.sections.known)
      require(sections.count == counts.sections.known, "sections \(sections.count)")
      let fields = [FieldPath.itself, FieldPath(key: "a"), FieldPath([.key("a"), .index(0)])]
      var records = 0
      for (index, section) in sections.enumerated() {
        let rows = try source.rows(0..<section.rows.known, inSection: index)
        require(rows.count == section.rows.known, "rows \(rows.count) of \(section.rows)")
        for (row, info) in rows.enumerated().prefix(50) {
          let address = Address(index, row)
          guard let items = info.items else {
            let window = try source.records(row..<row + 1, inSection: index, fields: fields)
            require(window.count == 1, "no record at \(address)")
            continue
          }
          let window = try source.items(0..<items.known, inRow: address, fields: fields)
          require(window.count == items.known, "items \(window.count) of \(items) at \(address)")
          _ = try source.value(at: address)
        }
        records += rows.reduce(0) { $0 + ($1.items?.known ?? 1) }
      }
      var scanned = 0
      try source.scan { _, _ throws(DataError) in
        scanned += 1
        return true
      }
      require(scanned == records, "a scan gives \(scanned) of \(records) records")
      _ = try source.schema(depth: 2, distinctCap: 10, checkpoint: { _ in })
    } catch {
      require(!error.description.isEmpty, "an error without words")
    }
  }

  // MARK: Streams

  /// Unpacks in steps of any size; the first byte says how large they are.
  private static func unpack(_ bytes: [UInt8]) {
    guard let first = bytes.first, let kind = Compression.allCases[safe: Int(first) & 3] else {
      return
    }
    let step = 1 + Int(first >> 2) * 37
    let decoder = kind.decoder()
    guard decoder.begin() else { return }
    var rest = bytes.dropFirst()
    var room = [UInt8](repeating: 0, count: 4096)
    var made = 0
    while made < 1 << 22 {
      let given = Array(rest.prefix(step))
      let result = given.withUnsafeBytes { input in
        room.withUnsafeMutableBytes { decoder.step(input, $0) }
      }
      require(result.used <= given.count && result.made <= room.count, "used more than was given")
      made += result.made
      rest = rest.dropFirst(result.used)
      guard result.outcome == .goesOn, result.used + result.made > 0 else { return }
    }
  }

  // MARK: Servers

  /// A value of each type of a server; the first byte says of which.
  private static func readPostgres(_ bytes: [UInt8]) {
    let types: [PostgresType] = [
      .bool, .number, .text, .bytes, .date, .moment, .json, .pairs,
      .array(of: .number, delimiter: UInt8(ascii: ",")),
      .array(of: .array(of: .text, delimiter: UInt8(ascii: ",")), delimiter: UInt8(ascii: ";")),
      .composite([.init(name: "a", type: .text), .init(name: "b", type: .json)]),
      .array(
        of: .composite([.init(name: "a", type: .pairs)]), delimiter: UInt8(ascii: ",")),
    ]
    guard let first = bytes.first else { return }
    let value = bytes.dropFirst().withUnsafeBufferPointer { text in
      types[Int(first) % types.count].value(text)
    }
    readAgain(value)
  }
}

extension Collection {
  fileprivate subscript(safe index: Index) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}

// MARK: - Texts that stay in their files

extension FuzzTarget {
  /// A table over JSON that stays in its file, which the structural scanner has indexed, beside the
  /// table of the value that the reader makes of the same text.
  static let indexed = FuzzTarget("indexed", of: ["Documents/Index", "Documents/JSON"]) { bytes in
    guard let first = bytes.first else { return }
    let (isSequence, text) = (first & 1 == 1, Array(bytes.dropFirst()))
    let whole = SourceText(file: "input", bytes: text)
    var repeats: RepeatedKeys?
    guard
      let value = isSequence
        ? (try? NDJSONReader.read(whole, &repeats)).map(Value.array)
        : try? JSONReader.read(whole, &repeats)
    else { return }
    let eager = try? ValueDocument(name: "input", value: value).table(shape: nil)
    let table = indexedTable(text, size: 1 + Int(first >> 1)) { file throws(DataError) in
      try IndexedDocument(
        RecordText(file: file), name: "input", isSequence: isSequence,
        settings: .init(
          headScan: 1 + Int(first >> 1), chunkSize: 64 + Int(first), workers: 2, verifies: false))
    }
    guard let eager, let table else { return }
    // A dictionary of single values lists a key as often as it stands in the text.
    if repeats == nil { compare(table, eager) } else { walk(table.source) }
  }

  /// Separated values that stay in their file beside those that are read at once.
  static let csvIndexed = FuzzTarget("csv-indexed", of: ["Documents/Index", "Documents/CSV"]) {
    bytes in
    guard let first = bytes.first else { return }
    let text = Array(bytes.dropFirst())
    let stated = StatedDialect()
    guard let content = try? CSVReader.read(SourceText(file: "input", bytes: text), stated),
      let eager = try? ValueDocument(name: "input", value: content.value)
        .table(shape: Shape(rows: .itself))
    else { return }
    let table = indexedTable(text, size: 1 + Int(first), shape: Shape(rows: .itself)) {
      file throws(DataError) in
      try IndexedDocument(
        CSVText(file, stated), name: "input", isSequence: true,
        settings: .init(
          headScan: 1 + Int(first), chunkSize: 64 + Int(first), workers: 2, verifies: false))
    }
    guard let table else { return }
    compare(table, eager)
  }

  /// A table of a text that stays in its file, its index complete; nil where it can't be shown.
  private static func indexedTable(
    _ text: [UInt8], size: Int, shape: Shape? = nil,
    _ open: (MappedFile) throws(DataError) -> IndexedDocument
  ) -> ShapedTable? {
    let path = "\(NSTemporaryDirectory())/shelf-fuzz-\(getpid()).json"
    _ = FileManager.default.createFile(atPath: path, contents: Data(text))
    defer { unlink(path) }
    do throws(DataError) {
      var shaped = try open(MappedFile(path: path)).table(shape: shape)
      if let settled = try shaped.source.settled(checkpoint: {}) { shaped.source = settled }
      return shaped
    } catch {
      return nil
    }
  }

  private static func compare(_ table: ShapedTable, _ eager: ShapedTable) {
    guard table.shape == eager.shape else { return }
    require(
      table.source.counts() == eager.source.counts(),
      "\(table.source.counts()) != \(eager.source.counts())")
    var expected: [(Address, Value)] = []
    try? eager.source.scan { address, value throws(DataError) in
      expected.append((address, value))
      return true
    }
    var count = 0
    let scan: Void? = try? table.source.scan { address, value throws(DataError) in
      require(
        count < expected.count && expected[count] == (address, value),
        "record \(count) at \(address): \(JSONWriter.text(of: value))")
      count += 1
      return true
    }
    require(scan == nil || count == expected.count, "\(count) of \(expected.count) records")
    walk(table.source)
  }
}
