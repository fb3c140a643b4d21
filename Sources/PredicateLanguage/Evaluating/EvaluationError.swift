package import TableModel

/// Why a condition gave no answer for an item.
package enum EvaluationError: Error, Sendable, Hashable {
  /// Only when mismatches are errors.
  case mismatch(Mismatch, at: SourceSpan)
  case unboundVariable(String, at: SourceSpan)
  /// A pattern that came from the data and cannot be read.
  case badRegex(pattern: String, RegexFault, at: SourceSpan)
  case regexTooCostly(pattern: String, steps: Int, at: SourceSpan)
  case tooMuchWork(steps: Int)
  case cancelled
}

extension EvaluationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .mismatch(let mismatch, _): Self.describe(mismatch)
    case .unboundVariable(let name, _): "`$\(name)` has no value"
    case .badRegex(_, let fault, _): "the regex is invalid: \(fault)"
    case .regexTooCostly(let pattern, let steps, _):
      "gave up on the regex `\(pattern)` after \(steps) steps in one text"
    case .tooMuchWork(let steps): "gave up on the condition after \(steps) steps in one item"
    case .cancelled: "cancelled"
    }
  }

  /// What to do next, when there is something.
  package var hint: String? {
    switch self {
    case .regexTooCostly: "avoid repetitions of repetitions, like `(a+)+`"
    default: nil
    }
  }

  /// The place in the predicate that gave the error.
  package var span: SourceSpan? {
    switch self {
    case .mismatch(_, let span), .unboundVariable(_, let span), .badRegex(_, _, let span),
      .regexTooCostly(_, _, let span):
      span
    case .tooMuchWork, .cancelled: nil
    }
  }

  /// The word that machines read.
  package var kind: String {
    switch self {
    case .mismatch: "mismatch"
    case .unboundVariable: DiagnosticKind.unboundVariable.rawValue
    case .badRegex: DiagnosticKind.badRegex.rawValue
    case .regexTooCostly: "regex-too-costly"
    case .tooMuchWork: "too-much-work"
    case .cancelled: "cancelled"
    }
  }

  private static func describe(_ mismatch: Mismatch) -> String {
    let found = mismatch.found.phrase
    return switch mismatch.purpose {
    case .order: "`\(mismatch.term)` is \(found), which has no order here"
    case .text: "`\(mismatch.term)` is \(found), not text"
    case .collection: "`\(mismatch.term)` is \(found), not a list"
    case .index: "there is no element `\(mismatch.term)`"
    case .arithmetic: "`\(mismatch.term)` is \(found), not a number"
    case .bounds: "`\(mismatch.term)` is not `{lower, upper}`"
    case .castToNumber: "`\(mismatch.term)` is \(found) that can't be read as a number"
    case .castToText: "`\(mismatch.term)` is \(found), which has no text"
    case .pattern: "`\(mismatch.term)` is \(found) that does not fit the pattern"
    case .date: "`\(mismatch.term)` is \(found), not a date"
    case .epoch: "`\(mismatch.term)` is a number beyond the year 9999"
    case .castToDate: "`\(mismatch.term)` is \(found) that can't be read as a date"
    }
  }
}

