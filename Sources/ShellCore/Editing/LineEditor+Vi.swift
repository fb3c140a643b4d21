import Commands

/// What vi's command mode remembers between keys.
struct ViState {
  enum Operator: Sendable, Hashable {
    case delete, change, yank
  }

  /// A key that takes the character after it.
  enum Awaiting: Sendable, Hashable {
    case search(isForward: Bool, isTill: Bool)
    case replacement
  }

  /// A change that `.` makes once more: its keys without the counts.
  struct Change {
    var count: Int?
    var keys: [Key] = []
  }

  static let highestCount = 9999

  /// True where letters are commands.
  var isCommanding = false
  var count: Int?
  var pending: Operator?
  /// The count before the operator.
  var outerCount: Int?
  var awaited: Awaiting?
  var lastSearch: ViMotion.Search?
  var lastChange: Change?
  /// The change at work; nil where it is none, or can't be made once more.
  var recording: Change?
  var isReplaying = false
  /// How often what is typed is inserted.
  var insertions = 1
  /// What has been typed; nil when there was more to it than typing.
  var inserted: String? = ""

  var isIdle: Bool { count == nil && pending == nil && awaited == nil }

  /// Forgets a command that has been begun.
  mutating func reset() { (count, pending, outerCount, awaited) = (nil, nil, nil, nil) }

  mutating func addDigit(_ digit: Int) { count = min((count ?? 0) * 10 + digit, Self.highestCount) }

  /// The count of the command that is complete now.
  mutating func takeCount() -> Int? {
    let whole =
      count == nil && outerCount == nil
      ? nil : (outerCount ?? 1) * min(count ?? 1, Self.highestCount)
    let taken = whole.map { min($0, Self.highestCount) }
    if !isReplaying { recording?.count = taken }
    return taken
  }
}

extension LineEditor {
  mutating func takeInVi(_ key: Key) -> Outcome {
    if case .alt(let scalar) = key {
      // Escape and a letter that came quickly one after the other.
      if !vi.isCommanding { _ = takeInVi(.escape) }
      vi.reset()
      return takeInVi(.character(scalar))
    }
    guard vi.isCommanding else { return takeInserting(key) }
    if vi.isIdle, !vi.isReplaying { vi.recording = ViState.Change() }
    let before = buffer.characters
    let outcome = takeCommand(key)
    if !isDigit(key), !vi.isReplaying { vi.recording?.keys.append(key) }
    let isDone = vi.isIdle && vi.isCommanding
    if isDone, !vi.isReplaying, before != buffer.characters, !isUndoOrHistory(key) {
      vi.lastChange = vi.recording
    }
    settleInVi()
    return outcome
  }

  /// In command mode the cursor is on a character.
  mutating func settleInVi() {
    if vi.isCommanding, isVi, buffer.isAtEnd { buffer.move(to: buffer.count - 1) }
  }

  private func isDigit(_ key: Key) -> Bool {
    guard case .character(let scalar) = key, vi.awaited == nil else { return false }
    return ("0"..."9").contains(scalar) && vi.count != nil
  }

  private func isUndoOrHistory(_ key: Key) -> Bool {
    [
      .character("u"), .character("\u{1F}"), .character("."), .character("j"), .character("k"),
      .character("+"), .character("-"), .character("\u{0E}"), .character("\u{10}"), .up, .down,
    ].contains(key)
  }
}

// MARK: - Inserting

extension LineEditor {
  private mutating func takeInserting(_ key: Key) -> Outcome {
    if !vi.isReplaying { vi.recording?.keys.append(key) }
    switch key {
    case .named(.escape, _): return leaveInserting()
    case .character(let scalar):
      noteInserted(scalar)
      return takeCharacter(scalar)
    case .paste(let text):
      vi.inserted = nil
      return paste(text)
    case .mouse, .answer, .alt: return .unchanged
    case .named(.tab, _):
      vi.recording = nil
      return complete()
    case .named:
      isRunOpen = false
      vi.inserted = nil
      if [.up, .down].contains(key.lineKey) { vi.recording = nil }
      return key.lineKey.map { perform($0) } ?? .unchanged
    }
  }

