/// Finds places where a scan may take up in the middle of a text: between two records.
///
/// It is a guess, made from how the records at the head of the text look; text inside a text can
/// look the same. Whoever scans from such a place has to compare with the end of the scan before.
struct ChunkGuess: Sendable {
  /// The last byte of a record and the first of the next one.
  private let last: UInt8
  private let first: UInt8
  /// The key that a record begins with, quotes included.
  private let key: [UInt8]
  private let isSequence: Bool
  /// What a scan looks like among the records.
  private let model: ChunkScanner

  /// How far from a border a place is looked for.
  private static let reach = 1 << 18

  /// - Parameter model: a scan that is among records.
  /// - Returns: nil when it isn't, or the records give no hint.
  init?(model: ChunkScanner, of bytes: UnsafePointer<UInt8>, count: Int) {
    let plan = model.tracker.plan
    guard plan.mayBeginInside, model.tracker.isInside,
      let start = model.tracker.tables.anchors.first
    else { return nil }
    self.model = model
    isSequence = plan.isSequence && plan.depth == 1
    var cursor = ByteCursor(bytes, offset: start, end: count)
    cursor.skipBlanks()
    if let quoted = cursor.keyedValue() { cursor.offset = quoted }
    guard cursor.offset < count else { return nil }
    first = bytes[cursor.offset]
    switch first {
    case UInt8(ascii: "{"): last = UInt8(ascii: "}")
    case UInt8(ascii: "["): last = UInt8(ascii: "]")
    case UInt8(ascii: "\""): last = first
    default: return nil
    }
    key = first == UInt8(ascii: "{") ? Self.firstKey(of: bytes, at: cursor.offset, count) : []
  }

  private static func firstKey(of bytes: UnsafePointer<UInt8>, at offset: Int, _ count: Int)
    -> [UInt8]
  {
    var cursor = ByteCursor(bytes, offset: offset + 1, end: count)
    cursor.skipBlanks()
    guard cursor.byte == UInt8(ascii: "\"") else { return [] }
    let end = JSONText.endOfString(from: cursor.offset, to: count, of: bytes)
    return Array(UnsafeBufferPointer(start: bytes + cursor.offset, count: end - cursor.offset))
  }

  /// A scan that takes up between two records after a border; nil when no place is found.
  func scanner(after border: Int, of bytes: UnsafePointer<UInt8>, count: Int) -> ChunkScanner? {
    let separator = isSequence ? UInt8(ascii: "\n") : UInt8(ascii: ",")
    var offset = border
    let limit = min(count, border + Self.reach)
    while offset < limit {
      if bytes[offset] == separator, isBetweenRecords(offset, bytes, count) {
        return ChunkScanner(guessing: model, at: isSequence ? offset + 1 : offset)
      }
      offset += 1
    }
    return nil
  }

  private func isBetweenRecords(_ offset: Int, _ bytes: UnsafePointer<UInt8>, _ count: Int)
    -> Bool
  {
    var before = offset - 1
    while before > 0, ASCII.isBlank(bytes[before]) { before -= 1 }
    guard before >= 0, bytes[before] == last else { return false }
    var cursor = ByteCursor(bytes, offset: offset + 1, end: count)
    cursor.skipBlanks()
    if first != UInt8(ascii: "\""), let value = cursor.keyedValue() { cursor.offset = value }
    guard cursor.byte == first else { return false }
    guard !key.isEmpty else { return true }
    cursor.offset += 1
    cursor.skipBlanks()
    return cursor.stands(key)
  }
}
