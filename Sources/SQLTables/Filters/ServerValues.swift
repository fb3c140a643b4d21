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

  /// - Parameter number: the shortest text of a double: it stands among the shortest texts of other
  ///   doubles as the doubles do.
  /// - Returns: nil for a number that the column's type would round.
  func isBelow(_ number: NumberText) -> SQLPiece? {
    guard let argument = argument(number), argument.isExact || kind == .double else { return nil }
    return SQLPiece(text: "\(column) < \(SQLDialect.numberedMark)", arguments: [argument.value])
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
  fileprivate static let timestampWithZone: UInt32 = 1184

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

  /// What is before a moment of whole microseconds.
  func isBelow(_ instant: Instant) -> SQLPiece? {
    argument(instant, after: 0).map { moment in
      SQLPiece(text: "\(column) < \(SQLDialect.numberedMark)", arguments: [moment])
    }
  }

  /// A moment some microseconds before or after another one.
  ///
  /// - Parameter sign: 1 for later, -1 for earlier, 0 for the moment itself.
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
    return type.hasTimeZone == true
      ? .typed(Self.timestampWithZone, Array("\(text)Z".utf8))
      : .typed(Self.timestamp, Array(text.utf8))
  }
}

extension ColumnType {
  /// Whether the type stores a time zone; nil for types other than timestamps.
  var hasTimeZone: Bool? {
    kind == .moment ? number == ServerMoment.timestampWithZone : nil
  }
}

/// A column of text, or of something that is shown as text and compared in a way of its own.
///
/// A server compares text by its bytes or by the rules of a language, and here it is compared by its
/// characters. They agree on ASCII, on text whose characters have one spelling, and where bytes are
/// asked for. Of other text, what may be the same is found and left to be asked again.
struct ServerText {
  private enum Question {
    case whole, part, order
  }

  private static let text: UInt32 = 25
  private static let texts: UInt32 = 1009
  private static let padded: UInt32 = 1042
  private static let uuid: UInt32 = 2950

  private let column: String
  private let type: ColumnType
  /// The text as it is shown.
  private let shown: String
  private let mark = SQLDialect.numberedMark

  /// - Returns: nil on a server that holds text in an encoding of its own.
  init?(_ field: ServerField) {
    guard field.isUTF8 else { return nil }
    (column, type) = (field.column, field.type)
    // `concat` writes what clients are shown. A cast takes the blanks away from the end of a
    // char(n), and gives an inet a mask.
    shown = type.kind == .text ? column : "concat(\(column))"
  }

  /// The text by its bytes. Text that a collation takes for equal can't be searched at all, and
  /// `citext` forgets about case.
  private var bytes: String { "\(shown) COLLATE \"C\"" }

  /// The text for `=` alone, which compares bytes unless the collation says otherwise. With another
  /// collation no index serves.
  private var equated: String { isIndexed ? shown : bytes }

  private var isIndexed: Bool { type.kind == .text && type.isDeterministic }

  private var isKnown: String { "\(column) IS NOT NULL" }

  // MARK: Questions

  func comparison(_ relation: FieldFilter.Relation, _ text: FieldText) -> SQLPiece {
    if relation != .equal {
      return piece(text, .order) { "\($0 ?? bytes) \(relation.rawValue) \(mark)" }
    }
    if type.number == Self.uuid, text.isFoundByBytes { return identifier(text.folded) }
    let whole = piece(text, .whole) { "\($0 ?? equated) = \(mark)" }
    guard type.kind == .paddedText, text.isFoundByBytes, !whole.arguments.isEmpty else {
      return whole
    }
    // Blanks at the end don't count for a char(n): more than the text is found, by an index.
    let padded = SQLPiece(
      text: "\(column) = \(mark)", arguments: [.typed(Self.padded, Array(text.folded.utf8))])
    return .all([padded, whole])
  }

  /// A text is equal to at least one of several.
  func membership(_ members: [FieldText]) -> SQLPiece {
    let (plain, others) = members.reduce(into: ([String](), [FieldText]())) { parts, text in
      if text.isFoundByBytes, !text.folded.utf8.contains(0) {
        parts.0.append(text.folded)
      } else {
        parts.1.append(text)
      }
    }
    let rest = SQLPiece.any(others.map { comparison(.equal, $0) })
    if plain.isEmpty { return rest }
    let list = "{" + plain.map(Self.element).joined(separator: ",") + "}"
    return .either(
      SQLPiece(
        text: "(\(equated) = ANY(\(mark)) AND \(isKnown))",
        arguments: [.typed(Self.texts, Array(list.utf8))]), rest)
  }

  func search(_ place: FieldFilter.Place, _ text: FieldText) -> SQLPiece? {
    let count = text.folded.unicodeScalars.count
    switch place {
    // Regular expressions are another language on a server: it has no `\p{L}`.
    case .matches: return nil
    case .like where text.folded.isEmpty: return .atLeast(isKnown)
    case .like:
      var start = piece(text, .part) { "starts_with(\($0 ?? bytes), \(mark))" }
      start.isExact = false
      return start
    case _ where text.text.isEmpty: return .nothing
    case .prefix: return piece(text, .part) { "starts_with(\($0 ?? bytes), \(mark))" }
    case .suffix: return piece(text, .part) { "right(\($0 ?? bytes), \(count)) = \(mark)" }
    case .anywhere: return piece(text, .part) { "strpos(\($0 ?? bytes), \(mark)) > 0" }
    }
  }

  // MARK: Spellings

  /// - Parameter test: asks a text by its bytes; nil for the column's own.
  private func piece(
    _ text: FieldText, _ question: Question, _ test: (_ subject: String?) -> String
  ) -> SQLPiece {
    let argument = KeyValue.typed(Self.text, Array(text.folded.utf8))
    // No text of a server has the character zero.
    if text.folded.utf8.contains(0) { return .atLeast(isKnown) }
    switch text.comparison {
    case .bytes: return SQLPiece(text: "(\(test(nil)) AND \(isKnown))", arguments: [argument])
    case .characters where question != .order && text.isFoundByBytes:
      // A mark behind a part makes another character of its end.
      return SQLPiece(
        text: "(\(test(nil)) AND \(isKnown))", arguments: [argument],
        isExact: question == .whole)
    case .characters:
      let isOther = "\(shown) IS NOT NFC NORMALIZED"
      return .atLeast("((\(isOther) OR \(test(nil))) AND \(isKnown))", [argument])
    case .folded(let ignoringCase, _):
      // Nothing is left of the text, and other text may fold to nothing as well.
      if text.folded.isEmpty { return .atLeast(isKnown) }
      let isOther = "octet_length(\(shown)) <> char_length(\(shown))"
      if question != .order, text.folded.utf8.contains(where: { $0 >= 0x80 }) {
        return .atLeast("(\(isOther) AND \(isKnown))")
      }
      // Of the letters beyond ASCII this makes none small, and those texts are found anyway.
      let subject = ignoringCase ? "lower(\(bytes))" : bytes
      return .atLeast("((\(isOther) OR \(test(subject))) AND \(isKnown))", [argument])
    }
  }

  /// A UUID is shown in one way only, and found by an index where the text is written in this way.
  private func identifier(_ text: String) -> SQLPiece {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
      text.utf8.allSatisfy({ "-0123456789abcdef".utf8.contains($0) })
    else { return .nothing }
    return SQLPiece(
      text: "(\(column) = \(mark) AND \(isKnown))",
      arguments: [.typed(Self.uuid, Array(text.utf8))])
  }

  /// A text as an element of a list.
  private static func element(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
