import Documents
import Files
import TableModel

/// Dates as feeds write them: by RFC 822 or ISO 8601, in either case with a zone.
enum FeedDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static let zones = [
    "z": "Z", "ut": "Z", "utc": "Z", "gmt": "Z", "est": "-05:00", "edt": "-04:00", "cst": "-06:00",
    "cdt": "-05:00", "mst": "-07:00", "mdt": "-06:00", "pst": "-08:00", "pdt": "-07:00",
  ]

  /// The moment that a text says; nil where it is not written so.
  static func instant(of text: String) -> Instant? {
    let iso = text.uppercased()
    if iso.contains("T"),
      iso.hasSuffix("Z") || iso.dropLast(5).last.map({ "+-".contains($0) }) == true
    {
      return Instant(iso8601: iso)
    }
    // Mon, 04 May 2026 06:30:00 +0200: the weekday and the seconds may be missing.
    var words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "\n" || $0 == "\t" }
    if let first = words.first, first.first?.isLetter == true { words.removeFirst() }
    guard words.count == 5, let day = Int(words[0]), words[0].utf8.count <= 2,
      let month = months.firstIndex(of: String(words[1].prefix(3))),
      let year = year(words[2]), let zone = zone(words[4])
    else { return nil }
    let seconds = words[3].count { $0 == ":" } == 1 ? ":00" : ""
    return Instant(
      iso8601: "\(year)-\(padded(month + 1))-\(padded(day))T\(words[3])\(seconds)\(zone)")
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Years of two digits are those from 1950 to 2049.
  private static func year(_ word: Substring) -> String? {
    guard let year = Int(word), year >= 0 else { return nil }
    if word.utf8.count == 4 { return String(word) }
    return word.utf8.count == 2 ? String(year + (year < 50 ? 2000 : 1900)) : nil
  }

  private static func zone(_ word: Substring) -> String? {
    if let known = zones[String(word)] { return known }
    guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
    let digits = word.dropFirst()
    guard digits.utf8.count == 4, digits.utf8.allSatisfy(ASCII.isDigit) else { return nil }
    return "\(sign)\(digits.prefix(2)):\(digits.suffix(2))"
  }
}

/// The words of HTML, for a line of text.
enum MarkupWords {
  /// Tags that part words.
  private static let breaks: Set<Substring> = [
    "p", "br", "div", "li", "ul", "ol", "tr", "td", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img",
    "blockquote", "figure", "table",
  ]

  private static let named: [Substring: Character] = [
    "nbsp": " ", "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’",
    "ldquo": "“",
    "rdquo": "”", "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "copy": "©", "euro": "€",
  ]

  /// A text without its tags, with the characters that references stand for, on one line.
  static func plain(_ text: String) -> String {
    var words = ""
    var rest = Substring(text)
    while let character = rest.first {
      if character == "<", let end = tagEnd(of: rest) {
        let name = rest.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
        if breaks.contains(Substring(name.lowercased())) { words += " " }
        rest = rest[end...]
      } else if character == "&", let (found, end) = reference(rest) {
        words.append(found)
        rest = rest[end...]
      } else {
        words.append(character)
        rest.removeFirst()
      }
    }
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let longestTag = 1000

  /// Where a tag or a comment ends; nil for a `<` that begins none.
  private static func tagEnd(of text: Substring) -> String.Index? {
    guard let second = text.dropFirst().first, second.isLetter || second == "/" || second == "!"
    else { return nil }
    // So far and no farther, or many `<` without an end would be a long search each.
    return text.prefix(longestTag).firstIndex(of: ">").map { text.index(after: $0) }
  }

  private static func reference(_ text: Substring) -> (Character, String.Index)? {
    let name = text.dropFirst().prefix(10).prefix { $0.isLetter || $0.isNumber || $0 == "#" }
    let end = name.endIndex
    guard end < text.endIndex, text[end] == ";" else { return nil }
    let found =
      XMLCharacter.named(String(name)) ?? XMLCharacter.numbered(String(name)) ?? named[name]
    return found.map { ($0, text.index(after: end)) }
  }
}
