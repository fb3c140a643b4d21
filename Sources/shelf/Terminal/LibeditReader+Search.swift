import CLibedit
import ShellCore

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

  private enum SearchEnding {
    /// The match goes into the line; a key that moves the cursor does so there.
    case accept(Key?)
    case restore
  }

  private func run(_ search: inout HistorySearch) -> SearchEnding {
    while true {
      if !input.hasKey() { show(search) }
      if SignalState.shouldStop { return .restore }
      switch input.next() {
      case .key(let key):
        if let ending = handle(key, in: &search) { return ending }
      case .woken: continue
      case .end, .failed: return .restore
      }
    }
  }

  private func handle(_ key: Key, in search: inout HistorySearch) -> SearchEnding? {
    switch key {
    case .character("\r"), .character("\n"): return .accept(nil)
    case .character("\u{07}"), .escape: return .restore
    case .character("\u{12}"), .up: if !search.older() { handle.beep() }
    case .character("\u{13}"), .down: if !search.newer() { handle.beep() }
    case .character("\u{08}"), .character("\u{7F}"): search.deleteBackward()
    case .character("\u{01}"): return .accept(.home)
    case .left, .right, .home, .end, .wordLeft, .wordRight: return .accept(key)
    case .character("\t"), .character("\u{05}"), .character("\u{06}"): return .accept(nil)
    case .character(let scalar) where scalar.value >= 0x20: search.type(scalar)
    case .paste(let text):
      for scalar in PastedText.clean(text).unicodeScalars where scalar != "\n" {
        search.type(scalar)
      }
    default: break
    }
    return nil
  }

  private func follow(_ key: Key) {
    switch key {
    case .left: handle.moveCursor(by: -1)
    case .home: handle.moveCursor(to: 0)
    case .wordLeft: _ = goWordLeft()
    default: break
    }
  }

  /// One row: how many matches, the pattern, the match with the pattern marked in it.
  private func show(_ search: HistorySearch) {
    let count =
      search.pattern.isEmpty
      ? "" : search.match == nil ? " 0/0" : " \(search.index + 1)/\(search.matches.count)"
    let fitter = CandidateColumns(width: CursorLayout.width)
    let head = fitter.fit("search\(count): \(search.pattern)", in: columns - 1)
    var row = head
    let room = columns - 1 - CursorLayout.width(head) - 3
    if let match = search.match, room > 4 {
      let shown = fitter.fit(VisibleText.escape(match), in: room)
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
