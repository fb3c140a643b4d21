import TableModel

/// The parts of a column that are asked for every row, taken out of it once: copying a column costs
/// more than looking at a row.
///
/// Each list is empty where the column has no such values.
struct ColumnParts: Sendable {
  let codes: [UInt32]
  /// One of these two holds the numbers.
  let integers: [Int64]
  let doubles: [Double]
  let textRows: [UInt64]
  let numberRows: [UInt64]
  let exceptionRows: [UInt64]

  init(_ column: FieldColumn) {
    textRows = column.texts?.rows.words ?? []
    codes = column.texts?.codes ?? []
    numberRows = column.numbers?.rows.words ?? []
    exceptionRows = column.numbers.map { $0.exceptions.isEmpty ? [] : $0.exceptionRows.words } ?? []
    switch column.numbers?.storage {
    case .integers(let values): (integers, doubles) = (values, [])
    case .doubles(let values): (integers, doubles) = ([], values)
    case nil: (integers, doubles) = ([], [])
    }
  }

  @inline(__always)
  func isText(_ row: Int) -> Bool { contains(textRows, row) }

  @inline(__always)
  func isNumber(_ row: Int) -> Bool { contains(numberRows, row) }

  /// True for a number with more digits than its double keeps.
  @inline(__always)
  func isException(_ row: Int) -> Bool { contains(exceptionRows, row) }

  @inline(__always)
  private func contains(_ words: [UInt64], _ row: Int) -> Bool {
    !words.isEmpty && words[row >> 6] >> UInt64(row & 63) & 1 == 1
  }
}

/// A column made ready to be looked at row by row.
///
/// A class, so that handing it on copies nothing.
final class ColumnValues: Sendable {
  let column: FieldColumn
  let pool: TextPool
  let parts: ColumnParts

  init(_ column: FieldColumn) {
    self.column = column
    parts = ColumnParts(column)
    pool = column.texts?.pool ?? TextPool()
  }

  @inline(__always)
  func isText(_ row: Int) -> Bool { parts.isText(row) }

  @inline(__always)
  func isNumber(_ row: Int) -> Bool { parts.isNumber(row) }

  /// True where the numbers are kept as doubles.
  var hasDoubles: Bool { !parts.doubles.isEmpty }

  /// The rows with a number of more digits than its double keeps, as bits; empty without any.
  var exceptionRows: [UInt64] { parts.exceptionRows }

  @inline(__always)
  func isException(_ row: Int) -> Bool { parts.isException(row) }

  /// True when each row has a number.
  var areAllNumbers: Bool { column.numbers?.rows.population == column.count }

  @inline(__always)
  func withIntegers(_ body: (UnsafeBufferPointer<Int64>) -> Void) {
    parts.integers.withUnsafeBufferPointer(body)
  }

  @inline(__always)
  func withDoubles(_ body: (UnsafeBufferPointer<Double>) -> Void) {
    parts.doubles.withUnsafeBufferPointer(body)
  }

  /// The number of a row as the double nearest to it.
  @inline(__always)
  func nearestDouble(_ row: Int) -> Double {
    parts.doubles.isEmpty ? Double(parts.integers[row]) : parts.doubles[row]
  }

  /// The place in the pool of the text of a row.
  @inline(__always)
  func code(_ row: Int) -> UInt32 { parts.codes[row] }

  /// The kind of a row's value; nil where the record lacks the field.
  func kind(_ row: Int) -> ValueKind? {
    if column.absent.contains(row) { return column.nulls?.contains(row) ?? false ? .null : nil }
    if isText(row) { return .text }
    if isNumber(row) { return .number }
    if let truths = column.truths, truths.rows.contains(row) { return .bool }
    if let lists = column.lists, lists.rows.contains(row) { return .array }
    return column.value(at: row).kind
  }
}

// MARK: - Numbers

extension ColumnValues {
  /// The number of a row as a double, if it has at most 15 digits, which a double identifies.
  @inline(__always)
  func exactDouble(_ row: Int) -> Double? {
    if parts.doubles.isEmpty {
      let value = parts.integers[row]
      return value.magnitude < 1_000_000_000_000_000 ? Double(value) : nil
    }
    let value = parts.doubles[row]
    return parts.isException(row) || value.magnitude >= 1e15 ? nil : value
  }

  /// The number of a row, however large.
  func number(_ row: Int) -> NumberText {
    column.numbers?.number(at: row) ?? NumberText(0)
  }

  /// The order of two rows' numbers by their exact values.
  @inline(__always)
  func compareNumbers(_ a: Int, _ b: Int) -> Int {
    if parts.doubles.isEmpty {
      let (a, b) = (parts.integers[a], parts.integers[b])
      return a < b ? -1 : a > b ? 1 : 0
    }
    if parts.doubles[a] < parts.doubles[b] { return -1 }
    if parts.doubles[a] > parts.doubles[b] { return 1 }
    guard parts.isException(a) || parts.isException(b) else { return 0 }
    return number(a).compare(number(b)) ?? 0
  }
}

// MARK: - Texts

extension ColumnValues {
  /// The order of two rows' texts as strings have it: negative, zero or positive.
  @inline(__always)
  func compareTexts(_ a: Int, _ b: Int) -> Int {
    let (codeA, codeB) = (code(a), code(b))
    if codeA == codeB { return 0 }
    if pool.isASCII(codeA), pool.isASCII(codeB) {
      return pool.withBytes(codeA) { a in
        pool.withBytes(codeB) { b in
          let order = compareBytes(a, b)
          return order == 0 ? a.count - b.count : order
        }
      }
    }
    let (textA, textB) = (pool.text(codeA), pool.text(codeB))
    return textA < textB ? -1 : textA > textB ? 1 : 0
  }

  private func compareBytes(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Int {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] {
      return Int(a[index]) - Int(b[index])
    }
    return 0
  }

  /// How many characters a text has.
  func length(_ code: UInt32) -> Int {
    // In ASCII only a carriage return and a line feed make one character of two bytes.
    if pool.isASCII(code), pool.withBytes(code, { !$0.contains(0x0D) }) {
      return pool.withBytes(code) { $0.count }
    }
    return pool.text(code).count
  }
}
