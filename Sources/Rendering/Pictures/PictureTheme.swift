import TableEngine

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
