package import TableModel

/// Numbers as people read them, the same in every locale.
package enum Numerals {
  /// False where another program reads what is printed.
  @TaskLocal package static var groupsThousands = true

  /// A number with its thousands grouped: `12,400`.
  package static func text(_ number: Int) -> String {
    let digits = String(number.magnitude)
    let sign = number < 0 ? "-" : ""
    if digits.utf8.count <= 3 || !groupsThousands { return sign + digits }
    var grouped = sign
    grouped.reserveCapacity(digits.utf8.count * 4 / 3 + 1)
    var start = digits.startIndex
    var length = (digits.utf8.count - 1) % 3 + 1
    while start < digits.endIndex {
      let end = digits.utf8.index(start, offsetBy: length)
      if start > digits.startIndex { grouped += "," }
      grouped += digits[start..<end]
      (start, length) = (end, 3)
    }
    return grouped
  }

  /// A count, with a plus while more may come: `12,400+`.
  package static func text(_ extent: Extent) -> String {
    text(extent.known) + (extent.isExact ? "" : "+")
  }

  /// A count and what is counted: `1 row`, `12,400+ rows`.
  package static func text(_ extent: Extent, _ noun: String) -> String {
    text(extent) + " " + noun + (extent == .exact(1) ? "" : "s")
  }

  /// A share in whole per cent, rounded: `43 %`.
  package static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "0 %" }
    return "\(Int((Double(part) / Double(whole) * 100).rounded())) %"
  }
}

/// Decimal numbers with a fixed number of places at most, the same in every locale.
enum NumberFormat {
  /// - Parameter places: digits after the point, at most 9; zeros at the end are left out.
  static func decimal(_ value: Double, places: Int) -> String {
    var scale = 1
    for _ in 0..<min(places, 9) { scale *= 10 }
    let scaled = (value * Double(scale)).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return value.description }
    let whole = Int(abs(scaled))
    var fraction = String(whole % scale)
    fraction = String(repeating: "0", count: places - fraction.utf8.count) + fraction
    while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
    let text = String(whole / scale) + (fraction.isEmpty ? "" : "." + fraction)
    return scaled < 0 ? "-" + text : text
  }
}
