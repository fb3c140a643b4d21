import Rendering
import TableModel

/// What the first word of a line turned out to be.
package enum WordVerdict: Sendable, Hashable {
  case known
  case unknown
  /// An unambiguous prefix of a command's name.
  case abbreviation
}

/// What a line editor asks the shell while a line is being typed.
///
/// Positions in a line are offsets in bytes of its UTF-8. The closures must answer within a few
/// milliseconds: they are called between two keys.
package struct LineAssistant {
  /// Candidates for the word before the cursor.
  package var complete: (_ line: String, _ cursor: Int) -> CompletionResult
  /// The arguments that may follow, shown dim behind the line; nil for none.
  package var hint: (_ line: String) -> String?
  package var firstWord: (_ line: String) -> WordVerdict
  /// True when Enter should ask for another line instead of running what is there.
  package var needsMore: (_ line: String) -> Bool
  /// Asked before every line, so that `set` takes effect at the next prompt.
  package var settings: () -> EditorSettings
  package var history: History
  /// How the last command ended, as an exit status.
  package var lastStatus: () -> Int32 = { 0 }
  /// True while there may be news to print although nothing is typed.
  package var awaitsNews: () -> Bool = { false }
  /// The news to print now, in lines with their colours; each is handed out once.
  package var takeNews: () -> [String] = { [] }

  package init(
    history: History,
    complete: @escaping (_ line: String, _ cursor: Int) -> CompletionResult = { _, cursor in
      CompletionResult(replacing: cursor..<cursor, candidates: [])
    },
    hint: @escaping (_ line: String) -> String? = { _ in nil },
    firstWord: @escaping (_ line: String) -> WordVerdict = { _ in .known },
    needsMore: @escaping (_ line: String) -> Bool = Continuation.needsMore,
    settings: @escaping () -> EditorSettings = { EditorSettings() }
  ) {
    self.history = history
    self.complete = complete
    self.hint = hint
    self.firstWord = firstWord
    self.needsMore = needsMore
    self.settings = settings
  }
}

/// What is shown dim behind a line.
package enum BehindLine: Sendable, Hashable {
  /// The rest of a line from the history, which a key puts into the line.
  case proposal(String)
  /// The arguments that may follow.
  case hint(String)

  package var text: String {
    switch self {
    case .proposal(let text), .hint(let text): text
    }
  }
}

extension LineAssistant {
  /// What is shown behind a line while the cursor is at its end.
  ///
  /// - Parameter recalled: a line that was fetched from the history and gets no proposal on top.
  /// - Complexity: O(entries of the history).
  package func behind(_ line: String, recalled: String?, settings: EditorSettings) -> BehindLine? {
    guard !line.isEmpty else { return nil }
    if settings.suggests, recalled != line, let rest = history.suggestion(for: line) {
      return .proposal(rest)
    }
    guard settings.usesColor, let hint = hint(line), !hint.isEmpty else { return nil }
    return .hint(line.hasSuffix(" ") ? hint : " " + hint)
  }
}

/// How a line editor behaves, as far as the user decides.
package struct EditorSettings: Sendable, Hashable {
  package enum EditMode: String, Sendable, Hashable, CaseIterable {
    case emacs
    case vi
  }

  /// Which keys edit.
  package var editMode: EditMode
  /// Whether the rest of a line from the history is proposed behind the cursor.
  package var suggests: Bool
  package var usesColor: Bool
  /// Whether the terminal understands marks around prompts and results, and is to get them.
  package var usesMarks = false
  /// The title of the terminal's window, where it gets marks.
  package var title = ""

  package init(editMode: EditMode = .emacs, suggests: Bool = true, usesColor: Bool = true) {
    self.editMode = editMode
    self.suggests = suggests
    self.usesColor = usesColor
  }
}

/// One way to complete a word.
package struct CompletionCandidate: Sendable, Hashable {
  /// What replaces the word, quoted and escaped as the position wants it.
  package var text: String
  /// What the list shows, when that is not `text`: a file's name without its folder.
  package var label: String?
  /// A few words for the list.
  package var description: String?
  package var isDirectory: Bool
  /// What follows when this is the only candidate: a closing quote, a blank.
  package var suffix: String

  /// - Parameter suffix: nil for a slash behind a directory and a blank behind all others.
  package init(
    _ text: String, label: String? = nil, description: String? = nil, isDirectory: Bool = false,
    suffix: String? = nil
  ) {
    self.text = text
    self.label = label
    self.description = description
    self.isDirectory = isDirectory
    self.suffix = suffix ?? (isDirectory ? "/" : " ")
  }
}

