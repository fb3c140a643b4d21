import Foundation
import FuzzHarness
import TableModel
import ValueFormats

@testable import Documents
@testable import Files

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>?, _ arguments: UnsafeMutableRawPointer?
) -> Int32 {
  FuzzTarget.choose(among: FuzzTarget.readers)
  return 0
}

extension FuzzTarget {
  private static let formats = FileFormats(FileFormats.standard.list + FileFormats.valueFormats)

  /// Each format that is read as text, what packs texts, and texts that stay in their files.
  fileprivate static let readers =
    formats.list.filter { $0.text != nil }.map(reader)
    + [
      FuzzTarget("compressed", of: ["Files"], mostBytes: 1 << 16, unpack),
      indexed, csvIndexed,
    ]

  private static func reader(_ format: FileFormat) -> FuzzTarget {
    let folder =
      switch format.name {
      case "json", "ndjson": "Documents/JSON"
      case "csv", "tsv": "Documents/CSV"
      case "plist": "Documents/PropertyList"
      default: "ValueFormats"
      }
    return FuzzTarget(format.name, of: [folder]) { bytes in
      open(bytes, as: format, among: formats)
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
      var check = Verification(file: file, isSequence: isSequence) { _ in false }
      while try check.advance(by: 1 + Int(first)) {}
      require(check.keyCheck.lost == repeats, "repeated keys")
      return try IndexedDocument(
        RecordText(file: file), name: "input", isSequence: isSequence,
        settings: .init(
          headScan: 1 + Int(first >> 1), chunkSize: 64 + Int(first), workers: 2, verifies: false))
    }
    guard let eager, let table else { return }
    // A dictionary that stays in its file shows a key as often as it stands there, and says so.
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
