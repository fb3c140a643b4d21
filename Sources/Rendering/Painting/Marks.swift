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
  /// The line behind columns that stay, and the marks of those that records are sorted by.
  var columnRule: Glyph
  var ascending: Glyph
  var descending: Glyph

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
    footerRule: Glyph(mark: "─"), indexGap: Glyph(mark: "·"),
    columnRule: Glyph(mark: "│"), ascending: Glyph(mark: "▲"), descending: Glyph(mark: "▼"),
    disclosure: "›", detail: "ⓘ",
    checkmark: "✓", shades: "░▒▓".unicodeScalars.map { Glyph(mark: $0) },
    ellipsis: [Glyph(mark: "…")], dot: " · ", step: " › ", dash: "–")

  static let ascii = Marks(
    plain: Box("++++-||"), selected: Box("#####" + "##"), focused: Box("++++=><"),
    editing: Box("++++~::"), editingSelected: Box("####~##"), focusMark: Glyph(mark: ">"),
    selectionMark: Glyph(mark: "*"), editingMark: Glyph(mark: "~"), modelMark: Glyph(mark: "!"),
    moreLeft: Glyph(mark: "<"), moreRight: Glyph(mark: ">"), headerRule: Glyph(mark: "="),
    footerRule: Glyph(mark: "-"), indexGap: Glyph(mark: "."),
    columnRule: Glyph(mark: "|"), ascending: Glyph(mark: "^"), descending: Glyph(mark: "v"),
    disclosure: ">", detail: "(i)",
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

/// What stands for an image: its initials on a shade, both made of the image's name alone.
struct Swatch {
  let name: String
  /// Two of them, or blanks.
  var initials: [Glyph]
  var shade: Glyph
  var style: TextStyle

  /// The columns of a swatch in a line of text.
  static let tileWidth = 4

  init(name: String, _ marks: Marks) {
    self.name = name
    var name = name
    let (hash, letters) = name.withUTF8 { (Self.hash($0), Self.initials(of: $0)) }
    initials = letters
    shade = marks.shades[Int(hash % UInt64(max(1, marks.shades.count)))]
    style = TextStyle(.swatch, hue: UInt8(hash / 7 % 6))
  }

  /// FNV-1a over the bytes: the same on every machine and in every run.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    name.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// Two letters or digits of the file's name: of its first two words, or the first two of its
  /// only one. They are ASCII always, so that a swatch is as wide everywhere.
  private static func initials(of name: UnsafeBufferPointer<UInt8>) -> [Glyph] {
    var first: UInt8?
    var second: UInt8?
    var ofSecondWord: UInt8?
    var isInWord = false
    scan: for byte in name.prefix(256) {
      switch byte {
      case UInt8(ascii: "/"):
        (first, second, ofSecondWord) = (nil, nil, nil)
        isInWord = false
      case UInt8(ascii: ".") where first != nil:
        break scan
      case _ where !isLetterOrDigit(byte):
        isInWord = false
      case _ where first == nil:
        first = byte
        isInWord = true
      case _ where isInWord:
        if ofSecondWord == nil, second == nil { second = byte }
      default:
        if ofSecondWord == nil { ofSecondWord = byte }
        isInWord = true
      }
    }
    return [first, ofSecondWord ?? second].map { letter in
      letter.map { Glyph(code: UInt32(uppercased($0)), width: 1) } ?? .blank
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func uppercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte - 32 : byte
  }
}

extension Painter {
  /// Draws a swatch of one line: a shade, the initials, a shade.
  mutating func drawTile(_ swatch: Swatch, column: Int, line: Int, columns: Int) {
    guard columns >= Swatch.tileWidth else { return }
    note(swatch, CellArea(column: column, line: line, columns: Swatch.tileWidth, lines: 1))
    canvas.draw(swatch.shade, column: column, line: line, style: swatch.style)
    canvas.draw(swatch.initials, column: column + 1, line: line, style: swatch.style.with(.bold))
    canvas.draw(swatch.shade, column: column + 3, line: line, style: swatch.style)
  }

  /// Draws a swatch that fills an area, with the initials in its middle.
  mutating func drawBlock(_ swatch: Swatch, _ area: CellArea) {
    note(swatch, area)
    canvas.fill(area, swatch.shade, style: swatch.style)
    guard area.columns >= Swatch.tileWidth else { return }
    canvas.draw(
      [.blank] + swatch.initials + [.blank], column: area.column + (area.columns - 4) / 2,
      line: area.line + (area.lines - 1) / 2, style: swatch.style.with(.bold))
  }
}
