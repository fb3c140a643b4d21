package import TableModel

extension JSONWriter: TextCollector {}

/// Writes JSON, a line for each element and field, indented by two blanks a level.
package struct JSONDocumentWriter: DocumentWriter, CollectingWriter {
  package var collector = JSONWriter(layout: .pretty)
  private var open = OpenContainers()

  package init() {}

  package mutating func beginArray() { begin(isRecord: false) }

  package mutating func beginRecord() { begin(isRecord: true) }

  package mutating func put(key: String) { open.key = key }

  package mutating func add(_ value: Value) {
    goToNext()
    collector.write(value, depth: open.depth)
  }

  package mutating func end() {
    guard let container = open.end() else { return }
    if !container.isEmpty { collector.breakLine(open.depth) }
    collector.put(container.isRecord ? "}" : "]")
  }

  package mutating func finish() { collector.put("\n") }

  private mutating func begin(isRecord: Bool) {
    goToNext()
    collector.put(isRecord ? "{" : "[")
    open.begin(isRecord: isRecord)
  }

  /// Writes what stands before an element, or before the value of a field.
  private mutating func goToNext() {
    guard let container = open.goToChild() else { return }
    if !container.isEmpty { collector.put(",") }
    collector.breakLine(open.depth)
    guard let key = open.takeKey() else { return }
    collector.write(.string(key), depth: 0)
    collector.put(": ")
  }
}

/// Writes a value on each line, in JSON.
package struct JSONLinesWriter: RecordListWriter, CollectingWriter {
  package var collector = JSONWriter(layout: .compact)

  package init() {}

  package mutating func add(_ value: Value) {
    collector.write(value, depth: 0)
    collector.put("\n")
  }

  package mutating func finish() {}
}
