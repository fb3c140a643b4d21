import TableModel

/// A column: its name, and how many decimals its numbers are declared with.
struct Column: Sendable, Hashable {
  var name: String
  /// The `2` of `DECIMAL(10,2)`: such a column holds 12.5 and means 12.50.
  var scale: Int?

  init(name: String, declaredType: String? = nil) {
    self.name = name
    scale = declaredType.flatMap(Self.scale)
  }

  private static let decimalTypes = ["DECIMAL", "NUMERIC", "DEC"]
  private static let mostDecimals = 30
  private static let plain = Array("-.0123456789".utf8)

  private static func scale(of type: String) -> Int? {
    let parts = type.split { "(,) ".contains($0) }
    guard parts.count == 3, decimalTypes.contains(parts[0].uppercased()), let scale = Int(parts[2]),
      (1...mostDecimals).contains(scale)
    else { return nil }
    return scale
  }
}

extension Column {
  /// A number with at least the decimals of the column; none is ever taken away.
  func scaled(_ number: NumberText) -> NumberText {
    guard let scale else { return number }
    let text = number.text
    guard text.utf8.allSatisfy({ Self.plain.contains($0) }) else { return number }
    guard let point = text.firstIndex(of: ".") else {
      return NumberText(text: text + "." + String(repeating: "0", count: scale))
    }
    let decimals = text.distance(from: point, to: text.endIndex) - 1
    guard decimals < scale else { return number }
    return NumberText(text: text + String(repeating: "0", count: scale - decimals))
  }
}

extension String {
  /// The text as a name in SQL, whatever characters or keywords it holds.
  var sqlName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
