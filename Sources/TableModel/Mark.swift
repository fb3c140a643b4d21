/// Marks of our own that stand in messages, in the character set of whoever reads them.
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
}

extension Mark {
  /// Does work whose messages have plain marks or not.
  package static func plain<Result, Failure: Error>(
    _ isPlain: Bool, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isPlain == Mark.isPlain { return try work() }
    var outcome: Swift.Result<Result, Failure>?
    $isPlain.withValue(isPlain) {
      do throws(Failure) { outcome = .success(try work()) } catch { outcome = .failure(error) }
    }
    switch outcome {
    case .success(let result): return result
    case .failure(let error): throw error
    case nil: return try work()
    }
  }
}
