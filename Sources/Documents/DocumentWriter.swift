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

/// Writes JSON, a line for each element and field, indented by two blanks a level.
package struct JSONDocumentWriter: DocumentWriter {
  private struct Container {
    var isArray: Bool
    var isEmpty = true
  }

  private var writer = JSONWriter(layout: .pretty)
  private var open: [Container] = []
  private var key: String?

  package init() {}

  package var output: [UInt8] {
    get { writer.output }
    _modify { yield &writer.output }
  }

  package var losses: WritingLosses {
    get { writer.losses }
    _modify { yield &writer.losses }
  }

  package mutating func beginArray() { begin(Container(isArray: true)) }

  package mutating func beginRecord() { begin(Container(isArray: false)) }

  package mutating func put(key: String) { self.key = key }

  package mutating func add(_ value: Value) {
    goToNext()
    writer.write(value, depth: open.count)
  }

  package mutating func end() {
    guard let container = open.popLast() else { return }
    if !container.isEmpty { writer.breakLine(open.count) }
    writer.put(container.isArray ? "]" : "}")
  }

  package mutating func finish() { writer.put("\n") }

  private mutating func begin(_ container: Container) {
    goToNext()
    writer.put(container.isArray ? "[" : "{")
    open.append(container)
  }

  /// Writes what stands before an element, or before the value of a field.
  private mutating func goToNext() {
    guard let container = open.last else { return }
    if !container.isEmpty { writer.put(",") }
    open[open.count - 1].isEmpty = false
    writer.breakLine(open.count)
    if let key {
      writer.write(.string(key), depth: 0)
      writer.put(": ")
      self.key = nil
    }
  }
}

/// Writes a property list in XML. Fields that hold null are left out.
package struct PropertyListDocumentWriter: DocumentWriter {
  private struct Container {
    var tag: String
    /// Containers without content are written as one element, once that is known.
    var isEmpty = true
  }

  private var writer = XMLPropertyListWriter()
  private var open: [Container] = []
  private var key: String?

  package init() {}

  package var output: [UInt8] {
    get { writer.output }
    _modify { yield &writer.output }
  }

  package var losses: WritingLosses {
    get { writer.losses }
    _modify { yield &writer.losses }
  }

  package mutating func beginArray() throws(DataError) { try begin("array") }

  package mutating func beginRecord() throws(DataError) { try begin("dict") }

  package mutating func put(key: String) { self.key = key }

  package mutating func add(_ value: Value) throws(DataError) {
    if key != nil, value.isNull {
      key = nil
      writer.losses.nulls += 1
      return
    }
    try goToNext()
    try writer.write(value, depth: open.count)
  }

  package mutating func end() {
    guard let container = open.popLast() else { return }
    writer.line(container.isEmpty ? "<\(container.tag)/>" : "</\(container.tag)>", open.count)
  }

  package mutating func finish() { writer.finish() }

  private mutating func begin(_ tag: String) throws(DataError) {
    try goToNext()
    open.append(Container(tag: tag))
  }

  private mutating func goToNext() throws(DataError) {
    guard let container = open.last else { return }
    if container.isEmpty { writer.line("<\(container.tag)>", open.count - 1) }
    open[open.count - 1].isEmpty = false
    if let key { try writer.write(key: key, depth: open.count) }
    key = nil
  }
}
