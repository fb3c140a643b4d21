package import Rendering
import TableModel

/// What is drawn of a line, and where its cursor is.
package struct DrawnLine: Sendable, Hashable {
  package var line: StyledLine
  /// The cursor's column, from 0; always within the width.
  package var cursor: Int

  package init(_ line: StyledLine, cursor: Int) {
    self.line = line
    self.cursor = cursor
  }
}

extension LineEditor {
  /// The line behind a prompt; where it is too long, the part around the cursor, with marks where
  /// text is left out.
  ///
  /// - Parameters:
  ///   - width: the columns that there are; the picture is never wider.
  ///   - usesColour: where not, hints are left out, as they would look like what was typed.
  /// - Complexity: O(characters).
  package func line(
    prompt: String, width: Int, charset: Charset = .current, usesColour: Bool = true
  ) -> DrawnLine {
    guard width > 0 else { return DrawnLine(StyledLine(), cursor: 0) }
    if let search { return line(of: search, width: width, charset: charset) }
    let most = max(width / 2, width - 20)
    let head = DisplayWidth.truncate(
      DisplaySafe.line(prompt, charset: charset), to: most, charset: charset)
    var line = StyledLine(head, usesColour ? TextStyle(.accent, .bold) : .plain)
    let window = LineWindow(
      units: units(charset, usesColour: usesColour), cursor: buffer.cursor,
      room: width - line.width)
    line.append(window.line(charset))
    if window.isEndShown, fault.map({ $0.lowerBound < buffer.text.utf8.count }) ?? true,
      let behind = behindLine, usesColour || !behind.isHint
    {
      let text = DisplayWidth.truncate(
        DisplaySafe.line(behind.text, charset: charset), to: width - line.width, charset: charset)
      line.append(text, usesColour ? TextStyle(.plain, .dim) : .plain)
    }
    let cursor = width - window.room + window.cursorColumn
    return DrawnLine(line, cursor: min(cursor, width - 1))
  }

  /// While the history is searched: how many matches, the pattern, the match with the pattern marked.
  private func line(of search: HistorySearch, width: Int, charset: Charset) -> DrawnLine {
    let pattern = DisplaySafe.line(search.pattern, charset: charset)
    let head = DisplayWidth.truncate(
      search.title + pattern, to: width - 1, at: .head, charset: charset)
    var line = StyledLine(head)
    let cursor = line.width
    if let match = search.match, width - cursor > 7 {
      let ranges = search.matchedRange.map { [$0] } ?? []
      let found = Mark.plain(charset == .ascii) { StyledLine(match).marking(ranges).displaySafe() }
      line.append(" | ")
      line.append(found.truncated(to: width - line.width, charset: charset))
    }
    return DrawnLine(line, cursor: min(cursor, width - 1))
  }
}

extension BehindLine {
  fileprivate var isHint: Bool {
    if case .hint = self { true } else { false }
  }
}

// MARK: - Candidates

extension LineEditor {
  /// More than this nobody reads; typing another letter is quicker.
  private static let mostCandidates = 1000

  /// The candidates in columns; none while no list is open.
  ///
  /// - Parameters:
  ///   - width: the columns that there are.
  ///   - lines: the lines that there are: of a longer list the part around the chosen candidate is
  ///     shown, and how much there is.
  package func candidateLines(
    width: Int, lines: Int, charset: Charset = .current
  ) -> [StyledLine] {
    guard let choice, lines > 0, width > 0 else { return [] }
    let candidates = Array(choice.result.candidates.prefix(Self.mostCandidates))
    let isWhole = !choice.result.isTruncated && candidates.count == choice.result.candidates.count
    let all = Mark.plain(charset == .ascii) {
      CandidateColumns(width: { DisplayWidth.of($0) }).lines(candidates, available: width)
    }
    var rows = all.map { styled($0, selected: choice.selected) }
    if !isWhole {
      rows.append(StyledLine(DisplayWidth.truncate("…", to: width, charset: charset)))
    }
    if rows.count <= lines { return rows }
    let shown = max(1, lines - 1)
    let chosen = choice.selected.map { $0 % max(1, all.count) } ?? 0
    let start = min(chosen / shown * shown, rows.count - shown)
    if lines == 1 { return [rows[start]] }
    let dash = charset == .ascii ? "-" : "–"
    let note = "\(start + 1)\(dash)\(start + shown) of \(rows.count) lines"
    return rows[start..<start + shown] + [
      StyledLine(
        DisplayWidth.truncate(note, to: width, charset: charset), TextStyle(.plain, .dim))
    ]
  }

