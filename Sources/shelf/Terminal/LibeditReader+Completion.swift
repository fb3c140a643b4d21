import Browsing
import CLibedit
import Rendering
import ShellCore
import TableModel

extension LibeditReader {
  /// Tab: completes what is certain; a second Tab shows what is not.
  func complete() -> ActionResult {
    let line = handle.text
    let before = handle.textBeforeCursor
    let result = assistant.complete(line, before.utf8.count)
    let wasUndecided = undecided == line
    undecided = nil
    switch result.step(in: line) {
    case .nothing:
      return .refused
    case .replace(let range, let text):
      replace(range, of: line, with: text)
      return .changed
    case .choose:
      undecided = line
      guard wasUndecided else { return .refused }
      list(result)
      return .done
    }
  }

  /// - Parameter range: in bytes of UTF-8.
  private func replace(_ range: Range<Int>, of line: String, with text: String) {
    let utf8 = line.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(utf8.startIndex, offsetBy: range.upperBound)
    handle.moveCursor(to: line.unicodeScalars.distance(from: line.startIndex, to: end))
    handle.deleteBackward(line.unicodeScalars.distance(from: start, to: end))
    handle.insert(PastedText.composed(text))
  }

  /// More than this nobody reads; typing another letter is quicker.
  private static let mostCandidates = 1000

  /// Shows the candidates below the line and then the line again.
  private func list(_ result: CompletionResult) {
    goBelowLine()
    let candidates = Array(result.candidates.prefix(Self.mostCandidates))
    var rows = CandidateColumns(width: CursorLayout.width)
      .lines(candidates, available: columns - 1).map(render)
    if result.isTruncated || candidates.count < result.candidates.count {
      rows.append(Mark.ellipsis)
    }
    let page = max(1, lines - 2)
    var shown = 0
    while shown < rows.count {
      let end = min(shown + page, rows.count)
      draw(rows[shown..<end].joined(separator: "\n") + "\n")
      shown = end
      guard shown < rows.count, wantsMore(shown, of: rows.count) else { break }
    }
    overlay = Overlay()
    handle.redraw()
  }

  private func render(_ pieces: [CandidateColumns.Piece]) -> String {
    pieces.map { piece in
      piece.isDescription && settings.usesColor ? "\u{1B}[2m\(piece.text)\u{1B}[0m" : piece.text
    }.joined()
  }

  /// Asks whether the next page is wanted. Ctrl-C says no as well.
  private func wantsMore(_ shown: Int, of count: Int) -> Bool {
    let question = "-- \(shown) of \(count) lines; space for more, q to stop --"
    draw(CandidateColumns(width: CursorLayout.width).fit(question, in: columns - 1))
    defer { draw("\r\u{1B}[K") }
    while true {
      switch input.next() {
      case .key(.character(" ")), .key(.character("y")), .key(.character("\r")),
        .key(.character("\n")), .key(.character("\t")), .key(.pageDown), .key(.down):
        return true
      case .key(.character("q")), .key(.character("n")), .key(.escape), .end, .failed:
        return false
      case .key: continue
      case .woken:
        if SignalState.takeInterrupt() || SignalState.exitStatus != nil { return false }
      }
    }
  }
}

extension LibeditReader {
  /// Ctrl-R: searches the history while the pattern is typed, and leaves the match for editing.
  func search() -> ActionResult {
    let before = handle.text
    var search = HistorySearch(in: assistant.history)
    goToLineStart()
    let ending = run(&search)
    draw("\r\u{1B}[J")
    if case .accept(let key) = ending, let match = search.match {
      handle.replace(with: match)
      overlay.recalled = match
      if let key { follow(key) }
    } else if handle.text != before {
      handle.replace(with: before)
    }
    overlay.style = .plain
    handle.redraw()
    return .done
  }

  private func run(_ search: inout HistorySearch) -> HistorySearch.Ending {
    while true {
      if !input.hasKey() { show(search) }
      if SignalState.shouldStop { return .restore }
      switch input.next() {
      case .key(let key):
        switch search.take(key) {
        case .done(let ending): return ending
        case .refused: handle.beep()
        case .changed, .ignored: break
        }
      case .woken: continue
      case .end, .failed: return .restore
      }
    }
  }

  private func follow(_ key: LineKey) {
    switch key {
    case .left: handle.moveCursor(by: -1)
    case .home: handle.moveCursor(to: 0)
    case .wordLeft: _ = goWordLeft()
    default: break
    }
  }

  /// One row: how many matches, the pattern, the match with the pattern marked in it.
  private func show(_ search: HistorySearch) {
    let fitter = CandidateColumns(width: CursorLayout.width)
    let head = fitter.fit(search.title + search.pattern, in: columns - 1)
    var row = head
    let room = columns - 1 - CursorLayout.width(head) - 3
    if let match = search.match, room > 4 {
      let shown = fitter.fit(DisplaySafe.line(match), in: room)
      row += " | " + marked(shown, in: match, range: search.matchedRange)
    }
    draw("\r\u{1B}[J\(row)\r" + "\u{1B}[\(max(1, CursorLayout.width(head)))C")
  }

  private func marked(_ shown: String, in match: String, range: Range<String.Index>?) -> String {
    guard settings.usesColor, let range else { return shown }
    let start = match.distance(from: match.startIndex, to: range.lowerBound)
    let length = match.distance(from: range.lowerBound, to: range.upperBound)
    guard start + length <= shown.count else { return shown }
    let tail = shown.dropFirst(start)
    return shown.prefix(start) + "\u{1B}[7m" + tail.prefix(length) + "\u{1B}[0m"
      + tail.dropFirst(length)
  }
}
