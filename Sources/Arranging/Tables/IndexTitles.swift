/// The letters along the edge of an indexed table, each with the section it scrolls to.
package struct IndexTitles: Sendable, Hashable {
  /// All 27, whether or not they have a section.
  package let titles: [String]
  /// For each title the section it leads to: its own, else the next that exists, else the last.
  package let targets: [Int]

  /// - Parameter filled: ascending positions in `Collation.titles` that have a section, one each.
  init(filled: [Int]) {
    titles = Collation.titles
    var targets: [Int] = []
    var section = 0
    for title in titles.indices where !filled.isEmpty {
      while section < filled.count - 1, filled[section] < title { section += 1 }
      targets.append(section)
    }
    self.targets = targets
  }

  /// The section to scroll to for the title at a position; nil when the table is empty.
  package func section(at title: Int) -> Int? {
    targets.indices.contains(title) ? targets[title] : nil
  }

  /// The section to scroll to for a letter, `é` for `E` and `7` for `#`; nil in an empty table.
  package func section(for letter: String) -> Int? {
    section(at: Collation.titleIndex(of: letter))
  }
}
