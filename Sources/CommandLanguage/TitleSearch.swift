package import TableModel

/// Looks for the row with a title among the rows of a section, however many there are.
package struct TitleSearch {
  private let title: String
  private let folded: String
  /// The row with exactly that title, or else the first one that differs only in case.
  private(set) var found: Int?
  /// The titles that come first, to propose one of them.
  private(set) var firstTitles: [String] = []

  private static let window = 1024

  package init(_ title: String) {
    self.title = title
    folded = title.lowercased()
  }

  /// - Complexity: O(rows) when no row has that very title.
  package mutating func run(
    rowsOf section: Int, in source: any TableSource, _ checkpoint: () throws(DataError) -> Void
  ) throws(CommandError) {
    do {
      var first = 0
      while true {
        try checkpoint()
        let rows = try source.rows(first..<first + Self.window, inSection: section)
        if look(at: rows, first) || rows.count < Self.window { return }
        first += rows.count
      }
    } catch {
      throw CommandError(error)
    }
  }

  /// - Returns: true when nothing better can come.
  private mutating func look(at rows: [RowInfo], _ first: Int) -> Bool {
    for (row, info) in zip(first..., rows) {
      guard let other = info.title else { continue }
      if other == title {
        found = row
        return true
      }
      if found == nil, other.lowercased() == folded { found = row }
      if first == 0 { firstTitles.append(other) }
    }
    return false
  }
}
