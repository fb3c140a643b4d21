import Files
import TableModel

/// The values of a mapped document, read out of their text one by one.
///
/// What is read is checked: text that is not JSON gives an error with its place in the file.
struct RecordText: Sendable {
  let file: MappedFile

  private var bytes: UnsafePointer<UInt8> { file.bytes }

  /// A place before a value, its key included, or inside a container.
  func cursor(at offset: Int) -> ByteCursor {
    ByteCursor(bytes, offset: offset, end: file.count)
  }

  /// The key of the child that begins at an offset; nil in an array.
  func key(at offset: Int) -> String? {
    var cursor = cursor(at: offset)
    cursor.skipBlanks()
    guard cursor.keyedValue() != nil else { return nil }
    let end = JSONText.endOfString(from: cursor.offset, to: file.count, of: bytes)
    return JSONText.string(in: cursor.offset..<end, of: bytes)
  }

  /// Where the value of the child that begins at an offset stands, after its key.
  func valueStart(at offset: Int) -> Int {
    var cursor = cursor(at: offset)
    cursor.skipBlanks()
    return cursor.keyedValue() ?? cursor.offset
  }

  /// The value that begins at an offset.
  ///
  /// - Throws: `DataError.malformed` or `.tooDeep` with the place; `.shape` for one that is too
  ///   large to be held in memory at once.
  func value(at start: Int) throws(DataError) -> Value {
    try value(in: start..<end(ofValueAt: start))
  }

  /// The end of the value that begins at an offset, checked.
  ///
  /// - Parameter limit: how long it may be, in bytes.
  func end(ofValueAt start: Int, limit: Int = WholeValue.limit) throws(DataError) -> Int {
    var walker = JSONWalker(bytes, from: start, end: file.count)
    do {
      repeat {
        try walker.walk(to: walker.offset + 1 << 20)
        guard walker.offset - start <= limit else { throw WholeValue.tooLarge }
      } while !walker.hasEnded
      return walker.offset
    } catch let error as JSONWalker.Failure {
      throw located(error)
    } catch let error as DataError {
      throw error
    } catch {
      throw .changedUnderneath(file: file.path)
    }
  }

  func located(_ failure: JSONWalker.Failure) -> DataError {
    file.isDamaged
      ? .changedUnderneath(file: file.path) : FileText(file: file).error(for: failure)
  }

  /// The value whose checked text is a range.
  func value(in range: Range<Int>) throws(DataError) -> Value {
    var reader = JSONReader(SourceText(file: file.path, bytes: file.copy(range)))
    reader.position = 0
    return try reader.readValue()
  }
}

/// JSON, for the tables over an index.
extension RecordText: TextNotation {
  var start: Int { FileText(file: file).start }

  var emptyList: String { "[]" }

  var loneSurrogates: LoneSurrogates? {
    LoneSurrogates(in: UnsafeRawBufferPointer(file.buffer))
  }

  func head(isSequence: Bool?, sizes: ClosedRange<Int>) throws(DataError) -> DocumentHead {
    try DocumentHead.read(
      file, isSequence: isSequence, sizes: sizes, mayBeShort: !file.isSnapshot)
  }

  func title(of head: DocumentHead, named name: String, isStated: Bool) -> String {
    if !head.isSequence { return FileForm.json.title }
    return isStated ? FileForm.ndjson.title : FileForm.title(ofSequenceNamed: name)
  }

  func read(_ text: SourceText, isSequence: Bool) throws(DataError) -> FileContent {
    try (isSequence ? FileForm.ndjson : FileForm.json).read(text)
  }

  /// Values on one line are a mistake in a file that does not say to be a sequence.
  func checkSequence() throws(DataError) {
    let text = SourceText(file: file.path, bytes: file.copy(0..<DocumentHead.sizes.lowerBound))
    guard JSONReader.isFollowedByAnotherLineOfJSON(text) else {
      throw .unreadable(file: file.path, reason: "its values are not on lines of their own")
    }
  }

  func scanned(by plan: LevelPlan) -> ShapeTracker {
    var scanner = ChunkScanner(plan: plan, start: start)
    scanner.scan(to: file.count, of: file)
    scanner.finish(file)
    return scanner.tracker
  }

  func indexer(for index: RecordIndex, _ settings: IndexedDocument.Settings)
    -> any BackgroundIndexer
  {
    if let arriving = file.arriving, file.endsAnywhere {
      return GrowingIndexer(index: index, of: arriving, head: settings.headScan)
    }
    let head =
      index.plan.gathersLooseFields
      ? ChunkScanner(plan: index.plan, start: start)
      : Indexer.head(of: index, to: settings.headScan)
    return Indexer(index: index, head: head, settings)
  }

