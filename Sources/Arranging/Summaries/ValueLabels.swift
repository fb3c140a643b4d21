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

/// Shares of a whole in percent, as words that claim no more than is true.
///
/// A share that is there is never `0%`, one that is not all never `100%`, and the numbers of all
/// shares never come to more than a hundred.
package struct Shares {
  private let whole: Int
  private let counts: [Int]
  private var rounded: [Int]

  /// - Parameters:
  ///   - counts: the parts, which do not overlap.
  ///   - whole: what they are parts of.
  package init(of counts: [Int], in whole: Int) {
    self.counts = counts
    self.whole = max(whole, 1)
    rounded = counts.map { Self.percent($0, of: max(whole, 1)) }
    while isTooMuch, lowerMostRaised() {}
  }

  /// The words for a part; nothing for a part that is empty.
  package subscript(part: Int) -> String {
    let count = counts[part]
    if count <= 0 { return "" }
    if isTiny(count) { return "<1%" }
    if count < whole, Double(count) > Double(whole) * 0.99 { return ">99%" }
    return "\(rounded[part])%"
  }

  /// The nearest whole number of percent, from 1 to 99 where it is neither nothing nor all.
  private static func percent(_ count: Int, of whole: Int) -> Int {
    if count <= 0 { return 0 }
    if count >= whole { return 100 }
    return min(max(Int((Double(count) / Double(whole) * 100).rounded()), 1), 99)
  }

  private func isTiny(_ count: Int) -> Bool { count > 0 && Double(count) * 100 < Double(whole) }

  /// Less than one percent is still more than nothing: it takes room of its own beside the rest.
  private var isTooMuch: Bool {
    var sum = 0
    var hasTiny = false
    for (count, share) in zip(counts, rounded) {
      if isTiny(count) { hasTiny = true } else { sum += share }
    }
    return sum + (hasTiny ? 1 : 0) > 100
  }

  /// Lowers the shares that rounding has raised most, equal ones together.
  ///
  /// - Returns: false when none can be lowered.
  private mutating func lowerMostRaised() -> Bool {
    func raised(_ part: Int) -> Double {
      Double(rounded[part]) - Double(counts[part]) / Double(whole) * 100
    }
    let open = counts.indices.filter { !isTiny(counts[$0]) && rounded[$0] > 1 }
    guard let most = open.map(raised).max(), most > 0 else { return false }
    for part in open where raised(part) == most { rounded[part] -= 1 }
    return true
  }
}
