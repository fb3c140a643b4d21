import Files
import Foundation
import TableModel

/// Reads chosen fields of a record straight from its text, without building values.
struct FieldReader {
  /// A field of one key, or the record itself; other paths go through values.
  private enum Plan {
    case itself
    case key([UInt8], rest: FieldPath)
    case path(FieldPath)
  }

  private let text: RecordText
  private let fields: [FieldPath]
  private let plans: [Plan]
  private var spans: [Range<Int>?]
  private var keys: [Range<Int>] = []
  /// The last value of each of the keys.
  private var values: [Range<Int>] = []
  /// The names of the keys that are wanted, one after the other.
  private var names: [UInt8] = []
  private var wanted: [Wanted] = []
  /// Finds the fields, where keys alone lead to all of them.
  private var walker: RecordWalker
  private let walks: Bool

  /// A key that a field begins with.
  private struct Wanted {
    var field: Int
    var start: Int
    var count: Int
  }

  init(_ text: RecordText, fields: [FieldPath]) {
    self.text = text
    self.fields = fields
    plans = fields.map { field in
      guard let first = field.steps.first else { return .itself }
      guard case .key(let name) = first else { return .path(field) }
      return .key(Array(name.utf8), rest: FieldPath(Array(field.steps.dropFirst())))
    }
    spans = Array(repeating: nil, count: fields.count)
    let paths = fields.compactMap(\.keys).filter { !$0.isEmpty }
    walks = paths.count == fields.count && Self.areDistinct(paths)
    walker = RecordWalker(text.file.bytes, end: text.file.count, paths: walks ? paths : [])
    for (index, plan) in plans.enumerated() {
      guard case .key(let name, _) = plan else { continue }
      wanted.append(Wanted(field: index, start: names.count, count: name.count))
      names += name
    }
  }

  /// A few are compared with each other: the type of a set would have to be made at run time.
  private static func areDistinct(_ paths: [[String]]) -> Bool {
    guard paths.count <= 16 else { return Set(paths).count == paths.count }
    return paths.indices.allSatisfy { !paths[..<$0].contains(paths[$0]) }
  }

  /// Adds the fields of the record that begins at an offset to a batch.
  ///
  /// - Returns: the offset after the record.
  /// - Complexity: O(bytes of the record).
  mutating func append(recordAt start: Int, to batch: inout RecordBatch) throws(DataError) -> Int {
    if walks {
      let end = walker.walk(start)
      if end >= 0, end - start <= WholeValue.limit {
        try appendSlots(to: &batch)
        return end
      }
    }
    let bytes = text.file.bytes
    guard bytes[start] == UInt8(ascii: "{") else {
      let end = try text.end(ofValueAt: start)
      try append(whole: start..<end, to: &batch)
      return end
    }
    let end = try collect(from: start)
    guard let end else {
      let end = try text.end(ofValueAt: start)
      batch.append(try text.value(in: start..<end))
      return end
    }
    for index in plans.indices {
      try appendField(index, of: start..<end, to: &batch)
    }
    batch.finishRecord()
    return end
  }

  /// Records that aren't records: scalars and lists.
  private mutating func append(whole range: Range<Int>, to batch: inout RecordBatch)
    throws(DataError)
  {
    for (index, plan) in plans.enumerated() {
      switch plan {
      case .itself: try append(valueIn: range, to: &batch)
      case .key: batch.appendMissingField()
      case .path:
        batch.append(field: try text.value(in: range)[path: fields[index]])
      }
    }
    batch.finishRecord()
  }

  private func appendField(
    _ index: Int, of record: Range<Int>, to batch: inout RecordBatch
  ) throws(DataError) {
    switch plans[index] {
    case .itself: batch.appendField(kind: .record, utf8: try words(of: record).utf8)
    case .key(_, let rest):
      guard let span = spans[index] else {
        return batch.appendMissingField()
      }
      if rest.steps.isEmpty { return try append(valueIn: span, to: &batch) }
      batch.append(field: try text.value(in: span)[path: rest])
    case .path:
      batch.appendMissingField()
    }
  }

