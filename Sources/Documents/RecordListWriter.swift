package import TableModel

/// Writes a list of values one by one in some format, so that a list of any length needs no more
/// memory than a value and the text that nobody has taken yet.
package protocol RecordListWriter {
  /// The text that was written, as UTF-8; who takes it empties it.
  var output: [UInt8] { get set }

  /// What the format could not hold of what was written.
  var losses: WritingLosses { get }

  /// - Throws: `DataError.shape` for what the format can't hold.
  /// - Complexity: O(size of the text).
  mutating func add(_ value: Value) throws(DataError)

  /// Writes what closes the list.
  mutating func finish() throws(DataError)
}

/// Writes a value a line, in JSON.
package struct JSONLinesWriter: RecordListWriter {
  private var writer = JSONWriter(layout: .compact)

  package init() {}

  package var output: [UInt8] {
    get { writer.output }
    _modify { yield &writer.output }
  }

  package var losses: WritingLosses { writer.losses }

  package mutating func add(_ value: Value) {
    writer.write(value, depth: 0)
    writer.put("\n")
  }

  package mutating func finish() {}
}

/// Writes a document that is one array.
package struct ArrayWriter<Document: DocumentWriter>: RecordListWriter {
  private var document: Document

  package init(_ document: Document) throws(DataError) {
    self.document = document
    try self.document.beginArray()
  }

  package var output: [UInt8] {
    get { document.output }
    _modify { yield &document.output }
  }

  package var losses: WritingLosses { document.losses }

  package mutating func add(_ value: Value) throws(DataError) { try document.add(value) }

  package mutating func finish() throws(DataError) {
    document.end()
    document.finish()
  }
}
