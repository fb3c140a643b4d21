import Foundation
import PredicateLanguage
package import TableModel

/// One command of a line: its words, and the text behind the first one for commands that take
/// text as it stands (predicates, search texts).
package struct Statement: Sendable, Hashable {
  package var words: [Word]
  /// The command of the system's shell that gets the result; nil without one.
  package var pipe: ShellPipe?
  private var line: Line

  /// The line up to the statement's end, without a trailing comment.
  private enum Line: Sendable, Hashable {
    case characters(ArraySlice<Character>)
    /// A line of ASCII that is this statement: a character is a byte.
    case plain(String)
  }

  fileprivate init(words: [Word], line: ArraySlice<Character>, pipe: ShellPipe? = nil) {
    (self.words, self.line, self.pipe) = (words, .characters(line), pipe)
  }

  fileprivate init(words: [Word], plain line: String) {
    (self.words, self.line) = (words, .plain(line))
  }

  package var name: Word? { words.first }
  package var arguments: ArraySlice<Word> { words.dropFirst() }

  /// True when an argument may count from the end: `-1`, `0.-1`, `*`.
  package var countsFromTheEnd: Bool {
    arguments.contains { word in
      let bytes = word.raw.utf8
      guard bytes.contains(UInt8(ascii: "-")) else { return bytes.contains(UInt8(ascii: "*")) }
      return word.raw.hasPrefix("-") && !word.raw.hasPrefix("--") || word.raw.contains(".-")
        || bytes.contains(UInt8(ascii: "*"))
    }
  }

  /// The text from a word to the end of the statement, as it was typed, and where it starts.
  package func text(from index: Int) -> (text: String, start: Int) {
    let start = words.indices.contains(index) ? words[index].range.lowerBound : nil
    switch line {
    case .plain(let text):
      guard let start else { return ("", text.utf8.count) }
      let end = text.utf8.lastIndex { !Word.isBlank($0) } ?? text.startIndex
      return (String(text[text.utf8.index(text.startIndex, offsetBy: start)...end]), start)
    case .characters(let line):
      guard let start else { return ("", line.count) }
      var end = line.count
      while end > start, line[end - 1].isBlank { end -= 1 }
      return (Self.text(of: line[start..<end]), start)
    }
  }
}

extension Statement {
  /// Splits a line at semicolons outside quotes into statements; comments and empty ones vanish.
  ///
  /// A comment starts with `#` at the line's start, or with `# ` after a blank: `#word` inside a
  /// line belongs to the predicate language, and `#` at its end is an index letter. Never fails:
  /// a quote that is not closed is marked in its word. Outside quotes a backslash makes the blank
  /// behind it part of the word. A `|` between blanks ends the last statement: all that follows is a
  /// command of the system's shell, semicolons and quotes included.
  ///
  /// - Complexity: O(characters).
  package static func statements(in line: String) -> [Statement] {
    if let words = Word.plainWords(of: line) {
      return words.isEmpty ? [] : [Statement(words: words, plain: line)]
    }
    var lexer = LineLexer(line)
    return lexer.statements()
  }

  /// Characters as a text; put together one by one, which needs no types made at run time.
  fileprivate static func text(of characters: ArraySlice<Character>) -> String {
    var text = ""
    for character in characters { text.append(character) }
    return text
  }
}

extension Word {
  fileprivate static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// The words of a line of ASCII without quotes, escapes, semicolons and pipes, as most lines are;
  /// no words for a comment.
  ///
  /// - Returns: nil for any other line, which needs the lexer.
  fileprivate static func plainWords(of line: String) -> [Word]? {
    var (words, start): ([Word], Int?) = ([], nil)
    var line = line
    return line.withUTF8 { bytes in
      for (position, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"):
          if let begin = start { words.append(Word(bytes, begin..<position)) }
          start = nil
        case UInt8(ascii: "#") where words.isEmpty && start == nil: return []
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "\\"),
          UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "#"):
          return nil
        case 0x21...0x7E: start = start ?? position
        default: return nil
        }
      }
      if let begin = start { words.append(Word(bytes, begin..<bytes.count)) }
      return words
    }
  }

  private init(_ line: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.init(plain: String(decoding: line[range], as: UTF8.self), at: range)
  }
}

extension Character {
  /// As `isWhitespace`, which looks every character up in the tables of Unicode; most lines have none
  /// that need it.
  fileprivate var isBlank: Bool {
    asciiValue.map { $0 == 0x20 || (0x09...0x0D).contains($0) } ?? isWhitespace
  }
}

