/// How pictures are drawn on a terminal.
package enum PictureForm: Sendable, Hashable {
  /// Characters whose halves have two colours.
  case blocks
  /// Bands of six lines of pixels (DEC's sixel graphics).
  case sixel
  /// Pictures that the terminal keeps and puts into places (kitty's graphics).
  case kitty
}

/// A picture, ready for a terminal: what draws it, and the room that it takes.
package struct ScreenPicture: Sendable {
  enum Drawing: Sendable {
    /// Line by line.
    case blocks([Block])
    case sixel([UInt8])
    case kitty(KittyPicture)
  }

  /// A character of a picture that consists of characters.
  struct Block: Sendable, Hashable {
    var code: UInt32
    var look: TerminalLook
  }

  /// Different for different pictures.
  package let identity: Int
  package let columns: Int
  package let lines: Int
  let drawing: Drawing

  init(identity: Int, columns: Int, lines: Int, drawing: Drawing) {
    (self.identity, self.columns, self.lines) = (identity, columns, lines)
    self.drawing = drawing
  }

  /// What keeping the picture takes, in bytes.
  package var byteCount: Int {
    switch drawing {
    case .blocks(let blocks): blocks.count * MemoryLayout<Block>.stride
    case .sixel(let bytes): bytes.count
    case .kitty(let picture): picture.chunks.reduce(0) { $0 + $1.count }
    }
  }

  /// True where a part of it can be shown by itself.
  package var canBeCut: Bool { if case .sixel = drawing { false } else { true } }
}

/// A picture as a terminal of kitty's protocol takes it: pixels of four bytes, in base 64.
struct KittyPicture: Sendable {
  var width: Int
  var height: Int
  var chunks: [ArraySlice<UInt8>]
}

/// A picture and its place on the screen.
package struct PlacedPicture: Sendable {
  package var picture: ScreenPicture
  /// Where its top left corner is; it may lie outside of what is seen.
  package var corner: ScreenPlace
  /// The part of the screen on which it is seen.
  package var visible: CellArea

  package init(_ picture: ScreenPicture, corner: ScreenPlace, visible: CellArea) {
    (self.picture, self.corner) = (picture, corner)
    let whole = CellArea(
      column: corner.column, line: corner.line, columns: picture.columns, lines: picture.lines)
    self.visible = whole.intersection(visible)
  }

  private var isWhole: Bool {
    visible.columns == picture.columns && visible.lines == picture.lines
  }

  /// False where nothing of it is seen, and where one that can't be cut is only seen in part.
  package var isDrawable: Bool { !visible.isEmpty && (picture.canBeCut || isWhole) }

  /// True where the picture can be drawn on a screen of this height. Below sixels there has to be a line, or a
  /// terminal scrolls.
  func fits(_ lines: Int) -> Bool {
    isDrawable && (picture.canBeCut || visible.maxLine < lines)
  }

  /// What differs between two places of pictures.
  var key: Key {
    Key(picture: picture.identity, corner: corner, visible: visible)
  }

  struct Key: Hashable, Sendable {
    var picture: Int
    var corner: ScreenPlace
    var visible: CellArea
  }
}

extension KittyPicture {
  /// Gives the picture to the terminal, which keeps it by a number.
  func sending(as number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, chunk) in chunks.enumerated() {
      let more = index + 1 < chunks.count ? 1 : 0
      let head = index == 0 ? "a=t,i=\(number),f=32,s=\(width),v=\(height)," : ""
      bytes += Array("\u{1B}_G\(head)q=2,m=\(more);".utf8)
      bytes += chunk
      bytes += Array("\u{1B}\\".utf8)
    }
    return bytes
  }

  /// Puts what is seen of the picture where the cursor is, which stays there.
  func placing(_ placed: PlacedPicture, as number: Int, place: Int) -> String {
    let (picture, visible) = (placed.picture, placed.visible)
    func pixels(_ from: Int, _ count: Int, of all: Int, _ size: Int) -> (Int, Int) {
      let start = size * from / max(1, all)
      return (start, max(1, size * (from + count) / max(1, all) - start))
    }
    let (x, w) = pixels(
      visible.column - placed.corner.column, visible.columns, of: picture.columns, width)
    let (y, h) = pixels(visible.line - placed.corner.line, visible.lines, of: picture.lines, height)
    return "\u{1B}_Ga=p,i=\(number),p=\(place),x=\(x),y=\(y),w=\(w),h=\(h),c=\(visible.columns),"
      + "r=\(visible.lines),C=1,q=2\u{1B}\\"
  }
}