  private mutating func noteInserted(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{7F}", "\u{08}":
      if vi.inserted?.popLast() == nil { vi.inserted = nil }
    case "\t", "\u{0E}", "\u{10}", "\u{12}", "\u{1F}": (vi.inserted, vi.recording) = (nil, nil)
    case _ where scalar.value < 0x20: vi.inserted = nil
    default: vi.inserted?.unicodeScalars.append(scalar)
    }
  }

  private mutating func startInserting(at place: Int, times: Int? = nil) -> Outcome {
    buffer.move(to: place)
    vi.isCommanding = false
    vi.insertions = times ?? 1
    vi.inserted = ""
    return .changed
  }

  private mutating func leaveInserting() -> Outcome {
    if let text = vi.inserted, vi.insertions > 1,
      text.count * vi.insertions <= LineBuffer.longest
    {
      let more = String(repeating: text, count: vi.insertions - 1)
      _ = change(joining: true) { $0.insert(more) }
    }
    isRunOpen = false
    vi.insertions = 1
    vi.isCommanding = true
    if !vi.isReplaying, let recording = vi.recording, recording.keys.count > 1 {
      vi.lastChange = recording
    }
    vi.recording = nil
    buffer.move(to: buffer.cursor - 1)
    return .changed
  }
}

// MARK: - Commands

extension LineEditor {
  private mutating func takeCommand(_ key: Key) -> Outcome {
    if let awaited = vi.awaited { return take(key, for: awaited) }
    switch key {
    case .character(let scalar): return command(Character(scalar))
    case .named(.escape, _):
      if vi.isIdle { return .cancelled }
      vi.reset()
      return .changed
    case .paste(let text):
      vi.reset()
      return paste(text)
    case .named:
      guard let key = key.lineKey else { return .unchanged }
      return command(key)
    case .alt, .mouse, .answer: return .unchanged
    }
  }

  /// Keys that are not characters stand for letters, as far as there are some.
  private mutating func command(_ key: LineKey) -> Outcome {
    switch key {
    case .left: return command("h")
    case .right: return command("l")
    case .home: return move(.start)
    case .end: return command("$")
    case .delete: return command("x")
    case .wordLeft: return command("b")
    case .wordRight: return command("w")
    case .deleteWord:
      vi.reset()
      return perform(key)
    case .up: return command("k")
    case .down: return command("j")
    }
  }

  private mutating func command(_ key: Character) -> Outcome {
    if let digit = key.wholeNumberValue, key.isASCII, digit > 0 || vi.count != nil {
      vi.addDigit(digit)
      return .changed
    }
    if key == "\u{7F}" || key == "\u{08}", buffer.isEmpty { return .cancelled }
    if let motion = ViMotion(key) { return move(motion) }
    switch key {
    case "f", "F", "t", "T":
      vi.awaited = .search(isForward: key.isLowercase, isTill: key.lowercased() == "t")
      return .changed
    case ";", ",":
      guard var search = vi.lastSearch else { return refuse() }
      search = key == "," ? search.reversed : search
      search.isRepeated = true
      return move(.find(search))
    case "d": return begin(.delete)
    case "c": return begin(.change)
    case "y": return begin(.yank)
    default:
      // An operator waits for a movement only.
      if vi.pending != nil { return refuse() }
      return change(with: key) ?? control(key)
    }
  }

  private mutating func refuse() -> Outcome {
    vi.reset()
    return .unchanged
  }

  private mutating func begin(_ operation: ViState.Operator) -> Outcome {
    if vi.pending == operation {
      _ = vi.takeCount()
      vi.reset()
      return apply(operation, to: 0..<buffer.count)
    }
    if vi.pending != nil { return refuse() }
    vi.pending = operation
    (vi.outerCount, vi.count) = (vi.count, nil)
    return .changed
  }

  /// Keys that change the line, or begin to.
  private mutating func change(with key: Character) -> Outcome? {
    let (cursor, end) = (buffer.cursor, buffer.count)
    guard "xXsSDCYrpPiaIA~.u".contains(key) else { return nil }
    if key == "r" {
      vi.awaited = .replacement
      return .changed
    }
    if key == "." { return replay() }
    let times = vi.takeCount()
    vi.reset()
    let few = times ?? 1
    switch key {
    case "x": return apply(.delete, to: cursor..<min(cursor + few, end))
    case "X": return apply(.delete, to: max(0, cursor - few)..<cursor)
    case "s": return apply(.change, to: cursor..<min(cursor + few, end))
    case "S": return apply(.change, to: 0..<end)
    case "D": return apply(.delete, to: cursor..<end)
    case "C": return apply(.change, to: cursor..<end)
    case "Y": return apply(.yank, to: cursor..<end)
    case "p": return put(at: min(cursor + 1, end), times: few)
    case "P": return put(at: cursor, times: few)
    case "i": return startInserting(at: cursor, times: times)
    case "a": return startInserting(at: min(cursor + 1, end), times: times)
    case "I":
      let first = ViMotion.firstLetter.target(in: buffer.characters, from: cursor, count: nil)
      return startInserting(at: first ?? 0, times: times)
    case "A": return startInserting(at: end, times: times)
    case "~": return toggleCase(cursor..<min(cursor + few, end))
    default: return undo(times: few)
    }
  }

