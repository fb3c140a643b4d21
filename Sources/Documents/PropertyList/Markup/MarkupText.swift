import Files
import Foundation
import TableModel

/// The values of a mapped property list in XML, read out of their text one by one.
///
/// What is read is checked by the reader of small files; errors have their places in this file.
struct MarkupText: Sendable {
  let file: MappedFile

  func cursor(at offset: Int) -> MarkupCursor {
    MarkupCursor(file.bytes, offset: offset, end: file.count)
  }

  /// Where the one value of the document, or blanks before it, begins: inside `<plist>`.
  var start: Int {
    let begin = FileText(file: file).start
    var cursor = cursor(at: begin)
    guard cursor.skipBlanks(), cursor.stands("<plist"), let tag = cursor.tag(),
      tag.name == .plist, !tag.isClosing
    else { return begin }
    return tag.end
  }

  /// The end of the element that begins at an offset.
  ///
  /// - Parameter limit: how long it may be, in bytes.
  func end(ofElementAt start: Int, limit: Int = WholeValue.limit) throws(DataError) -> Int {
    var cursor = cursor(at: start)
    let last = start + min(limit, file.count)
    guard !cursor.skipElement(limit: last) else { return cursor.offset }
    if cursor.offset > last { throw WholeValue.tooLarge }
    throw structureError(at: start)
  }

  /// The value whose element is a range.
  func value(in range: Range<Int>) throws(DataError) -> Value {
    let bytes = file.copy(range)
    if let invalid = UTF8Check.firstInvalidByte(ofXML: bytes) {
      throw invalidText(at: range.lowerBound + invalid)
    }
    do {
      return try XMLPropertyListReader.readElement(SourceText(file: file.path, bytes: bytes))
    } catch {
      throw located(error, from: range.lowerBound)
    }
  }

  /// Checks the text of a key.
  func checkKey(_ text: Range<Int>) throws(DataError) {
    let raw = file.buffer[text]
    guard
      raw.contains(where: {
        $0 >= 0x80 || $0 == UInt8(ascii: "&") || UTF8Check.isControl($0)
      })
    else { return }
    let lead = Array("<string>".utf8)
    let element = lead + raw + Array("</string>".utf8)
    if let invalid = UTF8Check.firstInvalidByte(ofXML: element) {
      throw invalidText(at: text.lowerBound + invalid - lead.count)
    }
    do {
      _ = try XMLPropertyListReader.readElement(SourceText(file: file.path, bytes: element))
    } catch {
      throw located(error, from: text.lowerBound - lead.count)
    }
  }

  /// An error about a part of the text that begins at an offset, as one about the file.
  func located(_ error: DataError, from offset: Int) -> DataError {
    let text = FileText(file: file)
    switch error {
    case .malformed(_, let place, let message, _):
      return text.malformed(at: offset + place.byte, message)
    case .tooDeep(_, let place?, let limit):
      let place = text.place(ofByte: offset + place.byte)
      return .tooDeep(file: file.path, at: place, limit: limit)
    default: return error
    }
  }

  func invalidText(at offset: Int) -> DataError {
    FileText(file: file).malformed(at: offset, UTF8Check.words(for: file.bytes[offset]))
  }

  /// The first mistake of the text, for a scan that has met one at or after it.
  ///
  /// - Complexity: O(offset).
  func structureError(at offset: Int, isSequence: Bool = false) -> DataError {
    var verification = MarkupVerification(file: file) { _ in false }
    do {
      while try verification.advance(by: 1 << 24) {}
    } catch {
      return error
    }
    return FileText(file: file).malformed(at: offset, "expected an element that fits")
  }
}

extension MarkupText: TextNotation {
  var emptyList: String { "<array/>" }

  func head(isSequence: Bool?, sizes: ClosedRange<Int>) throws(DataError) -> DocumentHead {
    try MarkupHead.read(file, sizes: sizes)
  }

  func title(of head: DocumentHead, named name: String, isStated: Bool) -> String {
    FileForm.xmlPropertyList.title
  }

  func read(_ text: SourceText, isSequence: Bool) throws(DataError) -> FileContent {
    try FileForm.xmlPropertyList.read(text)
  }

  func scanned(by plan: LevelPlan) -> ShapeTracker {
    var scanner = MarkupScanner(plan: plan, start: start)
    scanner.scan(to: file.count, of: file)
    scanner.finish()
    return scanner.tracker
  }

