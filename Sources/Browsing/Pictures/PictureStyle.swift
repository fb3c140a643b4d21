import Rendering

/// How pictures are asked for, and read from what `chafa` writes.
struct PictureStyle: Hashable {
  var form: PictureForm
  var colours: TerminalAbilities.Colours
  /// The pixels of a character.
  var cell: PixelSize

  /// How many pixels `chafa` draws for a column and for a line where it does not know the terminal.
  private static let assumedPixels = 8
  /// For kitty's protocol lines have twice as many, as characters are twice as high as wide.
  private static let kittyScale = 2

  init?(_ abilities: TerminalAbilities) {
    guard let form = abilities.pictures else { return nil }
    (self.form, colours, cell) = (form, abilities.colours, abilities.cell)
  }

  /// - Returns: the arguments; the file is on the standard input, so that no name is read as one.
  func arguments(columns: Int, lines: Int) -> [String] {
    let size: (Int, Int)
    var own: [String]
    switch form {
    case .blocks:
      size = (columns, lines)
      own = ["-f", "symbols", "--symbols", "vhalf", "-c", colourMode]
    case .kitty:
      size = (columns, lines * Self.kittyScale)
      own = ["-f", "kitty", "--font-ratio", "1/1", "-c", "full"]
    case .sixel:
      // Whole bands of six lines of pixels have to fit.
      let height = lines * cell.height / 6 * 6
      size = (columns * cell.width / Self.assumedPixels, height / Self.assumedPixels)
      own = ["-f", "sixels", "--font-ratio", "1/1", "-c", "full"]
    }
    own += ["-s", "\(max(1, size.0))x\(max(1, size.1))", "--scale", "max"]
    return own + ["--animate", "off", "--threads", "1", "/dev/stdin"]
  }

  private var colourMode: String {
    switch colours {
    case .none: "none"
    case .sixteen: "16"
    case .table: "256"
    case .direct: "full"
    }
  }

  func picture(
    from output: [UInt8], identity: Int, columns: Int, lines: Int
  ) -> ScreenPicture? {
    switch form {
    case .blocks:
      ScreenPicture(
        blocks: String(decoding: output, as: UTF8.self), identity: identity, columns: columns,
        lines: lines)
    case .kitty:
      ScreenPicture(
        kitty: output, identity: identity, columns: columns, lines: lines, scale: Self.kittyScale)
    case .sixel:
      ScreenPicture(
        sixel: output, identity: identity, columns: columns, lines: lines, cell: cell)
    }
  }
}
