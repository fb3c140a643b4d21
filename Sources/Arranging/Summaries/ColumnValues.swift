import TableModel

/// A column made ready to be looked at row by row.
///
/// A class: copying a column for every row would cost more than looking at it.
final class ColumnValues {
  let column: FieldColumn
  private let textRows: [UInt64]
  let codes: [UInt32]
  let pool: TextPool
  private let numberRows: [UInt64]
  private let integers: [Int64]
  private let doubles: [Double]
  private let exceptionRows: [UInt64]

  init(_ column: FieldColumn) {
    self.column = column
    textRows = column.texts?.rows.words ?? []
    codes = column.texts?.codes ?? []
    pool = column.texts?.pool ?? TextPool()
    numberRows = column.numbers?.rows.words ?? []
    exceptionRows = column.numbers?.exceptionRows.words ?? []
    switch column.numbers?.storage {
    case .integers(let values): (integers, doubles) = (values, [])
    case .doubles(let values): (integers, doubles) = ([], values)
    case nil: (integers, doubles) = ([], [])
    }
  }

  @inline(__always)
  private func contains(_ words: [UInt64], _ row: Int) -> Bool {
    !words.isEmpty && words[row >> 6] >> UInt64(row & 63) & 1 == 1
  }

  @inline(__always)
  func isText(_ row: Int) -> Bool { contains(textRows, row) }

  @inline(__always)
  func isNumber(_ row: Int) -> Bool { contains(numberRows, row) }

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
  /// The number of a row as a double that says all about it; nil where none does.
  @inline(__always)
  func exactDouble(_ row: Int) -> Double? {
    if doubles.isEmpty {
      let value = integers[row]
      return value.magnitude < 1_000_000_000_000_000 ? Double(value) : nil
    }
    return contains(exceptionRows, row) || doubles[row].magnitude >= 1e15 ? nil : doubles[row]
  }

  /// The number of a row, however large.
  func number(_ row: Int) -> NumberText {
    column.numbers?.number(at: row) ?? NumberText(0)
  }

  /// The order of two rows' numbers by their exact values.
  @inline(__always)
  func compareNumbers(_ a: Int, _ b: Int) -> Int {
    if doubles.isEmpty { return integers[a] < integers[b] ? -1 : integers[a] > integers[b] ? 1 : 0 }
    if doubles[a] < doubles[b] { return -1 }
    if doubles[a] > doubles[b] { return 1 }
    guard contains(exceptionRows, a) || contains(exceptionRows, b) else { return 0 }
    return number(a).compare(number(b)) ?? 0
  }
}

// MARK: - Texts

extension ColumnValues {
  /// The order of two rows' texts as strings have it: negative, zero or positive.
  @inline(__always)
  func compareTexts(_ a: Int, _ b: Int) -> Int {
    let (codeA, codeB) = (codes[a], codes[b])
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
