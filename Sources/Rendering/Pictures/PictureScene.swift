import TableEngine
import TableModel

/// A viewport as boxes with texts in them, on the same character grid as the text picture: what
/// drawings and pages are written from.
///
/// The boxes come from the frames of the snapshot, the texts from the canvas, so that nothing is
/// laid out twice. Lines that the canvas draws around cells are left out: the box says the same.
struct PictureScene: Sendable {
  struct Box: Sendable {
    enum Kind: Sendable, Hashable {
      case row
      case item
      case header
      case footer
    }

    var kind: Kind
    /// In cells of the canvas; it may reach beyond the viewport.
    var area: CellArea
    /// What it is called by those who do not see it.
    var name: String
    var state: CellState?
    /// The colour that the cell was given.
    var colour: CellColour?
    var texts: [PictureText] = []
    var swatches: [PictureSwatch] = []
    /// Where labels are painted in their own colour.
    var labels: [CellArea] = []
  }

  struct Row: Sendable {
    /// The number of the row's own box in `boxes`, and of those of its items.
    var box: Int
    var items: [Int] = []
    var isStrip: Bool
  }

  struct Section: Sendable {
    var number: Int
    var name: String
    var header: Int?
    var rows: [Row] = []
    var footer: Int?
  }

  let columns: Int
  let lines: Int
  /// The table's own lines.
  let tableLines: Range<Int>
  /// True when tables, strips, selections and labels are painted in their colours.
  let isPainted: Bool
  var title: String
  var summary: String
  var boxes: [Box] = []
  var sections: [Section] = []
  /// What stands in the table and in none of its boxes.
  var loose: [PictureText] = []
  /// What stands above and below the table.
  var above: [PictureText] = []
  var below: [PictureText] = []

  /// - Complexity: O(cells of the canvas).
  init(_ picture: ViewPicture) {
    let canvas = picture.canvas
    columns = canvas.columns
    lines = canvas.lines
    tableLines = picture.tableLines
    isPainted = picture.chrome.labelBackground != .none
    let words = PictureWords(picture)
    title = words.title
    summary = words.summary
    addBoxes(picture, words)
    var collector = PictureCollector(picture, boxes)
    collector.collect()
    for (number, content) in collector.places.enumerated() {
      boxes[number].texts = content.texts
      boxes[number].swatches = content.swatches
      boxes[number].labels = content.labels
    }
    loose = collector.loose.filter { tableLines.contains($0.line) }
    above = collector.loose.filter { $0.line < tableLines.lowerBound }
    below = collector.loose.filter { $0.line >= tableLines.upperBound }
  }

  private mutating func addBoxes(_ picture: ViewPicture, _ words: PictureWords) {
    let snapshot = picture.snapshot
    for row in snapshot.rows {
      let place = section(row.cell.address.section, words)
      var shown = Row(
        box: add(.row, picture, row.cell, words.name(of: row)), isStrip: row.strip != nil)
      for cell in row.strip?.cells ?? [] {
        shown.items.append(add(.item, picture, cell, words.name(of: cell)))
      }
      sections[place].rows.append(shown)
    }
    for header in snapshot.headers {
      let place = section(header.section, words)
      boxes.append(
        Box(
          kind: header.isFooter ? .footer : .header, area: picture.area(of: header.frame),
          name: words.name(of: header)))
      if header.isFooter {
        sections[place].footer = boxes.count - 1
      } else {
        sections[place].header = boxes.count - 1
      }
    }
    sections = sections.sorted { (top(of: $0), $0.number) < (top(of: $1), $1.number) }
  }

  /// Where a section begins on the screen: sections are told in the order in which they are seen.
  private func top(of section: Section) -> Int {
    let numbers = section.rows.map(\.box) + [section.header, section.footer].compactMap(\.self)
    return numbers.map { boxes[$0].area.line }.min() ?? 0
  }

  private mutating func add(
    _ kind: Box.Kind, _ picture: ViewPicture, _ cell: CellSnapshot, _ name: String
  ) -> Int {
    boxes.append(
      Box(
        kind: kind, area: picture.area(of: cell.frame), name: name,
        state: CellState(cell, focus: picture.snapshot.focus), colour: cell.content.background))
    return boxes.count - 1
  }

  private mutating func section(_ number: Int, _ words: PictureWords) -> Int {
    if let place = sections.lastIndex(where: { $0.number == number }) { return place }
    sections.append(Section(number: number, name: words.name(ofSection: number)))
    return sections.count - 1
  }
}

extension PictureScene.Box {
  /// The classes of the element that shows a cell: its colour, and how it stands out.
  var classes: [String] {
    [colour.map(PictureTheme.className)].compactMap(\.self) + (state?.names ?? [])
  }
}
