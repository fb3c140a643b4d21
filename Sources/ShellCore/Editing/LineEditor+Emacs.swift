import CommandLanguage
import Commands

extension LineEditor {
  mutating func takeInEmacs(_ key: Key) -> Outcome {
    switch key {
    case .character(let scalar): takeCharacter(scalar)
    case .alt(let scalar): takeAlt(scalar)
    case .named(.escape, _): .cancelled
    case .named(.tab, _): complete()
    case .named: key.lineKey.map { perform($0) } ?? .unchanged
    case .paste(let text): paste(text)
    case .mouse, .answer: .unchanged
    }
  }

  /// What a character or a control character does while letters are typed, in both modes.
  mutating func takeCharacter(_ scalar: Unicode.Scalar) -> Outcome {
    switch scalar {
    case "\r", "\n": return .accepted(buffer.text)
    case "\t": return complete()
    case "\u{03}", "\u{07}": return .cancelled
    case "\u{01}": return perform(.home)
    case "\u{02}": return perform(.left)
    case "\u{04}": return buffer.isEmpty ? .endOfInput : perform(.delete)
    case "\u{05}": return perform(.end)
    case "\u{06}": return perform(.right)
    case "\u{08}", "\u{7F}": return deleteBackward()
    case "\u{0B}": return kill(buffer.cursor..<buffer.count)
    case "\u{0E}": return perform(.down)
    case "\u{10}": return perform(.up)
    case "\u{12}":
      search = HistorySearch(in: assistant.history)
      return .changed
    case "\u{14}": return transposeCharacters()
    case "\u{15}": return kill(0..<buffer.cursor, backwards: true)
    case "\u{17}":
      return kill(placeBefore(isPart: { !$0.isWhitespace })..<buffer.cursor, backwards: true)
    case "\u{19}": return yank()
    case "\u{1F}": return undo()
    case _ where scalar.value >= 0x20: return type(String(scalar))
    default: return .unchanged
    }
  }

  private mutating func takeAlt(_ scalar: Unicode.Scalar) -> Outcome {
    switch scalar {
    case "b", "B": perform(.wordLeft)
    case "f", "F": perform(.wordRight)
    case "d", "D": kill(buffer.cursor..<wordEnd)
    case "\u{7F}", "\u{08}": kill(wordStart..<buffer.cursor, backwards: true)
    case "y", "Y": yankOlder()
    case ".", "_": insertLastWord()
    case "t", "T": transposeWords()
    case "u", "U": changeWord { $0.uppercased() }
    case "l", "L": changeWord { $0.lowercased() }
    case "c", "C": changeWord { $0.capitalizedWord }
    default: .unchanged
    }
  }

  /// Keys that are not characters, in both modes.
  mutating func perform(_ key: LineKey) -> Outcome {
    switch key {
    case .left: moved(buffer.move(to: buffer.cursor - 1))
    case .right: buffer.isAtEnd ? acceptProposal() : moved(buffer.move(to: buffer.cursor + 1))
    case .home: moved(buffer.move(to: 0))
    case .end: buffer.isAtEnd ? acceptProposal() : moved(buffer.move(to: buffer.count))
    case .wordLeft: moved(buffer.move(to: wordStart))
    case .wordRight:
      buffer.isAtEnd ? acceptProposal(wordOnly: true) : moved(buffer.move(to: wordEnd))
    case .delete: change { $0.replace($0.cursor..<min($0.cursor + 1, $0.count), with: "") }
    case .deleteWord: kill(buffer.cursor..<wordEnd)
    case .up: recall(browser.older(than: text, in: assistant.history))
    case .down: recall(browser.newer(than: text, in: assistant.history))
    }
  }

  /// Backspace: a whole character, and on an empty line the line itself.
  mutating func deleteBackward() -> Outcome {
    if buffer.isEmpty { return .cancelled }
    return change(joining: isVi) { $0.replace(max(0, $0.cursor - 1)..<$0.cursor, with: "") }
  }
}

