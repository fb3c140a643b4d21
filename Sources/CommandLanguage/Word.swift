import Foundation

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

  /// True for `-`, which stands for standard input or output in place of a file.
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
