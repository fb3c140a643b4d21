package import TableModel

/// Labels for values that are listed one below the other; different values get different labels.
///
/// Containers are written as JSON and data by its bytes. Texts are quoted where other kinds of
/// values stand among them, or where one of them reads like a remark.
package struct ValueLabels: Sendable {
  private let quotesTexts: Bool

  /// The title of records that lack the field they are grouped by, or hold null there.
  package static let noValueTitle = "(none)"

  /// Longer values are cut: what they have in common up to here is too much to be read anyway.
  private static let longest = 400
  /// What is shown where there is no value, or in place of several.
  private static let remarks: Set<String> = [
    "null", noValueTitle, "(missing)", "(other values)",
  ]

  private static func isRemark(_ text: String) -> Bool {
    remarks.contains(text) || text.hasSuffix(" other value)") || text.hasSuffix(" other values)")
  }

  /// - Parameter values: all values that get different labels.
  package init(telling values: some Sequence<Value>) {
    var (hasTexts, hasOthers) = (false, false)
    for value in values {
      switch value {
      case .string(let text):
        hasTexts = true
        if Self.isRemark(text) { hasOthers = true }
      case .null: break
      default: hasOthers = true
      }
      if hasTexts, hasOthers { break }
    }
    quotesTexts = hasTexts && hasOthers
  }

  /// A text that would not be seen is quoted in any case.
  package func label(of value: Value) -> String {
    if case .string(let text) = value, text.allSatisfy(\.isWhitespace) {
      return JSONWriter.text(of: value)
    }
    return plainLabel(of: value)
  }

  private func plainLabel(of value: Value) -> String {
    switch value {
    case .string(let text): quotesTexts ? JSONWriter.text(of: value) : text
    case .array, .record: JSONWriter.text(of: value).clipped(to: Self.longest)
    case .data(let bytes): Self.hexadecimal(bytes)
    default: value.plainText
    }
  }

  /// The title of a group of records that share a value.
  package func title(ofGroup value: Value) -> String {
    value.isNull ? Self.noValueTitle : plainLabel(of: value)
  }

  /// `0x48656c6c6f`; longer data with its length, because beginnings are often the same.
  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let shown = 12
    let digits = bytes.prefix(shown).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let text = "0x" + digits.joined()
    return bytes.count <= shown
      ? text : text + "\(Mark.ellipsis) (\(Value.text(ofBytes: bytes.count)))"
  }
}
