/// The lessons that come with the program.
package enum BundledLessons {
  /// Names in the order in which they are best taken, each with what it is about.
  package static let summaries: [(name: String, summary: String)] = [
    ("cells", "a million rows, a screenful of cells"),
    ("reuse", "when a cell is used again, and a log that shows it"),
    ("identifiers", "a pool for each identifier"),
    ("styles", "an identifier names a kind of cell"),
    ("dequeue", "asking for a cell, and what an empty pool gives"),
    ("savings", "what reuse saves"),
    ("stale", "what the last row leaves in a cell"),
    ("preparing", "what is done before a cell is used again"),
    ("callbacks", "the order in which a table calls"),
    ("selection", "what belongs to the table, the model and the cell"),
    ("jumps", "a jump needs two screenfuls"),
    ("asking", "who asks first, the row that comes or the one that goes"),
    ("order", "which cell of the pool"),
    ("reloading", "reload, reload rows, reconfigure"),
    ("own-table", "a table of your own, and its three bugs"),
    ("heights", "how high is a row?"),
    ("sections", "sections, headers and an index with missing letters"),
    ("updates", "the indexes of a batch"),
    ("snapshots", "two versions, compared by identity"),
    ("strips", "rows that scroll on their own"),
    ("places", "a place in every strip"),
    ("memory", "what strips cost"),
    ("images", "images that come too late"),
    ("prefetching", "asking before it is needed"),
    ("tiers", "two places for a cell to wait in"),
    ("virtual", "without cells, without reuse"),
    ("frames", "what a frame may cost"),
    ("positions", "where is row five million?"),
    ("exploring", "a tour: meet an unknown file"),
  ]

  package static let names = summaries.map(\.name)

  /// The end of a lesson's file name, behind its name.
  package static let suffix = ".shelf.md"

  /// True for the name of a page that somebody has written.
  package static func isFile(_ name: String) -> Bool {
    name.hasSuffix(suffix) || name.contains("/")
  }

  /// The folder they lie in: named by `SHELF_LESSONS`, or `Documentation/Lessons` in the working
  /// directory or above the program.
  package static func folder() -> String? {
    BundledFolder(
      variable: "SHELF_LESSONS", path: "Documentation/Lessons",
      marker: (names.first ?? "") + suffix
    ).find()
  }
}
