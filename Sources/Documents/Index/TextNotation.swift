import Files
import TableModel

/// Values that are too large to be read at once.
enum WholeValue {
  /// In bytes.
  static let limit = 1 << 28

  static var tooLarge: DataError {
    .shape(
      message: "a single value here is larger than 256 MiB: too large to be shown whole",
      hint: "its parts can be shown: state a shape with --rows or --items")
  }
}

/// A list of which the index knows where it ends or nearly so.
struct KnownList {
  /// The offset of its first byte.
  var container: Int
  /// Where its last child begins, as far as is known.
  var last: Int
}

/// A mapped text in a notation: all that the index, and the tables over it, ask of the format.
///
/// A format that stays in its file has one type that conforms; nothing here knows which formats
/// there are. A text is asked once for a value, a window or a scan, never for a byte.
///
/// Offsets of children may stand before the key or the blanks in front of a value; offsets of
/// values and containers are those of their first byte.
protocol TextNotation: Sendable {
  var file: MappedFile { get }

  // MARK: The document

  /// Where the one value of the document, or blanks before it, begins; the first value of a sequence.
  var start: Int { get }

  /// How an empty list is written.
  var emptyList: String { get }

  /// Halves of characters in the text; nil for a notation that has none.
  var loneSurrogates: LoneSurrogates? { get }

  /// Reads the beginning of the document as a value of its own.
  ///
  /// - Parameter isSequence: true for a sequence of values, nil to find out.
  /// - Throws: `DataError.malformed` when the head is not such a text.
  func head(isSequence: Bool?, sizes: ClosedRange<Int>) throws(DataError) -> DocumentHead

  /// What people call the form that the document is in.
  ///
  /// - Parameter isStated: whether somebody said if it is a sequence.
  func title(of head: DocumentHead, named name: String, isStated: Bool) -> String

  /// Reads a whole document in this notation.
  func read(_ text: SourceText, isSequence: Bool) throws(DataError) -> FileContent

  /// Refuses a sequence that the reader of values would take for a mistake in one value.
  func checkSequence() throws(DataError)

  // MARK: The index

  /// A shape as a scan follows it; nil for one that only values of the whole document serve.
  func plan(for shape: Shape, isSequence: Bool) -> LevelPlan?

  /// What a scan of the whole text has found.
  ///
  /// - Complexity: O(bytes); several gigabytes a second.
  func scanned(by plan: LevelPlan) -> ShapeTracker

  /// Scans the head of the text into an index.
  ///
  /// - Returns: what scans the rest behind the prompt.
  func indexer(for index: RecordIndex, _ settings: IndexedDocument.Settings)
    -> any BackgroundIndexer

  /// The first mistake of the text, for a scan that has met one at or after an offset.
  ///
  /// - Complexity: O(offset).
  func structureError(at offset: Int, isSequence: Bool) -> DataError

  /// Checks the whole text in steps.
  ///
  /// - Parameter showsAll: whether every value of the record at an offset is shown, even when a key
  ///   appears in it twice.
  func verification(isSequence: Bool, showsAll: @escaping (Int) -> Bool) -> any TextVerification

  // MARK: Values

  /// The key of the child that begins at an offset; nil in a list.
  func key(at offset: Int) -> String?

  /// Where the value of the child that begins at an offset stands, after its key.
  func valueStart(at offset: Int) -> Int

  /// What the value at an offset is, by its first bytes.
  func kind(ofValueAt offset: Int) -> ShapeTracker.Kind

  /// The value at an offset, checked.
  func value(at start: Int) throws(DataError) -> Value

  /// The value at an offset without its lists: what a group says about itself.
  ///
  /// - Parameters:
  ///   - list: the list of the group's children, which is not read to find its end.
  ///   - readsLists: true when a title is taken from inside a list.
  func outline(at start: Int, list: KnownList?, readsLists: Bool) throws(DataError) -> Value

