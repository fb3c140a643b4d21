import Files
import TableModel

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