  func indexer(for index: RecordIndex, _ settings: IndexedDocument.Settings)
    -> any BackgroundIndexer
  {
    let head = MarkupIndexer.head(of: index, to: settings.headScan)
    return MarkupIndexer(index: index, head: head, chunkSize: settings.chunkSize)
  }

  func key(at offset: Int) -> String? {
    var cursor = cursor(at: offset)
    guard cursor.skipBlanks(), let text = cursor.skipKey() else { return nil }
    return MarkupCursor.string(in: text, of: file.bytes)
  }

  func valueStart(at offset: Int) -> Int {
    var cursor = cursor(at: offset)
    guard cursor.skipBlanks() else { return offset }
    _ = cursor.stands("<key") ? cursor.skipKey() : nil
    return cursor.offset
  }

  func kind(ofValueAt offset: Int) -> ShapeTracker.Kind {
    var cursor = cursor(at: offset)
    switch cursor.tag()?.name {
    case .dict: return .record
    case .array: return .list
    default: return .scalar
    }
  }

  func value(at start: Int) throws(DataError) -> Value {
    try value(in: start..<end(ofElementAt: start))
  }

  func contentStart(of container: Int) -> Int {
    var cursor = cursor(at: container)
    guard let tag = cursor.tag(), tag.name.isContainer else { return container }
    return tag.end
  }

  func offset(after count: Int, recordsFrom offset: Int, isSequence: Bool) -> Int? {
    var cursor = cursor(at: offset)
    guard cursor.skipBlanks() else { return nil }
    let isKeyed = cursor.stands("<key")
    for _ in 0..<count {
      if isKeyed, cursor.skipKey() == nil { return nil }
      guard cursor.skipElement(), cursor.skipBlanks(), isAtElement(cursor) else { return nil }
    }
    return cursor.offset
  }

  func nextRecord(after end: Int, isSequence: Bool) -> Int? {
    var cursor = cursor(at: end)
    return cursor.skipBlanks() && isAtElement(cursor) ? cursor.offset : nil
  }

  private func isAtElement(_ cursor: MarkupCursor) -> Bool {
    cursor.byte == UInt8(ascii: "<") && !cursor.stands("</")
  }

  func skip(valueAt offset: Int, limit: Int) -> Int? {
    var cursor = cursor(at: offset)
    return cursor.skipElement(limit: limit) ? cursor.offset : nil
  }

  func end(ofContainerAfter last: Int) -> Int? {
    var cursor = cursor(at: last)
    guard cursor.skipBlanks(), let tag = cursor.tag(), tag.isClosing else { return nil }
    return tag.end
  }

  func records(inContainerAt offset: Int, isSequence: Bool) -> any TextRecords {
    MarkupRecords(self, containerAt: offset)
  }

  func fieldReader(_ fields: [FieldPath]) -> any TextFields { MarkupFields(text: self) }

  func verification(isSequence: Bool, showsAll: @escaping (Int) -> Bool) -> any TextVerification {
    MarkupVerification(file: file, showsAll: showsAll)
  }
}

extension MarkupText: OutlinedText {
  func outlineFields(ofRecordAt offset: Int) -> ElementFields {
    ElementFields(self, recordAt: offset)
  }

  func name(of field: OutlineField) -> String {
    MarkupCursor.string(in: field.key, of: file.bytes)
  }
}

/// The fields of a `<dict>` in the text of a file.
struct ElementFields: OutlineFields {
  private let text: MarkupText
  private var cursor: MarkupCursor
  private let hasFields: Bool

  init(_ text: MarkupText, recordAt offset: Int) {
    self.text = text
    cursor = text.cursor(at: offset)
    hasFields = cursor.tag()?.isEmpty == false
  }

  mutating func next() -> OutlineField? {
    guard hasFields, cursor.skipBlanks(), let key = cursor.skipKey() else { return nil }
    let start = cursor.offset
    let isContainer = text.kind(ofValueAt: start).isContainer
    let end = isContainer || !cursor.skipElement() ? nil : cursor.offset
    return OutlineField(key: key, start: start, isContainer: isContainer, end: end)
  }

  mutating func pass(to end: Int) -> Bool {
    cursor.offset = end
    return true
  }
}

/// Reads the children of a container one after the other.
struct MarkupRecords: TextRecords {
  private let text: MarkupText
  private var cursor: MarkupCursor
  private let name: MarkupCursor.Name
  private var hasEnded: Bool

