import PredicateLanguage

/// An address as people write it: `1.0.3`, `Business.0.-1`, `*.0`, `2..5`, `.`.
///
/// Each part is a number (negative from the end), a title (quoted when it has blanks or dots),
/// `*`, a range, or `.` for the focused one; `_` alone is the place of the last result, `'a` that of a
/// bookmark. Between quotes the escapes of predicates hold.
package struct AddressPattern: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case number(Int)
    case title(String)
    case all
    case range(Int, Int)
    case focused
    /// What the last command came to; only as a whole address.
    case lastResult
    /// A place that was given a letter, `'a`; only as a whole address.
    case bookmark(Character)
  }

  /// One to three parts: section, row, item.
  package var parts: [Part]

  package enum ParseError: Error, Sendable, Hashable {
    case empty
    case unclosedQuote
    case tooManyParts
    case missingPart
    case missingPoint
  }

  /// - Parameter raw: the word as typed, quotes included.
  package init(parsing raw: String) throws(ParseError) {
    if raw == "_" {
      parts = [.lastResult]
      return
    }
    if let letter = Self.bookmark(raw) {
      parts = [.bookmark(letter)]
      return
    }
    var scanner = Scanner(rest: raw[...])
    parts = try scanner.parts()
  }

  package init(_ parts: [Part]) {
    self.parts = parts
  }
}

extension AddressPattern {
  /// The whole focused address.
  package var isFocus: Bool { parts == [.focused] }

  /// The place of the last result.
  package var isLastResult: Bool { parts == [.lastResult] }

  /// The letter of a bookmark, `'a`.
  package static func bookmark(_ raw: String) -> Character? {
    guard raw.count == 2, raw.first == "'", let letter = raw.last, letter.isBookmark else {
      return nil
    }
    return letter
  }

  /// True when it can stand for more than one place.
  package var isPlural: Bool {
    parts.contains { part in
      switch part {
      case .all, .range: true
      default: false
      }
    }
  }

  /// A title as the part of an address: in quotes, with escapes, where it needs them.
  package static func spelled(title: String) -> String {
    let quoted = QuotedText.spelled(title)
    let isPlain =
      (try? AddressPattern(parsing: title).parts) == [.title(title)]
      && !title.contains { $0.isWhitespace || "\"'`;#".contains($0) }
      && quoted.utf8.count == title.utf8.count + 2 && !title.hasPrefix("--")
    return isPlain ? title : quoted
  }

  private struct Scanner {
    package var rest: Substring

    package mutating func parts() throws(ParseError) -> [Part] {
      if rest.isEmpty { throw .empty }
      var parts = [try part()]
      while rest.first == "." {
        rest.removeFirst()
        if parts.count == 3 { throw .tooManyParts }
        parts.append(try part())
      }
      if !rest.isEmpty { throw .missingPoint }
      return parts
    }

    private mutating func part() throws(ParseError) -> Part {
      guard let first = rest.first else { throw .missingPart }
      switch first {
      case ".":
        rest.removeFirst()
        return .focused
      case "\"", "'":
        return .title(try quoted(first))
      default:
        return numberOrTitle()
      }
    }

    private mutating func quoted(_ quote: Character) throws(ParseError) -> String {
      var end = rest.index(after: rest.startIndex)
      while end < rest.endIndex, rest[end] != quote {
        let isEscape = rest[end] == "\\"
        rest.formIndex(after: &end)
        if isEscape, end < rest.endIndex { rest.formIndex(after: &end) }
      }
      guard end < rest.endIndex else { throw .unclosedQuote }
      let quoted = String(rest[...end])
      rest = rest[rest.index(after: end)...]
      return QuotedText.content(of: quoted)
    }

    private mutating func numberOrTitle() -> Part {
      if let low = takeNumber() {
        guard rest.hasPrefix("..") else { return .number(low) }
        let saved = rest
        rest = rest.dropFirst(2)
        if let high = takeNumber() { return .range(low, high) }
        rest = saved
        return .number(low)
      }
      let text = rest.prefix { $0 != "." }
      rest = rest.dropFirst(text.count)
      return text == "*" ? .all : .title(String(text))
    }

    /// Takes an integer that is followed by the end or a point.
    private mutating func takeNumber() -> Int? {
      var text = rest.prefix(rest.first == "-" ? 1 : 0)
      text = rest[..<rest.dropFirst(text.count).drop { ("0"..."9").contains($0) }.startIndex]
      let after = rest[text.endIndex...]
      guard let number = Int(text), after.isEmpty || after.first == "." else { return nil }
      rest = after
      return number
    }
  }
}

extension Character {
  /// True for what a bookmark can be called: a letter from a to z, small or capital.
  package var isBookmark: Bool { isASCII && isLetter }
}

/// The word `'a`, the place of a bookmark, which begins like a text in quotes.
package enum BookmarkWord {
  /// True for `'a` at the beginning of the rest of a line.
  ///
  /// It is a text where a quote behind it closes it, and where words follow that can't stand behind
  /// an address: then the text goes on in the next line.
  ///
  /// - Complexity: O(bytes of the line) behind a quote and a single letter, else O(1).
  package static func begins(_ rest: some Collection<UInt8>) -> Bool {
    let start = Array(rest.prefix(3))
    let mark = UInt8(ascii: "'")
    guard start.count >= 2, start[0] == mark, (0x41...0x5A).contains(start[1] & 0xDF),
      isWordEnd(start.dropFirst(2).first)
    else { return false }
    let line = Array(rest.prefix { $0 != 0x0A })
    if let quote = line.dropFirst(2).firstIndex(of: mark) {
      let behind = quote + 1 < line.count ? line[quote + 1] : nil
      guard isBlank(line[quote - 1]), !isWordEnd(behind) else { return false }
    }
    let statement = line.dropFirst(2).prefix { $0 != UInt8(ascii: ";") }
    for word in statement.split(whereSeparator: isBlank) {
      if word.first == UInt8(ascii: "#") || word.elementsEqual("|".utf8) { return true }
      if !mayFollow(word) { return false }
    }
    return true
  }

  /// True for another bookmark or a number, for an option, and for where the place is to stand.
  private static func mayFollow(_ word: ArraySlice<UInt8>) -> Bool {
    word.first == UInt8(ascii: "'") || word.starts(with: "--".utf8)
      || word.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
      || ["top", "middle", "bottom", "none"].contains { word.elementsEqual($0.utf8) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }

  private static func isWordEnd(_ byte: UInt8?) -> Bool {
    byte.map { isBlank($0) || $0 == UInt8(ascii: ";") } ?? true
  }
}
