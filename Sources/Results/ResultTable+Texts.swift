import Arranging
package import TableModel

// Answers as people read them.

extension ResultTable {
  /// For each column the text of each of the first lines.
  ///
  /// - Parameter grouped: writes a count.
  package func texts(first lines: Int, _ grouped: (Int) -> String) -> [[String]] {
    columns.map { column in
      let values = (0..<lines).map(column.values)
      switch column.style {
      case .value:
        let labels = ValueLabels(telling: values.compactMap(\.self))
        return values.map { $0.map(labels.label) ?? ValueLabels.noValueTitle }
      case .count:
        return values.map { Self.text($0) { $0.integer.map { grouped(Int($0)) } ?? $0.text } }
      case .figure: return values.map { $0?.plainText ?? "" }
      case .mean: return values.map { Self.text($0) { $0.double.rounded.text } }
      }
    }
  }

  private static func text(_ value: Value?, _ number: (NumberText) -> String) -> String {
    guard case .number(let found)? = value else { return value?.plainText ?? "" }
    return number(found)
  }

  /// The longest bar, in characters.
  private static let longestBar = 24

  /// Bars for the numbers of a column, the longest one for the largest of them; nothing for numbers
  /// below zero.
  package func bars(of name: String) -> [String] {
    guard let column = columns.first(where: { $0.name == name }) else { return [] }
    let numbers = (0..<count).map { line -> Double in
      guard case .number(let number)? = column.values(line), number.double > 0 else { return 0 }
      return number.double
    }
    let most = numbers.filter(\.isFinite).max() ?? 0
    return numbers.map { number in
      guard number > 0, most > 0 else { return "" }
      let eighths = Int((min(1, number / most) * Double(Self.longestBar) * 8).rounded())
      return Self.bar(max(1, eighths))
    }
  }

  /// A bar of so many eighths of a character, of whole ones where marks are plain.
  private static func bar(_ eighths: Int) -> String {
    if Mark.isPlain { return String(repeating: "#", count: max(1, (eighths + 4) / 8)) }
    let parts = [
      "", "\u{258F}", "\u{258E}", "\u{258D}", "\u{258C}", "\u{258B}", "\u{258A}", "\u{2589}",
    ]
    return String(repeating: "\u{2588}", count: eighths / 8) + parts[eighths % 8]
  }
}

extension Aggregate.Kind {
  /// How people get to see what comes of it.
  package var style: ResultTable.Column.Style {
    switch self {
    case .count, .distinct: .count
    case .sum, .min, .max: .figure
    case .mean, .quantile, .deviation: .mean
    }
  }
}
