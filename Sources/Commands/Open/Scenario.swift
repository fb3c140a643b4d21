/// A classic table-view program, ready to run: the ordinary commands that set its data, its
/// geometry, its look and its engine.
///
/// The lines start from a shell in which nothing is open and nothing was set; running them there
/// by hand leads to the same table.
package struct Scenario: Sendable, Hashable {
  package var name: String
  /// What it is about, in one line without a full stop.
  package var summary: String
  /// The commands, in order; each changes something that any later command may change again.
  package var lines: [String]
  /// A line that is worth typing first.
  package var firstStep: String

  package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }
}

extension Scenario {
  package static let all = [pulse, catalog, filmstrip, scrollView, cellFiles]

  static let pulse = Scenario(
    name: "pulse", summary: "news in horizontal tables inside a vertical one",
    lines: [
      "device phone",
      "nested restore",
      "set label-background persistent",
      "set on-select push",
      "open bundled:pulse.plist",
      "sort sections",
    ],
    firstStep: "nested none; repeat 6 down; view")

  static let catalog = Scenario(
    name: "catalog", summary: "products of a database: styles, accessories, index, search",
    lines: [
      "device phone",
      "set on-select push",
      "open bundled:catalog.sqlite",
      "fields text=name detail=price image=image",
      "style subtitle",
      "accessory disclosure",
      "index by name",
      "reset",
    ],
    firstStep: "index M; view")

  static let filmstrip = Scenario(
    name: "filmstrip", summary: "a collection view inside each cell of a table",
    lines: [
      "device phone",
      "set header-height 20",
      "set cell-size 130x170",
      "set row-padding 10",
      "nested reset",
      "set on-select notify",
      "open bundled:filmstrip.json",
      "fields text=title detail=none image=none",
      "reset",
    ],
    firstStep: "right 3; repeat 3 down; repeat 3 up; view")

  static let scrollView = Scenario(
    name: "scroll-view", summary: "a table built from a scroll view, with its arithmetic and bugs",
    lines: [
      "device phone",
      "policy ketable",
      "set viewport 320x460",
      "set row-height 40",
      "fields text=title detail=colour",
      "open bundled:rows.json",
    ],
    firstStep: "repeat 108 down 5 points; stats")

  static let cellFiles = Scenario(
    name: "cell-files", summary: "two kinds of cells from layout files, and the log of their reuse",
    lines: [
      "device phone",
      "set viewport 320x460",
      "set row-height 44",
      "set initial-fill descending",
      "cell load Cell1",
      "cell load Cell2",
      "style Cell1 where kind == \"Cell1\"",
      "style Cell2 where kind == \"Cell2\"",
      "accessory detail-disclosure",
      "fields text=text detail=detail",
      "set on-select deselect",
      "open bundled:cells.json",
    ],
    firstStep: "trace; repeat 14 down 27 points; trace")
}
