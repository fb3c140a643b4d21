package import TableModel

/// A column of a table or of a query.
package struct Column: Sendable, Hashable {
  package var name: String
  /// The `2` of `DECIMAL(10,2)`, where a database keeps no trailing zeros: such a column holds 12.5
  /// and means 12.50.
  package var scale: Int?
  /// The type of all values; nil where each value has its own.
  package var type: ColumnType?

  package init(name: String, scale: Int? = nil, type: ColumnType? = nil) {
    (self.name, self.scale, self.type) = (name, scale, type)
  }
}

/// The type of a column in a database whose columns have types.
package struct ColumnType: Sendable, Hashable {
  /// The number by which the database knows the type.
  package var number: UInt32
  /// The type as SQL writes it: `numeric(10,2)`.
  package var name: String
  package var kind: Kind
  /// False for text that a collation takes for equal although its bytes differ.
  package var isDeterministic: Bool
  /// False for a column that has a value in every row.
  package var isNullable: Bool

  package init(
    number: UInt32, name: String, kind: Kind, isDeterministic: Bool = true,
    isNullable: Bool = true
  ) {
    (self.number, self.name, self.kind) = (number, name, kind)
    (self.isDeterministic, self.isNullable) = (isDeterministic, isNullable)
  }

  /// What comparisons have to know of a type.
  package enum Kind: Sendable, Hashable {
    case bool
    /// Whole numbers.
    case integer
    /// Exact numbers of any size, and `NaN` and the infinities, which are text here.
    case decimal
    /// 64 bits, and `NaN` and the infinities.
    case double
    /// 32 bits, and `NaN` and the infinities.
    case float
    case text
    /// Text that is filled up with blanks, which don't count when it is compared.
    case paddedText
    /// Text whose case does not count when it is compared (`citext`).
    case foldedText
    /// Shown as text, but compared in a way of its own: `uuid`, `inet`, an enumeration.
    case named
    case data
    case date
    /// A date and a time of day, with a time zone or without.
    case moment
    /// Text of JSON, as it was written.
    case json
    /// JSON that is kept by its meaning.
    case binaryJSON
    /// Lists, composites, and whatever else.
    case other

    /// Whether values may hold others.
    var mayHoldValues: Bool { self == .json || self == .binaryJSON || self == .other }

    package var isText: Bool { self == .text || self == .paddedText || self == .foldedText }
  }
}

// MARK: - Decimals

extension Column {
  private static let decimalTypes = ["DECIMAL", "NUMERIC", "DEC"]
  private static let mostDecimals = 30
  private static let plain = Array("-.0123456789".utf8)

  /// A column whose values have kinds of their own.
  package init(name: String, declaredType: String?) {
    self.init(name: name, scale: declaredType.flatMap(Self.scale))
  }

  private static func scale(of type: String) -> Int? {
    let parts = type.split { "(,) ".contains($0) }
    guard parts.count == 3, decimalTypes.contains(parts[0].uppercased()), let scale = Int(parts[2]),
      (1...mostDecimals).contains(scale)
    else { return nil }
    return scale
  }

  /// A number with at least the decimals of the column; none is ever taken away.
  package func scaled(_ number: NumberText) -> NumberText {
    guard let scale else { return number }
    let text = number.text
    guard text.utf8.allSatisfy({ Self.plain.contains($0) }) else { return number }
    guard let point = text.firstIndex(of: ".") else {
      return NumberText(text: text + "." + String(repeating: "0", count: scale))
    }
    let decimals = text.distance(from: point, to: text.endIndex) - 1
    guard decimals < scale else { return number }
    return NumberText(text: text + String(repeating: "0", count: scale - decimals))
  }
}

extension Column {
  /// Names that a query gives twice are numbered, as SQLite does in tables made of queries.
  package static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.map { name in
      var unique = name
      var number = 0
      while !seen.insert(unique).inserted {
        number += 1
        unique = "\(name):\(number)"
      }
      return unique
    }
  }
}
