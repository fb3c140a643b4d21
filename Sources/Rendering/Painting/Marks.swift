import TableEngine

/// Every mark that the product draws by itself, for one character set.
struct Marks: Sendable {
  /// The lines around a cell.
  struct Box: Sendable {
    var topLeft: Glyph
    var topRight: Glyph
    var bottomLeft: Glyph
    var bottomRight: Glyph
    var horizontal: Glyph
    var left: Glyph
    var right: Glyph

    /// - Parameter marks: the seven marks in the order of the properties.
    init(_ marks: String) {
      let glyphs = marks.unicodeScalars.map { Glyph(mark: $0) }
      func glyph(_ place: Int) -> Glyph { place < glyphs.count ? glyphs[place] : .blank }
      topLeft = glyph(0)
      topRight = glyph(1)
      bottomLeft = glyph(2)
      bottomRight = glyph(3)
      horizontal = glyph(4)
      left = glyph(5)
      right = glyph(6)
    }
  }

  var plain: Box
  var selected: Box
  var focused: Box
  var editing: Box
  var editingSelected: Box

  var focusMark: Glyph
  var selectionMark: Glyph
  var editingMark: Glyph
  var modelMark: Glyph
  var moreLeft: Glyph
  var moreRight: Glyph
  var headerRule: Glyph
  var footerRule: Glyph
  var indexGap: Glyph

  /// What accessories look like.
  var disclosure: String
  var detail: String
  var checkmark: String
  /// The shades of swatches.
  var shades: [Glyph]
  var ellipsis: [Glyph]
  /// Between the numbers of a list.
  var dot: String
  /// Between the steps of a breadcrumb.
  var step: String
  /// Between the ends of a range.
  var dash: String
}

extension Marks {
  static func of(_ charset: Charset) -> Marks { charset == .unicode ? unicode : ascii }

  static let unicode = Marks(
    plain: Box("╭╮╰╯─││"), selected: Box("┏┓┗┛━┃┃"), focused: Box("╔╗╚╝═║║"),
    editing: Box("╭╮╰╯┄┆┆"), editingSelected: Box("┏┓┗┛┅┇┇"), focusMark: Glyph(mark: "▸"),
    selectionMark: Glyph(mark: "●"), editingMark: Glyph(mark: "✎"), modelMark: Glyph(mark: "◆"),
    moreLeft: Glyph(mark: "◂"), moreRight: Glyph(mark: "▸"), headerRule: Glyph(mark: "━"),
    footerRule: Glyph(mark: "─"), indexGap: Glyph(mark: "·"), disclosure: "›", detail: "ⓘ",
    checkmark: "✓", shades: "░▒▓".unicodeScalars.map { Glyph(mark: $0) },
    ellipsis: [Glyph(mark: "…")], dot: " · ", step: " › ", dash: "–")

  static let ascii = Marks(
    plain: Box("++++-||"), selected: Box("#####" + "##"), focused: Box("++++=><"),
    editing: Box("++++~::"), editingSelected: Box("####~##"), focusMark: Glyph(mark: ">"),
    selectionMark: Glyph(mark: "*"), editingMark: Glyph(mark: "~"), modelMark: Glyph(mark: "!"),
    moreLeft: Glyph(mark: "<"), moreRight: Glyph(mark: ">"), headerRule: Glyph(mark: "="),
    footerRule: Glyph(mark: "-"), indexGap: Glyph(mark: "."), disclosure: ">", detail: "(i)",
    checkmark: "[x]", shades: ":%#".unicodeScalars.map { Glyph(mark: $0) },
    ellipsis: Array(repeating: Glyph(mark: "."), count: 3), dot: " | ", step: " > ", dash: "-")

  /// The text of an accessory; empty for none.
  func text(of accessory: Accessory) -> String {
    switch accessory {
    case .none: ""
    case .disclosure: disclosure
    case .detail: detail
    case .detailDisclosure: detail + disclosure
    case .checkmark: checkmark
    }
  }
}