  func structureError(at offset: Int, isSequence: Bool) -> DataError {
    FileText(file: file).structureError(at: offset, isSequence: isSequence)
  }

  func kind(ofValueAt offset: Int) -> ShapeTracker.Kind {
    switch file.bytes[offset] {
    case UInt8(ascii: "{"): .record
    case UInt8(ascii: "["): .list
    case UInt8(ascii: "n"): .null
    default: .scalar
    }
  }

  func contentStart(of container: Int) -> Int {
    kind(ofValueAt: container).isContainer ? container + 1 : container
  }

  func offset(after count: Int, recordsFrom offset: Int, isSequence: Bool) -> Int? {
    RecordSkip.offset(
      after: count, recordsFrom: offset, of: file.bytes, end: file.count, isSequence: isSequence,
      by: NativeClassifier.self)
  }

  func nextRecord(after end: Int, isSequence: Bool) -> Int? {
    var cursor = cursor(at: end)
    cursor.skipBlanks()
    if isSequence { return cursor.offset }
    return cursor.byte == UInt8(ascii: ",") ? cursor.offset + 1 : nil
  }

  func skip(valueAt offset: Int, limit: Int) -> Int? {
    if kind(ofValueAt: offset).isContainer {
      return RecordSkip.end(
        ofContainerAt: offset, of: file.bytes, limit: min(file.count, limit),
        by: NativeClassifier.self)
    }
    var cursor = cursor(at: offset)
    cursor.skipValue(by: NativeClassifier.self)
    return cursor.offset
  }

  func end(ofContainerAfter last: Int) -> Int? {
    var cursor = cursor(at: last)
    cursor.skipBlanks()
    let isEnd = cursor.byte == UInt8(ascii: "]") || cursor.byte == UInt8(ascii: "}")
    return isEnd ? cursor.offset + 1 : nil
  }

  func records(inContainerAt offset: Int, isSequence: Bool) -> any TextRecords {
    RecordSequence(self, containerAt: offset, isSequence: isSequence)
  }

  func fieldReader(_ fields: [FieldPath]) -> any TextFields { FieldReader(self, fields: fields) }

  func verification(isSequence: Bool, showsAll: @escaping (Int) -> Bool) -> any TextVerification {
    Verification(file: file, isSequence: isSequence, showsAll: showsAll)
  }
}

extension RecordText: OutlinedText {
  func outlineFields(ofRecordAt offset: Int) -> MemberFields {
    MemberFields(self, recordAt: offset)
  }

  func name(of field: OutlineField) -> String { key(at: field.key.lowerBound) ?? "" }
}

/// The fields of a record in the text of a file.
struct MemberFields: OutlineFields {
  private let text: RecordText
  private var cursor: ByteCursor
  /// Whether the text may end in the middle of a field.
  private let isCut: Bool

  init(_ text: RecordText, recordAt offset: Int) {
    self.text = text
    isCut = text.file.endsAnywhere
    cursor = text.cursor(at: offset + 1)
    cursor.skipBlanks()
  }

  mutating func next() -> OutlineField? {
    guard let start = cursor.keyedValue(), start < cursor.end else { return nil }
    let key = cursor.offset..<start
    cursor.offset = start
    let isContainer = text.kind(ofValueAt: start).isContainer
    if !isContainer { cursor.skipValue(by: NativeClassifier.self) }
    // What ends where the text does may go on.
    if isCut, cursor.offset >= cursor.end { return nil }
    return OutlineField(
      key: key, start: start, isContainer: isContainer, end: isContainer ? nil : cursor.offset)
  }

  mutating func pass(to end: Int) -> Bool {
    cursor.offset = end
    cursor.skipBlanks()
    guard cursor.byte == UInt8(ascii: ",") else { return false }
    cursor.offset += 1
    cursor.skipBlanks()
    return true
  }
}

extension Verification: TextVerification {}
extension RecordSequence: TextRecords {}
extension FieldReader: TextFields {}

/// Reads the children of a container one after the other, a window of text at a time.
struct RecordSequence {
  private let text: RecordText
  private let isSequence: Bool
  private var reader: JSONReader
  /// Where the window begins in the file.
  private var base: Int
  private var isFirst = true
  private var ended = false
  /// The kind of the container: true for a record, whose children have keys.
  private let isRecord: Bool

