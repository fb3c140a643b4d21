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
