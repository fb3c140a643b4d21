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
