import TableModel

/// Writes JSON with the keys in the order in which they are written, so that the same values
/// always give the same bytes. Texts are those of `JSONString`, so the whole may be shown as it is.
package struct JSONText {
  private var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  /// What was written.
  ///
  /// - Complexity: O(bytes).
  package var text: String { String(decoding: bytes, as: UTF8.self) }

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
    JSONString.append(name, to: &bytes)
    put(": ")
    needsComma = false
  }

  package mutating func string(_ value: String) {
    separate()
    JSONString.append(value, to: &bytes)
  }

  package mutating func number(_ value: Int) { literal(String(value)) }
  package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }
  package mutating func null() { literal("null") }

  /// Writes a number that is text already.
  package mutating func literal(_ value: String) {
    separate()
    put(value)
  }

  private mutating func enclose(
    _ open: String, _ close: String, _ body: (inout JSONText) -> Void
  ) {
    separate()
    put(open)
    needsComma = false
    body(&self)
    put(close)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { put(", ") }
    needsComma = true
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
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
}
