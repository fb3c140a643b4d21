import Browsing
import CEditShim
import CLibedit
import ShellCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension LibeditReader {
  /// Gives libedit its next character: 1 for one, 0 at the end, -1 when the line is given up.
  ///
  /// This is where time passes, so it is where signals are answered, and where what stands around
  /// the line is drawn: libedit has written everything it had to write by now.
  func readCharacter(into character: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    marks.beginInput(to: output)
    while true {
      if let code = codes.popFirst() {
        eraseOverlay()
        character?.pointee = code
        return 1
      }
      if !input.hasKey() { drawOverlay() }
      if SignalState.hasNews {
        if let reason = answerSignals() { return giveUp(reason) }
        // The line may have been drawn anew, without what stands around it.
        continue
      }
      switch input.next(milliseconds: assistant.awaitsNews() ? Self.newsInterval : nil) {
      case .key(let key):
        codes = translate(key)[...]
        // An interrupt makes the terminal drop what was typed before it, so that this key came after:
        // on a busy machine both are there when this program has its turn.
        if SignalState.hasNews, let reason = answerSignals() { return giveUp(reason) }
      case .woken: showNews()
      case .end: return 0
      case .failed: return giveUp(.gone)
      }
    }
  }

  /// How often it is looked for news, in milliseconds.
  private static let newsInterval: Int32 = 500

  /// Prints news above the line, which stays as it is.
  private func showNews() {
    let news = assistant.takeNews()
    guard !news.isEmpty else { return }
    eraseOverlay()
    goToLineStart()
    draw(news.joined())
    overlay = Overlay()
    handle.redraw()
  }

  /// What a key is for libedit; nothing for a key that does nothing.
  private func translate(_ key: Key) -> [wchar_t] {
    let hadMeta = isMeta
    isMeta = false
    switch key {
    case .character(let scalar):
      return hadMeta ? translate(.alt(scalar)) : compose(scalar)
    case .alt("f") where !isVi: return [KeyCode.wordRight.code]
    case .alt("b") where !isVi: return [KeyCode.wordLeft.code]
    case .alt("d") where !isVi: return [KeyCode.deleteWord.code]
    case .alt(let scalar): return scalar.isASCII ? [0x1B, scalar.wide] : []
    case .escape:
      isMeta = !isVi
      return isVi ? [0x1B] : []
    case .paste(let text):
      pasted = PastedText.clean(text)
      return [KeyCode.paste.code]
    case .named: return key.lineKey.map { [KeyCode($0).code] } ?? []
    case .mouse, .answer:
      isMeta = hadMeta
      return []
    }
  }

  /// A typed character; if it is an accent, one character replaces its letter and the accent.
  ///
  /// libedit draws the next character over an accent that stands alone.
  private func compose(_ scalar: Unicode.Scalar) -> [wchar_t] {
    let code = scalar.wide
    // libedit would count a column for what takes none, if it added it by itself.
    if scalar.value >= 0x300, ed_width(code) == 0,
      scalar.properties.canonicalCombiningClass == .notReordered
    {
      pasted = String(Character(scalar))
      return [KeyCode.paste.code]
    }
    guard scalar.properties.canonicalCombiningClass != .notReordered,
      let letter = handle.textBeforeCursor.unicodeScalars.last
    else { return [code] }
    let both = PastedText.composed(String(Character(letter)) + String(Character(scalar)))
    guard both.unicodeScalars.count == 1, let one = both.unicodeScalars.first else { return [code] }
    return [0x7F, one.wide]
  }
}

extension LibeditReader {
  /// Does what signals asked for; a reason when the line has to be given up.
  private func answerSignals() -> LineEnd? {
    if SignalState.exitStatus != nil {
      eraseOverlay()
      goBelowLine()
      return .gone
    }
    if SignalState.takeInterrupt() {
      eraseOverlay()
      goBelowLine(mark: "^C")
      return .interrupted
    }
    if SignalState.takeSuspension() { suspend() }
    if SignalState.takeContinuation() { resume() }
    if SignalState.takeResize() { resize() }
    return nil
  }

  /// Ctrl-Z: stops the program with the terminal as its user had it.
  private func suspend() {
    eraseOverlay()
    goBelowLine()
    _ = ed_set_int(handle.raw, EL_PREP_TERM, 0)
    TerminalGuard.leave()
    SignalHandlers.stopEditing()
    _ = SignalState.takeContinuation()
    raise(SIGTSTP)
    // Here the program was stopped; `fg` goes on.
    SignalHandlers.startEditing()
    resume()
    _ = SignalState.takeContinuation()
  }

  /// Takes over the terminal again; somebody else may have changed its modes.
  private func resume() {
    // Switching on does nothing unless it was switched off before.
    _ = ed_set_int(handle.raw, EL_PREP_TERM, 0)
    TerminalGuard.enter(input: input.descriptor, output: output)
    _ = ed_set_int(handle.raw, EL_PREP_TERM, 1)
    el_resize(handle.raw)
    draw("\r\u{1B}[J")
    overlay = Overlay()
    handle.redraw()
  }

  /// Redraws for another width. Terminals rewrap long lines by themselves, so the start of the line
  /// is as many rows above the cursor as it would be in the new width.
  private func resize() {
    eraseOverlay()
    goToLineStart()
    el_resize(handle.raw)
    overlay = Overlay()
    handle.redraw()
  }

  /// Goes to where the prompt begins and clears the line.
  ///
  /// Row by row: some terminals keep a copy of the screen when all of it is cleared at once.
  func goToLineStart() {
    let row = cursorLayout.row
    let below = min(max(layout(handle.scalars).row, row), lines - 1)
    let clearing = Array(repeating: "\u{1B}[K", count: below + 1).joined(separator: "\u{1B}[B")
    draw(
      "\r" + (row > 0 ? "\u{1B}[\(row)A" : "") + clearing
        + (below > 0 ? "\u{1B}[\(below)A" : ""))
  }

  /// Leaves the line as it stands and goes to the start of an empty row below it.
  func goBelowLine(mark: String = "") {
    let end = layout(handle.scalars)
    let rows = end.row - cursorLayout.row
    draw(
      (rows > 0 ? "\u{1B}[\(rows)B" : "") + "\r"
        + (end.column > 0 ? "\u{1B}[\(end.column)C" : "") + mark + "\r\n")
  }

  /// Where the cursor is, counted from the start of the prompt.
  var cursorLayout: CursorLayout { layout(handle.scalars.prefix(handle.cursor)) }

  func layout(_ scalars: some Sequence<Unicode.Scalar>) -> CursorLayout {
    var layout = CursorLayout(columns: columns)
    layout.add(prompt.unicodeScalars)
    layout.add(scalars)
    return layout
  }
}

// MARK: - Moves

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
