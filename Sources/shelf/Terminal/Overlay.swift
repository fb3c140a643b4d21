import CEditShim
import Rendering
import ShellCore

/// What is drawn around libedit's line: a proposal or a hint behind it, a colour on its first word.
struct Overlay {
  /// The rest of the line that the history proposes, as far as it is shown.
  var proposal: String?
  /// True while something stands behind the line.
  var isShown = false
  /// How the first word is drawn now.
  var style = WordStyle.plain
  /// The line as it was drawn last, and where its cursor was.
  var line = ""
  var cursor = 0
  /// The line whose rows were joined last.
  var joined: String?
  /// A line that was fetched from the history gets no proposal on top.
  var recalled: String?
}

/// How the first word of a line looks.
enum WordStyle: Equatable {
  case plain
  case unknown
  case abbreviation

  var sgr: String {
    switch self {
    case .plain: "0"
    case .unknown: "31"
    case .abbreviation: "4"
    }
  }
}

extension LibeditReader {
  /// Draws what belongs around the line while the program waits for a key.
  func drawOverlay() {
    guard !overlay.isShown else { return }
    let scalars = handle.scalars
    let line = handle.text
    redrawIfUneven(scalars, line)
    joinRows(of: scalars, line)
    drawFirstWord(of: scalars, line: line)
    overlay.proposal = nil
    guard handle.cursor == scalars.count,
      let behind = assistant.behind(line, recalled: overlay.recalled, settings: settings)
    else { return }
    if case .proposal(let text) = behind { overlay.proposal = text }
    let column = layout(scalars).column
    let shown = CandidateColumns(width: CursorLayout.width)
      .fit(DisplaySafe.line(behind.text), in: columns - column - 1)
    guard !shown.isEmpty else { return }
    let dim = settings.usesColor ? "\u{1B}[2m\(shown)\u{1B}[0m" : shown
    draw("\u{1B}7\(dim)\u{1B}8")
    overlay.isShown = true
  }

  /// Draws a line anew in which some characters take two columns or none: where libedit changes the
  /// middle of such a line, it loses count of them. What is typed at the end it draws well.
  ///
  /// - Complexity: O(characters) a key.
  private func redrawIfUneven(_ scalars: [Unicode.Scalar], _ line: String) {
    let (before, place) = (overlay.line, overlay.cursor)
    (overlay.line, overlay.cursor) = (line, handle.cursor)
    guard before != line || place != handle.cursor, !line.utf8.allSatisfy({ $0 < 0x80 }),
      scalars.contains(where: { CursorLayout.width($0) != 1 && $0 != "\n" }),
      !(handle.isCursorAtEnd && line.hasPrefix(before) && place == before.unicodeScalars.count)
    else { return }
    goToLineStart()
    handle.redraw()
    overlay.joined = nil
    overlay.style = .plain
  }

  /// Makes the rows of a long line one line for the terminal, which breaks that anew when its width
  /// changes: libedit ends a row at whose end there is a blank with a line break.
  ///
  /// - Complexity: O(characters of a line that is longer than a row).
  private func joinRows(of scalars: [Unicode.Scalar], _ line: String) {
    guard overlay.joined != line, layout(scalars).row > 0 else { return }
    overlay.joined = line
    let cursor = cursorLayout
    var place = CursorLayout(columns: columns)
    place.add(prompt.unicodeScalars)
    var text = ""
    for (index, scalar) in scalars.enumerated() {
      let row = place.row
      place.add(CollectionOfOne(scalar))
      guard scalar == " ", place.row > row, place.column == 0, index + 1 < scalars.count,
        scalars[index + 1] != "\n", cursor.row - row < lines
      else { continue }
      let (up, next) = (cursor.row - row, DisplaySafe.line(String(Character(scalars[index + 1]))))
      text += "\u{1B}7" + (up > 0 ? "\u{1B}[\(up)A" : up < 0 ? "\u{1B}[\(-up)B" : "")
      text += "\r\u{1B}[\(columns - 1)C \(next)\u{1B}8"
    }
    if !text.isEmpty { draw(text) }
  }

  /// Takes away what stands behind the line; the cursor is at the line's end then.
  func eraseOverlay() {
    guard overlay.isShown else { return }
    overlay.isShown = false
    draw("\u{1B}[K")
  }

  /// Gives the first word its colour, over what libedit wrote.
  private func drawFirstWord(of scalars: [Unicode.Scalar], line: String) {
    guard settings.usesColor, prompt != continuationPrompt else { return }
    let start = scalars.firstIndex { $0 != " " } ?? scalars.count
    let end = scalars[start...].firstIndex { $0 == " " || $0 == "\n" } ?? scalars.count
    let style = start == end ? .plain : style(of: line)
    defer { overlay.style = style }
    guard style != .plain || overlay.style != .plain else { return }
    let cursor = cursorLayout
    let word = layout(scalars[..<start])
    guard cursor.row < lines, layout(scalars[..<end]).row == word.row else { return }
    let up = cursor.row - word.row
    let text = String(String.UnicodeScalarView(scalars[start..<end]))
    draw(
      "\u{1B}7" + (up > 0 ? "\u{1B}[\(up)A" : up < 0 ? "\u{1B}[\(-up)B" : "") + "\r"
        + (word.column > 0 ? "\u{1B}[\(word.column)C" : "")
        + "\u{1B}[\(style.sgr)m\(DisplaySafe.line(text))\u{1B}[0m\u{1B}8")
  }

  private func style(of line: String) -> WordStyle {
    switch assistant.firstWord(line) {
    case .known: .plain
    case .unknown: .unknown
    case .abbreviation: .abbreviation
    }
  }
}

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
    let width = Int(ed_width(scalar.wide))
    // Written as \U+ and the number.
    return width >= 0 ? width : scalar.value > 0xFFFF ? 8 : 7
  }

  static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }
}
