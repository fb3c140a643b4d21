import Rendering
import TableModel

/// How numbers and counts are said in messages.
enum Words {
  /// `1 row`, `12,400 rows`.
  static func number(_ count: Int, _ noun: String) -> String {
    Numerals.text(.exact(count), noun)
  }

  static func number(_ extent: Extent, _ noun: String) -> String {
    Numerals.text(extent, noun)
  }

  /// `5 sections · 5 rows · 61 items`; a plain table has no items.
  static func counts(_ counts: Counts) -> String {
    var parts = [number(counts.sections, "section"), number(counts.rows, "row")]
    if counts.items != .exact(0) { parts.append(number(counts.items, "item")) }
    return parts.joined(separator: Mark.dot)
  }

  /// `top, middle or bottom`.
  static func choice(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.last ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Digits in groups of three.
  static func grouped(_ number: Int) -> String { Numerals.text(number) }
}

extension String {
  /// The text with blanks up to a number of characters, one blank at least.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, width - count))
  }

  /// The text without line breaks at its end.
  func trimmingEnd() -> String {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
