/// Writes XML, and HTML that is well-formed XML too: every element is closed and every text is
/// escaped, so that nothing in the data can become markup.
package struct MarkupText: Sendable {
  typealias Attributes = KeyValuePairs<String, String>

  private(set) var text = ""

  /// Writes an element with other elements in it, each on lines of its own. Attributes without a
  /// value are left out, here and everywhere.
  mutating func element(
    _ name: String, _ attributes: Attributes = [:], _ body: (inout MarkupText) -> Void
  ) {
    open(name, attributes, ">\n")
    body(&self)
    text += "</\(name)>\n"
  }

  /// Writes an element that holds text.
  mutating func element(_ name: String, _ attributes: Attributes = [:], text words: String) {
    open(name, attributes, ">")
    text += Self.escaped(words) + "</\(name)>\n"
  }

  /// Writes an element that holds nothing.
  mutating func empty(_ name: String, _ attributes: Attributes = [:]) {
    open(name, attributes, "/>\n")
  }

  /// Writes an element without line breaks, for one that stands inside a text.
  mutating func inline(_ name: String, _ attributes: Attributes = [:], text words: String) {
    open(name, attributes, ">")
    text += Self.escaped(words) + "</\(name)>"
  }

  mutating func words(_ words: String) { text += Self.escaped(words) }

  /// Writes the product's own text as it is; nothing that comes from data.
  mutating func verbatim(_ markup: String) { text += markup }

  /// Opens an element without closing its start; `end` is what closes it.
  mutating func open(_ name: String, _ attributes: Attributes, _ end: String) {
    text += "<" + name
    for (key, value) in attributes where !value.isEmpty {
      text += " \(key)=\"\(Self.escaped(value))\""
    }
    text += end
  }
}

extension MarkupText {
  /// A text that means itself between tags and between quotes. What XML does not allow at all
  /// becomes U+FFFD.
  package static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ isHarmless($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  /// True for the printable ASCII characters that need no escape.
  private static func isHarmless(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<")
      && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "'")
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0x00..<0x20, 0x7F..<0xA0: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }
}