/// Cuts a line into words; quotes open at the start of a word or behind a sign, not inside a word
/// (`don't` is one word).
private struct LineLexer {
  private let characters: [Character]
  private var position = 0

  package init(_ line: String) {
    characters = Array(line)
  }

  private var next: Character? {
    position + 1 < characters.count ? characters[position + 1] : nil
  }

  private var current: Character? {
    position < characters.count ? characters[position] : nil
  }

  package mutating func statements() -> [Statement] {
    var result: [Statement] = []
    var words: [Word] = []
    while true {
      skipBlanks()
      guard let character = current, !startsComment else { break }
      if character == ";" {
        finish(&words, at: position, into: &result)
        position += 1
      } else if !words.isEmpty, isPipe(behind: words) {
        let pipe = ShellPipe(characters[(position + 1)...], at: position)
        result.append(Statement(words: words, line: characters[..<position], pipe: pipe))
        return result
      } else {
        words.append(takeWord())
      }
    }
    finish(&words, at: position, into: &result)
    return result
  }

  private func finish(_ words: inout [Word], at end: Int, into result: inout [Statement]) {
    guard !words.isEmpty else { return }
    result.append(Statement(words: words, line: characters[..<end]))
    words = []
  }

  /// True for a `|` between blanks that is not inside a regular expression: `/a | b/`.
  private func isPipe(behind words: [Word]) -> Bool {
    guard current == "|", next?.isBlank ?? true else { return false }
    guard let opener = words.lastIndex(where: \.opensSlashes),
      !words[(opener + 1)...].contains(where: \.closesSlashes)
    else { return true }
    let rest = characters[position...].split(whereSeparator: \.isBlank)
    return !rest.contains { $0.last == "/" && !$0.dropLast().contains("/") }
  }

  private mutating func skipBlanks() {
    while let character = current, character.isBlank { position += 1 }
  }

  private var startsComment: Bool {
    guard current == "#" else { return false }
    let isFirst = characters[..<position].allSatisfy(\.isBlank)
    let isFollowedByBlank =
      position + 1 < characters.count && characters[position + 1].isBlank
    return isFirst || isFollowedByBlank
  }

  private mutating func takeWord() -> Word {
    if isBookmark { return takeBookmark() }
    let start = position
    var text = ""
    var (isQuoted, isOpen, isAsTyped) = (false, false, true)
    while let character = current, !character.isBlank, character != ";" {
      if opensQuote(character, wordStart: start) {
        (isQuoted, isAsTyped) = (true, false)
        isOpen = !takeQuoted(character, into: &text)
      } else if character == "\\", let blank = next, blank.isBlank {
        text.append(blank)
        isAsTyped = false
        position += 2
      } else {
        text.append(character)
        position += 1
      }
    }
    let raw = isAsTyped ? text : Statement.text(of: characters[start..<position])
    return Word(
      text: text, raw: raw, range: start..<position, isQuoted: isQuoted, isOpen: isOpen)
  }

  /// True for `'a` as a word of its own.
  private var isBookmark: Bool {
    guard current == "'", position > 0, characters[position - 1].isBlank,
      next?.isBookmark == true
    else { return false }
    return BookmarkWord.begins(Statement.text(of: characters[position...]).utf8)
  }

  /// Takes a bookmark's word. What takes no place reports the quote as open.
  private mutating func takeBookmark() -> Word {
    let range = position..<position + 2
    position = range.upperBound
    let text = Statement.text(of: characters[range])
    return Word(text: text, raw: text, range: range, isQuoted: false, isOpen: true)
  }

  private func opensQuote(_ character: Character, wordStart: Int) -> Bool {
    guard character == "\"" || character == "'" || character == "`" else { return false }
    guard position > wordStart else { return true }
    let before = characters[position - 1]
    return !before.isLetter && !before.isNumber
  }

  /// Takes a quoted part; false when it is not closed. Backquotes keep their meaning for keys, so
  /// they stay in the text, with their escapes.
  private mutating func takeQuoted(_ quote: Character, into text: inout String) -> Bool {
    let start = position
    position += 1
    var hasEscapes = false
    while let character = current, character != quote {
      let isEscape = character == "\\"
      if isEscape { hasEscapes = true }
      position += isEscape && position + 1 < characters.count ? 2 : 1
    }
    let isClosed = current != nil
    let inside = Statement.text(of: characters[start + 1..<position])
    if isClosed { position += 1 }
    if quote == "`" {
      text += isClosed ? "`\(inside)`" : "`" + inside
    } else {
      text += hasEscapes ? QuotedText.content(of: "\(quote)\(inside)\(quote)") : inside
    }
    return isClosed
  }
}

