import Arranging
package import Asking
package import CommandLanguage
package import PredicateLanguage
package import TableModel

extension TableQuestions {
  /// Reads a predicate, with warnings of keys that the records lack.
  ///
  /// - Complexity: O(1) where the first record has all the keys and no collection is asked;
  ///   otherwise the keys of the first thousand records are wanted.
  package func condition(_ typed: TypedText) throws(CommandError) -> Condition {
    let plain = try Condition(typed)
    let paths = plain.askedPaths
    guard let level else { return plain }
    let isKnown = try reading { () throws(DataError) in
      for word in plain.wordsWithMeaning
      where try level.catalog.firstRecordHas([AskedPath(keys: [word])]) {
        return false
      }
      return try level.catalog.firstRecordHas(paths)
    }
    return isKnown && !plain.asksElements ? plain : try Condition(typed, keys: level.catalog.keys())
  }

  /// Remarks on what is probably not meant in a condition; keys that only the first records lack
  /// are left out.
  ///
  /// - Parameter start: the character offset of the predicate in the line.
  /// - Throws: under `set strict on`, an error for a key that no record has.
  package func remarks(on condition: Condition, at start: Int) throws(CommandError)
    -> ConditionRemarks
  {
    var remarks = ConditionRemarks()
    for warning in condition.warnings {
      guard let warning = try confirm(warning) else { continue }
      if isStrict, warning.kind == .unknownKey {
        throw CommandError(
          ConditionError(refusing: warning, in: condition.source), predicateAt: start)
      }
      remarks.add(warning)
    }
    for path in condition.pathsComparedWithNil() { remarks.hints += try hint(onNilAt: path) }
    for path in condition.pathsComparedWithNil(isEqual: true) {
      remarks.hints += try hint(onSectionsWithout: path)
    }
    return remarks
  }

  /// What remains of a warning once all records were looked at.
  private func confirm(_ warning: Diagnostic) throws(CommandError) -> Diagnostic? {
    guard case .unknownKey(let missing, let whole, var advice) = warning.problem else {
      return warning
    }
    // The first records do not tell what lies inside it, either.
    guard let start = try missingStart(of: whole) else { return nil }
    if start != missing { advice = keyCatalog?.advice(on: start, of: whole) }
    let literal = [whole.keys.joined(separator: ".")]
    if advice == nil, whole.isPlain, whole.steps.count > 1, try anyRecord(has: literal) {
      advice = .key(Condition.spelling(of: literal))
    }
    return Diagnostic(.unknownKey(start, of: whole, advice: advice), warning.span)
  }

  /// The shown records for which a condition is true.
  ///
  /// - Parameter start: the character offset of the predicate in the line.
  /// - Complexity: O(records), without reading them where columns answer.
  package func ask(_ condition: Condition, at start: Int) throws(CommandError) -> ConditionAnswer {
    let scoped = try scoped(condition, at: start)
    let condition = scoped.condition
    let remarks = try remarks(on: condition, at: start)
    let level = try table()
    let run = ConditionRun(
      condition, in: level.shown, isStrict: isStrict, document: document?.shaped.source,
      isCancelled: environment.isInterrupted, meter: environment.meter)
    do {
      if level.shown.isIdentity,
        let found = try run.selection(from: level.columns, budget: budget)
      {
        return ConditionAnswer(
          matching: found.addresses, asked: run.asked,
          notices: scoped.notices
            + remarks.sentences(
              after: run, matches: found.rows.population, in: level))
      }
      var found: [Address] = []
      try level.shown.scan { address, value throws(DataError) in
        if try run.matches(address, value) { found.append(address) }
        return true
      }
      return ConditionAnswer(
        matching: found, asked: run.asked,
        notices: scoped.notices
          + remarks.sentences(after: run, matches: found.count, in: level))
    } catch {
      throw CommandError(error, of: run)
    }
  }
}

// MARK: - Where the data's own system answers

/// How many records fulfil a condition.
package struct ConditionCount {
  package var matching: Int
  package var asked: Int
  package var notices: [String]

  package init(matching: Int, asked: Int, notices: [String]) {
    (self.matching, self.asked, self.notices) = (matching, asked, notices)
  }
}

extension TableQuestions {
  /// How many of the shown records fulfil a condition, where a server counts them with exactly the meaning
  /// that the condition has here; nil where records have to be asked.
  ///
  /// - Complexity: one statement of the server.
  package func countServed(_ condition: Condition, at start: Int) throws(CommandError)
    -> ConditionCount?
  {
    let (scoped, level) = (try scoped(condition, at: start), try table())
    guard !isStrict, level.shown.isIdentity, !scoped.condition.readsPlaces,
      let said = scoped.condition.fieldFilter, said.isWhole
    else { return nil }
    let source = level.shaped.source
    let remarks = try remarks(on: scoped.condition, at: start)
    return try reading { () throws(DataError) in
      guard let answer = try source.database?.asked(SourceRequest(filter: said.filter)),
        answer.isExact
      else {
        return nil
      }
      return ConditionCount(
        matching: try answer.source.recordCount(), asked: try source.recordCount(),
        notices: try scoped.notices + remarks.sentences
          + servedRemarks(on: scoped.condition, source, besides: remarks))
    }
  }

