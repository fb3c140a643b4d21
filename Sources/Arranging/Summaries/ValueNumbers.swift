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
  /// The same where texts have the numbers that they have in the pool, `none` for those that have not
  /// come up.
  private var firstsOfCodes: [UInt32] = []
  private static let none = UInt32.max
  private let column: FieldColumn
  private let parts: ColumnParts
  private let pool: TextPool
  private let limit: Int
  private let missingIsNull: Bool

  private var null = Self.unknown
  private var truths = (no: Self.unknown, yes: Self.unknown)
  /// By the bits of numbers that are equal only if these are.
  private var ofBits = WordNumbers<UInt64>()
  private var scratch: [UInt64] = []
  /// By integers from 0 on, most of which are that short: half the table, which a processor keeps nearer.
  private var ofShort = WordNumbers<UInt32>()
  private var shortScratch: [UInt32] = []
  /// By the code of a text, where the pool gives the same text the same code.
  private var ofCode: [Int32] = []
  private var asciiTexts = TextPool(isLastingly: true)
  private var ofASCII: [Int] = []
  private var ofLarge: [String: Int] = [:]
  private var ofList: [[UInt32]: Int] = [:]
  private var ofOther: [DistinctValue: Int] = [:]

  private static let unknown = -3

  /// - Parameters:
  ///   - limit: how many values get a number.
  ///   - missingIsNull: whether records that lack the field are taken for records with null.
  ///   - allowsGaps: whether some numbers may belong to no row; `first(of:)` returns nil for those.
  ///     It saves a hash lookup for each text that the text pool has already made unique.
  init(
    _ column: FieldColumn, limit: Int = .max, missingIsNull: Bool = false, allowsGaps: Bool = false
  ) {
    self.column = column
    parts = ColumnParts(column)
    pool = column.texts?.pool ?? TextPool()
    self.limit = limit
    self.missingIsNull = missingIsNull
    guard column.texts != nil, pool.isInterning else { return }
    if allowsGaps, pool.count < limit, column.hasOnlyTexts, pool.areAllASCII {
      firstsOfCodes = Array(repeating: Self.none, count: pool.count)
    } else {
      ofCode = Array(repeating: Int32(Self.unknown), count: pool.count)
    }
  }

  /// How many numbers there are.
  var count: Int { hasGaps ? firstsOfCodes.count + 1 : firsts.count }

  /// True where numbers do not say in which order values came up.
  var hasGaps: Bool { !firstsOfCodes.isEmpty }

  /// The row with which a number came up; nil where no row has it.
  func first(of number: Int) -> Int? {
    guard hasGaps else { return firsts[number] }
    if number == firstsOfCodes.count { return firsts.first }
    let row = firstsOfCodes[number]
    return row == Self.none ? nil : Int(row)
  }

  /// The number of a row's value, `missing` or `beyond`.
  ///
  /// - Complexity: O(1) for what came up before, on average.
  mutating func number(of row: Int) -> Int {
    if parts.isText(row) {
      return hasGaps ? note(parts.codes[row], row) : number(parts.codes[row], row)
    }
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

  /// The number that a text has in the pool.
  @inline(__always)
  private mutating func note(_ code: UInt32, _ row: Int) -> Int {
    let known = firstsOfCodes[Int(code)]
    if known > UInt32(row) { firstsOfCodes[Int(code)] = UInt32(row) }
    return Int(code)
  }

  /// A number for a value that has come up, if there still are any.
  private mutating func new(_ row: Int) -> Int {
    if hasGaps {
      // Only null has no text.
      firsts.append(row)
      return firstsOfCodes.count
    }
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

// MARK: - Many rows

extension ValueNumbers {
  /// Finds the numbers of rows, as if each was asked for alone.
  ///
  /// - Parameter numbers: takes them; has room for as many as there are rows.
  mutating func number(_ rows: RowBlock, into numbers: UnsafeMutablePointer<Int32>) {
    if hasGaps, rows.areAll(in: parts.textRows) {
      numberCodes(rows, into: numbers)
    } else if !ofCode.isEmpty, rows.areAll(in: parts.textRows) {
      numberTexts(rows, into: numbers)
    } else if !hasGaps, rows.areAll(in: parts.textRows) {
      lookUpTexts(rows, into: numbers)
    } else if rows.areAll(in: parts.numberRows), rows.areNone(in: parts.exceptionRows) {
      numberNumbers(rows, into: numbers)
    } else {
      for index in 0..<rows.count {
        numbers[index] = Int32(truncatingIfNeeded: number(of: rows[index]))
      }
    }
  }

  /// The number of null; negative where none came up.
  var numberOfNull: Int { null }

  private mutating func numberCodes(_ rows: RowBlock, into numbers: UnsafeMutablePointer<Int32>) {
    let first = UInt32(truncatingIfNeeded: rows.first)
    parts.codes.withUnsafeBufferPointer { codes in
      firstsOfCodes.withUnsafeMutableBufferPointer { firsts in
        for index in 0..<rows.count {
          let code = codes[rows.first &+ index]
          numbers[index] = Int32(bitPattern: code)
          let row = first &+ UInt32(truncatingIfNeeded: index)
          if firsts[Int(code)] > row { firsts[Int(code)] = row }
        }
      }
    }
  }

  private mutating func numberTexts(_ rows: RowBlock, into numbers: UnsafeMutablePointer<Int32>) {
    var least: Int32 = 0
    parts.codes.withUnsafeBufferPointer { codes in
      ofCode.withUnsafeBufferPointer { ofCode in
        for index in 0..<rows.count {
          let number = ofCode[Int(codes[rows.first &+ index])]
          numbers[index] = number
          least = min(least, number)
        }
      }
    }
    if least == 0 { return }
    for index in 0..<rows.count where numbers[index] < 0 {
      let row = rows.first + index
      numbers[index] = Int32(truncatingIfNeeded: number(parts.codes[row], row))
    }
  }

  /// The bytes are taken once for all rows: threads that count references to the same array for each row
  /// would hold each other up.
  private mutating func lookUpTexts(_ rows: RowBlock, into numbers: UnsafeMutablePointer<Int32>) {
    let (bytes, starts, codes) = (pool.bytes, pool.starts, parts.codes)
    bytes.withUnsafeBufferPointer { bytes in
      for index in 0..<rows.count {
        let row = rows.first + index
        let code = Int(codes[row])
        let number: Int
        if pool.isASCII(UInt32(code)) {
          let place = Int(starts[code])..<Int(starts[code + 1])
          number = self.number(ascii: UnsafeBufferPointer(rebasing: bytes[place]), row)
        } else {
          number = lookUp(UInt32(code), row)
        }
        numbers[index] = Int32(truncatingIfNeeded: number)
      }
    }
  }

  private mutating func numberNumbers(_ rows: RowBlock, into numbers: UnsafeMutablePointer<Int32>) {
    if !parts.doubles.isEmpty {
      lookUpDoubles(rows, into: numbers)
    } else if !lookUpShort(rows, into: numbers) {
      for index in 0..<rows.count { numbers[index] = -1 }
    }
    for index in 0..<rows.count where numbers[index] < 0 {
      numbers[index] = Int32(truncatingIfNeeded: number(numberAt: rows.first &+ index))
    }
  }
}

extension ValueNumbers {
  private mutating func lookUpDoubles(_ rows: RowBlock, into numbers: UnsafeMutablePointer<Int32>) {
    if scratch.isEmpty { scratch = Array(repeating: 0, count: RowBlock.size) }
    scratch.withUnsafeMutableBufferPointer { words in
      guard let words = words.baseAddress else { return }
      for index in 0..<rows.count {
        let value = parts.doubles[rows.first &+ index]
        words[index] = (value == 0 ? 0 : value).bitPattern
      }
      ofBits.quicklyKnown(words, rows.count, into: numbers)
    }
  }

  /// False where an integer is below 0 or has more than 32 bits.
  private mutating func lookUpShort(
    _ rows: RowBlock, into numbers: UnsafeMutablePointer<Int32>
  ) -> Bool {
    if shortScratch.isEmpty { shortScratch = Array(repeating: 0, count: RowBlock.size) }
    return shortScratch.withUnsafeMutableBufferPointer { words in
      guard let words = words.baseAddress else { return false }
      var all: UInt64 = 0
      for index in 0..<rows.count {
        let bits = UInt64(bitPattern: parts.integers[rows.first &+ index])
        all |= bits
        words[index] = UInt32(truncatingIfNeeded: bits)
      }
      guard all <= UInt32.max else { return false }
      ofShort.quicklyKnown(words, rows.count, into: numbers)
      return true
    }
  }
}

// MARK: - Texts

extension ValueNumbers {
  @inline(__always)
  private mutating func number(_ code: UInt32, _ row: Int) -> Int {
    if ofCode.isEmpty { return lookUp(code, row) }
    let known = Int(ofCode[Int(code)])
    if known != Self.unknown { return known }
    let number = lookUp(code, row)
    ofCode[Int(code)] = Int32(truncatingIfNeeded: number)
    return number
  }

  private mutating func lookUp(_ code: UInt32, _ row: Int) -> Int {
    if pool.isASCII(code) {
      let (bytes, place) = (pool.bytes, pool.place(of: code))
      return bytes.withUnsafeBufferPointer {
        number(ascii: UnsafeBufferPointer(rebasing: $0[place]), row)
      }
    }
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
    if parts.doubles.isEmpty, bits <= UInt32.max { return number(short: UInt32(bits), row) }
    let known = ofBits.known(bits)
    if known >= 0 { return known }
    let number = new(row)
    if number >= 0 { ofBits.insert(bits, as: number) }
    return number
  }

  private mutating func number(short word: UInt32, _ row: Int) -> Int {
    let known = ofShort.known(word)
    if known >= 0 { return known }
    let number = new(row)
    if number >= 0 { ofShort.insert(word, as: number) }
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