/// A value of a kind that an operation cannot use, and the term that gave it.
package struct Mismatch: Sendable, Hashable {
  /// What the value was wanted for.
  package enum Purpose: String, Sendable, Hashable {
    case order
    case text
    case collection
    case index
    case arithmetic
    case bounds
    case castToNumber
    case castToText
    case castToDate
    /// To be read by a pattern.
    case pattern
    /// To be written as text.
    case date
    /// To be counted from 1970 on.
    case epoch

    /// What a cast makes of values: one of them, and many.
    var wantedType: (one: String, many: String)? {
      switch self {
      case .castToNumber: ("a number", "numbers")
      case .castToText: ("text", "text")
      case .castToDate: ("an ISO 8601 date", "ISO 8601 dates")
      default: nil
      }
    }
  }

  /// What was made of the value instead.
  package enum Outcome: String, Sendable, Hashable {
    case noMatch = "compared as no match"
    case oneElement = "taken as a list of one"
    case nothing = "taken as nil"
    case last = "put behind the others"
  }

  package let purpose: Purpose
  /// The kind that was found.
  package let found: ValueKind
  /// The term that gave the value, in canonical form: `price`, `tags[5]`.
  package let term: String
  package let outcome: Outcome

  package init(purpose: Purpose, found: ValueKind, term: String, outcome: Outcome) {
    self.purpose = purpose
    self.found = found
    self.term = term
    self.outcome = outcome
  }

  /// An order that is the same in every run.
  fileprivate func precedes(_ other: Mismatch) -> Bool {
    (term, purpose.rawValue, found.rawValue, outcome.rawValue)
      < (other.term, other.purpose.rawValue, other.found.rawValue, other.outcome.rawValue)
  }

  /// What a number of items have, to go behind that number.
  package func finding(items: Int) -> String {
    if let type = purpose.wantedType {
      return "\(items == 1 ? found.phrase : found.plural) in `\(term)` that "
        + (items == 1 || found == .text ? "is not \(type.one)" : "are not \(type.many)")
    }
    return switch purpose {
    case .index: "no such element: `\(term)`"
    case .bounds: "no two bounds in `\(term)`"
    case .pattern:
      "\(items == 1 ? found.phrase : found.plural) in `\(term)` that "
        + (items == 1 || found == .text ? "does" : "do") + " not fit the pattern"
    case .epoch:
      items == 1
        ? "a number in `\(term)` that is beyond the year 9999"
        : "numbers in `\(term)` that are beyond the year 9999"
    default: "\(items == 1 ? found.phrase : found.plural) in `\(term)`"
    }
  }

  /// What a number of items have: "12 of 40000 items have text in `price`; compared as no match".
  package func sentence(items: Int, outOf total: Int) -> String {
    let verb = items == 1 ? "has" : "have"
    let isList = found == .array && (purpose == .order || purpose == .text)
    let advice = isList && outcome == .noMatch ? "; ANY or ALL asks their elements" : ""
    return "\(items) of \(total) items \(verb) \(finding(items: items)); \(outcome.rawValue)"
      + advice
  }
}

/// How many items met each mismatch, to be reported once for a whole filter.
package struct MismatchCounts: Sendable {
  private var entries: [Mismatch: (count: Int, lastItem: Int)] = [:]

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Each mismatch with the number of items that met it, most frequent first.
  package var all: [(mismatch: Mismatch, items: Int)] {
    entries.map { ($0.key, $0.value.count) }
      .sorted { a, b in
        a.items == b.items ? a.mismatch.precedes(b.mismatch) : a.items > b.items
      }
  }

  /// One sentence a mismatch: "12 of 40000 items have text in `price`; compared as no match".
  package func sentences(
    outOf total: Int, where isWanted: (Mismatch) -> Bool = { _ in true }
  ) -> [String] {
    all.filter { isWanted($0.mismatch) }
      .map { $0.mismatch.sentence(items: $0.items, outOf: total) }
  }

  /// Counts a mismatch, an item at most once.
  mutating func add(_ mismatch: Mismatch, item: Int) {
    let entry = entries[mismatch]
    if entry?.lastItem == item { return }
    entries[mismatch] = ((entry?.count ?? 0) + 1, item)
  }

  /// Counts items that all met a mismatch and were not counted for it before.
  mutating func add(_ mismatch: Mismatch, items: Int) {
    if items > 0 { entries[mismatch] = ((entries[mismatch]?.count ?? 0) + items, -1) }
  }

  /// Adds what was counted elsewhere, over other items.
  package mutating func merge(_ other: MismatchCounts) {
    for (mismatch, entry) in other.entries {
      entries[mismatch] = ((entries[mismatch]?.count ?? 0) + entry.count, -1)
    }
  }
}