// MARK: - Words

extension LineEditor {
  var wordStart: Int { placeBefore(isPart: LineWords.isPart) }

  var wordEnd: Int {
    buffer.cursor
      + LineWords.length(buffer.characters[buffer.cursor...], isPart: LineWords.isPart)
  }

  private func placeBefore(isPart: (Character) -> Bool) -> Int {
    buffer.cursor - LineWords.length(buffer.characters[..<buffer.cursor].reversed(), isPart: isPart)
  }

  /// Changes the letters from the cursor to the end of the word.
  private mutating func changeWord(_ body: (String) -> String) -> Outcome {
    let range = buffer.cursor..<wordEnd
    if range.isEmpty { return .unchanged }
    let text = body(buffer.text(range))
    return change { $0.replace(range, with: text) }
  }

  /// Swaps the characters on both sides of the cursor; at the end, the last two.
  private mutating func transposeCharacters() -> Outcome {
    guard buffer.cursor > 0, buffer.count > 1 else { return .unchanged }
    let place = min(buffer.cursor, buffer.count - 1)
    let pair = buffer.text(place..<place + 1) + buffer.text(place - 1..<place)
    return change { $0.replace(place - 1..<place + 1, with: pair) }
  }

  /// Swaps the word at the cursor, or the last one, with the one before it.
  private mutating func transposeWords() -> Outcome {
    func back(from place: Int, while isPart: (Character) -> Bool) -> Int {
      place - buffer.characters[..<place].reversed().prefix(while: isPart).count
    }
    let end = back(from: wordEnd) { !LineWords.isPart($0) }
    let start = back(from: end, while: LineWords.isPart)
    let firstEnd = back(from: start) { !LineWords.isPart($0) }
    let firstStart = back(from: firstEnd, while: LineWords.isPart)
    guard firstStart < firstEnd else { return .unchanged }
    let text =
      buffer.text(start..<end) + buffer.text(firstEnd..<start)
      + buffer.text(firstStart..<firstEnd)
    return change { $0.replace(firstStart..<end, with: text) }
  }
}

extension String {
  /// The first letter large, the others small; what stands before it stays.
  fileprivate var capitalizedWord: String {
    let head = prefix { !$0.isLetter }
    let word = dropFirst(head.count)
    return String(head) + word.prefix(1).uppercased() + word.dropFirst().lowercased()
  }
}

// MARK: - Ring of kills

extension LineEditor {
  private mutating func yank() -> Outcome {
    yanked = 0
    guard let text = kills.last else { return .unchanged }
    return yank(text, over: buffer.cursor..<buffer.cursor)
  }

  /// Puts the kill before the one that was just yanked in its place.
  private mutating func yankOlder() -> Outcome {
    guard case .yank(let range) = last, !kills.isEmpty else { return .unchanged }
    yanked = (yanked + 1) % kills.count
    return yank(kills[kills.count - 1 - yanked], over: range)
  }

  private mutating func yank(_ text: String, over range: Range<Int>) -> Outcome {
    let outcome = change { $0.replace(range, with: text) }
    action = .yank(min(range.lowerBound, buffer.cursor)..<buffer.cursor)
    return outcome
  }

  /// The last word of the line before; when it was just inserted, that of an older line.
  private mutating func insertLastWord() -> Outcome {
    var (entry, range) = (assistant.history.entries.count, buffer.cursor..<buffer.cursor)
    if case .lastWord(let shown, let place) = last { (entry, range) = (shown, place) }
    for index in assistant.history.entries.prefix(max(0, entry)).indices.reversed() {
      let words = Statement.statements(in: assistant.history.entries[index]).last?.words
      guard let word = words?.last?.raw, word != buffer.text(range) else { continue }
      let outcome = change { $0.replace(range, with: word) }
      action = .lastWord(entry: index, min(range.lowerBound, buffer.cursor)..<buffer.cursor)
      return outcome
    }
    action = last
    return .unchanged
  }
}
