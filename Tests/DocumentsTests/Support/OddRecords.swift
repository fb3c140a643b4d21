import TableModel

@testable import Documents

/// Records a line with all the ways to write the same thing: blanks, escapes, repeated and missing
/// keys, numbers of all sizes, values of every kind where others have another one.
struct OddRecords {
  private var random: RandomJSON
  private let keys: [String]

  /// - Parameter spelling: the keys of records are written so at most.
  init(seed: UInt64, spelling: KeySpelling = .escaped) {
    random = RandomJSON(seed: seed)
    var keys = ["id", "title", "name", "tags", "author", "a long key of many letters", "x", "K"]
    keys += ["self", "length", "i", "", "tit", "titles"]
    if spelling >= .beyondASCII { keys += ["é", "e\u{301}", "\u{212A}"] }
    if spelling >= .escaped { keys += ["e\\u0301", "i\\u0064"] }
    self.keys = keys
  }

  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  mutating func sequence(of count: Int) -> String {
    let isPlain = below(3) == 0
    return (0..<count).map { number in
      isPlain && below(20) > 0 ? plain(number) : record()
    }.joined(separator: "\n")
  }

  /// Sections with strips of records.
  mutating func sections(_ count: Int, of size: Int) -> String {
    let sections = (0..<count).map { section in
      let rows = (0..<3).map { row in
        "{\"items\":[" + (0..<below(size + 1)).map { _ in record() }.joined(separator: ",") + "]}"
      }
      return "{\"title\":\"\(section)\",\"rows\":[" + rows.joined(separator: ",\n") + "]}"
    }
    return "{\"sections\":[" + sections.joined(separator: ",") + "]}"
  }

  static let shape = Shape(
    sections: FieldPath(key: "sections"), rows: FieldPath(key: "rows"),
    items: FieldPath(key: "items"))

  private mutating func plain(_ number: Int) -> String {
    "{\"id\":\(number),\"title\":\"number \(number)\",\"price\":\(number).25,\"tags\":[\"a\",\"b\"]}"
  }

  private mutating func record() -> String {
    if below(15) == 0 { return value(2) }
    var fields: [String] = []
    for _ in 0..<below(9) {
      let key = random.pick(keys)
      fields.append("\"\(key)\"\(blank()):\(blank())\(value(2))")
    }
    return "{" + fields.map { blank() + $0 + blank() }.joined(separator: ",") + "}"
  }

  private mutating func blank() -> String { random.pick(["", "", "", " ", "\t", "   \r"]) }

  private mutating func value(_ depth: Int) -> String {
    switch below(depth > 0 ? 8 : 5) {
    case 0, 1: return number()
    case 2, 3: return text()
    case 4: return random.pick(["true", "false", "null"])
    case 5:
      let count = below(12) == 0 ? 250 + below(12) : below(4)
      return "[\(blank())" + (0..<count).map { _ in text() }.joined(separator: ", ") + "]"
    case 6:
      return "[" + (0..<below(4)).map { _ in value(depth - 1) }.joined(separator: ",") + "]"
    default:
      let keys = ["name", "length", "none", "author", "name"]
      let fields = (0..<below(4)).map { _ in "\"\(random.pick(keys))\": \(value(depth - 1))" }
      return "{" + fields.joined(separator: ",") + "\(blank())}"
    }
  }

  private mutating func number() -> String {
    random.pick([
      "0", "-0", "-0.0", "7", "-12", "3.25", "0.10", "1e3", "1E-2", "123456789012345",
      "1234567890123456", "9007199254740993", "-9223372036854775808", "9223372036854775808",
      "0.1234567890123456789", "1e400", "-1e-400", "0.000000000000001", "12345678.12345678",
      "999999999999999", "0.30000000000000004", "1234567", "-12345678", "1234567.1234567",
      "12345678.5", "1.00000001", "-0.5", "\(below(100_000)).\(below(100))",
    ])
  }

  private mutating func text() -> String {
    random.pick([
      "\"\"", "\"a\"", "\"plain words\"", "\"a \\\"quoted\\\" one\"", "\"\\u00e9\"", "\"é\"",
      "\"\\ud83c\\udfac\"", "\"\\ud83c\"", "\"語 and more of it, long enough for two blocks\"",
      "\"thirty-one bytes of plain text.\"", "\"thirty-two bytes of plain texts.\"", "\"title\"",
      "\"{\\\"id\\\":1}\"", "\"}\"",
      "\"tab \\t\"", "\"\(String(repeating: "long ", count: below(30)))\"", "\"n \(below(1000))\"",
      // Other values are written so between no quotes.
      "\"7\"", "\"-12\"", "\"3.25\"", "\"1e400\"", "\"[]\"", "\"{}\"", "\"true\"", "\"null\"",
    ])
  }
}
