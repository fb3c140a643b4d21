import Foundation
import TableModel
import TestSeeds

/// A writer of random JSON; the same seed writes the same documents.
struct RandomJSON {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  mutating func document() -> String { blank() + value(depth: 0) + blank() }

  private mutating func blank() -> String { pick(["", "", "", " ", "\n", "\t", "\r\n  "]) }

  private mutating func value(depth: Int) -> String {
    switch below(depth < 4 ? 8 : 5) {
    case 0: return pick(["null", "true", "false"])
    case 1: return pick(["0", "-0.0", "7", "-12", "123456789", "3.25", "1e3", "-2.5E-2", "0.1"])
    case 2, 3, 4: return string()
    case 5: return "{}"
    case 6:
      let elements = (0..<below(5)).map { _ in blank() + value(depth: depth + 1) + blank() }
      return "[" + elements.joined(separator: ",") + "]"
    default:
      // Keys differ: of equal ones the readers may keep different values.
      let fields = (0..<below(12)).map { index in
        "\"\(index)" + string().dropFirst() + blank() + ":" + blank() + value(depth: depth + 1)
      }
      return "{" + fields.joined(separator: blank() + "," + blank()) + "}"
    }
  }

  private mutating func string() -> String {
    let parts = [
      "a", "Z", " ", "é", "語", "🎈", "e\u{301}", "\u{2028}", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9",
      "\\ud83c\\udf88", "\\t", "{", "]", ",", ":", "'",
    ]
    return "\"" + (0..<below(7)).map { _ in pick(parts) }.joined() + "\""
  }
}
