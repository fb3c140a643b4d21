import Arranging
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
    let condition: Condition
    do {
      condition = try Condition(parsing: text, keys: keys)
    } catch {
      throw CommandError(error, predicateAt: start)
    }
    if let place = condition.clause.syntax.wholePlace {
      throw CommandError(wholePlace: place, of: condition, at: start)
    }
    return condition
  }

  /// The shown records for which a condition is true.
  ///
  /// - Parameter start: the character offset of the predicate in the line.
  /// - Complexity: O(records), without reading them where columns answer.
  func ask(_ condition: Condition, at start: Int) throws(CommandError) -> ConditionAnswer {
    let remarks = try remarks(on: condition, at: start)
    let level = try current()
    let run = ConditionRun(
      condition, in: level.shown, isStrict: preferences.isStrict,
      isCancelled: environment.isInterrupted, meter: environment.meter)
    do {
      if level.shown.isIdentity,
        let found = try run.selection(from: level.columns, budget: preferences.memoryBudget)
      {
        return ConditionAnswer(
          matching: found.addresses, asked: run.asked,
          notices: remarks.sentences(
            after: run, matches: found.rows.population, in: level))
      }
      var found: [Address] = []
      try level.shown.scan { address, value throws(DataError) in
        if try run.matches(address, value) { found.append(address) }
        return true
      }
      return ConditionAnswer(
        matching: found, asked: run.asked,
        notices: remarks.sentences(after: run, matches: found.count, in: level))
    } catch {
      throw CommandError(error, of: run)
    }
  }
}

/// What came of asking a condition of all records that are shown.
struct ConditionAnswer {
  var matching: [Address]
  /// How many records it was asked of.
  var asked: Int
  /// What is to be said of it.
  var notices: [String]
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
    func offset(_ scalars: Int) -> Int { start + error.source.characters(inScalars: scalars) }
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

// MARK: - Places

/// Where a condition takes a place for a text or a number.
private struct WholePlace {
  let name: String
  let span: SourceSpan
}

extension Clause {
  /// A place of a record, with its title and its number, that is compared with a text or a number.
  fileprivate var wholePlace: WholePlace? {
    switch self {
    case .constant: nil
    case .not(let inner): inner.syntax.wholePlace
    case .and(let parts), .or(let parts):
      parts.lazy.compactMap(\.syntax.wholePlace).first
    case .comparison(let comparison):
      if comparison.right.syntax.isConstant {
        comparison.left.place
      } else {
        comparison.left.syntax.isConstant ? comparison.right.place : nil
      }
    }
  }
}

extension TermNode {
  fileprivate var place: WholePlace? {
    guard case .variable(let name) = syntax, name == "row" || name == "section" else { return nil }
    return WholePlace(name: name, span: span)
  }
}

extension Term {
  fileprivate var isConstant: Bool {
    switch self {
    case .string, .number, .bool, .list: true
    default: false
    }
  }
}

extension CommandError {
  fileprivate init(wholePlace place: WholePlace, of condition: Condition, at start: Int) {
    let (first, last) = (place.span.start, place.span.end)
    let source = condition.source
    let range =
      start + source.characters(inScalars: first)..<start + source.characters(inScalars: last)
    let name = place.name
    self.init(
      .impossible(
        "`$\(name)` has a title and an index, but is not itself text or a number",
        hint: "write `$\(name).title` or `$\(name).index`"),
      at: range)
  }
}

extension String {
  /// How many characters the first `count` scalars make.
  fileprivate func characters(inScalars count: Int) -> Int {
    let scalars = unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex)
    return self[..<(end ?? scalars.endIndex)].count
  }
}
