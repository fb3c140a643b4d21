import TableModel

/// Reads what a group says about itself: its scalars and small records, without its lists.
///
/// A group can be gigabytes long, and the screen must not wait: what comes after the first 256 KiB
/// of its lists is left out.
struct MarkupOutline {
  private let text: MarkupText
  private let readsLists: Bool
  private var rest = 1 << 18

  /// How deep records are read.
  private static let depth = 4

  /// - Parameter readsLists: true when a title is taken from inside a list.
  init(_ text: MarkupText, readsLists: Bool) {
    self.text = text
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
    var record = Record()
    var cursor = text.cursor(at: text.contentStart(of: offset))
    var opening = text.cursor(at: offset)
    guard opening.tag()?.isEmpty == false else { return .record(record) }
    while cursor.skipBlanks(), let key = cursor.skipKey() {
      let start = cursor.offset
      let name = MarkupCursor.string(in: key, of: cursor.bytes)
      record[name] = try value(at: start, depth: depth - 1)
      if text.kind(ofValueAt: start).isContainer {
        guard let end = end(ofElementAt: start) else { break }
        rest -= end - start
        cursor.offset = end
      } else if !cursor.skipElement() {
        break
      }
    }
    return .record(record)
  }

  /// The end of a container that isn't too long.
  private func end(ofElementAt offset: Int) -> Int? {
    var cursor = text.cursor(at: offset)
    return cursor.skipElement(limit: offset + max(0, rest)) ? cursor.offset : nil
  }
}
