/// The colours of the styles on a terminal: the sixteen of its own palette, and attributes.
package struct Palette: Sendable {
  /// The parameters of the SGR sequence for each role, empty for the terminal's own look.
  private var parameters: [TextStyle.Role: String]
  private var hues: [String]
  private var backdrops: [Backdrop: String]

  package static let standard = Palette(
    parameters: [
      .footer: "2", .secondary: "2", .accent: "36", .border: "2", .focus: "36",
      .selected: "33", .editing: "35", .mark: "35", .accessory: "36", .index: "36",
      .arrow: "36", .statistics: "2", .notice: "33", .success: "32", .warning: "33",
      .error: "31", .blended: "31", .opaque: "32",
    ],
    hues: ["34", "32", "35", "36", "33", "31"],
    backdrops: [
      .table: "40", .strip: "48;5;236", .selected: "48;5;24", .label: "48;5;239",
      .red: "41", .yellow: "43", .green: "42", .cyan: "46", .blue: "44", .magenta: "45",
    ])

  /// The parameters for a style, without what stands around them.
  func parameters(for style: TextStyle) -> String {
    var codes: [String] = []
    let color = style.role == .swatch ? hues[Int(style.hue) % hues.count] : parameters[style.role]
    if style.attributes.contains(.bold) { codes.append("1") }
    if style.attributes.contains(.dim), color != "2" { codes.append("2") }
    if style.attributes.contains(.underline) { codes.append("4") }
    if style.attributes.contains(.reverse) { codes.append("7") }
    if let color, !(color == "2" && style.attributes.contains(.bold)) { codes.append(color) }
    if let backdrop = backdrops[style.backdrop] { codes.append(backdrop) }
    return codes.joined(separator: ";")
  }
}
