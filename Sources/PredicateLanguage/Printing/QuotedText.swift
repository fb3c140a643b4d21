/// Texts in quotes as command lines and addresses have them, by the escapes of the language's
/// strings.
package enum QuotedText {
  /// What a text with its quotes around it stands for.
  ///
  /// A backslash that does not begin an escape stands for itself, so that paths and patterns may be
  /// quoted without doubling it; where there is one, only quotes and backslashes are escaped.
  ///
  /// - Complexity: O(characters).
  package static func content(of quoted: String) -> String {
    var lexer = Lexer(quoted)
    if case .string(let content)? = lexer.lexString(), lexer.position == lexer.scalars.count,
      lexer.diagnostics.isEmpty, lexer.unknownEscapes.isEmpty
    {
      return content
    }
    var content = ""
    var isEscaped = false
    for character in quoted.dropFirst().dropLast() {
      if isEscaped, !"\\\"'".contains(character) { content.append("\\") }
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else {
        content.append(character)
        isEscaped = false
      }
    }
    return isEscaped ? content + "\\" : content
  }

  /// A text in double quotes, with escapes for what is not visible as itself.
  package static func spelled(_ text: String) -> String { Printer.quote(text) }
}