  /// - Parameter offset: the tag that opens the container.
  init(_ text: MarkupText, containerAt offset: Int) {
    self.text = text
    cursor = text.cursor(at: offset)
    let tag = cursor.tag()
    name = tag?.name ?? .other
    hasEnded = tag?.isEmpty ?? true
  }

  var offset: Int { cursor.offset }

  mutating func next() throws(DataError) -> Value? {
    guard try hasNext() else { return nil }
    _ = try key()
    let start = cursor.offset
    cursor.offset = try text.end(ofElementAt: start)
    return try text.value(in: start..<cursor.offset)
  }

  mutating func nextChild() throws(DataError) -> DocumentChild? {
    guard try hasNext() else { return nil }
    let key = try key().map { MarkupCursor.string(in: $0, of: text.file.bytes) }
    let start = cursor.offset
    cursor.offset = try text.end(ofElementAt: start, limit: .max)
    if cursor.offset - start > TextNode.large, text.kind(ofValueAt: start).isContainer {
      return DocumentChild(key: key, content: .node(TextNode(content: text, start: start)))
    }
    return DocumentChild(key: key, content: .value(try text.value(in: start..<cursor.offset)))
  }

  mutating func begin(at offset: Int) { cursor.offset = offset }

  /// Goes over what stands between two children; false at the end of the container.
  private mutating func hasNext() throws(DataError) -> Bool {
    guard !hasEnded else { return false }
    guard cursor.skipBlanks(), cursor.byte == UInt8(ascii: "<") else { throw broken }
    guard cursor.stands("</") else { return true }
    guard cursor.tag()?.name == name else { throw broken }
    hasEnded = true
    return false
  }

  /// Goes over the key of the next child, checked; nil in a list.
  private mutating func key() throws(DataError) -> Range<Int>? {
    guard name == .dict else { return nil }
    guard let key = cursor.skipKey() else { throw broken }
    try text.checkKey(key)
    return key
  }

  private var broken: DataError { text.structureError(at: cursor.offset) }
}

/// Reads records to take chosen fields out of them.
struct MarkupFields: TextFields {
  let text: MarkupText

  mutating func append(recordAt start: Int, to batch: inout RecordBatch) throws(DataError) -> Int {
    let end = try text.end(ofElementAt: start)
    batch.append(try text.value(in: start..<end))
    return end
  }
}

/// Scans an XML property list into a `RecordIndex`, piece after piece on one thread.
///
/// A thread that began in the middle could not know whether a comment or CDATA lies around it, and
/// one thread is as fast as a disk.
final class MarkupIndexer: BackgroundIndexer {
  private let index: RecordIndex
  private let head: MarkupScanner
  private let chunkSize: Int

  /// - Parameter head: a scan of the beginning, whose tables are published already.
  init(
    index: RecordIndex, head: MarkupScanner, chunkSize: Int = IndexedDocument.Settings.standardChunk
  ) {
    self.index = index
    self.head = head
    self.chunkSize = chunkSize
  }

  /// Scans the head of a file at once, as far as its first records, and publishes what it finds.
  static func head(of index: RecordIndex, to size: Int) -> MarkupScanner {
    let count = index.file.count
    var scanner = MarkupScanner(plan: index.plan, start: index.content.start)
    var end = min(count, size)
    scanner.scan(to: end, of: index.file)
    while !scanner.tracker.isInside, end < count, scanner.tracker.trouble == nil {
      end = min(count, end + 1 << 20)
      scanner.scan(to: end, of: index.file)
    }
    index.publish(scanner.tracker.tables, scanned: scanner.offset)
    return scanner
  }

  func start(then finished: @escaping @Sendable () -> Void) {
    Thread.begin { [self] in
      index.letTheScreenGoFirst()
      run()
      finished()
    }
  }

  /// Scans what lies behind the head.
  func run() {
    var scanner = head
    while scanner.offset < index.file.count, scanner.tracker.trouble == nil {
      guard !index.isCancelled else { return index.finish(.cancelled) }
      scanner = scanner.continued()
      let begin = scanner.offset
      scanner.scan(to: min(index.file.count, begin + chunkSize), of: index.file)
      index.file.release(begin..<scanner.offset)
      if scanner.tracker.trouble == .repeatedKey {
        return index.scanWhole(
          MarkupScanner(plan: index.plan, start: index.content.start), by: chunkSize)
      }
      index.publish(scanner.tracker.tables, scanned: scanner.offset)
    }
    scanner.finish()
    index.end(scanner.tracker)
  }
}
