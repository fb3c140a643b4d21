/// Marks of our own that stand in messages, in the character set of their reader.
///
/// The set is that of the work under way: a task's local value, because words are put together in
/// many places that know no settings. Marks in data are left as they are.
package enum Mark {
  /// Whether marks are to be plain ASCII.
  @TaskLocal package static var isPlain = false

  /// Between the parts of a message, with its blanks: ` · `.
  package static var dot: String { isPlain ? " | " : " · " }

  /// Between the steps of a way, with its blanks: ` › `.
  package static var step: String { isPlain ? " > " : " › " }

  /// What stands for text that was left out, one column wide: `…`.
  package static var ellipsis: String { isPlain ? "~" : "…" }

  /// A blank that is to be seen, one column wide: `·`.
  package static var blank: String { isPlain ? "." : "·" }

  /// A tab that is to be seen: `→`.
  package static var tab: String { isPlain ? "\\t" : "→" }
}

extension Mark {
  /// Does work whose messages have plain marks or not.
  package static func plain<Result, Failure: Error>(
    _ isPlain: Bool, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isPlain == Mark.isPlain { return try work() }
    return try set(isPlain, during: work)
  }

  /// Kept apart from `plain`, which runs for every command: a generic function looks up the types of
  /// its variables on entry, and only this one has such variables.
  private static func set<Result, Failure: Error>(
    _ isPlain: Bool, during work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // What sets a task's local value does not say which errors it hands on.
    let outcome = $isPlain.withValue(isPlain) {
      Swift.Result { () throws(Failure) in try work() }
    }
    return try outcome.get()
  }
}

extension String {
  /// The text, or its beginning with an ellipsis: names in messages come from the data and may
  /// have any length.
  package func clipped(to limit: Int = 40) -> String {
    guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<index(before: end)] + Mark.ellipsis
  }
}
