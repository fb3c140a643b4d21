import Rendering
package import TableModel

/// How numbers and counts are said in messages.
package enum Words {
  /// `1 row`, `12,400 rows`.
  package static func number(_ count: Int, _ noun: String) -> String {
    Numerals.text(.exact(count), noun)
  }

  package static func number(_ extent: Extent, _ noun: String) -> String {
    Numerals.text(extent, noun)
  }

  /// `5 sections · 5 rows · 61 items`; a plain table has no items.
  package static func counts(_ counts: Counts) -> String {
    var parts = [number(counts.sections, "section"), number(counts.rows, "row")]
    if counts.items.known > 0 { parts.append(number(counts.items, "item")) }
    return parts.joined(separator: Mark.dot)
  }

  /// `top, middle or bottom`.
  package static func choice(_ words: [String]) -> String { joined(words, by: " or ") }

  /// `top, middle and bottom`.
  package static func list(_ words: [String]) -> String { joined(words, by: " and ") }

  private static func joined(_ words: [String], by conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.last ?? "" }
    return words.dropLast().joined(separator: ", ") + conjunction + last
  }

  /// Breaks text into lines behind a label.
  ///
  /// - Parameters:
  ///   - indent: the column at which the text starts, in every line.
  ///   - width: the most columns a line may have.
  package static func wrap(_ text: String, label: String, indent: Int, width: Int) -> [String] {
    var lines: [String] = []
    var line =
      label + String(repeating: " ", count: max(label.isEmpty ? 0 : 1, indent - label.count))
    var isFresh = true
    for word in text.split(separator: " ") {
      if !isFresh, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent)
        isFresh = true
      }
      line += (isFresh ? "" : " ") + word
      isFresh = false
    }
    lines.append(line)
    return lines
  }

  /// Digits in groups of three.
  package static func grouped(_ number: Int) -> String { Numerals.text(number) }
}

extension String {
  /// The text with blanks up to a number of characters, one blank at least.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, width - count))
  }

  /// The text with blanks for line breaks: what data says, within a line of a message.
  package var inOneLine: String {
    // Every command says a title, and hardly any has a break: these bytes begin one, and looking for them
    // is far cheaper than looking for the borders of characters.
    let mayBreak = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.contains { 0xA...0xD ~= $0 || $0 == 0xC2 || $0 == 0xE2 }
    }
    return mayBreak == false ? self : String(map { $0.isNewline ? " " : $0 })
  }

  /// The text without line breaks at its end.
  package func trimmingEnd() -> String {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