// MARK: - Reading

/// Pictures are read from what `chafa` writes. Nothing of that is handed on as it is but numbers, the
/// letters of base 64 and the characters of sixels.
extension ScreenPicture {
  /// Reads a picture of characters.
  ///
  /// - Returns: nil where there is none, or it is larger than the area.
  package init?(
    blocks text: String, identity: Int, columns: Int, lines: Int
  ) {
    var reader = BlockReader()
    reader.read(text)
    let rows = reader.rows
    let width = rows.map(\.count).max() ?? 0
    guard width > 0, width <= columns, rows.count <= lines else { return nil }
    let blank = Block(code: Glyph.blank.code, look: TerminalLook())
    let blocks = rows.flatMap { $0 + Array(repeating: blank, count: width - $0.count) }
    self.init(identity: identity, columns: width, lines: rows.count, drawing: .blocks(blocks))
  }

  /// Reads a picture of sixels.
  ///
  /// - Parameter cell: how many pixels a character takes.
  /// - Returns: nil where there is none, or it is larger than the area.
  package init?(
    sixel bytes: [UInt8], identity: Int, columns: Int, lines: Int, cell: PixelSize
  ) {
    guard let start = bytes.firstRange(of: Array("\u{1B}P".utf8))?.lowerBound,
      let end = bytes[start...].dropFirst(2).firstIndex(of: 0x1B)
    else { return nil }
    var body = bytes[start + 2..<end]
    // What goes on below the last band may scroll the screen.
    while body.last == UInt8(ascii: "-") { body.removeLast() }
    guard body.allSatisfy({ (0x20...0x7E).contains($0) }),
      let raster = body.firstRange(of: Array("q\"".utf8)),
      body[..<raster.lowerBound].allSatisfy({ $0 == 0x3B || (0x30...0x39).contains($0) })
    else { return nil }
    let numbers = body[raster.upperBound...].prefix { $0 == 0x3B || (0x30...0x39).contains($0) }
      .split(separator: 0x3B).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    // The terminal paints whole bands.
    let bands = body.count { $0 == UInt8(ascii: "-") } + 1
    let height = max(numbers[3], bands * 6)
    let size = (
      columns: (numbers[2] + cell.width - 1) / cell.width,
      lines: (height + cell.height - 1) / cell.height
    )
    guard size.columns <= columns, size.lines <= lines else { return nil }
    self.init(
      identity: identity, columns: size.columns, lines: size.lines,
      drawing: .sixel(Array("\u{1B}P".utf8) + Array(body) + Array("\u{1B}\\".utf8)))
  }

