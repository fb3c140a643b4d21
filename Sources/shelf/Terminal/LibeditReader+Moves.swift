import ShellCore

extension LibeditReader {
  func goLeft() -> ActionResult {
    guard handle.cursor > 0 else { return .refused }
    handle.moveCursor(by: -(handle.textBeforeCursor.last?.unicodeScalars.count ?? 1))
    return .moved
  }

  func goRight() -> ActionResult {
    if handle.isCursorAtEnd { return acceptProposal() }
    handle.moveCursor(by: textBehindCursor.first?.unicodeScalars.count ?? 1)
    return .moved
  }

  func goHome() -> ActionResult {
    handle.moveCursor(to: lineBounds.lowerBound)
    return .moved
  }

  func goEnd() -> ActionResult {
    if handle.isCursorAtEnd { return overlay.proposal == nil ? .moved : acceptProposal() }
    handle.moveCursor(to: lineBounds.upperBound)
    return .moved
  }

  func goWordLeft() -> ActionResult {
    let before = handle.scalars.prefix(handle.cursor)
    handle.moveCursor(by: -Self.wordLength(before.reversed()))
    return .moved
  }

  func goWordRight() -> ActionResult {
    if handle.isCursorAtEnd { return acceptProposal(wordOnly: true) }
    handle.moveCursor(by: Self.wordLength(handle.scalars.dropFirst(handle.cursor)))
    return .moved
  }

  func deleteCharacter() -> ActionResult {
    guard !handle.isCursorAtEnd else { return .refused }
    handle.deleteForward(textBehindCursor.first?.unicodeScalars.count ?? 1)
    return .changed
  }

  /// Deletes a whole picture, however many characters are joined to it.
  func deletePrevious() -> ActionResult {
    guard handle.cursor > 0 else { return .refused }
    handle.deleteBackward(handle.textBeforeCursor.last?.unicodeScalars.count ?? 1)
    return .changed
  }

  func deleteWord() -> ActionResult {
    guard !handle.isCursorAtEnd else { return .refused }
    handle.deleteForward(Self.wordLength(handle.scalars.dropFirst(handle.cursor)))
    return .changed
  }

  func deleteOrEnd() -> ActionResult { handle.isEmpty ? .end : deleteCharacter() }

  func clearScreen() -> ActionResult {
    draw("\u{1B}[H\u{1B}[2J")
    overlay = Overlay()
    handle.redraw()
    return .done
  }

  func insertPaste() -> ActionResult {
    handle.insert(pasted)
    pasted = ""
    return .changed
  }
}

extension LibeditReader {
  /// Puts the proposal into the line, or as much of it as one word.
  private func acceptProposal(wordOnly: Bool = false) -> ActionResult {
    guard let proposal = overlay.proposal else { return .refused }
    let length = Self.wordLength(proposal.unicodeScalars)
    let text = wordOnly ? String(proposal.unicodeScalars.prefix(length)) : proposal
    handle.insert(text)
    overlay.proposal = nil
    return .changed
  }

  private var textBehindCursor: String {
    String(String.UnicodeScalarView(handle.scalars.dropFirst(handle.cursor)))
  }

  /// How far it is to the end of the next word.
  private static func wordLength(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
    LineWords.length(scalars, isPart: LineWords.isPart)
  }

  /// The line of a command with several lines that the cursor is in.
  private var lineBounds: Range<Int> {
    let (scalars, cursor) = (handle.scalars, handle.cursor)
    let start = scalars[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return start..<(scalars[cursor...].firstIndex(of: "\n") ?? scalars.count)
  }
}

extension LibeditReader {
  func goUp() -> ActionResult {
    if let position = position(lines: -1) { return move(to: position) }
    return recall(browser.older(than: handle.text, in: assistant.history))
  }

  func goDown() -> ActionResult {
    if let position = position(lines: 1) { return move(to: position) }
    return recall(browser.newer(than: handle.text, in: assistant.history))
  }

  private func recall(_ line: String?) -> ActionResult {
    guard let line else { return .refused }
    handle.replace(with: line)
    overlay.recalled = line
    return .changed
  }

  private func move(to position: Int) -> ActionResult {
    handle.moveCursor(to: position)
    return .moved
  }

  /// The place in the line above or below of a command with several lines.
  private func position(lines distance: Int) -> Int? {
    let (scalars, cursor) = (handle.scalars, handle.cursor)
    let bounds = lineBounds
    let column = cursor - bounds.lowerBound
    if distance < 0 {
      guard bounds.lowerBound > 0 else { return nil }
      let end = bounds.lowerBound - 1
      let start = scalars[..<end].lastIndex(of: "\n").map { $0 + 1 } ?? 0
      return min(start + column, end)
    }
    guard bounds.upperBound < scalars.count else { return nil }
    let start = bounds.upperBound + 1
    return min(start + column, scalars[start...].firstIndex(of: "\n") ?? scalars.count)
  }
}
