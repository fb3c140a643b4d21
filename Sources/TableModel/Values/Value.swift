/// Any value that a data source can hold, from JSON, a property list or a database.
///
/// Numbers keep the text they were written with, records keep the order of their keys.
package indirect enum Value: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(NumberText)
  case string(String)
  case date(Instant)
  case data([UInt8])
  case array([Value])
  case record(Record)
}

extension Value {
  package static func integer(_ value: Int) -> Value { .number(NumberText(value)) }
  package static func double(_ value: Double) -> Value { .number(NumberText(value)) }

  package var kind: ValueKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .text
    case .date: .date
    case .data: .data
    case .array: .array
    case .record: .record
    }
  }

  package var isNull: Bool { self == .null }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var array: [Value]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var record: Record? {
    if case .record(let record) = self { record } else { nil }
  }

  /// True for an array or a record: a value that opens as a table of its own.
  package var isContainer: Bool {
    switch self {
    case .array, .record: true
    default: false
    }
  }

  /// True for an array or a record that holds something.
  var isFilledContainer: Bool {
    switch self {
    case .array(let elements): !elements.isEmpty
    case .record(let record): !record.isEmpty
    default: false
    }
  }

  /// How many scalars a value holds, counted up to a limit: what it weighs beside others.
  ///
  /// - Complexity: O(limit), for empty containers are counted as steps too.
  func weight(limit: Int = 4096) -> Int {
    var open = [self]
    var weight = 0
    var steps = 0
    while weight < limit, steps < 4 * limit, let value = open.popLast() {
      steps += 1
      switch value {
      case .array(let elements): open += elements.prefix(limit)
      case .record(let record): open += record.fields.prefix(limit).map(\.value)
      default: weight += 1
      }
    }
    return weight
  }
}

/// The kinds of `Value`, with the words that `schema` uses for them.
package enum ValueKind: String, Sendable, Hashable, CaseIterable {
  case null
  case bool
  case number
  case text
  case date
  case data
  case array
  case record
}

extension Value {
  /// The value in one line as a cell shows it: numbers verbatim, small containers in full, larger
  /// records by their first words, and larger lists by their size.
  package var plainText: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): number.text
    case .string(let text): text
    case .date(let instant): instant.iso8601
    case .data(let bytes): Self.text(ofBytes: bytes.count)
    case .array(let elements): Self.describe(elements)
    case .record(let record): Self.describe(record)
    }
  }

  /// What stands for data of a length, for sources that know it without the bytes.
  package static func text(ofBytes count: Int) -> String {
    count == 1 ? "1 byte" : "\(count) bytes"
  }

  /// Records with this many fields, all of them scalars, are shown in full.
  package static let fullyShownFields = 1...4

  private static func describe(_ record: Record) -> String {
    let few =
      fullyShownFields.contains(record.count) && !record.values.contains(where: \.isContainer)
    if few {
      return "{" + record.fields.map { "\($0.key): \($0.value.plainText)" }.joined(separator: ", ")
        + "}"
    }
    return preview(of: record)
  }

  private static func preview(of record: Record) -> String {
    var preview = RecordPreview()
    for field in record.fields where preview.isOpen { preview.add(field.key, field.value) }
    return preview.text(ofFields: record.count)
  }

  /// Short lists of scalars are shown in full, others by their size.
  private static func describe(_ elements: [Value]) -> String {
    let few = elements.count <= 8 && !elements.contains(where: \.isContainer)
    if few { return "[" + elements.map(\.plainText).joined(separator: ", ") + "]" }
    return elements.count == 1 ? "[1 item]" : "[\(elements.count) items]"
  }
}

