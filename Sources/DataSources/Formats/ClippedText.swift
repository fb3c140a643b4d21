import TableModel

extension String {
  /// The text, or its beginning with an ellipsis: names in messages come from the data and may
  /// have any length.
  func clipped(to limit: Int = 40) -> String {
    guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<index(before: end)] + Mark.ellipsis
  }
}
