/// Writes JSON with the keys in the order in which they are written, so that the same values
/// always give the same bytes.
///
/// Everything that could act on a terminal is escaped, so the text may be shown as it is.
package struct JSONText {
  package private(set) var text = ""
  private var needsComma = false

  package init() {}

  /// Writes an object; the body writes its members.
  package mutating func object(_ body: (inout JSONText) -> Void) {
    enclose("{", "}", body)
  }

  /// Writes an array; the body writes its elements.
  package mutating func array(_ body: (inout JSONText) -> Void) {
    enclose("[", "]", body)
  }

  /// Writes a member's key; its value has to follow.
  package mutating func key(_ name: String) {
    separate()
    quote(name)
    text += ": "
    needsComma = false
  }

  package mutating func string(_ value: String) {
    separate()
    quote(value)
  }

  package mutating func number(_ value: Int) { literal(String(value)) }
  package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }
  package mutating func null() { literal("null") }

  /// Writes a number that is text already.
  package mutating func literal(_ value: String) {
    separate()
    text += value
  }

  private mutating func enclose(
    _ open: String, _ close: String, _ body: (inout JSONText) -> Void
  ) {
    separate()
    text += open
    needsComma = false
    body(&self)
    text += close
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text += ", " }
    needsComma = true
  }
}

extension JSONText {
  package mutating func member(_ key: String, _ value: String?) {
    self.key(key)
    if let value { string(value) } else { null() }
  }

  package mutating func member(_ key: String, _ value: Int) {
    self.key(key)
    number(value)
  }

  package mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  package mutating func member(_ key: String, _ values: [Int]) {
    self.key(key)
    array { json in for value in values { json.number(value) } }
  }

  private mutating func quote(_ value: String) {
    text += "\""
    if value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      text += value
    } else {
      for scalar in value.unicodeScalars { escape(scalar) }
    }
    text += "\""
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\u{200C}", "\u{200D}", "\u{FE00}"..."\u{FE0F}": text.unicodeScalars.append(scalar)
    case _ where DisplaySafe.isHidden(scalar): escapeUnits(of: scalar)
    default: text.unicodeScalars.append(scalar)
    }
  }

  private mutating func escapeUnits(of scalar: Unicode.Scalar) {
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
  }
}
