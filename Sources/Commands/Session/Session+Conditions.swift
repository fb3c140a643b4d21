import DataSources
import PredicateLanguage
import TableModel

extension Session {
  /// Parses a predicate that stands in a command line.
  ///
  /// - Parameters:
  ///   - start: the character offset of the predicate in the line.
  ///   - keys: the keys that records have, for warnings about others.
  func condition(_ text: String, at start: Int, keys: KeyCatalog? = nil) throws(CommandError)
    -> Condition
  {
    do {
      return try Condition(parsing: text, keys: keys)
    } catch {
      throw CommandError(error, predicateAt: start)
    }
  }

  /// The keys of the first records, with their kinds.
  func keyCatalog() -> KeyCatalog? { levels.last?.catalog.keys() }

  /// The addresses of the shown records for which a condition is true.
  ///
  /// - Complexity: O(records), without reading them where columns answer.
  func records(where condition: Condition) throws(CommandError) -> [Address] {
    let level = try current()
    let run = ConditionRun(
      condition, in: level.shown, isStrict: preferences.isStrict,
      isCancelled: environment.isInterrupted)
    do {
      if level.shown.isIdentity,
        let found = try run.selection(from: level.columns, budget: preferences.memoryBudget)
      {
        return found.addresses
      }
      var found: [Address] = []
      try level.shown.scan { address, value throws(DataError) in
        if try run.matches(address, value) { found.append(address) }
        return true
      }
      return found
    } catch {
      throw CommandError(error, of: run)
    }
  }
}

extension Diagnostic {
  /// The message together with what to do about it.
  var remark: String { hint.map { "\(message); \($0)" } ?? message }
}

extension CommandError {
  /// A predicate that cannot be used, with its places in the command line.
  ///
  /// - Parameter start: the character offset of the predicate in the line.
  init(_ error: ConditionError, predicateAt start: Int) {
    func offset(_ scalars: Int) -> Int {
      let text = error.source.unicodeScalars
      let index = text.index(text.startIndex, offsetBy: scalars, limitedBy: text.endIndex)
      return start + error.source[..<(index ?? text.endIndex)].count
    }
    let first = error.first
    let begin = offset(first.position)
    self.init(
      .condition(error), at: begin..<max(begin, offset(first.position + first.length)))
    opener = first.related.map { offset($0.start)..<offset($0.end) }
  }

  /// What stopped a condition that was being asked of records.
  init(_ error: DataError, of run: ConditionRun) {
    switch (error, run.failure) {
    case (.cancelled, nil), (.cancelled, .cancelled?): self.init(.cancelled)
    case (.cancelled, let failure?): self.init(.evaluation(failure))
    default: self.init(.data(error))
    }
  }
}
