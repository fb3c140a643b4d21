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
  /// True while there may be something to tell although nothing is typed.
  package var awaitsNews: () -> Bool = { false }
  /// What there is to tell now, in lines with their colours; nothing that was told before.
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
