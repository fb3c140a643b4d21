/// A window of records: chosen fields of consecutive items, as text with its kind.
///
/// Shape: `count` records x `fields.count` fields, row-major, in one byte arena.
package struct RecordBatch: Sendable {
  package let fields: [FieldPath]
  package private(set) var count = 0
  private var cells: [FieldCell] = []
  private var arena: [UInt8] = []

  private struct FieldCell: Sendable {
    var kind: ValueKind?
    var start: Int
    var end: Int
  }

  package init(fields: [FieldPath]) {
    self.fields = fields
  }

  /// Adds a record; its fields are projected from the value.
  package mutating func append(_ value: Value) {
    for field in fields {
      let found = value[path: field]
      appendField(kind: found?.kind, utf8: (found?.plainText ?? "").utf8)
    }
    finishRecord()
  }

  /// Adds the next field of the record being built.
  ///
  /// - Parameter kind: the value's kind; nil when the record has no such field.
  package mutating func appendField(kind: ValueKind?, utf8: some Sequence<UInt8>) {
    let start = arena.count
    arena.append(contentsOf: utf8)
    cells.append(FieldCell(kind: kind, start: start, end: arena.count))
  }

  /// Ends the record whose fields were added.
  package mutating func finishRecord() {
    count += 1
    assert(cells.count == count * fields.count, "a record has as many cells as there are fields")
  }

  /// The kind of a field, nil when the record lacks it.
  package func kind(_ record: Int, _ field: Int) -> ValueKind? {
    cells[record * fields.count + field].kind
  }

  /// The text of a field as it would be displayed, before anything is made safe for a terminal.
  package func text(_ record: Int, _ field: Int) -> String {
    let cell = cells[record * fields.count + field]
    return String(decoding: arena[cell.start..<cell.end], as: UTF8.self)
  }
}
