import Foundation

/// Text from the clipboard, made fit for a line that is being edited.
package enum PastedText {
  /// Line breaks become `\n`, prompts at the start of lines go, letters are composed.
  ///
  /// Tabs become blanks; other control characters are dropped, so that a paste can neither press
  /// keys nor send escape sequences. Line breaks at the end go: a paste never runs by itself.
  package static func clean(_ pasted: String) -> String {
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in pasted.unicodeScalars {
      switch scalar {
      case "\r": scalars.append("\n")
      case "\n": if previous != "\r" { scalars.append("\n") }
      case "\t": scalars.append(" ")
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): break
      default: scalars.append(scalar)
      }
      previous = scalar
    }
    let lines = String(scalars).split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map(withoutPrompt).joined(separator: "\n")
    let body = text.prefix(text.count - text.reversed().prefix { $0 == "\n" }.count)
    return composed(String(body))
  }

  private static func withoutPrompt(_ line: Substring) -> Substring {
    for prompt in ["shelf> ", "shelf*> ", continuationPrompt] where line.hasPrefix(prompt) {
      return line.dropFirst(prompt.count)
    }
    return ["shelf>", "shelf*>", "...>"].contains(line) ? "" : line
  }

  /// The text in Unicode's composed form (NFC).
  package static func composed(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }
}
