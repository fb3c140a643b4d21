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
