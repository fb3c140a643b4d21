import TableModel

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

  func read(_ text: SourceText, isSequence: Bool) throws(DataError) -> Value {
    try isSequence ? .array(NDJSONReader.read(text)) : JSONReader.read(text)
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
    let head =
      index.plan.gathersLooseFields
      ? ChunkScanner(plan: index.plan, start: start)
      : Indexer.head(of: index, to: settings.headScan)
    return Indexer(
      index: index, head: head, workers: settings.workers, chunkSize: settings.chunkSize)
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

  func outline(at start: Int, list: KnownList?, readsLists: Bool) throws(DataError) -> Value {
    var outline = GroupOutline(self, list: list, readsLists: readsLists)
    return try outline.value(at: start)
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

  func verification(isSequence: Bool) -> any TextVerification {
    Verification(file: file, isSequence: isSequence)
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

  init(_ text: RecordText, recordAt offset: Int) {
    self.text = text
    cursor = text.cursor(at: offset + 1)
    cursor.skipBlanks()
  }

  mutating func next() -> OutlineField? {
    guard let start = cursor.keyedValue(), start < cursor.end else { return nil }
    let key = cursor.offset..<start
    cursor.offset = start
    let isContainer = text.kind(ofValueAt: start).isContainer
    if !isContainer { cursor.skipValue(by: NativeClassifier.self) }
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
