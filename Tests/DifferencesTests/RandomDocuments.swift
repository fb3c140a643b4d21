import TableModel
import TestSeeds

/// Random documents of JSON, and documents that differ from them in some places.
struct RandomDocuments {
  var random: SeededGenerator
  /// How many elements lists have at most.
  var longest = 6

  private static let keys = [
    "id", "name", "a/b", "~", "m~n", "/", "", "é", "tags", "x", "list", "0", "-", "`odd key`",
  ]
  private static let numbers = [
    "0", "1", "1.0", "-0", "12345678901234567890123", "1e400", "0.1", "1E2", "-7.50", "1e500",
    "12345678901234567890124", "9007199254740992", "0.10000000000000000000",
    "100000000000000000000e-18",
    "9007199254740993",
  ]
  private static let texts = ["", "a", "b", "Ada", "7", "\u{1F600}", "a\"b\\c", "line\nbreak", "é"]

  mutating func scalar() -> Value {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2...4: .number(NumberText(text: Self.numbers.randomElement(using: &random) ?? "0"))
    case 5: .integer(Int.random(in: 0..<20, using: &random))
    default: .string(Self.texts.randomElement(using: &random) ?? "")
    }
  }

  mutating func value(depth: Int) -> Value {
    if depth == 0 || Int.random(in: 0..<4, using: &random) == 0 { return scalar() }
    let count = Int.random(in: 0...longest, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .record(record(depth: depth - 1))
    case 1: return .array((0..<count).map { _ in value(depth: depth - 1) })
    default: return records(count, depth: depth - 1)
    }
  }

  mutating func record(depth: Int) -> Record {
    var record = Record()
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      record[Self.keys.randomElement(using: &random) ?? ""] = value(depth: depth)
    }
    return record
  }

  /// A list of records with ids, some of which stand there twice.
  mutating func records(_ count: Int, depth: Int) -> Value {
    let repeats = Int.random(in: 0..<4, using: &random) == 0
    return .array(
      (0..<count).map { index in
        var record = Record()
        let id = repeats ? Int.random(in: 0..<4, using: &random) : index * 3
        record["id"] = .integer(id)
        for field in self.record(depth: depth).fields {
          record[field.key] = record[field.key] ?? field.value
        }
        return .record(record)
      })
  }

  /// The same with some changes.
  mutating func changed(_ value: Value, depth: Int = 4) -> Value {
    if Int.random(in: 0..<12, using: &random) == 0 { return self.value(depth: max(0, depth - 1)) }
    switch value {
    case .record(let record): return .record(changed(record, depth))
    case .array(let elements): return .array(changed(elements, depth))
    case .number(let number) where Bool.random(using: &random):
      // The same number, written in another way.
      return number.text == "1" ? .number(NumberText(text: "1.0")) : value
    default: return Int.random(in: 0..<6, using: &random) == 0 ? scalar() : value
    }
  }

  private mutating func changed(_ record: Record, _ depth: Int) -> Record {
    var pairs: [(String, Value)] = []
    for field in record.fields {
      switch Int.random(in: 0..<14, using: &random) {
      case 0: continue
      case 1...4: pairs.append((field.key, changed(field.value, depth: depth - 1)))
      default: pairs.append((field.key, field.value))
      }
    }
    if Int.random(in: 0..<6, using: &random) == 0 {
      pairs.append((Self.keys.randomElement(using: &random) ?? "", value(depth: max(0, depth - 2))))
    }
    // The order of keys says nothing.
    if Int.random(in: 0..<3, using: &random) == 0 { pairs.shuffle(using: &random) }
    return Record(pairs)
  }

  private mutating func changed(_ elements: [Value], _ depth: Int) -> [Value] {
    var list = elements
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let kind = Int.random(in: 0..<5, using: &random)
      if kind == 0 {
        let place = Int.random(in: 0...list.count, using: &random)
        list.insert(value(depth: max(0, depth - 2)), at: place)
      }
      guard let place = list.indices.randomElement(using: &random) else { continue }
      switch kind {
      case 1: list.remove(at: place)
      case 2: list[place] = changed(list[place], depth: depth - 1)
      case 3:
        let moved = list.remove(at: place)
        list.insert(moved, at: Int.random(in: 0...list.count, using: &random))
      case 4: if Int.random(in: 0..<4, using: &random) == 0 { list.shuffle(using: &random) }
      default: break
      }
    }
    return list
  }
}
