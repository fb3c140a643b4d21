import Foundation
import TableModel

/// Gives each different value of a column a number, in the order in which the values come up.
///
/// Values are the same as for `DistinctValue`. What is the same in a cheaper way (a text's place
/// in the pool, a number's bits) is looked up first.
struct ValueNumbers {
  /// The number of a row that lacks the field.
  static let missing = -1
  /// The number of a row whose value came up when there were too many others.
  static let beyond = -2

  /// For each number the row with which it came up.
  private(set) var firsts: [Int] = []
  private let column: FieldColumn
  private let parts: ColumnParts
  private let limit: Int
  private let missingIsNull: Bool

  private var null = Self.unknown
  private var truths = (no: Self.unknown, yes: Self.unknown)
  /// By the bits of numbers that are equal only if these are.
  private var ofBits: [UInt64: Int] = [:]
  /// By the code of a text, where the pool gives the same text the same code.
  private var ofCode: [Int] = []
  private var asciiTexts = TextPool(isLastingly: true)
  private var ofASCII: [Int] = []
  private var ofLarge: [String: Int] = [:]
  private var ofList: [[UInt32]: Int] = [:]
  private var ofOther: [DistinctValue: Int] = [:]

  private static let unknown = -3

  /// - Parameters:
  ///   - limit: how many values get a number.
  ///   - missingIsNull: whether records that lack the field are taken for records with null.
  init(_ column: FieldColumn, limit: Int = .max, missingIsNull: Bool = false) {
    self.column = column
    parts = ColumnParts(column)
    self.limit = limit
    self.missingIsNull = missingIsNull
    if let pool = column.texts?.pool, pool.isInterning {
      ofCode = Array(repeating: Self.unknown, count: pool.count)
    }
  }

  /// The number of a row's value, `missing` or `beyond`.
  ///
  /// - Complexity: O(1) for what came up before, on average.
  mutating func number(of row: Int) -> Int {
    if parts.isText(row) { return number(parts.codes[row], row) }
    if parts.isNumber(row) { return number(numberAt: row) }
    return number(rareAt: row)
  }

  private mutating func number(rareAt row: Int) -> Int {
    if column.absent.contains(row) {
      let isNull = missingIsNull || column.nulls?.contains(row) ?? false
      return isNull ? once(\.null, row) : Self.missing
    }
    if let truths = column.truths, truths.rows.contains(row) {
      return truths.values.contains(row) ? once(\.truths.yes, row) : once(\.truths.no, row)
    }
    if let lists = column.lists, lists.rows.contains(row) { return number(lists, row) }
    return number(column.value(at: row), row)
  }

  /// A number for a value that has come up, if there still are any.
  private mutating func new(_ row: Int) -> Int {
    if firsts.count >= limit { return Self.beyond }
    firsts.append(row)
    return firsts.count - 1
  }

  private mutating func once(_ known: WritableKeyPath<Self, Int>, _ row: Int) -> Int {
    if self[keyPath: known] == Self.unknown { self[keyPath: known] = new(row) }
    return self[keyPath: known]
  }

  private mutating func number(_ value: Value, _ row: Int) -> Int {
    let key = DistinctValue(value)
    if let known = ofOther[key] { return known }
    let number = new(row)
    if number >= 0 { ofOther[key] = number }
    return number
  }
}

// MARK: - Texts

extension ValueNumbers {
  @inline(__always)
  private mutating func number(_ code: UInt32, _ row: Int) -> Int {
    if ofCode.isEmpty { return lookUp(code, row) }
    let known = ofCode[Int(code)]
    if known != Self.unknown { return known }
    let number = lookUp(code, row)
    ofCode[Int(code)] = number
    return number
  }

  private mutating func lookUp(_ code: UInt32, _ row: Int) -> Int {
    guard let pool = column.texts?.pool else { return Self.missing }
    if pool.isASCII(code) { return pool.withBytes(code) { number(ascii: $0, row) } }
    let text = pool.text(code)
    if let known = ofLarge[text] { return known }
    // A few characters are equal to one of ASCII, such as the sign for kelvins.
    var plain = text.precomposedStringWithCanonicalMapping
    if plain.utf8.allSatisfy({ $0 < 0x80 }) { return plain.withUTF8 { number(ascii: $0, row) } }
    let new = new(row)
    if new >= 0 { ofLarge[text] = new }
    return new
  }

  private mutating func number(ascii text: UnsafeBufferPointer<UInt8>, _ row: Int) -> Int {
    if let known = asciiTexts.known(text) { return ofASCII[Int(known)] }
    let number = new(row)
    guard number >= 0 else { return number }
    let code = asciiTexts.code(of: text)
    // The arena is full only where texts take more than 4 GB.
    if Int(code) == ofASCII.count { ofASCII.append(number) }
    return number
  }
}

// MARK: - Numbers and lists

extension ValueNumbers {
  private mutating func number(numberAt row: Int) -> Int {
    let bits: UInt64
    if parts.doubles.isEmpty {
      bits = UInt64(bitPattern: parts.integers[row])
    } else {
      let value = parts.doubles[row] == 0 ? 0 : parts.doubles[row]
      if parts.isException(row), let exact = column.numbers?.number(at: row) {
        // An exception may be exactly its double, and then equals that number in other notations.
        guard value.isFinite, NumberText(value).compare(exact) == 0 else {
          return number(.number(exact), row)
        }
      }
      bits = value.bitPattern
    }
    if let known = ofBits[bits] { return known }
    let number = new(row)
    if number >= 0 { ofBits[bits] = number }
    return number
  }

  private mutating func number(_ lists: FieldColumn.Lists, _ row: Int) -> Int {
    let codes = Array(lists.codes[Int(lists.starts[row])..<Int(lists.starts[row + 1])])
    if let known = ofList[codes] { return known }
    let found = number(lists.value(at: row), row)
    if found >= 0 { ofList[codes] = found }
    return found
  }
}
