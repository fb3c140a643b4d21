import TableModel

/// Reads what a group says about itself: its scalars and small records, without its lists.
///
/// Titles and footers are found this way. A group can be gigabytes long, and the screen must not
/// wait: of its fields the first 256 KiB are read, and of the rest no longer text, unless the file is
/// small enough to have been read. The list of its children counts for nothing where the index knows
/// the last of them.
struct RecordOutline {
  private let text: RecordText
  private let list: KnownList?
  private let readsLists: Bool
  private var rest: Int

  private static let budget = 1 << 18
  /// Texts up to this length are read in any case, in bytes.
  private static let longestText = 1 << 12
  /// How deep records are read.
  private static let depth = 4

  /// - Parameters:
  ///   - list: one that is not read to find its end.
  ///   - readsLists: true when a title is taken from inside a list.
  init(_ text: RecordText, list: KnownList?, readsLists: Bool) {
    self.text = text
    rest = text.file.isSnapshot ? text.file.count : Self.budget
    self.list = list
    self.readsLists = readsLists
  }

  /// The value at an offset with empty lists.
  mutating func value(at offset: Int, depth: Int = depth) throws(DataError) -> Value {
    let bytes = text.file.bytes
    switch bytes[offset] {
    case UInt8(ascii: "{") where depth > 0: return try record(at: offset, depth)
    case UInt8(ascii: "{"): return .record(Record())
    case UInt8(ascii: "[") where !readsLists: return .array([])
    case UInt8(ascii: "["):
      guard end(ofContainerAt: offset) != nil else { return .array([]) }
      return try text.value(at: offset)
    default: return try text.value(at: offset)
    }
  }

  private mutating func record(at offset: Int, _ depth: Int) throws(DataError) -> Value {
    var (keys, values): ([String], [Value]) = ([], [])
    var cursor = text.cursor(at: offset + 1)
    cursor.skipBlanks()
    while rest >= 0, let start = cursor.keyedValue(), start < cursor.end {
      let key = cursor.offset
      cursor.offset = start
      let isContainer = text.kind(ofValueAt: start).isContainer
      if !isContainer { cursor.skipValue(by: NativeClassifier.self) }
      if cursor.offset - key <= max(Self.longestText, rest) {
        keys.append(text.key(at: key) ?? "")
        values.append(try value(at: start, depth: depth - 1))
      }
      if isContainer {
        if start == list?.container, let end = endOfKnownList() {
          cursor.offset = end
        } else {
          guard let end = end(ofContainerAt: start) else { break }
          rest -= end - start
          cursor.offset = end
        }
      } else {
        rest -= cursor.offset - key
      }
      cursor.skipBlanks()
      guard cursor.byte == UInt8(ascii: ",") else { break }
      cursor.offset += 1
      cursor.skipBlanks()
    }
    return .record(Record(written: keys[...], values: values[...]))
  }

  /// The end of the list that the index knows, if nothing follows the element that it has last.
  private func endOfKnownList() -> Int? {
    guard let list else { return nil }
    var cursor = text.cursor(at: text.valueStart(at: list.last))
    if text.kind(ofValueAt: cursor.offset).isContainer {
      guard let end = end(ofContainerAt: cursor.offset) else { return nil }
      cursor.offset = end
    } else {
      cursor.skipValue(by: NativeClassifier.self)
    }
    cursor.skipBlanks()
    let isEnd = cursor.byte == UInt8(ascii: "]") || cursor.byte == UInt8(ascii: "}")
    return isEnd ? cursor.offset + 1 : nil
  }

  private func end(ofContainerAt offset: Int) -> Int? {
    let limit = min(text.file.count, offset + max(0, rest))
    return RecordSkip.end(
      ofContainerAt: offset, of: text.file.bytes, limit: limit, by: NativeClassifier.self)
  }
}