/// The candidates for a place in a line.
package struct CompletionResult: Sendable, Hashable {
  /// The part of the line that a candidate replaces, in bytes of UTF-8.
  package var range: Range<Int>
  package var candidates: [CompletionCandidate]
  /// True when time ran out and there are more.
  package var isTruncated: Bool

  package init(
    replacing range: Range<Int>, candidates: [CompletionCandidate], isTruncated: Bool = false
  ) {
    self.range = range
    self.candidates = candidates
    self.isTruncated = isTruncated
  }
}

/// What pressing Tab does to a line.
package enum CompletionStep: Sendable, Hashable {
  /// Puts `text` where `range` is, in bytes of UTF-8.
  case replace(range: Range<Int>, text: String)
  /// Nothing can be added without a choice; show the candidates when Tab comes again.
  case choose
  case nothing
}

extension CompletionResult {
  /// Decides what Tab does: completes the only candidate, or adds what all have in common.
  ///
  /// - Parameter line: the line that was completed.
  package func step(in line: String) -> CompletionStep {
    let utf8 = line.utf8
    guard range.lowerBound >= 0, range.upperBound <= utf8.count, let first = candidates.first
    else { return .nothing }
    if candidates.count == 1, !isTruncated {
      return .replace(range: range, text: first.text + first.suffix)
    }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(utf8.startIndex, offsetBy: range.upperBound)
    let typed = String(line[start..<end])
    let common = commonPrefix()
    // A name that needs quotes may have been begun without.
    let begun = [typed, "\"" + typed].contains { common.lowercased().hasPrefix($0.lowercased()) }
    let adds = common.count > typed.count && begun
    return adds && !isTruncated ? .replace(range: range, text: common) : .choose
  }

  /// What all candidates begin with, in whole characters.
  private func commonPrefix() -> String {
    guard let first = candidates.first else { return "" }
    return candidates.dropFirst().reduce(first.text) { common, candidate in
      String(zip(common, candidate.text).prefix { $0 == $1 }.map(\.0))
    }
  }
}

/// Lays candidates out in columns, read downwards, with their descriptions beside them.
package struct CandidateColumns {
  /// A line of the list as pieces, so that descriptions can be dimmed.
  package struct Piece: Sendable, Hashable {
    package var text: String
    package var isDescription: Bool
    /// Which candidate it belongs to; nil for the blanks between them.
    package var candidate: Int?
  }

  private static let gap = 2

  /// How many columns of the terminal a text takes.
  private let width: (String) -> Int

  package init(width: @escaping (String) -> Int) { self.width = width }

  /// The lines of the list.
  ///
  /// - Parameter available: the terminal's width in columns; no line is longer.
  /// - Complexity: O(candidates).
  package func lines(_ candidates: [CompletionCandidate], available: Int) -> [[Piece]] {
    let labels = candidates.map { DisplaySafe.line($0.label ?? $0.text) }
    let notes = candidates.map { DisplaySafe.line($0.description ?? "") }
    let labelWidth = labels.map(width).max() ?? 0
    let noteWidth = notes.map(width).max() ?? 0
    let cell = labelWidth + (noteWidth > 0 ? Self.gap + noteWidth : 0)
    let columns = max(1, (available + Self.gap) / max(1, cell + Self.gap))
    let rows = (candidates.count + columns - 1) / columns
    return (0..<rows).map { row in
      var pieces: [Piece] = []
      var position = 0
      for (column, index) in stride(from: row, to: candidates.count, by: rows).enumerated() {
        let target = column * (cell + Self.gap)
        add(
          Piece(text: labels[index], isDescription: false, candidate: index), at: target,
          to: &pieces, &position, available: available)
        guard !notes[index].isEmpty else { continue }
        add(
          Piece(text: notes[index], isDescription: true, candidate: index),
          at: target + labelWidth + Self.gap, to: &pieces, &position, available: available)
      }
      return pieces
    }
  }

  private func add(
    _ piece: Piece, at target: Int, to pieces: inout [Piece], _ position: inout Int,
    available: Int
  ) {
    var piece = piece
    piece.text = fit(piece.text, in: available - max(target, position))
    guard !piece.text.isEmpty else { return }
    if target > position {
      pieces.append(
        Piece(text: String(repeating: " ", count: target - position), isDescription: false))
      position = target
    }
    pieces.append(piece)
    position += width(piece.text)
  }

  /// The text, shortened with an ellipsis when it is wider than the room there is.
  package func fit(_ text: String, in room: Int) -> String {
    if width(text) <= room { return text }
    guard room > 1 else { return "" }
    var shown = ""
    var used = 0
    for character in text {
      let columns = width(String(character))
      if used + columns > room - 1 { break }
      shown.append(character)
      used += columns
    }
    return shown + Mark.ellipsis
  }
}
