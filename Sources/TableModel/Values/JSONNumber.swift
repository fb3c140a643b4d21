/// JSON's notation of numbers.
package enum JSONNumber {
  /// The number in JSON's notation, its own text wherever that is JSON; nil for NaN and infinity.
  package static func text(of number: NumberText) -> String? {
    if isNumber(number.text.utf8) { return number.text }
    switch number.numeric {
    case .int(let value): return String(value)
    case .double(let value): return value.isFinite ? NumberText(value).text : nil
    }
  }

  /// True when a text is a number as JSON writes it.
  package static func isValid(_ text: ArraySlice<UInt8>) -> Bool { isNumber(text) }

  /// True when a text is a whole number as JSON writes it, without an exponent.
  package static func isWhole(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    return takeWhole(&rest) && rest.isEmpty
  }

  private static func isNumber(_ text: some Collection<UInt8>) -> Bool {
    var rest = text[...]
    guard takeWhole(&rest) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard takeDigits(&rest) > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard takeDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// Takes what stands before the point: no zero leads other digits.
  private static func takeWhole<Rest: Collection<UInt8>>(_ rest: inout Rest) -> Bool
  where Rest.SubSequence == Rest {
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let first = rest.first
    let digits = takeDigits(&rest)
    return digits == 1 || (digits > 1 && first != UInt8(ascii: "0"))
  }

  private static func takeDigits<Rest: Collection<UInt8>>(_ rest: inout Rest) -> Int
  where Rest.SubSequence == Rest {
    var count = 0
    while let byte = rest.first, (0x30...0x39).contains(byte) {
      rest = rest.dropFirst()
      count += 1
    }
    return count
  }
}