  private func styled(_ pieces: [CandidateColumns.Piece], selected: Int?) -> StyledLine {
    var line = StyledLine()
    for piece in pieces {
      let isSelected = piece.candidate != nil && piece.candidate == selected
      let attributes: TextStyle.Attributes =
        isSelected && !piece.isDescription ? .reverse : piece.isDescription ? .dim : []
      line.append(piece.text, TextStyle(.plain, attributes))
    }
    return line
  }
}

// MARK: - Text as cells

extension LineEditor {
  /// The characters as they are shown: each in as many pieces as it takes to show it safely.
  private func units(_ charset: Charset, usesColour: Bool) -> [LineWindow.Unit] {
    let faulty = faultyPlaces
    let word = usesColour ? firstWord : nil
    var units: [LineWindow.Unit] = []
    units.reserveCapacity(buffer.count + 1)
    for (place, character) in buffer.characters.enumerated() {
      let style =
        faulty?.contains(place) == true
        ? Self.faultStyle : word?.places.contains(place) == true ? word?.style : nil
      let text = DisplaySafe.line(String(character), charset: charset)
      units.append(LineWindow.Unit(text, style ?? .plain))
    }
    // What is missing at the end is shown behind it.
    if let faulty, faulty.upperBound > buffer.count {
      units.append(LineWindow.Unit(" ", Self.faultStyle))
    }
    return units
  }

  private static let faultStyle = TextStyle(.error, .underline)

  /// The characters that are marked as wrong, at least one, maybe the place behind the last.
  private var faultyPlaces: Range<Int>? {
    guard let fault else { return nil }
    let start = buffer.place(ofByte: fault.lowerBound)
    let end = buffer.place(ofByte: max(fault.lowerBound, fault.upperBound - 1)) + 1
    return start..<max(start + 1, min(end, buffer.count))
  }

  /// The first word, where it is no name of a command or only the beginning of one.
  private var firstWord: (places: Range<Int>, style: TextStyle)? {
    let characters = buffer.characters
    guard let start = characters.firstIndex(where: { $0 != " " }) else { return nil }
    let end = characters[start...].firstIndex { $0 == " " || $0 == "\n" } ?? characters.count
    switch assistant.firstWord(buffer.text) {
    case .known: return nil
    case .unknown: return (start..<end, TextStyle(.error))
    case .abbreviation: return (start..<end, TextStyle(.plain, .underline))
    }
  }
}

/// The part of a line that is seen when it is longer than its room.
///
/// It moves in steps of about a quarter of its width, so that it stands still while the cursor moves
/// a little, and most of what is seen is before the cursor.
struct LineWindow {
  /// What is shown for one character.
  struct Unit {
    var text: String
    var width: Int
    var style: TextStyle

    init(_ text: String, _ style: TextStyle) {
      self.text = text
      self.style = style
      width = DisplayWidth.of(text)
    }
  }

  let units: [Unit]
  let room: Int
  /// The cursor's column in the window.
  let cursorColumn: Int
  private let start: Int
  private let isCutLeft: Bool
  private let isCutRight: Bool

  /// - Parameter cursor: which unit the cursor is on; the number of units behind the last.
  init(units: [Unit], cursor: Int, room: Int) {
    self.units = units
    self.room = room
    let before = units.prefix(cursor).reduce(0) { $0 + $1.width }
    let whole = units.dropFirst(cursor).reduce(before) { $0 + $1.width }
    let needed = max(whole, before + 1)
    // Two columns are left for a wide character under the cursor and the mark behind it.
    let step = (room - 2) / 4
    let isTight = step < 1
    start = needed <= room ? 0 : isTight ? before : max(0, before / step - 3) * step
    isCutLeft = start > 0 && !isTight
    isCutRight = needed - start > room && !isTight
    cursorColumn = before - start
  }

  /// True where nothing behind the text's end is in the way.
  var isEndShown: Bool { !isCutRight && units.reduce(0) { $0 + $1.width } - start < room }

  func line(_ charset: Charset) -> StyledLine {
    let marks = charset == .ascii ? (left: "<", right: ">") : (left: "‹", right: "›")
    var line = StyledLine()
    if isCutLeft { line.append(marks.left, TextStyle(.plain, .dim)) }
    let columns = start + (isCutLeft ? 1 : 0)..<start + room - (isCutRight ? 1 : 0)
    var column = 0
    for unit in units {
      if column >= columns.upperBound { break }
      let end = column + unit.width
      if column >= columns.lowerBound, end <= columns.upperBound {
        line.append(unit.text, unit.style)
      } else if end > columns.lowerBound {
        line.append(
          DisplayWidth.cut(
            unit.text,
            columns: max(
              0, columns.lowerBound - column)..<min(unit.width, columns.upperBound - column)),
          unit.style)
      }
      column = end
    }
    if isCutRight { line.append(marks.right, TextStyle(.plain, .dim)) }
    return line
  }
}
