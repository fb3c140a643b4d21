import TableModel

/// Reads what a group says about itself: its scalars and small records, without its lists.
///
/// A group can be gigabytes long, and the screen must not wait: of its fields the first 256 KiB are
/// read, and of the rest no longer text, unless the file is small enough to have been read. The list
/// of its children counts for nothing where the index knows the last of them.
struct MarkupOutline {
  private let text: MarkupText
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
  init(_ text: MarkupText, list: KnownList?, readsLists: Bool) {
    self.text = text
    rest = text.file.isSnapshot ? text.file.count : Self.budget
    self.list = list
    self.readsLists = readsLists
  }

  /// The value at an offset with empty lists.
  mutating func value(at offset: Int, depth: Int = depth) throws(DataError) -> Value {
    switch text.kind(ofValueAt: offset) {
    case .record: return depth > 0 ? try record(at: offset, depth) : .record(Record())
    case .list:
      guard readsLists, end(ofElementAt: offset) != nil else { return .array([]) }
      return try text.value(at: offset)
    case .null, .scalar: return try text.value(at: offset)
    }
  }

  private mutating func record(at offset: Int, _ depth: Int) throws(DataError) -> Value {
    var (keys, values): ([String], [Value]) = ([], [])
    var cursor = text.cursor(at: text.contentStart(of: offset))
    var opening = text.cursor(at: offset)
    guard opening.tag()?.isEmpty == false else { return .record(Record()) }
    while rest >= 0, cursor.skipBlanks(), let key = cursor.skipKey() {
      let start = cursor.offset
      let isContainer = text.kind(ofValueAt: start).isContainer
      // Where a scalar has no end, reading it says why.
      let isEnded = isContainer || cursor.skipElement()
      let length = cursor.offset - key.lowerBound
      if !isEnded || length <= max(Self.longestText, rest) {
        keys.append(MarkupCursor.string(in: key, of: cursor.bytes))
        values.append(try value(at: start, depth: depth - 1))
      }
      if isContainer {
        if start == list?.container, let end = endOfKnownList() {
          cursor.offset = end
        } else {
          guard let end = end(ofElementAt: start) else { break }
          rest -= end - start
          cursor.offset = end
        }
      } else {
        guard isEnded else { break }
        rest -= length
      }
    }
    return .record(Record(written: keys[...], values: values[...]))
  }

  /// The end of the list that the index knows, if nothing follows the element that it has last.
  private func endOfKnownList() -> Int? {
    guard let list, let end = end(ofElementAt: text.valueStart(at: list.last)) else { return nil }
    var cursor = text.cursor(at: end)
    guard cursor.skipBlanks(), let tag = cursor.tag(), tag.isClosing else { return nil }
    return tag.end
  }

  /// The end of a container that isn't too long.
  private func end(ofElementAt offset: Int) -> Int? {
    var cursor = text.cursor(at: offset)
    return cursor.skipElement(limit: offset + max(0, rest)) ? cursor.offset : nil
  }
}
