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
