extension Diagnostic {
  /// The lines that point into the predicate: the caret with the message, and the opener's below.
  ///
  /// - Parameters:
  ///   - source: the predicate, on one line.
  ///   - indent: how many columns of other text stand before the predicate.
  ///   - width: the columns that a piece of the predicate takes on the screen.
  package func carets(
    under source: String, indent: Int = 0, width: (Substring) -> Int = { $0.count }
  ) -> [String] {
    func column(_ offset: Int) -> String {
      let scalars = source.unicodeScalars
      let end = scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: scalars.endIndex)
      let before = source[..<(end ?? scalars.endIndex)]
      return String(repeating: " ", count: indent + width(before))
    }
    guard let related else { return [column(position) + "^ " + message] }
    var words = message + " here:"
    if case .missingCloser(let closer, _, _) = problem {
      let scalars = source.unicodeScalars.dropFirst(related.start)
      let opener = scalars.first.map { String($0) } ?? ""
      words = "expected `\(closer)` to close `\(opener)` opened here:"
    }
    return [column(position) + "^ " + words, column(related.start) + "^"]
  }
}
