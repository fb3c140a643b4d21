/// What a comparison asks, with its canonical spelling.
///
/// This is the list of the operators. A case is an operator from the lexer to the printer: its
/// spelling is reserved if it is a word, and is what is printed. `CONTRIBUTING.md` lists what else
/// a new one needs.
package enum Relation: String, Sendable, Hashable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case between = "BETWEEN"
  case `in` = "IN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"

  /// `<`, `<=`, `>`, `>=`.
  package var isOrder: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }

  /// The relations that need text on both sides.
  ///
  /// The checker refuses other literals beside them, no number fulfils them, and SQL finds the rows
  /// that have text at all.
  package var isTextual: Bool {
    switch self {
    case .beginsWith, .endsWith, .like, .matches: true
    default: false
    }
  }

  /// The relation of the right side to the left one, `>` for `<`; nil for those that only read one
  /// way.
  var flipped: Relation? {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: nil
    }
  }
}

extension Relation {
  /// The operators that are words, which cannot be keys without an escape.
  static let words: [String] = allCases.map(\.rawValue).filter { $0.first?.isLetter == true }

  /// The operators by their spellings, canonical and other ones.
  static let ofSpelling: [String: Relation] = {
    let others: [String: Relation] = [
      "=": .equal, "<>": .notEqual, "=<": .lessOrEqual, "=>": .greaterOrEqual,
    ]
    return others.merging(allCases.map { ($0.rawValue, $0) }, uniquingKeysWith: { a, _ in a })
  }()
}
