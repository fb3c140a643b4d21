import TableModel

/// How numbers and counts are said in messages.
enum Words {
  /// `1 row`, `12,400 rows`.
  static func number(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(count == 1 ? noun : noun + "s")"
  }

  static func number(_ extent: Extent, _ noun: String) -> String {
    extent.isExact ? number(extent.known, noun) : "\(grouped(extent.known))+ \(noun)s"
  }

  /// `5 sections · 5 rows · 61 items`; a plain table has no items.
  static func counts(_ counts: Counts) -> String {
    var parts = [number(counts.sections, "section"), number(counts.rows, "row")]
    if counts.items != .exact(0) { parts.append(number(counts.items, "item")) }
    return parts.joined(separator: " · ")
  }

  /// Digits in groups of three.
  static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }
}
