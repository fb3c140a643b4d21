import TableModel

extension JSONReader {
  /// The error at the current byte: what was expected, what was found, and a word of advice where
  /// the mistake is a common one.
  func expected(_ wanted: String) -> DataError {
    let found = text.found(at: position)
    let advice = advice(wanted).map { " (\($0))" } ?? ""
    return text.malformed(at: position, "expected \(wanted), found \(found)\(advice)")
  }

  private func advice(_ wanted: String) -> String? {
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      wanted.hasSuffix("after ','") ? "JSON allows no trailing comma" : nil
    case UInt8(ascii: "'"): "JSON puts text in double quotes"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments"
    case UInt8(ascii: "+"): "JSON writes no plus sign"
    case UInt8(ascii: "."): "JSON writes a digit before the decimal point"
    case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "u"):
      wordAdvice(["NaN", "None", "Infinity", "undefined"])
    case UInt8(ascii: "T"), UInt8(ascii: "F"): wordAdvice(["True", "False", "TRUE", "FALSE"])
    default: nil
    }
  }

  private func wordAdvice(_ words: [String]) -> String? {
    let rest = text.bytes[position...]
    guard words.contains(where: { rest.starts(with: $0.utf8) }) else { return nil }
    return "JSON knows the words true, false and null"
  }
}