  /// What is shown of a record that was collected. Of a large one no more is read than that.
  private func words(of record: Range<Int>) throws(DataError) -> String {
    guard keys.count > Value.fullyShownFields.upperBound else {
      return try text.value(in: record).plainText
    }
    var preview = RecordPreview()
    for (key, value) in zip(keys, values) where preview.isOpen {
      switch text.file.bytes[value.lowerBound] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): continue
      default:
        let name = UnsafeBufferPointer(start: text.file.bytes + key.lowerBound, count: key.count)
        preview.add(String(decoding: name, as: UTF8.self), try text.value(in: value))
      }
    }
    return preview.text(ofFields: keys.count)
  }

  /// Adds a value by its checked text: what needs no decoding is copied as it stands.
  private func append(valueIn range: Range<Int>, to batch: inout RecordBatch) throws(DataError) {
    let bytes = text.file.bytes
    let raw = UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "\""):
      let inner = UnsafeBufferPointer(rebasing: raw[1..<raw.count - 1])
      if inner.contains(UInt8(ascii: "\\")) {
        batch.appendField(kind: .text, utf8: JSONText.string(in: range, of: bytes).utf8)
      } else {
        batch.appendField(kind: .text, utf8: inner)
      }
    case UInt8(ascii: "t"), UInt8(ascii: "f"): batch.appendField(kind: .bool, utf8: raw)
    case UInt8(ascii: "n"): batch.appendField(kind: .null, utf8: raw)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      batch.append(field: try text.value(in: range))
    default: batch.appendField(kind: .number, utf8: raw)
    }
  }
}

extension FieldReader {
  /// Adds what the walker has found.
  private func appendSlots(to batch: inout RecordBatch) throws(DataError) {
    for field in fields.indices {
      switch walker.slots[walker.layout.field(ofPath: field)] {
      case .missing, .outer: batch.appendMissingField()
      case .null: batch.appendField(kind: .null, utf8: "null".utf8)
      case .bool(let value): batch.appendField(kind: .bool, utf8: (value ? "true" : "false").utf8)
      case .text(let range): batch.appendField(kind: .text, utf8: raw(range))
      case .integer(_, let range), .double(_, let range), .number(let range):
        batch.appendField(kind: .number, utf8: raw(range))
      case .texts(let range), .value(let range):
        try append(valueIn: range, to: &batch)
      }
    }
    batch.finishRecord()
  }

  private func raw(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.file.bytes + range.lowerBound, count: range.count)
  }

  /// Finds the fields of a record; the last of equal keys counts.
  ///
  /// - Returns: the offset after the record; nil when it has to be read as a value, because of a
  ///   key with escapes or of many keys.
  private mutating func collect(from start: Int) throws(DataError) -> Int? {
    for index in spans.indices { spans[index] = nil }
    keys.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    let bytes = text.file.bytes
    var cursor = text.cursor(at: start + 1)
    cursor.skipBlanks()
    while cursor.byte == UInt8(ascii: "\"") {
      let close = JSONText.endOfString(from: cursor.offset, to: cursor.end, of: bytes)
      let key = cursor.offset + 1..<close - 1
      cursor.offset = close
      cursor.skipBlanks()
      guard cursor.byte == UInt8(ascii: ":"), let place = note(key, bytes) else { return nil }
      cursor.offset += 1
      cursor.skipBlanks()
      let value = cursor.offset
      cursor.offset = try text.end(ofValueAt: value)
      if place == values.count {
        values.append(value..<cursor.offset)
      } else {
        values[place] = value..<cursor.offset
      }
      keep(value..<cursor.offset, of: key, bytes)
      cursor.skipBlanks()
      if cursor.byte == UInt8(ascii: "}") { return cursor.offset + 1 }
      guard cursor.byte == UInt8(ascii: ",") else { return nil }
      cursor.offset += 1
      cursor.skipBlanks()
    }
    return cursor.byte == UInt8(ascii: "}") && keys.isEmpty ? cursor.offset + 1 : nil
  }

  private static let mostKeys = 32

  /// Counts a key unless it was there before.
  ///
  /// - Returns: its number; nil for one that must be decoded.
  private mutating func note(_ key: Range<Int>, _ bytes: UnsafePointer<UInt8>) -> Int? {
    for index in key {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 { return nil }
    }
    for index in keys.indices where keys[index].count == key.count {
      let known = keys[index].lowerBound
      if memcmp(bytes + known, bytes + key.lowerBound, key.count) == 0 { return index }
    }
    keys.append(key)
    return keys.count <= Self.mostKeys ? keys.count - 1 : nil
  }

  /// Notes the value of a key for the fields that want it.
  @inline(__always)
  private mutating func keep(
    _ value: Range<Int>, of key: Range<Int>, _ bytes: UnsafePointer<UInt8>
  ) {
    for index in wanted.indices where wanted[index].count == key.count {
      let start = wanted[index].start
      var matched = 0
      while matched < key.count, names[start + matched] == bytes[key.lowerBound + matched] {
        matched += 1
      }
      if matched == key.count { spans[wanted[index].field] = value }
    }
  }
}
