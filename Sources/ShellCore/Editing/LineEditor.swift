/// A line that is edited by keys, as people know it from readline or from vi: everything but the
/// terminal. What it knows of the shell it asks the `LineAssistant`.
///
/// Characters are what readers see as one; the line is one line, so that breaks in what is pasted
/// become blanks.
package struct LineEditor {
  /// What a key did.
  package enum Outcome: Sendable, Hashable {
    /// The picture of the line may have changed.
    case changed
    /// Nothing happened: a bell is in place where the key is one of the editor's.
    case unchanged
    /// The line is done.
    case accepted(String)
    /// The line is given up: Esc, Ctrl-C, Ctrl-G, or Backspace where there is nothing left.
    case cancelled
    /// Ctrl-D on an empty line.
    case endOfInput
  }

  /// What the last key did, as far as the next one goes on with it.
  enum Action: Hashable {
    case other
    case typing(blank: Bool)
    case kill
    /// Text from the ring stands in this range.
    case yank(Range<Int>)
    /// The last word of an entry of the history stands in this range.
    case lastWord(entry: Int, Range<Int>)
  }

  /// A list of candidates below the line.
  struct Choice {
    var result: CompletionResult
    /// The line before a candidate was put into it.
    var line: LineBuffer
    var selected: Int?
  }

  package var assistant: LineAssistant
  /// Where the text is wrong, in bytes of its UTF-8: drawn underlined until the text changes.
  package var fault: Range<Int>?
  var buffer: LineBuffer
  /// The action of the last key, and that of the key at work.
  var last = Action.other
  var action = Action.other
  var moments: [LineBuffer] = []
  /// True while what is typed belongs to the moment that was kept last.
  var isRunOpen = false
  var kills: [String] = []
  /// Which kill was yanked last, from the newest.
  var yanked = 0
  var browser = HistoryBrowser()
  /// A line that was fetched from the history gets no proposal on top.
  var recalled: String?
  var search: HistorySearch?
  var choice: Choice?
  var vi = ViState()

  /// - Parameter text: what the line begins with; the cursor is behind it.
  package init(_ text: String = "", assistant: LineAssistant) {
    self.assistant = assistant
    buffer = LineBuffer(text)
  }

  package var text: String { buffer.text }
  /// Where the cursor is, in bytes of the text's UTF-8; always between two characters.
  package var cursor: Int { buffer.byteOfCursor }

  /// True where letters are commands of vi.
  package var isInCommandMode: Bool { isVi && vi.isCommanding }

  /// True while candidates are listed below the line.
  package var isChoosing: Bool { choice != nil }

  var isVi: Bool { assistant.settings().editMode == .vi }

  /// What stands dim behind the line: the rest of a line from the history, or what may follow.
  var behindLine: BehindLine? {
    buffer.isAtEnd
      ? assistant.behind(buffer.text, recalled: recalled, settings: assistant.settings()) : nil
  }

  /// Does what a key asks for.
  package mutating func take(_ key: Key) -> Outcome {
    action = .other
    let before = buffer.characters
    defer {
      last = action
      if before != buffer.characters { fault = nil }
    }
    if search != nil { return takeInSearch(key) }
    if choice != nil, let outcome = takeInChoice(key) { return outcome }
    if isVi { return takeInVi(key) }
    vi = ViState()
    return takeInEmacs(key)
  }

  /// Begins another line; what was killed, and vi's last change and search, are still there.
  package mutating func begin(_ text: String = "") {
    var next = LineEditor(text, assistant: assistant)
    next.kills = kills
    next.vi.lastChange = vi.lastChange
    next.vi.lastSearch = vi.lastSearch
    self = next
  }
}

// MARK: - Undo

extension LineEditor {
  private static let mostMoments = 500

  /// Keeps the line as it is, for undo.
  ///
  /// - Parameter joining: whether what changes now belongs to what is changed by the keys that follow,
  ///   and to what was changed by those before.
  mutating func keepMoment(joining: Bool = false) {
    defer { isRunOpen = joining }
    if joining, isRunOpen { return }
    if moments.last?.characters == buffer.characters { moments.removeLast() }
    moments.append(buffer)
    if moments.count > Self.mostMoments { moments.removeFirst() }
  }

  /// Goes back to the last moment that was different.
  mutating func undo() -> Outcome {
    isRunOpen = false
    while let moment = moments.popLast() {
      guard moment.characters != buffer.characters else { continue }
      buffer = moment
      return .changed
    }
    return .unchanged
  }
}

// MARK: - Changes

extension LineEditor {
  /// Types a text at the cursor.
  mutating func type(_ text: String) -> Outcome {
    let isBlank = text.allSatisfy(\.isWhitespace)
    if case .typing(let wasBlank) = last, !isVi {
      if isBlank, !wasBlank { isRunOpen = false }
    } else if !isVi {
      isRunOpen = false
    }
    action = .typing(blank: isBlank)
    return change(joining: true) { $0.insert(text) }
  }

