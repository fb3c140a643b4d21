import TableModel

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
