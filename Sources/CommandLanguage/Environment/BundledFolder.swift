package import Foundation

/// A folder that comes with the program, and how it is found.
package struct BundledFolder {
  /// The variable of the environment that names it.
  package let variable: String
  /// Its path below the folder that the program was made in.
  package let path: String
  /// A file that stands in it.
  package let marker: String

  /// The folder: named by the variable, or in the working directory or above the program.
  package func find() -> String? {
    if let named = ProcessInfo.processInfo.environment[variable], isFolder(named) { return named }
    if isFolder(path) { return path }
    return Bundle.main.executableURL.flatMap { find(above: $0.resolvingSymlinksInPath()) }
  }

  /// The folder above a program: beside it in a checkout, below `share/shelf` where the program was
  /// installed, as in `/usr/share/shelf` for `/usr/bin/shelf`.
  package func find(above program: URL) -> String? {
    var folder = program.deletingLastPathComponent()
    for _ in 0..<5 {
      let candidates = [path, "share/shelf/" + path].map { folder.appendingPathComponent($0).path }
      if let found = candidates.first(where: isFolder) { return found }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  private func isFolder(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/" + marker)
  }
}

/// The datasets that come with the program.
package enum BundledDatasets {
  /// File names in order, each with what it shows.
  package static let summaries: [(String, String)] = [
    ("pulse.plist", "news by category: a shelf per section (property list)"),
    ("filmstrip.json", "films by theme: an array of records with arrays"),
    ("catalog.json", "293 products, flat: group, index, sort and search them"),
    ("catalog.sqlite", "the same products as a database"),
    ("api.json", "a timetable as an API sends it: three lists deep, mixed types"),
    ("service.ndjson", "a service's log, one record per line"),
    ("transit.plist", "lines and stations, in the old text form of property lists"),
    ("garden.plist", "beds and plants with dates and data, a binary property list"),
    ("cells.json", "20 rows of two kinds, for two reuse identifiers"),
    ("rows.json", "25 plain rows"),
  ]

  /// The folder they lie in: named by `SHELF_DATASETS`, or `Datasets` in the working directory
  /// or above the program.
  package static func folder() -> String? { bundle.find() }

  package static let bundle = BundledFolder(
    variable: "SHELF_DATASETS", path: "Datasets", marker: summaries.first?.0 ?? "")
}

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
    ("testing", "a tour: a session becomes a test"),
  ]

  package static let names = summaries.map(\.name)

  /// The end of a lesson's file name, behind its name.
  package static let suffix = ".shelf.md"

  /// True for the name of a page that somebody has written.
  package static func isFile(_ name: String) -> Bool {
    name.hasSuffix(".md") || name.contains("/")
  }

  /// The lesson that a name, a number or a file means; nil where it means none.
  package static func name(meantBy text: String) -> String? {
    if isFile(text) || names.contains(text) { return text }
    guard let number = Int(text), names.indices.contains(number - 1) else { return nil }
    return names[number - 1]
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

/// The descriptions of terminals that come with the program where it needs nothing of the system.
package enum BundledTerminals {
  package static let bundle = BundledFolder(
    variable: "TERMINFO", path: "terminfo", marker: "x/xterm")
}
