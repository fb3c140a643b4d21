import Files
import TableModel

/// A text whose groups can be read without their lists.
protocol OutlinedText: TextNotation {
  associatedtype Fields: OutlineFields

  func outlineFields(ofRecordAt offset: Int) -> Fields

  /// The key of a field.
  func name(of field: OutlineField) -> String
}

extension OutlinedText {
  func outline(at start: Int, list: KnownList?, readsLists: Bool) throws(DataError) -> Value {
    var outline = GroupOutline(self, list: list, readsLists: readsLists)
    return try outline.value(at: start)
  }

  func record(at start: Int, without path: ArraySlice<String>, list: KnownList?)
    throws(DataError) -> Value
  {
    var outline = GroupOutline(self, list: list, readsLists: true, budget: file.count)
    return try outline.record(at: start, without: path)
  }
}

/// The fields of a record, one after the other.
protocol OutlineFields {
  /// The field that begins here; goes behind a scalar, but to the beginning of a container.
  mutating func next() -> OutlineField?

  /// Goes on behind a value; false where no other field follows.
  mutating func pass(to end: Int) -> Bool
}

/// A field of a record, where it stands in the text.
struct OutlineField {
  var key: Range<Int>
  /// Where its value begins.
  var start: Int
  var isContainer: Bool
  /// The end of a scalar; nil where it has none, which reading it explains.
  var end: Int?
}

/// Reads what a group says about itself: its scalars and small records, without its lists.
///
/// Titles and footers are found this way. A group can be gigabytes long, and the screen must not
/// wait: of its fields the first 256 KiB are read, and of the rest no longer text, unless the file is
/// small enough to have been read. The list of its children counts for nothing where the index knows
/// the last of them.
struct GroupOutline<Text: OutlinedText> {
  private let text: Text
  private let list: KnownList?
  private let readsLists: Bool
  private var rest: Int

  private static var budget: Int { 1 << 18 }
  /// Texts up to this length are read in any case, in bytes.
  private static var longestText: Int { 1 << 12 }
  /// How deep records are read.
  private static var depth: Int { 4 }

  /// - Parameters:
  ///   - list: one that is not read to find its end.
  ///   - readsLists: true when a title is taken from inside a list.
  ///   - budget: how much text is read; nil for what a screen may wait for.
  init(_ text: Text, list: KnownList?, readsLists: Bool, budget: Int? = nil) {
    self.text = text
    rest = budget ?? (text.file.isSnapshot ? text.file.count : Self.budget)
    self.list = list
    self.readsLists = readsLists
  }

  /// The value at an offset with empty lists.
  mutating func value(at offset: Int) throws(DataError) -> Value {
    try value(at: offset, depth: Self.depth)
  }

  private mutating func value(at offset: Int, depth: Int) throws(DataError) -> Value {
    switch text.kind(ofValueAt: offset) {
    case .record: return depth > 0 ? try record(at: offset, depth) : .record(Record())
    case .list:
      guard readsLists, end(ofContainerAt: offset) != nil else { return .array([]) }
      return try text.value(at: offset)
    case .null, .scalar: return try text.value(at: offset)
    }
  }

  private mutating func record(at offset: Int, _ depth: Int) throws(DataError) -> Value {
    var (keys, values): ([String], [Value]) = ([], [])
    var fields = text.outlineFields(ofRecordAt: offset)
    while rest >= 0, let field = fields.next() {
      let length = (field.end ?? field.start) - field.key.lowerBound
      let isEnded = field.isContainer || field.end != nil
      if !isEnded || length <= max(Self.longestText, rest) {
        keys.append(text.name(of: field))
        values.append(try value(at: field.start, depth: depth - 1))
      }
      guard let end = pass(field, length), fields.pass(to: end) else { break }
    }
    return .record(Record(written: keys[...], values: values[...]))
  }

  /// The whole record at an offset without what stands at a path of keys.
  mutating func record(at offset: Int, without path: ArraySlice<String>)
    throws(DataError) -> Value
  {
    var (keys, values): ([String], [Value]) = ([], [])
    var fields = text.outlineFields(ofRecordAt: offset)
    while let field = fields.next() {
      let name = text.name(of: field)
      let isOnTheWay = name == path.first
      if !isOnTheWay || path.count > 1 {
        keys.append(name)
        values.append(
          isOnTheWay && text.kind(ofValueAt: field.start) == .record
            ? try record(at: field.start, without: path.dropFirst())
            : try text.value(at: field.start))
      }
      guard let end = pass(field, 0), fields.pass(to: end) else { break }
      rest = text.file.count
    }
    return .record(Record(written: keys[...], values: values[...]))
  }

  /// The end of a field's value, whose length is paid for unless the index knew it.
  private mutating func pass(_ field: OutlineField, _ length: Int) -> Int? {
    guard field.isContainer else {
      if field.end != nil { rest -= length }
      return field.end
    }
    if field.start == list?.container, let end = endOfKnownList() { return end }
    guard let end = end(ofContainerAt: field.start) else { return nil }
    rest -= end - field.start
    return end
  }

  /// The end of the list that the index knows, if nothing follows the element that it has last.
  private func endOfKnownList() -> Int? {
    guard let list, let end = end(ofContainerAt: text.valueStart(at: list.last)) else { return nil }
    return text.end(ofContainerAfter: end)
  }

  /// The end of a value that isn't too long.
  private func end(ofContainerAt offset: Int) -> Int? {
    text.skip(valueAt: offset, limit: offset + max(0, rest))
  }
}