  /// What is to be said of a condition that a server answers.
  ///
  /// - Parameter isWhole: false where the records that it finds are asked again here.
  package func servedRemarks(
    on condition: Condition, _ source: any TableSource, besides remarks: ConditionRemarks,
    isWhole: Bool = true
  ) throws(DataError) -> [String] {
    let run = ConditionRun(
      condition, in: source, isStrict: false, isCancelled: environment.isInterrupted,
      meter: environment.meter)
    guard isWhole else { return try run.remarks(onLeftOutOf: source) }
    return try run.remarks(sampling: source, where: remarks.leaveOpen)
  }
}

/// What is to be said of a condition before and after it was asked.
package struct ConditionRemarks {
  private var warnings: [Diagnostic] = []
  /// What else is probably not meant.
  package fileprivate(set) var hints: [String] = []
  /// The terms that no record has: of their values there is nothing more to say.
  private var unknown: [String] = []

  fileprivate mutating func add(_ warning: Diagnostic) {
    warnings.append(warning)
    guard case .unknownKey(let path, _, _) = warning.problem else { return }
    unknown.append(Condition.spelling(of: path.keys))
  }

  /// All that is to be said before a condition is asked of the records of a table.
  package var sentences: [String] { warnings.map(\.remark) + hints }

  /// All that is to be said once a condition was asked.
  ///
  /// - Parameters:
  ///   - matches: how many records fulfil it.
  ///   - level: the table, whose columns tell what a sample does not.
  package func sentences(after run: ConditionRun, matches: Int, in level: Level) -> [String] {
    let asked = run.asked
    return warnings.filter { warning in
      guard case .otherKind(let other) = warning.problem else { return true }
      return level.bearsOut(other, matches: matches, of: asked)
    }.map(\.remark) + hints
      + run.remarks(where: leaveOpen)
  }

  /// Whether anything is left to be said of a mismatch.
  fileprivate func leaveOpen(_ mismatch: Mismatch) -> Bool {
    !unknown.contains { mismatch.term == $0 || mismatch.term.hasPrefix($0 + ".") }
  }
}

extension Level {
  /// Whether what the first records tell of a key holds of all records, as far as that is known:
  /// from a column that was read, or else from what a condition has found.
  ///
  /// - Complexity: O(1).
  fileprivate func bearsOut(_ other: OtherKind, matches: Int, of asked: Int) -> Bool {
    if catalog.isOfAllRecords { return true }
    if let column = columns.kept(other.path) {
      return other.literal == .text
        ? column.texts == nil : column.numbers == nil && column.truths == nil
    }
    return other.isEquality ? matches == 0 : matches == asked
  }
}

/// What came of asking a condition of all records that are shown.
package struct ConditionAnswer {
  package var matching: [Address]
  /// How many records it was asked of.
  package var asked: Int
  /// What is to be said of it.
  package var notices: [String]
}

extension Diagnostic {
  /// The message together with what to do about it.
  package var remark: String { hint.map { "\(message); \($0)" } ?? message }
}

extension CommandError {
  /// What stopped a condition that was being asked of records.
  package init(_ error: DataError, of run: ConditionRun) {
    switch (error, run.failure) {
    case (.cancelled, nil), (.cancelled, .cancelled?): self.init(.cancelled)
    case (.cancelled, let failure?): self.init(.evaluation(failure))
    default: self.init(.data(error))
    }
  }
}

extension Condition {
  /// Reads a predicate that stands in a command line.
  ///
  /// - Parameter keys: the keys that records have, for warnings about others.
  package init(_ typed: TypedText, keys: KeyCatalog? = nil) throws(CommandError) {
    do {
      self = try Condition(parsing: typed.text, keys: keys)
    } catch {
      throw CommandError(error, predicateAt: typed.start)
    }
    if let place = clause.syntax.wholePlace {
      throw CommandError(wholePlace: place, of: self, at: typed.start)
    }
  }
}

extension CommandError {
  /// A predicate that cannot be used, with its places in the command line.
  ///
  /// - Parameter start: the character offset of the predicate in the line.
  package init(_ error: ConditionError, predicateAt start: Int) {
    func offset(_ scalars: Int) -> Int { start + error.source.characters(inScalars: scalars) }
    let first = error.first
    let begin = offset(first.position)
    self.init(
      .condition(error), at: begin..<max(begin, offset(first.position + first.length)))
    opener = first.related.map { offset($0.start)..<offset($0.end) }
  }
}

// MARK: - Places

/// Where a condition takes a place for a text or a number.
private struct WholePlace {
  package let name: String
  package let span: SourceSpan
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
    guard case .variable(let name) = syntax, OuterLevel(rawValue: name) != nil else { return nil }
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
        OuterLevel(rawValue: name) == .document
          ? "`$\(name)` is a record, and not itself text or a number"
          : "`$\(name)` has a title and an index, but is not itself text or a number",
        hint: OuterLevel(rawValue: name) == .document
          ? "write `$\(name).KEY`; 'schema' lists the keys"
          : "write `$\(name).title` or `$\(name).index`"),
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
