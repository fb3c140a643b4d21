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
    guard !hasEnded else { return nil }
    guard cursor.skipBlanks(), cursor.byte == UInt8(ascii: "<") else { throw broken }
    if cursor.stands("</") {
      guard cursor.tag()?.name == name else { throw broken }
      hasEnded = true
      return nil
    }
    if name == .dict {
      guard let key = cursor.skipKey() else { throw broken }
      try text.checkKey(key)
    }
    let start = cursor.offset
    cursor.offset = try text.end(ofElementAt: start)
    return try text.value(in: start..<cursor.offset)
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
