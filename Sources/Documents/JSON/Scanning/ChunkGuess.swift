import Files

/// Finds places where a scan may take up in the middle of a text: between two records.
///
/// It is a guess, made from how the records at the head of the text look; text inside a text can
/// look the same. A scan from such a place has to be compared with the end of the scan before.
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
  private let reach: Int

  /// - Parameters:
  ///   - model: a scan that is among records.
  ///   - reach: how far from a border a place is looked for.
  /// - Returns: nil when it isn't, or the records give no hint.
  init?(model: ChunkScanner, of bytes: UnsafePointer<UInt8>, count: Int, reach: Int) {
    let plan = model.tracker.plan
    guard plan.mayBeginInside, model.tracker.isInside,
      let start = model.tracker.tables.anchors.first
    else { return nil }
    (self.model, self.reach) = (model, reach)
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
    key =
      first == UInt8(ascii: "{")
      ? Self.firstKey(of: bytes, at: cursor.offset, min(count, cursor.offset + reach)) : []
  }

  private static func firstKey(of bytes: UnsafePointer<UInt8>, at offset: Int, _ end: Int)
    -> [UInt8]
  {
    var cursor = ByteCursor(bytes, offset: offset + 1, end: end)
    cursor.skipBlanks()
    guard cursor.byte == UInt8(ascii: "\"") else { return [] }
    let end = JSONText.endOfString(from: cursor.offset, to: cursor.end, of: bytes)
    return Array(UnsafeBufferPointer(start: bytes + cursor.offset, count: end - cursor.offset))
  }

  /// A scan that takes up between two records after a border; nil when no place is found.
  ///
  /// - Complexity: O(reach), whatever stands there: blanks between records, for one, may go on for
  ///   longer than that.
  func scanner(after border: Int, of bytes: UnsafePointer<UInt8>, count: Int) -> ChunkScanner? {
    let separator = isSequence ? UInt8(ascii: "\n") : UInt8(ascii: ",")
    var cursor = ByteCursor(bytes, offset: border, end: min(count, border + reach))
    var followsRecord = followsRecord(border, bytes)
    while let byte = cursor.byte {
      let place = cursor.offset
      cursor.offset += 1
      if byte == separator, followsRecord {
        cursor.skipBlanks()
        if beginsRecord(cursor) {
          return ChunkScanner(guessing: model, at: isSequence ? place + 1 : place)
        }
        // Another separator of these blanks would lead to the same place.
        followsRecord = false
      } else if !ASCII.isBlank(byte) {
        followsRecord = byte == last
      }
    }
    return nil
  }

  /// True when the byte before a border is the last one of a record, or blanks behind it are.
  private func followsRecord(_ border: Int, _ bytes: UnsafePointer<UInt8>) -> Bool {
    let limit = max(0, border - reach)
    var before = border - 1
    while before > limit, ASCII.isBlank(bytes[before]) { before -= 1 }
    return before >= 0 && bytes[before] == last
  }

  /// True where what begins looks as a record does.
  private func beginsRecord(_ start: ByteCursor) -> Bool {
    var cursor = start
    if first != UInt8(ascii: "\""), let value = cursor.keyedValue() { cursor.offset = value }
    guard cursor.byte == first else { return false }
    guard !key.isEmpty else { return true }
    cursor.offset += 1
    cursor.skipBlanks()
    return cursor.stands(key)
  }
}