  /// Keys that neither move nor change.
  private mutating func control(_ key: Character) -> Outcome {
    let times = vi.takeCount() ?? 1
    vi.reset()
    switch key {
    case "k", "-", "\u{10}": return recall(times: times) { $0.perform(.up) }
    case "j", "+", "\u{0E}": return recall(times: times) { $0.perform(.down) }
    case "/", "?", "\u{12}": return takeCharacter("\u{12}")
    case "\u{1F}": return undo(times: times)
    case "\u{03}", "\u{07}", "\r", "\n", "\u{04}":
      return key.unicodeScalars.first.map { takeCharacter($0) } ?? .unchanged
    default: return .unchanged
    }
  }

  private mutating func recall(times: Int, _ step: (inout LineEditor) -> Outcome) -> Outcome {
    var outcome = Outcome.unchanged
    for _ in 0..<times {
      guard step(&self) == .changed else { break }
      outcome = .changed
    }
    return outcome
  }

  private mutating func undo(times: Int) -> Outcome {
    recall(times: times) { $0.undo() }
  }

  /// Makes the last change once more.
  private mutating func replay() -> Outcome {
    guard let change = vi.lastChange, !vi.isReplaying else { return refuse() }
    let count = vi.count ?? change.count
    vi.reset()
    vi.count = count
    vi.lastChange?.count = count
    vi.isReplaying = true
    defer { vi.isReplaying = false }
    var outcome = Outcome.unchanged
    for key in change.keys where takeInVi(key) == .changed { outcome = .changed }
    vi.reset()
    return outcome
  }
}

// MARK: - Operators

extension LineEditor {
  private mutating func move(_ motion: ViMotion) -> Outcome {
    let times = vi.takeCount()
    let operation = vi.pending
    vi.reset()
    let (cursor, characters) = (buffer.cursor, buffer.characters)
    guard let target = motion.target(in: characters, from: cursor, count: times) else {
      return .unchanged
    }
    guard let operation else {
      return moved(buffer.move(to: min(target, max(0, characters.count - 1))))
    }
    if operation == .change, case .word(let big) = motion {
      let end = ViMotion.changeEnd(characters, cursor, times, big: big)
      return apply(operation, to: cursor..<end)
    }
    let end = max(cursor, target) + (motion.isInclusive ? 1 : 0)
    return apply(operation, to: min(cursor, target)..<min(end, characters.count))
  }

  private mutating func apply(_ operation: ViState.Operator, to range: Range<Int>) -> Outcome {
    switch operation {
    case .yank:
      if range.isEmpty { return .unchanged }
      keepKill(buffer.text(range))
      // To copy the whole line the cursor stays.
      if range != 0..<buffer.count { buffer.move(to: range.lowerBound) }
      return .changed
    case .delete: return kill(range, backwards: range.upperBound == buffer.cursor)
    case .change:
      isRunOpen = kill(range) == .changed
      return startInserting(at: range.lowerBound)
    }
  }

  private mutating func put(at place: Int, times: Int) -> Outcome {
    guard let text = kills.last, text.count * times <= LineBuffer.longest else { return .unchanged }
    let outcome = change {
      $0.replace(place..<place, with: String(repeating: text, count: times))
    }
    if outcome == .changed { buffer.move(to: buffer.cursor - 1) }
    return outcome
  }

  private mutating func toggleCase(_ range: Range<Int>) -> Outcome {
    if range.isEmpty { return .unchanged }
    let text = buffer.characters[range].map { character in
      character.isLowercase ? character.uppercased() : character.lowercased()
    }.joined()
    let outcome = change { $0.replace(range, with: text) }
    buffer.move(to: range.upperBound)
    return outcome == .changed || !buffer.isAtEnd ? .changed : .unchanged
  }

  /// The character behind `f` or `r`.
  private mutating func take(_ key: Key, for awaited: ViState.Awaiting) -> Outcome {
    guard case .character(let scalar) = key, scalar.value >= 0x20, scalar != "\u{7F}" else {
      vi.reset()
      return .changed
    }
    switch awaited {
    case .search(let isForward, let isTill):
      let search = ViMotion.Search(
        character: Character(scalar), isForward: isForward, isTill: isTill)
      vi.lastSearch = search
      vi.awaited = nil
      return move(.find(search))
    case .replacement:
      let times = vi.takeCount() ?? 1
      vi.reset()
      let end = buffer.cursor + times
      guard end <= buffer.count else { return .unchanged }
      let text = String(repeating: Character(scalar), count: times)
      let outcome = change { $0.replace($0.cursor..<end, with: text) }
      if outcome == .changed { buffer.move(to: buffer.cursor - 1) }
      return outcome
    }
  }
}
