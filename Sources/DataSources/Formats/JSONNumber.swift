import TableModel

/// JSON's notation of numbers.
enum JSONNumber {
  /// The number in JSON's notation, its own text wherever that is JSON; nil for NaN and infinity.
  static func text(of number: NumberText) -> String? {
    if isValid(number.text.utf8) { return number.text }
    switch number.numeric {
    case .int(let value): return String(value)
    case .double(let value): return value.isFinite ? NumberText(value).text : nil
    }
  }

  /// True when a text is a number as JSON writes it.
  static func isValid(_ text: some Sequence<UInt8>) -> Bool {
    var rest = Array(text)[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = takeDigits(&rest)
    guard whole == 1 || (whole > 1 && text.first(where: ASCII.isDigit) != UInt8(ascii: "0")) else {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard takeDigits(&rest) > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      guard takeDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> Int {
    let digits = rest.prefix(while: ASCII.isDigit).count
    rest = rest.dropFirst(digits)
    return digits
  }
}
