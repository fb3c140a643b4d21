import TableModel

/// A writer of random documents that are tables, with all that makes scanning hard: quotes,
/// backslashes and brackets in texts, blanks anywhere, missing and repeated keys, odd values where
/// lists should be. The same seed writes the same documents.
struct RandomTables {
  struct Document {
    var text: String
    var shape: Shape?
    var isSequence = false
  }

  private var random: RandomJSON
  private let escapesKeys: Bool
  private var isPretty = false
  /// Where fields are rows, a key that is written twice is a row twice in a file and one row in
  /// memory.
  private var repeatsKeys = true

  init(seed: UInt64, escapesKeys: Bool = true) {
    random = RandomJSON(seed: seed)
    self.escapesKeys = escapesKeys
  }

  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  /// - Parameter kind: 0 three levels, 1 two, 2 a flat list, 3 a sequence, 4 lists in lists, 5 a
  ///   record of mixed values.
  mutating func document(_ kind: Int) -> Document {
    isPretty = below(2) == 0
    let rows = FieldPath(key: "rows")
    let items = FieldPath(key: "items")
    switch kind {
    case 0:
      let sections = list(below(4)) { $0.group("rows") { $0.group("items") { $0.records() } } }
      return Document(
        text: "{\(blank())\"sections\":\(sections),\(blank())\"end\":[1]}",
        shape: Shape(sections: FieldPath(key: "sections"), rows: rows, items: items))
    case 1:
      let groups = dictionary(below(6)) { $0.records() }
      return Document(text: groups, shape: Shape(sections: .itself, items: .itself))
    case 2:
      let text = "{\"info\":{\"list\":[0]},\"data\":{\"list\":\(records(1 + below(90)))}}"
      return Document(
        text: text, shape: Shape(rows: FieldPath([.key("data"), .key("list")])))
    case 3:
      let isNested = below(2) == 0
      let values = (0..<below(40)).map { _ in
        isNested ? group("items") { $0.records($0.below(6)) } : record()
      }
      return Document(
        text: values.joined(separator: "\n") + "\n",
        shape: Shape(rows: .itself, items: isNested ? items : nil), isSequence: true)
    case 4:
      let text = list(below(30)) { writer in
        writer.list(writer.below(9)) { $0.below(3) == 0 ? $0.record() : $0.scalar() }
      }
      return Document(text: text, shape: Shape(rows: .itself, items: .itself))
    default:
      repeatsKeys = false
      let text = dictionary(below(7)) { writer in
        switch writer.below(4) {
        case 0: writer.scalar()
        case 1: writer.record()
        default: writer.records()
        }
      }
      return Document(text: text, shape: Shape(sections: .itself, rows: .itself))
    }
  }

  private mutating func blank() -> String {
    guard isPretty else { return "" }
    return random.pick(["", " ", "\n    ", "\r\n", "\t", String(repeating: " ", count: below(80))])
  }

  private mutating func records() -> String { records(below(4) == 0 ? below(150) : below(9)) }

  private mutating func records(_ count: Int) -> String { list(count) { $0.record() } }

  private mutating func list(_ count: Int, _ element: (inout Self) -> String) -> String {
    let elements = (0..<count).map { _ in blank() + element(&self) + blank() }
    return "[" + (count == 0 ? blank() : elements.joined(separator: ",")) + "]"
  }

  /// Keys differ: among the things of a level none is left out.
  private mutating func dictionary(_ count: Int, _ value: (inout Self) -> String) -> String {
    let fields = (0..<count).map { index in
      let key = escapesKeys ? hostile() : "th"
      return "\(blank())\"\(index)\(key)\"\(blank()):\(blank())\(value(&self))\(blank())"
    }
    return "{" + fields.joined(separator: ",") + "}"
  }

  /// A record that holds a list under a key, and other things around it.
  private mutating func group(_ key: String, _ list: (inout Self) -> String) -> String {
    var fields: [String] = []
    if below(4) > 0 { fields.append("\"title\":\"\(hostile())\"") }
    if below(5) == 0 { fields.append("\"tags\":[[1,{\"\(key)\":[7]}],\"]\"]") }
    let odd = random.pick(["null", "5", "\"text\"", "{}", "{\"a\":1,\"b\":[2]}", "[]"])
    if below(6) == 0 {
      fields.append("\"\(key)\":\(odd)")
    } else if below(8) > 0 {
      if below(10) == 0 { fields.append("\"\(key)\":\(list(&self))") }
      let written = escapesKeys && below(6) == 0 ? escaped(key) : key
      fields.append("\"\(written)\"\(blank()):\(blank())\(list(&self))")
    }
    if below(4) == 0 { fields.append("\"footer\":\"\(hostile())\",\"meta\":{\"x\":[{}]}") }
    return "{" + fields.map { blank() + $0 }.joined(separator: ",") + blank() + "}"
  }

  private func escaped(_ key: String) -> String {
    let first = key.unicodeScalars.first?.value ?? 0
    let digits = String(first, radix: 16)
    return "\\u00" + digits + key.dropFirst()
  }

  private mutating func record() -> String {
    if below(12) == 0 { return random.pick(["{}", "[]", "null", "[{}]", "12"]) }
    var fields = ["\"id\":\(below(1000))"]
    if below(3) > 0 { fields.append("\"title\":\"\(hostile())\"") }
    if below(4) == 0 { fields.append("\"name\"\(blank()):\(scalar())") }
    let tags = escapesKeys ? "t\\u0061gs" : "tags"
    if below(4) == 0 { fields.append("\"\(tags)\":[\"\(hostile())\",{\"a\":[1]}]") }
    if below(4) == 0 { fields.append("\"author\":{\"name\":\"\(hostile())\",\"id\":1}") }
    if repeatsKeys, below(8) == 0 { fields.append("\"id\":\"again\"") }
    return "{" + fields.map { blank() + $0 }.joined(separator: ",") + blank() + "}"
  }

  private mutating func scalar() -> String {
    below(3) == 0
      ? "\"\(hostile())\"" : random.pick(["1", "-2.50", "1e9", "true", "false", "null", "\"\""])
  }

  /// Text that looks like structure.
  private mutating func hostile() -> String {
    let parts = [
      ",{\\\"id\\\":", "},{", "],[", "\\\\", "\\\"", "\\\\\\\"", "{", "}", "[", "]", ",", "é", "語",
      "\\n", "\\u00e9", "a", "plain words", "\\\\\\\\",
    ]
    return (0..<below(6)).map { _ in random.pick(parts) }.joined()
  }
}
