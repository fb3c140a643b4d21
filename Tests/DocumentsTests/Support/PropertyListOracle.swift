import Foundation
import TableModel

/// Compares what a reader of this module read with what Foundation holds.
enum PropertyListOracle {
  static func same(_ ours: Value, _ theirs: Any) -> Bool {
    switch ours {
    case .null: false
    case .string(let text): theirs as? String == text
    case .bool(let value): theirs as? Bool == value
    case .number(let number): (theirs as? NSNumber).map { same(number, $0) } ?? false
    case .date(let instant):
      (theirs as? Date).map { abs($0.timeIntervalSince1970 - instant.secondsSince1970) < 1e-3 }
        ?? false
    case .data(let bytes): (theirs as? Data).map { Array($0) == bytes } ?? false
    case .array(let elements): same(elements, theirs as? [Any])
    case .record(let record): same(record, theirs as? [String: Any])
    }
  }

  private static func same(_ ours: NumberText, _ theirs: NSNumber) -> Bool {
    if let integer = ours.integer { return theirs.int64Value == integer }
    return theirs.doubleValue == ours.double
  }

  private static func same(_ ours: [Value], _ theirs: [Any]?) -> Bool {
    guard let theirs, theirs.count == ours.count else { return false }
    return zip(ours, theirs).allSatisfy(same)
  }

  private static func same(_ ours: Record, _ theirs: [String: Any]?) -> Bool {
    guard let theirs, theirs.count == ours.count else { return false }
    return ours.fields.allSatisfy { field in
      theirs[field.key].map { same(field.value, $0) } ?? false
    }
  }
}

/// Random property lists as Foundation holds them; the same seed makes the same lists.
struct RandomPropertyList {
  private var dice: RandomJSON

  init(seed: UInt64) { dice = RandomJSON(seed: seed) }

  mutating func list() -> Any { dice.below(3) == 0 ? array(depth: 0) : dictionary(depth: 0) }

  private mutating func value(depth: Int) -> Any {
    switch dice.below(depth < 4 ? 9 : 7) {
    case 0: return dice.below(2) == 0
    case 1:
      return dice.pick([0, -1, 127, 128, 255, 256, 65_535, 65_536, Int.max, Int.min, 1 << 32])
    case 2: return dice.pick([0.5, -1.25e10, 1e-7, 3.141592653589793])
    case 3: return Date(timeIntervalSince1970: Double(dice.below(4_000_000_000) - 2_000_000_000))
    case 4: return Data((0..<dice.below(40)).map { _ in UInt8(dice.below(256)) })
    case 5, 6: return text()
    case 7: return array(depth: depth + 1)
    default: return dictionary(depth: depth + 1)
    }
  }

  private mutating func array(depth: Int) -> Any {
    (0..<dice.below(20)).map { _ in value(depth: depth) } as [Any]
  }

  private mutating func dictionary(depth: Int) -> Any {
    var fields: [String: Any] = [:]
    for _ in 0..<dice.below(20) { fields[text()] = value(depth: depth) }
    return fields
  }

  private mutating func text() -> String {
    let parts = ["a", "Z", " ", "é", "語", "🎈", "<", "&", ">", "\"", "]]>", "long words, "]
    return (0..<dice.below(9)).map { _ in dice.pick(parts) }.joined()
  }
}