  /// The whole record at an offset without what stands at a path of keys.
  ///
  /// - Parameter list: what stands there, which is not read to find its end.
  func record(at start: Int, without path: ArraySlice<String>, list: KnownList?)
    throws(DataError) -> Value

  /// Where the first child of a container can begin; the offset itself for what is none.
  func contentStart(of container: Int) -> Int

  /// Where a record begins that stands some records behind another; nil when there is none.
  func offset(after count: Int, recordsFrom offset: Int, isSequence: Bool) -> Int?

  /// Where the record begins that follows one which ends at an offset; nil when there is none.
  func nextRecord(after end: Int, isSequence: Bool) -> Int?

  /// The end of a value, found without checking what is inside.
  ///
  /// - Parameter limit: a container that goes on beyond this offset is not followed.
  /// - Complexity: O(bytes of the value).
  func skip(valueAt offset: Int, limit: Int) -> Int?

  /// The end of the container whose last child ends at an offset; nil where another child follows.
  func end(ofContainerAfter last: Int) -> Int?

  /// Reads the children of a container one after the other.
  func records(inContainerAt offset: Int, isSequence: Bool) -> any TextRecords

  /// Reads chosen fields of records.
  func fieldReader(_ fields: [FieldPath]) -> any TextFields

  // MARK: All records

  /// Fields of all records of a table over this text; nil where only a scan of values serves.
  func readColumns(
    of table: IndexedTable, _ paths: [[String]], by rule: FieldRule, limit: Int, workers: Int?,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading?

  /// The fields of all records of a table over this text; nil where only a scan of values serves.
  func readSchema(
    of table: IndexedTable, depth: Int, distinctCap: Int, limit: Int, workers: Int?,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> Schema?
}

extension TextNotation {
  var loneSurrogates: LoneSurrogates? { nil }

  func plan(for shape: Shape, isSequence: Bool) -> LevelPlan? {
    LevelPlan(shape, isSequence: isSequence)
  }

  func checkSequence() throws(DataError) {}

  func readColumns(
    of table: IndexedTable, _ paths: [[String]], by rule: FieldRule, limit: Int, workers: Int?,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? { nil }

  func readSchema(
    of table: IndexedTable, depth: Int, distinctCap: Int, limit: Int, workers: Int?,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> Schema? { nil }
}

/// The children of a container, read one after the other.
protocol TextRecords {
  /// Where the reading stands in the file.
  var offset: Int { get }

  /// The next child; nil after the last one.
  ///
  /// - Throws: `DataError.malformed` with the place in the file.
  mutating func next() throws(DataError) -> Value?

  /// The next child with its key; one that is large by its place.
  mutating func nextChild() throws(DataError) -> DocumentChild?

  /// Goes to a child, whose beginning stands at an offset, to read it next.
  mutating func begin(at offset: Int)
}

/// Chosen fields of records, added to batches.
protocol TextFields {
  /// Adds the fields of the record that begins at an offset to a batch.
  ///
  /// - Returns: the offset after the record.
  mutating func append(recordAt start: Int, to batch: inout RecordBatch) throws(DataError) -> Int
}

/// A check of a whole text for grammar and UTF-8, in steps.
protocol TextVerification {
  /// How many bytes were found to be right.
  var offset: Int { get }

  /// How the keys are written that were met; of no use for property lists.
  var keySpelling: KeySpelling { get }

  /// What was found in the text and is worth a word, once all of it was checked.
  var remarks: [String] { get }

  /// Checks some more.
  ///
  /// - Parameter step: about how many bytes.
  /// - Returns: false at the end of the file.
  mutating func advance(by step: Int) throws(DataError) -> Bool
}

/// A scan that fills an index behind the prompt.
protocol BackgroundIndexer: Sendable {
  /// - Parameter finished: called when nothing more will be found.
  func start(then finished: @escaping @Sendable () -> Void)
}

extension TextVerification {
  var keySpelling: KeySpelling { .escaped }
  var remarks: [String] { [] }
}

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
