import TableModel

/// How the values of a mapped text are written.
enum Notation: Sendable, Hashable {
  /// JSON, and sequences of it.
  case json
  /// The XML form of property lists.
  case propertyList
}

/// A list of which the index knows where it ends or nearly so.
struct KnownList {
  /// The offset of its first byte.
  var container: Int
  /// Where its last child begins, as far as is known.
  var last: Int
}

/// What an index of a mapped text asks of its notation.
///
/// Offsets of children may stand before the key or the blanks in front of a value; offsets of
/// values and containers are those of their first byte.
protocol TextNotation: Sendable {
  var file: MappedFile { get }

  /// Where the one value of the document, or blanks before it, begins; the first value of a sequence.
  var start: Int { get }

  /// The key of the child that begins at an offset; nil in a list.
  func key(at offset: Int) -> String?

  /// Where the value of the child that begins at an offset stands, after its key.
  func valueStart(at offset: Int) -> Int

  /// What the value at an offset is, told from its first bytes.
  func kind(ofValueAt offset: Int) -> ShapeTracker.Kind

  /// The value at an offset, checked.
  func value(at start: Int) throws(DataError) -> Value

  /// The value at an offset without its lists: what a group says about itself.
  ///
  /// - Parameters:
  ///   - list: the list of the group's children, which is not read to find its end.
  ///   - readsLists: true when a title is taken from inside a list.
  func outline(at start: Int, list: KnownList?, readsLists: Bool) throws(DataError) -> Value

  /// Where the first child of a container can begin; the offset itself for what is none.
  func contentStart(of container: Int) -> Int

  /// Where a record begins that stands some records behind another; nil when there is none.
  func offset(after count: Int, recordsFrom offset: Int, isSequence: Bool) -> Int?

  /// Where the record begins that follows one which ends at an offset; nil when there is none.
  func nextRecord(after end: Int, isSequence: Bool) -> Int?

  /// The end of the list whose last child begins at an offset; nil where something follows.
  ///
  /// - Complexity: O(bytes of the child).
  func end(ofListAfter last: Int) -> Int?

  /// Reads the children of a container one after the other.
  func records(inContainerAt offset: Int, isSequence: Bool) -> any TextRecords

  /// Reads chosen fields of records.
  func fieldReader(_ fields: [FieldPath]) -> any TextFields

  /// Checks the whole text in steps.
  func verification(isSequence: Bool) -> any TextVerification
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
}

extension Indexer: BackgroundIndexer {}
extension Verification: TextVerification {}
extension RecordSequence: TextRecords {}
extension FieldReader: TextFields {}

extension RecordIndex {
  /// The text, asked in its notation.
  var content: any TextNotation {
    switch notation {
    case .json: RecordText(file: file)
    case .propertyList: MarkupText(file: file)
    }
  }
}
