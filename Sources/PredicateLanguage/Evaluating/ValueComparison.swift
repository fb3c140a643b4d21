import TableModel

/// Equality and order between values of any kinds; nothing is converted.
enum ValueComparison {
  /// True for the same value: `TRUE` is 1, text by its characters, containers all the way down.
  ///
  /// - Parameter options: how text is compared, also within containers.
  static func areEqual(_ a: Value, _ b: Value, _ options: TextOptions) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number, .number), (.number, .bool), (.bool, .number):
      compareNumbers(a, b) == 0
    case (.string(let a), .string(let b)): TextOrder.areEqual(a, b, options)
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1, options) }
    case (.record(let a), .record(let b)): areEqual(a, b, options)
    default: false
    }
  }

  /// The order of the keys does not matter.
  private static func areEqual(_ a: Record, _ b: Record, _ options: TextOptions) -> Bool {
    a.count == b.count
      && a.fields.allSatisfy { field in
        b[field.key].map { areEqual(field.value, $0, options) } ?? false
      }
  }

  /// Where a value comes in relation to another one of its kind.
  ///
  /// - Returns: a negative number, zero or a positive number; nil between kinds that have no order.
  static func order(_ a: Value, _ b: Value, _ options: TextOptions) -> Int? {
    switch (a, b) {
    case (.string(let a), .string(let b)): TextOrder.compare(a, b, options)
    case (.date(let a), .date(let b)): a == b ? 0 : a < b ? -1 : 1
    default: compareNumbers(a, b)
    }
  }

  private static func compareNumbers(_ a: Value, _ b: Value) -> Int? {
    guard let a = a.numberText, let b = b.numberText else { return nil }
    return a.compare(b)
  }

  /// True for two kinds that have an order between them.
  static func areOrdered(_ a: ValueKind, _ b: ValueKind) -> Bool {
    switch (a, b) {
    case (.number, .number), (.bool, .number), (.number, .bool), (.bool, .bool): true
    case (.text, .text), (.date, .date): true
    default: false
    }
  }
}

extension Value {
  /// The value as a number, for numbers and truth values.
  var numberText: NumberText? {
    switch self {
    case .number(let number): number
    case .bool(let value): NumberText(value ? 1 : 0)
    default: nil
    }
  }

  var isNil: Bool {
    if case .null = self { true } else { false }
  }

  /// The elements of an array, the values of a record; nil for other values.
  var elements: [Value]? {
    switch self {
    case .array(let elements): elements
    case .record(let record): record.values
    default: nil
    }
  }
}

/// Compares two texts under the options of a comparison.
enum TextOrder {
  static func areEqual(_ a: String, _ b: String, _ options: TextOptions) -> Bool {
    let options = options.effective
    if options.isEmpty { return a == b }
    if options == .literal { return a.utf8.elementsEqual(b.utf8) }
    return TextFolding.fold(a, options) == TextFolding.fold(b, options)
  }

  /// Orders by scalar values: capitals before small letters, digits one by one.
  ///
  /// - Returns: a negative number, zero or a positive number.
  static func compare(_ a: String, _ b: String, _ options: TextOptions) -> Int {
    let options = options.effective
    if options == .literal {
      if a.unicodeScalars.elementsEqual(b.unicodeScalars) { return 0 }
      return a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars) ? -1 : 1
    }
    let (a, b) =
      options.isEmpty
      ? (a, b) : (TextFolding.fold(a, options), TextFolding.fold(b, options))
    return a == b ? 0 : a < b ? -1 : 1
  }
}

/// Numbers values in the order in which they first come, equal ones alike.
///
/// - Complexity: O(size of the value) for each question.
struct ValueIndex: Sendable {
  private var places: [Key: Int] = [:]

  func contains(_ value: Value) -> Bool {
    places[Key(value: value)] != nil
  }

  /// The number of a value, the next free one when it is new.
  mutating func place(of value: Value) -> Int {
    let next = places.count
    let key = Key(value: value)
    if let known = places[key] { return known }
    places[key] = next
    return next
  }

  /// A value that is equal to another one where `==` of the language says so: 1 to `TRUE`, records
  /// whatever the order of their keys.
  private struct Key: Hashable {
    let value: Value

    static func == (a: Key, b: Key) -> Bool {
      ValueComparison.areEqual(a.value, b.value, [])
    }

    func hash(into hasher: inout Hasher) {
      switch value {
      case .null: break
      case .bool, .number: hasher.combine(value.numberText?.double)
      case .string(let text): hasher.combine(text)
      case .date(let instant): hasher.combine(instant)
      case .data(let bytes): hasher.combine(bytes)
      case .array(let elements):
        for element in elements { Key(value: element).hash(into: &hasher) }
      case .record(let record):
        let fields = record.fields.map { field in
          var inner = Hasher()
          inner.combine(field.key)
          Key(value: field.value).hash(into: &inner)
          return inner.finalize()
        }
        hasher.combine(fields.reduce(0, ^))
      }
    }
  }
}
