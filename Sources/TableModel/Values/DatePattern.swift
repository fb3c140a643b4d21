/// How a date is written, by the letters of Unicode's date format patterns: `yyyy-MM-dd HH:mm`.
///
/// Names of months and weekdays are English ones, as in the POSIX locale, and a time without a zone
/// is universal time. Nothing is guessed: a field has as many digits as there are letters (single
/// letters take one digit or more), and what stands between the fields stands there as written.
package struct DatePattern: Sendable, Hashable {
  package let text: String
  let parts: [DatePatternPart]

  /// - Throws: what keeps the text from being a pattern.
  package init(_ text: String) throws(DatePatternFault) {
    self.text = text
    parts = try DatePatternPart.parts(of: text)
  }

  /// Why no date can be read by the pattern, where text can be written by it; nil when one can.
  package var readingFault: DatePatternFault? {
    let letters = Set(parts.compactMap(\.letter))
    let time: Set<Character> = ["H", "h", "m", "s", "S"]
    let needs: [(letter: Character, needed: Character)] = [
      ("M", "y"), ("d", "y"), ("d", "M"), ("h", "a"), ("a", "h"), ("m", "H"), ("s", "m"),
      ("S", "s"),
    ]
    if letters.contains("Q") || letters.contains("D") {
      return .writingOnly(letters.contains("Q") ? "Q" : "D")
    }
    if letters.contains("H"), letters.contains("h") { return .both("H", "h") }
    for (letter, needed) in needs where letters.contains(letter) && !letters.contains(needed) {
      if needed == "H", letters.contains("h") { continue }
      return .lacks(needed, for: letter)
    }
    if !letters.contains("y") { return .lacks("y", for: nil) }
    if !letters.isDisjoint(with: time), !letters.contains("d") { return .lacks("d", for: nil) }
    return nil
  }
}

/// What keeps a text from being a pattern of dates.
package enum DatePatternFault: Error, Sendable, Hashable {
  case empty
  case unknownLetter(Character)
  /// The year of weeks, which is not the year of dates.
  case weekYear
  case tooLong(Character, count: Int)
  case openQuote
  /// A letter that only writes.
  case writingOnly(Character)
  case both(Character, Character)
  /// A letter without which a date would have to be guessed.
  case lacks(Character, for: Character?)
}

extension DatePatternFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "the pattern is empty"
    case .unknownLetter(let letter): "`\(letter)` is no letter of a date pattern"
    case .weekYear: "`Y` is the year of weeks"
    case .tooLong(let letter, let count):
      "`\(letter)` cannot stand \(count) times in a date pattern"
    case .openQuote: "a quote in the pattern is not closed"
    case .writingOnly(let letter): "no date can be read by `\(letter)`"
    case .both(let a, let b): "the pattern has both `\(a)` and `\(b)`"
    case .lacks(let needed, for: let letter?): "the pattern has `\(letter)`, but no `\(needed)`"
    case .lacks(let needed, for: nil): "the pattern has no `\(needed)`, so no day is named"
    }
  }

  /// What to write instead.
  package var hint: String {
    switch self {
    case .weekYear: "the year of a date is `yyyy`"
    case .openQuote: "text is written `'T'`, and a quote `''`"
    case .unknownLetter:
      "text is written in quotes: `yyyy-MM-dd'T'HH:mm`; the letters are "
        + DatePatternPart.letters.map(String.init).joined(separator: " ")
    case .both, .lacks("a", for: _):
      "hours from 0 to 23 are `HH`, from 1 to 12 with AM or PM `hh a`"
    case .empty, .tooLong, .writingOnly, .lacks: "patterns are like `yyyy-MM-dd HH:mm:ss`"
    }
  }
}

/// A part of a pattern: text that stands for itself, or a letter and how often it stands there.
enum DatePatternPart: Sendable, Hashable {
  case literal(String)
  case field(Character, count: Int)

  static let letters: [Character] = [
    "y", "M", "d", "E", "H", "h", "a", "m", "s", "S", "X", "x", "Z", "Q", "D",
  ]

  var letter: Character? {
    if case .field(let letter, _) = self { letter } else { nil }
  }

  static func parts(of text: String) throws(DatePatternFault) -> [DatePatternPart] {
    var parts: [DatePatternPart] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "'" {
        parts.append(.literal(try quoted(&rest)))
      } else if first.isASCII, first.isLetter {
        let run = rest.prefix { $0 == first }
        rest = rest.dropFirst(run.count)
        parts.append(try checked(first, count: run.count))
      } else {
        rest.removeFirst()
        parts.append(.literal(String(first)))
      }
    }
    if parts.isEmpty { throw .empty }
    return parts
  }

  /// Takes `'T'`, in which two quotes are one, or the `''` that is a quote alone.
  private static func quoted(_ rest: inout Substring) throws(DatePatternFault) -> String {
    rest.removeFirst()
    if rest.first == "'" {
      rest.removeFirst()
      return "'"
    }
    var text = ""
    while let next = rest.popFirst() {
      if next != "'" {
        text.append(next)
      } else if rest.first == "'" {
        rest.removeFirst()
        text.append("'")
      } else {
        return text
      }
    }
    throw .openQuote
  }

  private static func checked(_ name: Character, count: Int) throws(DatePatternFault)
    -> DatePatternPart
  {
    if name == "Y" { throw .weekYear }
    let letter: Character = name == "u" ? "y" : name == "L" ? "M" : name
    guard letters.contains(letter) else { throw .unknownLetter(name) }
    let most =
      switch letter {
      case "y", "M", "E": 4
      case "S": 9
      case "X", "x", "D": 3
      case "Z": 5
      case "a", "Q": 1
      default: 2
      }
    if count > most { throw .tooLong(name, count: count) }
    return .field(letter, count: count)
  }
}
