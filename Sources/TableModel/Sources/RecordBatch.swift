/// A window of records: chosen fields of consecutive items, as text with its kind.
///
/// Shape: `count` records x `fields.count` fields, row-major, in one byte arena.
package struct RecordBatch: Sendable {
  package let fields: [FieldPath]
  package private(set) var count = 0
  private var cells: [FieldCell] = []
  private var arena: [UInt8] = []
  /// The fields that are lists or records: what is said of one in a line is made when it is asked for.
  private var containers: [Value] = []

  private struct FieldCell: Sendable {
    var kind: ValueKind?
    /// Where the text begins in the arena; of a container, its number.
    var start: Int
    /// Where the text ends; negative for a container.
    var end: Int
  }

  package init(fields: [FieldPath]) {
    self.fields = fields
  }

  /// Adds a record; its fields are projected from the value.
  package mutating func append(_ value: Value) {
    for field in fields { append(field: value[path: field]) }
    finishRecord()
  }

  /// Adds the next field of the record being built; nil when the record has no such field.
  package mutating func append(field value: Value?) {
    guard let value else { return appendMissingField() }
    guard value.isContainer else {
      return appendField(kind: value.kind, utf8: value.plainText.utf8)
    }
    cells.append(FieldCell(kind: value.kind, start: containers.count, end: -1))
    containers.append(value)
  }

  /// Adds the next field of the record being built as it is displayed.
  ///
  /// There are two of these and none for any sequence: a generic one is not made for the type that
  /// it is given in another module, and a window asks a hundred times.
  package mutating func appendField(kind: ValueKind, utf8: UnsafeBufferPointer<UInt8>) {
    let start = arena.count
    arena.append(contentsOf: utf8)
    cells.append(FieldCell(kind: kind, start: start, end: arena.count))
  }

  /// The same of a text.
  package mutating func appendField(kind: ValueKind, utf8: String.UTF8View) {
    let start = arena.count
    arena.append(contentsOf: utf8)
    cells.append(FieldCell(kind: kind, start: start, end: arena.count))
  }

  /// Says that the record being built has no such field.
  package mutating func appendMissingField() {
    cells.append(FieldCell(kind: nil, start: arena.count, end: arena.count))
  }

  /// Makes room for some records whose fields have short texts.
  package mutating func reserve(records: Int) {
    cells.reserveCapacity(cells.count + records * fields.count)
    arena.reserveCapacity(arena.count + records * fields.count * Self.shortText)
  }

  /// In bytes.
  private static let shortText = 16

  /// Ends the record whose fields were added.
  package mutating func finishRecord() {
    count += 1
    assert(cells.count == count * fields.count, "a record has as many cells as there are fields")
  }

  /// Adds the records of another batch with the same fields.
  package mutating func appendRecords(of other: RecordBatch) {
    let (shift, number) = (arena.count, containers.count)
    arena.append(contentsOf: other.arena)
    containers += other.containers
    for cell in other.cells {
      cells.append(
        cell.end < 0
          ? FieldCell(kind: cell.kind, start: cell.start + number, end: cell.end)
          : FieldCell(kind: cell.kind, start: cell.start + shift, end: cell.end + shift))
    }
    count += other.count
  }

  /// The kind of a field, nil when the record lacks it.
  package func kind(_ record: Int, _ field: Int) -> ValueKind? {
    cells[record * fields.count + field].kind
  }

  /// The text of a field as it would be displayed, before anything is made safe for a terminal.
  package func text(_ record: Int, _ field: Int) -> String {
    let cell = cells[record * fields.count + field]
    if cell.end < 0 { return containers[cell.start].plainText }
    return String(decoding: arena[cell.start..<cell.end], as: UTF8.self)
  }
}