  /// Reads a picture of kitty's protocol.
  ///
  /// - Parameter scale: how many of its lines are one on the screen.
  /// - Returns: nil where there is none, or it is larger than the area.
  package init?(
    kitty bytes: [UInt8], identity: Int, columns: Int, lines: Int, scale: Int
  ) {
    var keys: [String: Int] = [:]
    var chunks: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let begin = rest.firstRange(of: Array("\u{1B}_G".utf8)) {
      rest = rest[begin.upperBound...]
      guard let end = rest.firstRange(of: Array("\u{1B}\\".utf8)) else { return nil }
      let parts = rest[..<end.lowerBound].split(
        separator: 0x3B, maxSplits: 1, omittingEmptySubsequences: false)
      rest = rest[end.upperBound...]
      if keys.isEmpty { keys = Self.keys(parts.first ?? []) }
      guard parts.count == 2, !parts[1].isEmpty else { continue }
      guard parts[1].allSatisfy(Self.isBase64), parts[1].count <= 4096 else { return nil }
      chunks.append(parts[1])
    }
    guard keys["f"] ?? 32 == 32, let width = keys["s"], let height = keys["v"],
      let wide = keys["c"], let high = keys["r"], width > 0, height > 0, wide > 0, high > 0,
      !chunks.isEmpty
    else { return nil }
    let size = (columns: wide, lines: (high + scale - 1) / scale)
    guard size.columns <= columns, size.lines <= lines else { return nil }
    self.init(
      identity: identity, columns: size.columns, lines: size.lines,
      drawing: .kitty(KittyPicture(width: width, height: height, chunks: chunks)))
  }

  /// `a=T,f=32,s=64` as names and numbers; what is no number is left out.
  private static func keys(_ text: ArraySlice<UInt8>) -> [String: Int] {
    var keys: [String: Int] = [:]
    for part in String(decoding: text, as: UTF8.self).split(separator: ",") {
      let sides = part.split(separator: "=")
      if sides.count == 2, let number = Int(sides[1]) { keys[String(sides[0])] = number }
    }
    return keys
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }
}

/// How many pixels something takes.
package struct PixelSize: Sendable, Hashable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

/// Reads characters and their colours from text with SGR sequences.
private struct BlockReader {
  private(set) var rows: [[ScreenPicture.Block]] = []
  private var row: [ScreenPicture.Block] = []
  private var look = TerminalLook()

  mutating func read(_ text: String) {
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\n":
        rows.append(row)
        row = []
      case "\u{1B}": readSequence(&scalars)
      case _ where DisplayWidth.simpleColumns(of: scalar) == 1:
        row.append(.init(code: scalar.value, look: look))
      default: break
      }
    }
    if !row.isEmpty { rows.append(row) }
    // Sequences before and behind the picture stand in lines of their own.
    while rows.last?.isEmpty == true { rows.removeLast() }
  }

  private mutating func readSequence(_ scalars: inout Substring.UnicodeScalarView) {
    guard scalars.first == "[" else { return }
    scalars.removeFirst()
    let parameters = scalars.prefix { $0.value < 0x40 }
    scalars = scalars.dropFirst(parameters.count)
    guard scalars.popFirst() == "m" else { return }
    let numbers = String(parameters).split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    var rest = numbers[...]
    while let number = rest.popFirst() { apply(number, &rest) }
  }

  private mutating func apply(_ number: Int, _ rest: inout ArraySlice<Int>) {
    switch number {
    case 0: look = TerminalLook()
    case 7: look.attributes.insert(.reverse)
    case 27: look.attributes.remove(.reverse)
    case 30...37: look.colour = .table(UInt8(number - 30))
    case 90...97: look.colour = .table(UInt8(number - 82))
    case 40...47: look.ground = .table(UInt8(number - 40))
    case 100...107: look.ground = .table(UInt8(number - 92))
    case 39: look.colour = .usual
    case 49: look.ground = .usual
    case 38: look.colour = Self.colour(&rest) ?? look.colour
    case 48: look.ground = Self.colour(&rest) ?? look.ground
    default: break
    }
  }

  private static func colour(_ rest: inout ArraySlice<Int>) -> TerminalColour? {
    let kind = rest.popFirst()
    let count = kind == 5 ? 1 : kind == 2 ? 3 : 0
    let parts = rest.prefix(count).map { UInt8(clamping: $0) }
    rest = rest.dropFirst(count)
    guard parts.count == count else { return nil }
    switch count {
    case 1: return .table(parts[0])
    case 3: return .direct(red: parts[0], green: parts[1], blue: parts[2])
    default: return nil
    }
  }
}
