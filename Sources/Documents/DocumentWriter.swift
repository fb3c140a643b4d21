package import TableModel

/// Writes a document from its root on, container by container, so that one of any size needs no
/// more memory than its largest value and the text that nobody has taken yet.
package protocol DocumentWriter {
  /// The text that was written, as UTF-8; who takes it empties it.
  var output: [UInt8] { get set }

  /// What the format could not hold of what was written.
  var losses: WritingLosses { get set }

  mutating func beginArray() throws(DataError)
  mutating func beginRecord() throws(DataError)

  /// The key of what is added or begun next, in a record.
  mutating func put(key: String)

  /// Adds a whole value to the container that is open.
  ///
  /// - Throws: `DataError.shape` for what the format can't hold.
  mutating func add(_ value: Value) throws(DataError)

  /// Ends the container that was begun last.
  mutating func end()

  /// Writes what follows the root.
  mutating func finish()
}

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

/// What collects text, and counts what the text could not hold.
package protocol TextCollector {
  var output: [UInt8] { get set }
  var losses: WritingLosses { get set }
}

/// A writer whose text is collected by a writer of single values.
package protocol CollectingWriter {
  associatedtype Collector: TextCollector
  var collector: Collector { get set }
}

extension CollectingWriter {
  package var output: [UInt8] {
    get { collector.output }
    _modify { yield &collector.output }
  }

  package var losses: WritingLosses {
    get { collector.losses }
    _modify { yield &collector.losses }
  }
}

/// The containers of a document that are open, and the key that waits for its value.
struct OpenContainers {
  struct Container {
    var isRecord: Bool
    var isEmpty = true
  }

  private var open: [Container] = []
  var key: String?

  var depth: Int { open.count }

  mutating func begin(isRecord: Bool) { open.append(Container(isRecord: isRecord)) }

  mutating func end() -> Container? { open.popLast() }

  /// The innermost container as it was before the child that comes next; nil for the root.
  mutating func goToChild() -> Container? {
    guard let container = open.last else { return nil }
    open[open.count - 1].isEmpty = false
    return container
  }

  mutating func takeKey() -> String? {
    defer { key = nil }
    return key
  }
}
