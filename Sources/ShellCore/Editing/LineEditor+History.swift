import Commands

// What the shell knows: earlier lines, proposals and candidates.

extension LineEditor {
  mutating func recall(_ line: String?) -> Outcome {
    guard let line else { return .unchanged }
    keepMoment()
    buffer = LineBuffer(line)
    recalled = line
    return .changed
  }

  /// Puts what is proposed behind the line into it, or as much of that as one word.
  mutating func acceptProposal(wordOnly: Bool = false) -> Outcome {
    guard case .proposal(let text) = behindLine else { return .unchanged }
    let length = LineWords.length(text, isPart: LineWords.isPart)
    return change { $0.insert(wordOnly ? String(text.prefix(length)) : text) }
  }

  /// Keys while the history is searched.
  mutating func takeInSearch(_ key: Key) -> Outcome {
    guard var running = search else { return .unchanged }
    if key == .character("\u{03}") {
      search = nil
      return .cancelled
    }
    let step = running.take(key)
    search = running
    switch step {
    case .changed: return .changed
    case .refused, .ignored: return .unchanged
    case .done(.restore): search = nil
    case .done(.accept(let key)):
      search = nil
      if let match = running.match { _ = recall(match) }
      if let key, [.left, .home, .wordLeft].contains(key) { _ = perform(key) }
      settleInVi()
    }
    return .changed
  }
}

// MARK: - Candidates

extension LineEditor {
  /// Tab: completes what is certain, or lists what is not.
  mutating func complete() -> Outcome {
    let line = buffer.text
    let result = assistant.complete(line, buffer.byteOfCursor)
    switch result.step(in: line) {
    case .nothing: return .unchanged
    case .replace(let range, let text):
      let places = places(of: range)
      return change { $0.replace(places, with: text) }
    case .choose:
      choice = Choice(result: result, line: buffer)
      return .changed
    }
  }

  private func places(of bytes: Range<Int>) -> Range<Int> {
    let start = buffer.place(ofByte: bytes.lowerBound)
    return start..<max(start, buffer.place(ofByte: bytes.upperBound))
  }

  /// Keys while candidates are listed; nil for one that closes the list and does what it always does.
  mutating func takeInChoice(_ key: Key) -> Outcome? {
    guard let open = choice else { return nil }
    switch key {
    case .character("\t"): return select(1)
    case .named(.tab, _): return select(-1)
    case .named where open.selected != nil && key.lineKey == .down: return select(1)
    case .named where open.selected != nil && key.lineKey == .up: return select(-1)
    case .named(.escape, _), .character("\u{07}"):
      choice = nil
      buffer = open.line
      return .changed
    case .character("\r"), .character("\n"):
      choice = nil
      guard let selected = open.selected else { return nil }
      let suffix = open.result.candidates[selected].suffix
      if !suffix.isEmpty { _ = buffer.insert(suffix) }
      return .changed
    default:
      choice = nil
      return nil
    }
  }

  /// Puts the next candidate into the line, or the one before; behind the last one comes what was
  /// typed.
  private mutating func select(_ step: Int) -> Outcome {
    guard var open = choice else { return .unchanged }
    if open.selected == nil { keepMoment() }
    let count = open.result.candidates.count
    let place = ((open.selected ?? count) + step + count + 1) % (count + 1)
    open.selected = place < count ? place : nil
    choice = open
    buffer = open.line
    if place < count {
      _ = buffer.replace(places(of: open.result.range), with: open.result.candidates[place].text)
    }
    return .changed
  }
}

// MARK: - The keys of searching the history, wherever it is searched

extension HistorySearch {
  /// What a key did to the search.
  package enum Step: Sendable, Hashable {
    case changed
    /// There is nothing to go on to.
    case refused
    case ignored
    case done(Ending)
  }

  package enum Ending: Sendable, Hashable {
    /// The match goes into the line; a key that moves the cursor does so there.
    case accept(LineKey?)
    case restore
  }

  /// Does what a key asks for.
  package mutating func take(_ key: Key) -> Step {
    switch key {
    case .character("\r"), .character("\n"), .character("\t"), .character("\u{05}"),
      .character("\u{06}"):
      return .done(.accept(nil))
    case .character("\u{07}"), .escape: return .done(.restore)
    case .character("\u{12}"): return older() ? .changed : .refused
    case .character("\u{13}"): return newer() ? .changed : .refused
    case .character("\u{08}"), .character("\u{7F}"): deleteBackward()
    case .character("\u{01}"): return .done(.accept(.home))
    case .character(let scalar) where scalar.value >= 0x20: type(scalar)
    case .paste(let text):
      for scalar in PastedText.clean(text).unicodeScalars where scalar != "\n" { type(scalar) }
    case .named: return take(key.lineKey)
    default: return .ignored
    }
    return .changed
  }

  private mutating func take(_ key: LineKey?) -> Step {
    switch key {
    case .up: older() ? .changed : .refused
    case .down: newer() ? .changed : .refused
    case .left, .right, .home, .end, .wordLeft, .wordRight: .done(.accept(key))
    case .delete, .deleteWord, nil: .ignored
    }
  }
}
