import Foundation
import TableModel
import Testing

@testable import Documents
@testable import Files

/// A file that exists while a test runs.
func withFile<Result>(
  _ bytes: [UInt8], name: String = "test.json", _ body: (String) throws -> Result
) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("shelf-indexed-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appendingPathComponent(name)
  try write(bytes, to: file.path)
  return try body(file.path)
}

/// Writes a file without waiting for the disk, as Foundation would: some tests write thousands.
private func write(_ bytes: [UInt8], to path: String) throws {
  let file = fopen(path, "w")
  defer { if let file { fclose(file) } }
  try #require(file.map { fwrite(bytes, 1, bytes.count, $0) } == bytes.count)
}

extension IndexedDocument {
  enum TestedNotation { case json, xml }

  /// A document of a file in a notation, as it is opened when it is large.
  init(
    path: String, name: String, isSequence: Bool? = nil, as notation: TestedNotation = .json,
    settings: Settings = Settings(), headSizes: ClosedRange<Int> = DocumentHead.sizes
  ) throws(DataError) {
    let file = try MappedFile(path: path)
    let text: any TextNotation = notation == .xml ? MarkupText(file: file) : RecordText(file: file)
    try self.init(
      text, name: name, isSequence: notation == .xml ? false : isSequence, settings: settings,
      headSizes: headSizes)
  }
}

extension IndexedDocument.Settings {
  /// Pieces so small that every border case is met in a short text.
  static func tiny(head: Int = 64, chunk: Int = 192, workers: Int = 2) -> Self {
    Self(headScan: head, chunkSize: chunk, workers: workers, verifies: false)
  }
}

/// A table of a text that stays in its file, its index complete.
func indexedTable(
  _ path: String, shape: Shape? = nil, isSequence: Bool? = nil,
  settings: IndexedDocument.Settings = .tiny()
) throws(DataError) -> ShapedTable {
  let document = try IndexedDocument(
    path: path, name: "test", isSequence: isSequence, settings: settings)
  var shaped = try document.table(shape: shape)
  if let settled = try shaped.source.settled(checkpoint: {}) { shaped.source = settled }
  return shaped
}

/// Documents whose titles stand behind longer lists than are read to find them.
enum LateTitles {
  static let documents = [
    sections(of: row(of: 60), count: 25), sections(of: item(1), count: 2700),
    "[\(row(of: 2700)),\(row(of: 3))]",
  ]

  private static func item(_ number: Int) -> String {
    "{\"id\":\(number),\"name\":\"\(String(repeating: "x", count: 80))\"}"
  }

  private static func row(of items: Int) -> String {
    "{\"items\":[\((0..<items).map(item).joined(separator: ", "))], \"title\":\"row\"}"
  }

  private static func sections(of row: String, count: Int) -> String {
    let rows = Array(repeating: row, count: count).joined(separator: ",")
    let group = "{\"rows\":[\(rows) ] , \"more\":[1,[2]],\"title\":\"late\",\"footer\":\"end\"}"
    return "{\"sections\":[\(group),\(group)]}"
  }
}

/// Expects that a scan, a window and the check behind the prompt tell the same mistake, in one record
/// of a table that is indexed all the same.
///
/// - Parameters:
///   - document: 323 records or more, one of the 321st to the 323rd with the mistake.
///   - location: where it is, as `FILE:LINE:COLUMN`.
func expectMistake(of document: IndexedDocument, at location: String) throws {
  let table = try document.table(shape: nil).source
  let scanError = errorOf { () throws(DataError) in try table.scan { _, _ in true } }
  #expect(scanError?.location == location)
  let settled = try #require(try table.settled(checkpoint: {}))
  let windowError = errorOf { () throws(DataError) in
    try settled.records(320..<323, inSection: 0, fields: [FieldPath(key: "id")])
  }
  #expect(windowError == scanError)
  #expect(try settled.records(0..<5, inSection: 0, fields: [.itself]).count == 5)
  var error: DataError?
  for _ in 0..<2000 where error == nil {
    error = table.activity?.error
    Pause.millisecond()
  }
  #expect(error == scanError)
  #expect(table.activity?.isVerified == false)
}

