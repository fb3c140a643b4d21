import TableModel

/// A column of numbers.
///
/// Each argument has a type of the column's own family. A server that compares an int8 with a float8
/// converts the first: 9007199254740993 and 9007199254740992.0 are equal to it.
struct ServerNumber {
  /// The types of arguments, by the numbers that PostgreSQL has for them and for their lists.
  private enum ArgumentType: UInt32 {
    case integer = 20
    case decimal = 1700
    case double = 701
    case float = 700

    var list: UInt32 {
      switch self {
      case .integer: 1016
      case .decimal: 1231
      case .double: 1022
      case .float: 1021
      }
    }
  }

  /// A number as the server is to compare it.
  private struct Argument {
    var type: ArgumentType
    var text: String
    /// False for a number that was rounded.
    var isExact = true

    var value: KeyValue { .typed(type.rawValue, Array(text.utf8)) }
  }

  private static let objectIdentifier: UInt32 = 26

  private let column: String
  private let kind: ColumnType.Kind

  /// - Returns: nil for a column that holds no numbers.
  init?(_ column: String, _ type: ColumnType) {
    switch type.kind {
    case .integer, .decimal, .double, .float: kind = type.kind
    default: return nil
    }
    // Beside an `oid`, an int8 is converted, and a negative one is an error.
    self.column = type.number == Self.objectIdentifier ? "CAST(\(column) AS int8)" : column
  }

  func comparison(_ relation: FieldFilter.Relation, _ number: NumberText) -> SQLPiece {
    guard let argument = argument(number) else { return isKnown }
    let relation = argument.isExact ? relation : relation.rounded
    let end = kind == .integer ? "\(column) IS NOT NULL" : relation.bounded(column)
    return SQLPiece(
      text: "(\(column) \(relation.rawValue) \(SQLDialect.numberedMark) AND \(end))",
      arguments: [argument.value], isExact: argument.isExact)
  }

  func membership(_ numbers: [NumberText]) -> SQLPiece {
    let arguments = numbers.compactMap(argument)
    if arguments.count < numbers.count { return isKnown }
    let types = Dictionary(grouping: arguments, by: \.type)
    return .any(
      types.sorted { $0.key.rawValue < $1.key.rawValue }.map { type, members in
        let list = "{" + members.map(\.text).joined(separator: ",") + "}"
        return SQLPiece(
          text: "(\(column) = ANY(\(SQLDialect.numberedMark)) AND \(column) IS NOT NULL)",
          arguments: [.typed(type.list, Array(list.utf8))],
          isExact: members.allSatisfy(\.isExact))
      })
  }

  /// All that is said of numbers that a server may refuse to read.
  private var isKnown: SQLPiece { .atLeast("\(column) IS NOT NULL") }

  /// - Returns: nil for a number so large or so small that the server may not have it.
  private func argument(_ number: NumberText) -> Argument? {
    guard number.isExactInDouble || number.isReadable else { return nil }
    switch kind {
    case .integer:
      if case .int(let value) = number.numeric {
        return Argument(type: .integer, text: String(value))
      }
      if number.isExactInDouble, let value = number.integer {
        return Argument(type: .integer, text: String(value))
      }
      return Argument(type: .decimal, text: number.text)
    case .decimal: return Argument(type: .decimal, text: number.text)
    case .double:
      // Rounding keeps the order of two numbers or makes them equal, so a rounded bound still has
      // all that belongs to it.
      return Argument(
        type: .double, text: "\(number.double)", isExact: number.isExactInDouble)
    default:
      // A float4 is shown by its shortest text, and compared as what it holds: 0.1 is shown, and
      // 0.1::float4 < 0.1000000001::float8 is false.
      guard let value = Float(number.text), value.isFinite else { return nil }
      return Argument(type: .float, text: "\(value)", isExact: false)
    }
  }
}

extension NumberText {
  /// True for a number that every database can read: neither infinite nor longer or smaller than
  /// anybody writes them.
  var isReadable: Bool {
    if case .int = numeric { return true }
    return (1e-290...1e290).contains(abs(double)) && text.utf8.count <= 1000
  }
}

/// A column of dates or moments.
///
/// Moments are doubles here and whole microseconds there, so nothing is said exactly: bounds are a
/// little wider than they have to be.
struct ServerMoment {
  private static let timestamp: UInt32 = 1114
  private static let timestampWithZone: UInt32 = 1184

  private let column: String
  private let type: ColumnType

  init(_ column: String, _ type: ColumnType) { (self.column, self.type) = (column, type) }

  func comparison(_ relation: FieldFilter.Relation, _ instant: Instant) -> SQLPiece {
    guard let lower = argument(instant, after: -1), let upper = argument(instant, after: 1) else {
      return .atLeast("\(column) IS NOT NULL")
    }
    let mark = SQLDialect.numberedMark
    let end = relation.bounded(column)
    switch relation {
    case .equal:
      return .atLeast("(\(column) BETWEEN \(mark) AND \(mark) AND \(end))", [lower, upper])
    case .less, .lessOrEqual: return .atLeast("(\(column) <= \(mark) AND \(end))", [upper])
    case .greater, .greaterOrEqual: return .atLeast("(\(column) >= \(mark) AND \(end))", [lower])
    }
  }

  /// A moment some microseconds before or after another one.
  ///
  /// - Parameter sign: 1 for later, -1 for earlier.
  /// - Returns: nil beyond the years 1 to 9999.
  private func argument(_ instant: Instant, after sign: Int) -> KeyValue? {
    let seconds = instant.secondsSince1970
    guard (-62_135_500_000...253_402_300_000).contains(seconds) else { return nil }
    let margin = 1 + Int((seconds.ulp * 4e6).rounded(.up))
    let microseconds = Int((seconds * 1e6).rounded()) + sign * margin
    let part = microseconds - Int((Double(microseconds) / 1e6).rounded(.down)) * 1_000_000
    let fraction = ((part % 1_000_000) + 1_000_000) % 1_000_000
    let whole = Instant(secondsSince1970: Double((microseconds - fraction) / 1_000_000))
    let digits = String(1_000_000 + fraction).dropFirst()
    let text = "\(whole.iso8601.dropLast()).\(digits)"
    // What has no zone counts as universal time, whatever zone the session is in.
    let hasZone = type.number == Self.timestampWithZone
    return hasZone
      ? .typed(Self.timestampWithZone, Array("\(text)Z".utf8))
      : .typed(Self.timestamp, Array(text.utf8))
  }
}
