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
    /// Which of the `IdentityColours` it has; nil where identities are not shown.
    var identity: Int?
    var texts: [PictureText] = []
    var swatches: [PictureSwatch] = []
    /// What is painted in a colour of its own, from left to right and top to bottom.
    var grounds: [PictureGround] = []
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
  /// True when cells have the colours of their identities.
  let showsIdentities: Bool
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
    showsIdentities = picture.chrome.overlay == .identity
    let words = PictureWords(picture)
    title = words.title
    summary = words.summary
    addBoxes(picture, words)
    var collector = PictureCollector(picture, boxes)
    collector.collect()
    for (number, content) in collector.places.enumerated() {
      boxes[number].texts = content.texts
      boxes[number].swatches = content.swatches
      boxes[number].grounds = content.grounds
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

  /// Where a section begins on the screen: sections are listed in the order in which they are seen.
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
        state: CellState(cell, focus: picture.snapshot.focus), colour: cell.content.background,
        identity: showsIdentities ? IdentityColours.number(of: cell.id) : nil))
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
    [colour.map(PictureTheme.className), identity.map(IdentityColours.className)]
      .compactMap(\.self) + (state?.names ?? [])
  }
}

/// The colours of pictures, once for light and once for dark surroundings, as `#rrggbb`.
struct PictureTheme: Sendable {
  /// Around the table, and behind its cells.
  var page: String
  var table: String
  /// Behind the words of headers and footers.
  var bar: String
  /// Behind selected and highlighted cells.
  var selected: String
  var highlighted: String
  /// Behind cells, in a strip and behind labels, where all views are painted.
  var paintedTable: String
  var strip: String
  var label: String
  /// The text of each role; `plain` for those that are not listed.
  var text: [TextStyle.Role: String]
  /// What happened to a cell, in charts over time.
  var created: String
  var reused: String
  var kept: String

  /// Behind cells that were given a colour.
  var cells: [CellColour: String]

  func color(of role: TextStyle.Role) -> String { text[role] ?? text[.plain] ?? "#808080" }

  static let light = PictureTheme(
    page: "#f3f5f8", table: "#ffffff", bar: "#e4e9f0", selected: "#fff3cf",
    highlighted: "#d5e6fb", paintedTable: "#e9ecf1", strip: "#dde3ea", label: "#c9d3df",
    text: [
      .plain: "#1b2027", .secondary: "#566070", .footer: "#566070", .statistics: "#566070",
      .border: "#b4bdca", .accent: "#0a6070", .focus: "#0b57b0", .selected: "#7a4b00",
      .editing: "#8a2f8f", .mark: "#8a2f8f", .accessory: "#0a6070", .index: "#0b57b0",
      .arrow: "#0b57b0", .notice: "#7a4b00", .success: "#1f6b35", .warning: "#7a4b00",
      .error: "#b3261e",
    ],
    created: "#f2b8a2", reused: "#a9d6b4", kept: "#b9cdf2",
    cells: [
      .red: "#fde3e1", .yellow: "#fdf3cd", .green: "#e0f3e3", .cyan: "#dcf3f6", .blue: "#e1ebfb",
      .magenta: "#f6e4f7",
    ])

  static let dark = PictureTheme(
    page: "#12151a", table: "#1a1e25", bar: "#2a313c", selected: "#3b3114",
    highlighted: "#1f3a5c", paintedTable: "#0b0d10", strip: "#30343b", label: "#4a505a",
    text: [
      .plain: "#e6eaf0", .secondary: "#a3aebd", .footer: "#a3aebd", .statistics: "#a3aebd",
      .border: "#4a5566", .accent: "#6fcad8", .focus: "#7cb7ff", .selected: "#f3cc6b",
      .editing: "#e39be8", .mark: "#e39be8", .accessory: "#6fcad8", .index: "#7cb7ff",
      .arrow: "#7cb7ff", .notice: "#f3cc6b", .success: "#7ed39a", .warning: "#f3cc6b",
      .error: "#ff9c94",
    ],
    created: "#7d3f2a", reused: "#245c39", kept: "#30497c",
    cells: [
      .red: "#41191a", .yellow: "#383008", .green: "#163421", .cyan: "#0f3439", .blue: "#1b2c4d",
      .magenta: "#391c3c",
    ])
}

extension PictureTheme {
  /// A rule of a style sheet: which colour a property of some elements has.
  struct Rule: Sendable {
    var selector: String
    var property: String
    var color: @Sendable (PictureTheme) -> String

    init(
      _ selector: String, _ property: String, _ color: @escaping @Sendable (PictureTheme) -> String
    ) {
      self.selector = selector
      self.property = property
      self.color = color
    }
  }

  /// Rules for the texts of all roles that differ from plain text.
  ///
  /// - Parameter property: `fill` in drawings, `color` in pages.
  static func textRules(_ property: String, in scope: String) -> [Rule] {
    TextStyle.Role.allCases.filter { light.text[$0] != nil && $0 != .plain }.map { role in
      Rule("\(scope) .\(role.name)", property) { $0.color(of: role) }
    }
  }

  static func className(_ colour: CellColour) -> String { "on-" + String(describing: colour) }

  /// Rules for cells that were given a colour.
  static func colourRules(
    _ property: String, _ selector: (_ className: String) -> String
  ) -> [Rule] {
    CellColour.allCases.map { colour in
      Rule(selector(className(colour)), property) { $0.cells[colour] ?? $0.table }
    }
  }

  /// The rules with the light colours, and again with the dark ones where those are preferred.
  static func styleSheet(_ rules: [Rule]) -> String {
    func lines(_ theme: PictureTheme, indent: String) -> String {
      rules.map { "\(indent)\($0.selector) { \($0.property): \($0.color(theme)) }\n" }.joined()
    }
    return lines(light, indent: "") + "@media (prefers-color-scheme: dark) {\n"
      + lines(dark, indent: "  ") + "}\n"
  }

  /// The colours of swatches, the same in both themes: white text stands out on each.
  ///
  /// - Parameters:
  ///   - hue: from 0 to 5.
  ///   - shade: from 0 to 2, darker and darker.
  static func swatch(hue: UInt8, shade: Int) -> String {
    let hues: [(Int, Int, Int)] = [
      (45, 103, 184), (40, 120, 64), (152, 58, 146), (16, 112, 126), (138, 94, 8),
      (176, 56, 58),
    ]
    let (red, green, blue) = hues[Int(hue) % hues.count]
    let share = 100 - 14 * min(max(0, shade), 2)
    return "#" + [red, green, blue].map { hexadecimal($0 * share / 100) }.joined()
  }

  private static func hexadecimal(_ value: Int) -> String {
    (value < 16 ? "0" : "") + String(value, radix: 16)
  }
}