/// Says in which way two tables differ; nil when they show and hold the same.
func difference(
  _ a: any TableSource, _ b: any TableSource, fields: [FieldPath]
) throws -> String? {
  guard a.counts() == b.counts() else { return "counts \(a.counts()) != \(b.counts())" }
  let all = 0..<a.counts().sections.known
  let (sections, others) = (try a.sections(all), try b.sections(all))
  guard sections == others else { return "sections \(sections) != \(others)" }
  let (records, otherRecords) = (try a.recordCount(), try b.recordCount())
  guard records == otherRecords else { return "\(records) records != \(otherRecords)" }
  for (s, section) in sections.enumerated() {
    guard try a.rowsGoByKey(inSection: s) == b.rowsGoByKey(inSection: s) else {
      return "only one says that the rows of \(s) go by key"
    }
    let range = 0..<section.rows.known
    let (rows, otherRows) = (try a.rows(range, inSection: s), try b.rows(range, inSection: s))
    guard rows == otherRows else { return "rows of \(s): \(rows) != \(otherRows)" }
    let (whole, otherWhole) = (try a.value(at: Address(s)), try b.value(at: Address(s)))
    guard whole == otherWhole else {
      return "section \(s): \(whole.map(json) ?? "-") != \(otherWhole.map(json) ?? "-")"
    }
    if rows.allSatisfy({ $0.items == nil }) {
      let (all, others) = (
        try a.records(range, inSection: s, fields: fields),
        try b.records(range, inSection: s, fields: fields)
      )
      if let words = difference(all, others) { return "section \(s): \(words)" }
    }
    // Each of these looks for its place anew: of many rows some speak for all, which a scan compares.
    for (r, row) in rows.enumerated() where rows.count < 200 || r % 37 == 0 || r + 5 > rows.count {
      let address = Address(s, r)
      let (value, other) = (try a.value(at: address), try b.value(at: address))
      guard value == other else {
        return "value at \(address): \(value.map(json) ?? "-") != \(other.map(json) ?? "-")"
      }
      let count = row.items?.known ?? 0
      let window = max(0, count - 70)..<count
      let (items, otherItems) =
        row.items == nil
        ? (
          try a.records(r..<r + 1, inSection: s, fields: fields),
          try b.records(r..<r + 1, inSection: s, fields: fields)
        )
        : (
          try a.items(window, inRow: address, fields: fields),
          try b.items(window, inRow: address, fields: fields)
        )
      if let words = difference(items, otherItems) { return "\(address): \(words)" }
    }
  }
  return try scanDifference(a, b)
}

private func difference(_ a: RecordBatch, _ b: RecordBatch) -> String? {
  guard a.count == b.count else { return "\(a.count) records != \(b.count)" }
  for record in 0..<a.count {
    for field in a.fields.indices {
      let (x, y) = (a.text(record, field), b.text(record, field))
      guard x == y, a.kind(record, field) == b.kind(record, field) else {
        return "record \(record) \(a.fields[field]): '\(x)' != '\(y)'"
      }
    }
  }
  return nil
}

private func scanDifference(_ a: any TableSource, _ b: any TableSource) throws -> String? {
  var visited: [(Address, Value)] = []
  try b.scan { address, value in
    visited.append((address, value))
    return true
  }
  var words: String?
  var count = 0
  try a.scan { address, value in
    guard visited.indices.contains(count) else {
      words = "scan goes on at \(address)"
      return false
    }
    if visited[count] != (address, value) {
      words = "scan: \(address) \(json(value)) != \(visited[count].0) \(json(visited[count].1))"
    }
    count += 1
    return words == nil
  }
  return words ?? (count == visited.count ? nil : "scan ends after \(count)")
}