/// A number as it was written, with its value for arithmetic and comparison.
///
/// `12345678901234567890` and `1.10` come out as they went in.
package struct NumberText: Sendable, Hashable {
  /// JSON's notation: digits with an optional minus, fraction and exponent; or `nan`, `inf`,
  /// `-inf`.
  package let text: String

  package enum Numeric: Sendable, Hashable {
    case int(Int64)
    case double(Double)
  }

  package let numeric: Numeric

  /// - Parameter text: a number in JSON's notation; anything else counts as not a number.
  package init(text: String) {
    self.text = text
    if let integer = Int64(text) {
      numeric = .int(integer)
    } else {
      numeric = .double(Double(text) ?? .nan)
    }
  }

  package init(_ value: Int) {
    text = String(value)
    numeric = .int(Int64(value))
  }

  package init(_ value: Double) {
    text = Self.shortest(value)
    numeric = .double(value)
  }

  /// Keeps the short text of a single-precision number: 0.1 and not 0.10000000149011612.
  package init(_ value: Float) { self.init(text: Self.shortest(value)) }

  package var double: Double {
    switch numeric {
    case .int(let value): Double(value)
    case .double(let value): value
    }
  }

  /// The value as an index or a count, when it is a whole number.
  package var integer: Int64? {
    switch numeric {
    case .int(let value): value
    case .double(let value): Int64(exactly: value)
    }
  }

  private static func shortest(_ value: some CustomStringConvertible) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension NumberText {
  /// Orders two numbers by their exact decimal values, however many digits they have.
  ///
  /// - Returns: a negative number, zero or a positive number; nil when either is not a number.
  /// - Complexity: O(1) for what an Int64 holds, O(digits) otherwise.
  package func compare(_ other: NumberText) -> Int? {
    if case .int(let a) = numeric, case .int(let b) = other.numeric {
      return a < b ? -1 : a > b ? 1 : 0
    }
    let (a, b) = (double, other.double)
    if a.isNaN || b.isNaN { return nil }
    if a < b { return -1 }
    if a > b { return 1 }
    guard let exactA = Decimal(text), let exactB = Decimal(other.text) else { return 0 }
    return exactA.compare(exactB)
  }

  /// Sign, digits without leading or trailing zeros, and the power of ten of the first digit.
  private struct Decimal {
    var negative: Bool
    var digits: [UInt8]
    var exponent: Int

    init?(_ text: String) {
      var digits: [UInt8] = []
      var point: Int?
      var power = 0
      var bytes = text.utf8[...]
      negative = bytes.first == UInt8(ascii: "-")
      if negative { bytes = bytes.dropFirst() }
      while let byte = bytes.popFirst() {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "."): point = digits.count
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
          guard let value = Int(String(Substring(bytes))) else { return nil }
          power = value
          bytes = bytes.suffix(0)
        default: return nil
        }
      }
      let leading = digits.prefix { $0 == 0 }.count
      exponent = (point ?? digits.count) &- leading &+ power
      self.digits = Array(digits.dropFirst(leading))
      while self.digits.last == 0 { self.digits.removeLast() }
    }

    func compare(_ other: Decimal) -> Int {
      if digits.isEmpty || other.digits.isEmpty {
        return digits.isEmpty == other.digits.isEmpty ? 0 : digits.isEmpty ? -other.sign : sign
      }
      if negative != other.negative { return sign }
      if exponent != other.exponent { return exponent < other.exponent ? -sign : sign }
      if digits == other.digits { return 0 }
      return digits.lexicographicallyPrecedes(other.digits) ? -sign : sign
    }

    private var sign: Int { negative ? -1 : 1 }
  }
}

extension NumberText {
  /// The most digits that a double of middling size always keeps apart.
  private static let safeDigits = 15
  private static let safeRange = 1e-290...1e290
  /// The whole numbers that are all exact as doubles.
  package static let safeIntegers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

  /// True when comparing the doubles of two such numbers compares the numbers themselves.
  ///
  /// - Complexity: O(digits) beyond 15 characters, O(1) below.
  package var isExactInDouble: Bool {
    switch numeric {
    case .int(let value): return Self.safeIntegers.contains(value)
    case .double(let value):
      if value == 0 { return !hasDigits }
      guard Self.safeRange.contains(abs(value)) else { return false }
      return text.utf8.count <= Self.safeDigits || significantDigits <= Self.safeDigits
    }
  }

  /// True when a digit other than 0 stands before the exponent.
  private var hasDigits: Bool {
    text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains {
      (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0)
    }
  }

  /// The digits from the first that is not 0 to the end of the mantissa.
  private var significantDigits: Int {
    var digits = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0"): digits += digits > 0 ? 1 : 0
      case UInt8(ascii: "1")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "e"), UInt8(ascii: "E"): return digits
      default: break
      }
    }
    return digits
  }
}
