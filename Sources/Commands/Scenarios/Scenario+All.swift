extension Scenario {
  package static let all = [pulse, catalog, filmstrip, scrollView, cellFiles]

  static let pulse = Scenario(
    name: "pulse", summary: "news in horizontal tables inside a vertical one",
    lines: [
      "device phone",
      "nested restore",
      "open bundled:pulse.plist",
    ],
    firstStep: "nested none; repeat 6 down; view")

  static let catalog = Scenario(
    name: "catalog", summary: "products of a database: styles, accessories, index, search",
    lines: [
      "device phone",
      "fields text=name detail=price image=image",
      "style subtitle",
      "accessory disclosure",
      "open bundled:catalog.sqlite",
      "index by name",
    ],
    firstStep: "index M; view")

  static let filmstrip = Scenario(
    name: "filmstrip", summary: "a collection view inside each cell of a table",
    lines: [
      "device phone",
      "set header-height 20",
      "set cell-size 130x170",
      "set row-padding 10",
      "fields text=title detail=none image=none",
      "nested reset",
      "open bundled:filmstrip.json",
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
    firstStep: "repeat 108 down 5 lines; stats")

  static let cellFiles = Scenario(
    name: "cell-files", summary: "two kinds of cells from layout files, and the log of their reuse",
    lines: [
      "device phone",
      "set viewport 320x460",
      "set row-height 44",
      "set initial-fill descending",
      "fields identifier=kind text=text detail=detail",
      "accessory detail-disclosure",
      "open bundled:cells.json",
    ],
    firstStep: "trace; repeat 14 down 27 lines; trace")
}
