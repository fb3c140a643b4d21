import CEditShim

/// Where characters stand on the screen: libedit's own rules, so that what is drawn over its line
/// meets it.
struct CursorLayout {
  /// The terminal's width.
  let columns: Int
  private(set) var row = 0
  private(set) var column = 0

  init(columns: Int, startingAt column: Int = 0) {
    self.columns = max(2, columns)
    advance(by: column)
  }

  /// Moves over a text.
  mutating func add(_ text: some Sequence<Unicode.Scalar>) {
    for scalar in text {
      if scalar == "\n" {
        row += 1
        column = 0
      } else {
        advance(by: Self.width(scalar))
      }
    }
  }

  private mutating func advance(by width: Int) {
    if width <= columns, column + width > columns {
      row += 1
      column = 0
    }
    column += width
    row += column / columns
    column %= columns
  }

  static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x20 || scalar.value == 0x7F { return 2 }
    let width = Int(ed_width(wchar_t(bitPattern: scalar.value)))
    // Written as \U+ and the number.
    return width >= 0 ? width : scalar.value > 0xFFFF ? 8 : 7
  }

  static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }
}
