import PredicateLanguage
import TableModel
import Workspaces

/// Values of a field that go on from what was typed, as many as are found in the time that
/// completion may take.
///
/// A column that a filter or a sort has read answers at once; otherwise records are read from the
/// first one on, and never any that still have to be indexed.
final class ValueFinder {
  private static let limit = 500
  /// Longer texts are nothing to choose from, in bytes.
  private static let longestText = 400
  private static let window = 256

  /// True when there may be more values than were found.
  private(set) var isTruncated = false
  private let level: Level
  private let end: ContinuousClock.Instant
  private var prefix: [UInt8] = []
  private var found: Set<String> = []

  /// - Parameter patience: how long the search may take.
  init(_ level: Level, within patience: Duration) {
    self.level = level
    end = .now + patience
  }

  /// The texts of a field, in order.
  ///
  /// - Parameter prefix: how they begin, in any case.
  func values(of path: [String], startingWith prefix: String) -> [Value] {
    self.prefix = Array(prefix.lowercased().utf8)
    found = []
    if let column = level.columns.kept(path) {
      search(column)
    } else {
      // A read that fails is reported by the command, not while somebody is still typing it.
      try? searchRecords(FieldPath(path.map { .key($0) }))
      if level.shaped.source.activity?.indexing != nil { isTruncated = true }
    }
    return found.sorted().map { .string($0) }
  }

  private func search(_ column: FieldColumn) {
    for pool in [column.texts?.pool, column.lists?.pool].compactMap(\.self) {
      for code in 0..<pool.count {
        if code & 0x3F == 0, isOver() { return }
        pool.withBytes(UInt32(code)) { take($0) }
      }
    }
  }

  private func searchRecords(_ path: FieldPath) throws(DataError) {
    let source = level.shaped.source
    for section in 0..<source.counts().sections.known {
      guard let info = try source.sections(section..<section + 1).first else { return }
      var start = 0
      while start < info.rows.known {
        if isOver() { return }
        let range = start..<min(start + Self.window, info.rows.known)
        start = range.upperBound
        take(try source.records(range, inSection: section, fields: [path]))
        for (row, strip) in zip(range, try source.rows(range, inSection: section)) {
          try searchItems(path, Address(section, row), strip.items?.known ?? 0)
          if isTruncated { return }
        }
      }
    }
  }

  private func searchItems(_ path: FieldPath, _ row: Address, _ count: Int) throws(DataError) {
    var start = 0
    while start < count, !isOver() {
      let range = start..<min(start + Self.window, count)
      start = range.upperBound
      take(try level.shaped.source.items(range, inRow: row, fields: [path]))
    }
  }

  private func take(_ batch: RecordBatch) {
    for index in 0..<batch.count where batch.kind(index, 0) == .text {
      var text = batch.text(index, 0)
      text.withUTF8 { take($0) }
    }
  }

  private func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= prefix.count, bytes.count <= Self.longestText, begins(bytes) else {
      return
    }
    found.insert(String(decoding: bytes, as: UTF8.self))
  }

  /// Without regard to the case of ASCII letters; other letters are compared as texts.
  private func begins(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isASCII = true
    for (byte, wanted) in zip(bytes, prefix) {
      if byte >= 0x80 || wanted >= 0x80 { isASCII = false }
      let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      if lower != wanted, isASCII { return false }
    }
    return isASCII
      || String(decoding: bytes, as: UTF8.self).lowercased().utf8.starts(with: prefix)
  }

  /// Whether to stop: the time is up, or there are enough candidates.
  private func isOver() -> Bool {
    if !isTruncated { isTruncated = found.count >= Self.limit || ContinuousClock.now > end }
    return isTruncated
  }
}
