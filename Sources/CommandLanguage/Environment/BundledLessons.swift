/// The lessons that come with the program.
package enum BundledLessons {
  /// Names in the order in which they are best taken, each with what it is about.
  package static let summaries: [(name: String, summary: String)] = [
    ("cells", "a million rows, a screenful of cells"),
    ("reuse", "when a cell is used again, and when it cannot be"),
    ("identifiers", "a pool for each identifier"),
    ("jumps", "a jump needs two screenfuls"),
    ("stale", "what the last row leaves in a cell"),
    ("selection", "what belongs to the table, the model and the cell"),
    ("reloading", "reload, reload rows, reconfigure"),
    ("updates", "the indexes of a batch"),
    ("strips", "rows that scroll on their own, and what they leak"),
    ("images", "images that come too late"),
    ("prefetching", "asking before it is needed"),
    ("arranging", "filters, order and an index with missing letters"),
  ]

  package static let names = summaries.map(\.name)

  /// The end of a lesson's file name, behind its name.
  package static let suffix = ".shelf.md"

  /// The folder they lie in: named by `SHELF_LESSONS`, or `Documentation/Lessons` in the working
  /// directory or above the program.
  package static func folder() -> String? {
    BundledFolder(
      variable: "SHELF_LESSONS", path: "Documentation/Lessons",
      marker: (names.first ?? "") + suffix
    ).find()
  }
}