  /// What was pasted, in one line and harmless.
  mutating func paste(_ text: String) -> Outcome {
    let line = PastedText.clean(text).replacing("\n", with: " ")
    return change { $0.insert(line) }
  }

  /// Changes the line, and keeps what it was.
  mutating func change(
    joining: Bool = false, _ body: (inout LineBuffer) -> Bool
  ) -> Outcome {
    var changed = buffer
    guard body(&changed), changed != buffer else { return .unchanged }
    keepMoment(joining: joining)
    buffer = changed
    return .changed
  }

  func moved(_ hasMoved: Bool) -> Outcome { hasMoved ? .changed : .unchanged }

  /// Takes characters away, into the ring of kills.
  ///
  /// - Parameter backwards: whether they stand before the cursor: then they come before what was
  ///   killed by the key before.
  mutating func kill(_ range: Range<Int>, backwards: Bool = false) -> Outcome {
    guard !range.isEmpty else { return .unchanged }
    let text = buffer.text(range)
    if last == .kill, !isVi, let newest = kills.last {
      kills[kills.count - 1] = backwards ? text + newest : newest + text
    } else {
      keepKill(text)
    }
    action = .kill
    return change { $0.replace(range, with: "") }
  }

  mutating func keepKill(_ text: String) {
    kills.append(text)
    if kills.count > 60 { kills.removeFirst() }
  }
}

/// A line of text and the place in it where something is typed.
///
/// Places count characters, as readers see them: nothing can cut one. Every change keeps to that, also
/// where an accent joins the letter before it, or two halves of a picture meet.
struct LineBuffer: Sendable, Hashable {
  /// Longer lines are refused, in characters.
  static let longest = 32 * 1024

  private(set) var characters: [Character] = []
  /// From 0 up to the number of characters.
  private(set) var cursor = 0

  init(_ text: String = "", cursor: Int? = nil) {
    characters = Array(PastedText.composed(text))
    self.cursor = min(max(0, cursor ?? characters.count), characters.count)
  }

  var text: String { String(characters) }
  var count: Int { characters.count }
  var isEmpty: Bool { characters.isEmpty }
  var isAtEnd: Bool { cursor == characters.count }

  func text(_ range: Range<Int>) -> String { String(characters[clamped(range)]) }

  /// Where the cursor is, in bytes of UTF-8.
  var byteOfCursor: Int { characters[..<cursor].reduce(0) { $0 + $1.utf8.count } }

  /// The place of a byte of the text's UTF-8: that of the character it is in.
  func place(ofByte byte: Int) -> Int {
    var (place, offset) = (0, 0)
    while place < characters.count {
      offset += characters[place].utf8.count
      if offset > byte { break }
      place += 1
    }
    return place
  }

  /// Moves the cursor; beyond an end it stays there.
  ///
  /// - Returns: false when it was there already.
  @discardableResult
  mutating func move(to place: Int) -> Bool {
    let place = min(max(0, place), characters.count)
    defer { cursor = place }
    return place != cursor
  }

  /// Puts a text in the place of some characters; the cursor is behind it then.
  ///
  /// - Returns: false when the line would be too long; then nothing is changed.
  /// - Complexity: O(characters) where accents and pictures are involved, else O(characters behind).
  @discardableResult
  mutating func replace(_ range: Range<Int>, with text: String) -> Bool {
    let range = clamped(range)
    let inserted = Array(text)
    guard inserted.isEmpty || characters.count - range.count + inserted.count <= Self.longest else {
      return false
    }
    characters.replaceSubrange(range, with: inserted)
    cursor = range.lowerBound + inserted.count
    let around = max(0, range.lowerBound - 1)..<min(characters.count, cursor + 1)
    if !characters[around].allSatisfy(\.isASCII) { joinCharacters() }
    return true
  }

  mutating func insert(_ text: String) -> Bool { replace(cursor..<cursor, with: text) }

  /// Divides the text into characters anew; the cursor is where it was, or behind the character
  /// that what stood on its sides has become.
  private mutating func joinCharacters() {
    let before = PastedText.composed(String(characters[..<cursor]))
    characters = Array(PastedText.composed(before + String(characters[cursor...])))
    let end = before.utf8.count
    var offset = 0
    cursor = 0
    while cursor < characters.count, offset < end {
      offset += characters[cursor].utf8.count
      cursor += 1
    }
  }

  private func clamped(_ range: Range<Int>) -> Range<Int> {
    range.clamped(to: 0..<characters.count)
  }
}

/// Where words begin and end, for all that moves by words.
package enum LineWords {
  package static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
  }

  /// A character is part of a word as its letter is, whatever accents it has.
  package static func isPart(_ character: Character) -> Bool {
    character.unicodeScalars.first.map(isPart) ?? false
  }

  /// How far it is to the end of the next word; backwards, to the start of the last one.
  package static func length<Elements: Sequence>(
    _ elements: Elements, isPart: (Elements.Element) -> Bool
  ) -> Int {
    var count = 0
    var isInside = false
    for element in elements {
      if isPart(element) { isInside = true } else if isInside { break }
      count += 1
    }
    return count
  }
}