/// A word of a command line, with its place in the line.
package struct Word: Sendable, Hashable {
  /// The word without its quotes and escapes.
  package var text: String
  /// The word as it was typed.
  package var raw: String
  /// Where it stands: character offsets into the line.
  package var range: Range<Int>
  package var isQuoted: Bool
  /// True when a quote in it is not closed.
  package var isOpen: Bool
}

extension Word {
  /// A word without quotes, as if it had been typed there.
  package init(plain text: String, at range: Range<Int> = 0..<0) {
    self.init(text: text, raw: text, range: range, isQuoted: false, isOpen: false)
  }

  /// True for `-`, which names standard input or output instead of a file.
  package var isStandardStream: Bool { text == "-" }

  /// True for the beginning of a text between slashes, `/a`, which no path with folders is.
  package var opensSlashes: Bool { raw.first == "/" && !raw.dropFirst().contains("/") }

  /// True for the end of a text between slashes, `b/`.
  package var closesSlashes: Bool { raw.last == "/" && !raw.dropLast().contains("/") }

  /// True for one text in quotes with nothing before or behind it.
  package var isWhollyQuoted: Bool {
    guard isQuoted, !isOpen, let quote = raw.first, "\"'".contains(quote) else { return false }
    return raw.count >= 2 && raw.last == quote
  }
}

extension StringProtocol {
  /// The pieces between separators that are in no key in backquotes.
  ///
  /// - Parameter most: how many pieces to make at most; the last one is the rest as it stands.
  package func pieces(between separator: Character, most: Int = .max) -> [SubSequence] {
    var pieces: [SubSequence] = []
    var (start, index) = (startIndex, startIndex)
    var (isQuoted, isEscaped) = (false, false)
    while index < endIndex, pieces.count < most - 1 {
      let character = self[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "`" {
        isQuoted.toggle()
      } else if character == separator, !isQuoted {
        pieces.append(self[start..<index])
        start = self.index(after: index)
      }
      formIndex(after: &index)
    }
    return pieces + [self[start...]]
  }
}

/// The user's home in names of files.
package enum HomeFolder {
  /// As everything else that is kept there: what the environment says comes first.
  private static var home: String {
    ProcessInfo.processInfo.environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? NSHomeDirectory()
  }

  /// True for a word that begins in the home: `~` or `~/...`, neither in quotes nor behind a
  /// backslash, as in other shells.
  package static func begins(_ word: Word) -> Bool { word.raw == "~" || word.raw.hasPrefix("~/") }

  /// The path that a word means: with the home in the place of `~`; `\~` is a name that begins so.
  package static func path(of word: Word) -> String {
    if begins(word) { return home + word.text.dropFirst() }
    return isEscaped(word) ? String(word.text.dropFirst()) : word.text
  }

  /// True for a word that begins with `\~`.
  package static func isEscaped(_ word: Word) -> Bool { word.raw.hasPrefix("\\~") }
}

/// `| COMMAND` at the end of a line: a command of the system's shell that gets the result of the
/// statement before it.
package struct ShellPipe: Sendable, Hashable {
  /// The command as it was typed.
  package var command: String
  /// Where it stands in the line, from the `|` on, in characters.
  package var range: Range<Int>

  /// - Parameters:
  ///   - text: the text after the `|`.
  ///   - start: where the `|` stands.
  package init(_ text: ArraySlice<Character>, at start: Int) {
    let end = text.lastIndex { !$0.isWhitespace }.map { $0 + 1 } ?? start + 1
    command = String(text[..<max(end, text.startIndex)].drop(while: \.isWhitespace))
    range = start..<end
  }

  /// The error where a pipe is not allowed, because the command is part of another line: in an
  /// alias, or after `repeat`.
  package var misplaced: CommandError {
    CommandError(
      .impossible("'| COMMAND' stands at the end of a whole line", hint: nil), at: range)
  }
}

extension Word {
  /// The path in the document that the word names, as in `$document.customers`; nil for other words.
  package var documentPath: FieldPath? {
    guard !isWhollyQuoted, let path = FieldPath(parsing: text), OuterLevel(at: path) == .document
    else { return nil }
    return FieldPath(Array(path.steps.dropFirst()))
  }
}
