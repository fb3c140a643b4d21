package import TableModel

/// What has a value: literals, keys and everything computed from them.
package indirect enum Term: Sendable, Equatable {
  case null
  case bool(Bool)
  /// Negative numbers are literals too; `-2 ** 2` is a negation.
  case number(NumberText)
  case string(String)
  /// The record, or the scalar in a table of scalars.
  case itself
  case variable(String)
  case list([TermNode])
  /// `base.key`; a key at the head of a path has `itself` as its base.
  case member(TermNode, key: String)
  case element(TermNode, Subscript)
  /// `base.@sum.path`; the path is empty where the elements themselves are meant.
  case collected(TermNode, KeyOperator, path: [String])
  case negated(TermNode)
  case arithmetic(TermNode, ArithmeticOperator, TermNode)
  case combined(TermNode, SetOperator, TermNode)
  case call(Located<Function>, [TermNode])
  /// The elements of a collection that fulfil a clause in which `$variable` is the element.
  case subquery(TermNode, variable: String, ClauseNode)
  case ternary(ClauseNode, TermNode, TermNode)
  case cast(TermNode, Located<CastType>)
}

/// What stands between brackets after a term.
package indirect enum Subscript: Sendable, Equatable {
  case first
  case last
  case size
  case at(TermNode)
}

package enum ArithmeticOperator: String, Sendable, Hashable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case dividedBy = "/"
  case power = "**"
}

package enum SetOperator: String, Sendable, Hashable, CaseIterable {
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
}

/// What a key path asks of a collection, spelled as after the `@`.
package enum KeyOperator: String, Sendable, Hashable, CaseIterable {
  case count
  case sum
  case average = "avg"
  case minimum = "min"
  case maximum = "max"
  case unionOfObjects
  case distinctUnionOfObjects
  case unionOfArrays
  case distinctUnionOfArrays
  case firstObject
  case lastObject
  case allKeys
  case allValues

  /// True when the keys that follow belong to the operator: `@sum.price`.
  ///
  /// After the others they go on from its result: `@firstObject.name`.
  package var takesPath: Bool {
    switch self {
    case .count, .firstObject, .lastObject, .allKeys, .allValues: false
    default: true
    }
  }
}

/// The types that CAST knows, with the names other implementations know them by.
package enum CastType: String, Sendable, Hashable, CaseIterable {
  case number = "NSNumber"
  case string = "NSString"
  case date = "NSDate"

  /// - Parameter name: a name in any case, long or short: `NSNumber`, `number`.
  package init?(name: String) {
    switch name.lowercased() {
    case "nsnumber", "nsdecimalnumber", "number": self = .number
    case "nsstring", "string", "text": self = .string
    case "nsdate", "date": self = .date
    default: return nil
    }
  }
}

extension Term {
  /// The terms and clauses right within this one, in the order of the text.
  var children: (terms: [TermNode], clauses: [ClauseNode]) {
    switch self {
    case .null, .bool, .number, .string, .itself, .variable: ([], [])
    case .list(let elements), .call(_, let elements): (elements, [])
    case .member(let base, _), .collected(let base, _, _), .negated(let base), .cast(let base, _):
      ([base], [])
    case .element(let base, .at(let index)): ([base, index], [])
    case .element(let base, _): ([base], [])
    case .arithmetic(let a, _, let b), .combined(let a, _, let b): ([a, b], [])
    case .subquery(let collection, _, let clause): ([collection], [clause])
    case .ternary(let clause, let a, let b): ([a, b], [clause])
    }
  }
}

extension Clause {
  /// True when a variable for the place of a record is read, or looks as if it were.
  var readsPlaces: Bool {
    var found = false
    forEachTerm { term in
      if case .variable(let name) = term.syntax, ConditionOptions.placeVariables.contains(name) {
        found = true
      }
      return !found
    }
    return found
  }

  /// Visits the terms in the order of the text, those in subqueries and in conditions included.
  ///
  /// - Parameter visit: returns whether the terms within are to be visited too.
  func forEachTerm(_ visit: (TermNode) -> Bool) {
    switch self {
    case .constant: break
    case .comparison(let comparison):
      comparison.left.forEachTerm(visit)
      comparison.right.forEachTerm(visit)
    case .not(let inner): inner.syntax.forEachTerm(visit)
    case .and(let parts), .or(let parts): for part in parts { part.syntax.forEachTerm(visit) }
    }
  }
}

extension TermNode {
  func forEachTerm(_ visit: (TermNode) -> Bool) {
    guard visit(self) else { return }
    let children = syntax.children
    for term in children.terms { term.forEachTerm(visit) }
    for clause in children.clauses { clause.syntax.forEachTerm(visit) }
  }
}

/// The functions of the language, with their canonical names.
package enum Function: String, Sendable, Hashable, CaseIterable {
  case sum, count, min, max, average, median, mode, stddev
  case add = "add:to:"
  case subtract = "from:subtract:"
  case multiply = "multiply:by:"
  case divide = "divide:by:"
  case modulus = "modulus:by:"
  case raise = "raise:toPower:"
  case sqrt, log, ln, exp, floor, ceiling, abs, trunc
  case uppercase, lowercase, length
  case random, randomn, now
  case bitwiseAnd = "bitwiseAnd:with:"
  case bitwiseOr = "bitwiseOr:with:"
  case bitwiseXor = "bitwiseXor:with:"
  case leftShift = "leftshift:by:"
  case rightShift = "rightshift:by:"
  case onesComplement
  case castObject = "castObject:toType:"
  case objectFrom = "objectFrom:withIndex:"
  case noindex
  case distance = "distanceToLocation:fromLocation:"
  case date, text, epoch

  /// What a function's arguments have to be.
  package enum Domain: Sendable, Hashable {
    case collection
    case numbers
    case text
    /// A value, and a text in the predicate that says how it is read or written.
    case dates
    case anything
  }

  package var domain: Domain {
    switch self {
    case .sum, .count, .min, .max, .average, .median, .mode, .stddev: .collection
    case .uppercase, .lowercase, .length: .text
    case .date, .text, .epoch: .dates
    case .castObject, .objectFrom, .noindex, .distance: .anything
    default: .numbers
    }
  }

  /// The least and the greatest number of arguments; no greatest for `sum(1, 2, 3)` and its like.
  package var arity: (least: Int, most: Int?) {
    switch self {
    case .now, .random: (0, 0)
    case _ where domain == .collection: (1, nil)
    case _ where domain == .dates || rawValue.contains(":"): (2, 2)
    default: (1, 1)
    }
  }

  /// The operator that the function is another spelling of.
  var infix: ArithmeticOperator? {
    switch self {
    case .add: .plus
    case .subtract: .minus
    case .multiply: .times
    case .divide: .dividedBy
    case .raise: .power
    default: nil
    }
  }

  /// False when the same arguments may give another value.
  package var isPure: Bool {
    switch self {
    case .random, .randomn, .now: false
    default: true
    }
  }

  /// - Parameter name: as written, in any case; `length` and `length:` are the same.
  package init?(name: String) {
    guard let function = Self.byName[Self.fold(name)] else { return nil }
    self = function
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { (fold($0.rawValue), $0) })

  private static func fold(_ name: String) -> String {
    let lowered = name.lowercased()
    let parts = lowered.utf8.count { $0 == UInt8(ascii: ":") }
    return parts == 1 && lowered.hasSuffix(":") ? String(lowered.dropLast()) : lowered
  }
}
