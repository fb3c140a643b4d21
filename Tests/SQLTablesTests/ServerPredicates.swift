import SQLTables
import TableModel
import TestSeeds

/// Writes predicates about the columns of a server's table: of all kinds, and half of them about a
/// value that the column has, since most others find nothing.
struct ServerPredicates {
  private var source: ColumnPredicates
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    source = ColumnPredicates(seed: seed)
    let columns = ServerColumn.all.map(\.column.name)
    source.keys = columns + columns.filter { $0 != "raw" && $0 != "pair" }
    source.keys += ["gone", "doc.a", "doc.a", "doc.a.b", "doc.`x y`", "doc.length", "doc.gone"]
    source.keys += ["name.length", "json.a", "gone.a", "SELF", "name.a"]
    let moments = ServerColumn.moments + ["2024-05-01T12:00:00.1234565Z", "2500-01-01"]
    source.numbers += moments.map { "CAST('\($0)', 'NSDate')" }
    source.numbers += ["12.5", "2.0", "16777217", "0.3", "1e30", "4294967295", "-1", "YES"]
    source.texts += ServerColumn.samples.map(Self.quoted)
    source.texts += ["'a\\u0000'", "'a*b'", "'É*n'", "'*b'", "'?'", "'\\u0301*'", "'a  *'"]
    source.texts += ["'123e4567-e89b-12d3-a456-426614174000'", "'1.2.3.4'"]
    source.lists += [
      "{'a', 'K', 'é'}", "{'a\"b', 'a\\\\b', 'a{b,c}', 'null', ''}", "{'ab', 1, YES, nil}",
      "{2.5, 1, 9007199254740993, 12.50}", "{'NaN', 1}", "{CAST('2024-05-01', 'NSDate'), 1}",
      "{'sad', 'Happy'}", "{'a  ', 'ab'}",
    ]
  }

  mutating func predicate() -> String {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: source.predicate(2)
    case 2, 3: pointed()
    case 4: "NOT (\(pointed()) AND \(source.predicate(1)))"
    default: "(\(pointed()) OR \(pointed())) AND NOT \(pointed())"
    }
  }

  /// A comparison with something that is in the column, or lies next to it.
  private mutating func pointed() -> String {
    guard let column = ServerColumn.all.randomElement(using: &generator),
      let value = column.values.randomElement(using: &generator)?.value,
      let other = column.values.randomElement(using: &generator)?.value
    else { return "TRUEPREDICATE" }
    let (key, record) = (column.column.name, value.record)
    guard let path = record == nil ? key : record?.keys.first.map({ "\(key).\($0)" }) else {
      return "\(key) == nil"
    }
    let literal = literal(record?.values.first ?? value)
    let second = self.literal(other.record?.values.first ?? other)
    let options = source.source.options()
    let relation = source.source.pick([
      "==", "==", "!=", "<", "<=", ">", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE",
    ])
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return "\(path) BETWEEN {\(literal), \(second)}"
    case 1: return "\(path) IN\(options) {\(literal), \(second)}"
    default: return "\(path) \(relation)\(options) \(literal)"
    }
  }

  private mutating func literal(_ value: Value) -> String {
    switch value {
    case .number(let number): nearby(number)
    case .string(let text): Self.quoted(text)
    case .bool(let value): value ? "YES" : "NO"
    case .date(let instant): "CAST('\(instant.iso8601)', 'NSDate')"
    default: "nil"
    }
  }

  /// The number, or what a database holds for it, or one with a digit more.
  private mutating func nearby(_ number: NumberText) -> String {
    let exact = Double(Float(number.double))
    let isShort = exact.isFinite && !number.text.contains("e")
    switch Int.random(in: 0..<6, using: &generator) {
    case 0 where isShort: return NumberText(exact).text
    case 1 where number.text.contains(".") && isShort: return number.text + "00000000000000000001"
    case 2 where number.text == "0.1": return "0.1000000000000000055511151231257827"
    default: return number.text
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\\", "'": escaped += "\\\(scalar)"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "'\(escaped)'"
  }
}