  /// Windows grow from the first to the second size: often only a few records are wanted, and rows
  /// may be many and short.
  private static let sizes = (first: 1 << 10, last: 1 << 18)
  private var size = Self.sizes.first

  /// - Parameters:
  ///   - offset: the bracket that opens the container, or the beginning of a sequence of values.
  ///   - isSequence: true for values that follow one another up to the end of the file.
  init(_ text: RecordText, containerAt offset: Int, isSequence: Bool) {
    self.text = text
    self.isSequence = isSequence
    isRecord = !isSequence && text.file.bytes[offset] == UInt8(ascii: "{")
    base = isSequence ? offset : offset + 1
    reader = Self.reader(text, base, Self.sizes.first)
  }

  /// Where the reading stands in the file.
  var offset: Int { base + reader.position }

  /// The next child; nil after the last one.
  ///
  /// - Throws: `DataError.malformed` with the place in the file.
  mutating func next() throws(DataError) -> Value? {
    guard !ended, try hasNext() else { return nil }
    if isRecord { try skipKey() }
    return try value()
  }

  /// The next child with its key; one that is large by its place.
  mutating func nextChild() throws(DataError) -> DocumentChild? {
    guard !ended, try hasNext() else { return nil }
    let key = isRecord ? try key() : nil
    let start = offset
    if let value = try? reader.readValue(), !reader.isAtEnd {
      return DocumentChild(key: key, content: .value(value))
    }
    let end = try text.end(ofValueAt: start, limit: .max)
    move(to: end)
    if end - start > TextNode.large, text.kind(ofValueAt: start).isContainer {
      return DocumentChild(key: key, content: .node(TextNode(content: text, start: start)))
    }
    return DocumentChild(key: key, content: .value(try text.value(in: start..<end)))
  }

  /// Goes to a child, whose beginning stands at an offset, to read it next.
  mutating func begin(at offset: Int) {
    move(to: offset)
    isFirst = true
  }

  private mutating func value() throws(DataError) -> Value {
    let start = offset
    if let value = try? reader.readValue(), !reader.isAtEnd { return value }
    // The value goes on beyond the window, or is no JSON.
    let end = try text.end(ofValueAt: start)
    let value = try text.value(in: start..<end)
    move(to: end)
    return value
  }

  /// Goes over what stands between two children; false at the end of the container.
  private mutating func hasNext() throws(DataError) -> Bool {
    defer { isFirst = false }
    let byte = nextByte()
    if isSequence {
      ended = byte == nil
      return !ended
    }
    if byte == UInt8(ascii: isRecord ? "}" : "]") {
      ended = true
      return false
    }
    guard !isFirst else { return true }
    guard byte == UInt8(ascii: ",") else { throw broken() }
    reader.position += 1
    guard let next = nextByte(), next != UInt8(ascii: isRecord ? "}" : "]") else { throw broken() }
    return true
  }

  /// Goes over the key of the next child, which is checked as a text is.
  private mutating func key() throws(DataError) -> String {
    let start = offset
    try skipKey()
    let end = try text.end(ofValueAt: start)
    return JSONText.string(in: start..<end, of: text.file.bytes)
  }

  private mutating func skipKey() throws(DataError) {
    let cursor = text.cursor(at: offset)
    guard let value = cursor.keyedValue() else { throw broken() }
    move(to: value)
  }

  /// The next byte that is not blank; nil at the end of the file.
  private mutating func nextByte() -> UInt8? {
    reader.skipBlanks()
    while reader.isAtEnd, offset < text.file.count {
      move(to: offset)
      reader.skipBlanks()
    }
    return reader.byte
  }

  private mutating func move(to offset: Int) {
    if offset >= base, offset < base + reader.text.bytes.count {
      reader.position = offset - base
    } else {
      base = offset
      size = min(size * 4, Self.sizes.last)
      reader = Self.reader(text, offset, size)
    }
  }

  /// A window of text that is known to be UTF-8.
  private static func reader(_ text: RecordText, _ offset: Int, _ size: Int) -> JSONReader {
    var bytes = text.file.copy(offset..<offset + size)
    if let invalid = UTF8Check.firstInvalidByte(in: bytes) {
      bytes.removeSubrange(max(1, invalid)...)
    }
    var reader = JSONReader(SourceText(file: text.file.path, bytes: bytes))
    reader.position = 0
    return reader
  }

  /// The error of a container in which something else than a child or its end stands here.
  private func broken() -> DataError {
    FileText(file: text.file).structureError(at: offset, isSequence: isSequence)
  }
}
