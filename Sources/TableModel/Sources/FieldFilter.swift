/// What a condition says of the fields of one record, in a form that any source can render in its
/// own language: neither the syntax of predicates nor SQL.
///
/// A record fulfils the filter or it doesn't, as under a condition: there is no third verdict, nil
/// differs from every value, and values of different kinds are neither equal nor in order. What
/// can't be said here at all is left out of it: see `Condition.fieldFilter`.
package indirect enum FieldFilter: Sendable, Hashable {
  /// The keys from the record to a field; more than one where the field lies within another one.
  package typealias Path = [String]

  /// Every record, or none.
  case constant(Bool)
  /// The field is null, or not there.
  case isNil(Path)
  /// A truth value counts as 0 or 1 beside numbers.
  case compare(Path, Relation, Operand)
  /// Both bounds lie within.
  case between(Path, Operand, Operand)
  /// The field equals at least one of these.
  case oneOf(Path, [Operand])
  /// The field is text in which another text is found.
  case search(Path, Place, FieldText)
  /// The field is a list with an element that equals this one.
  case contains(Path, Value)
  case all([FieldFilter])
  case any([FieldFilter])
  case not(FieldFilter)

  /// How a field stands to a value, spelled as in SQL.
  package enum Relation: String, Sendable, Hashable {
    case equal = "="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// What a field is compared with.
  package enum Operand: Sendable, Hashable {
    case text(FieldText)
    /// A value that is neither text nor null.
    case value(Value)
  }

  /// Where a text is looked for in a field. Matches begin and end between characters, unless bytes
  /// are compared, and the empty text is found nowhere.
  package enum Place: Sendable, Hashable {
    case prefix
    case suffix
    /// Also in a list that has the text as an element.
    case anywhere
    /// The text is a pattern with `*` and `?`; `folded` is what stands before the first of them.
    case like
    /// The text is a regular expression, and `folded` is empty.
    case matches
  }
}

/// A text that fields are compared with.
package struct FieldText: Sendable, Hashable {
  /// Which texts are the same.
  package enum Comparison: Sendable, Hashable {
    /// Those of the same bytes.
    case bytes
    /// Those of the same characters, however these are stored: `é` as one scalar or as two.
    case characters
    /// Those that are the same without what is ignored.
    case folded(ignoringCase: Bool, ignoringMarks: Bool)
  }

  /// The text as it was written.
  package var text: String
  /// The text as it is compared: in normalisation form C and without what is ignored, except where
  /// bytes are compared. Folded text of ASCII is what ASCII letters become without their case.
  package var folded: String
  package var comparison: Comparison

  package init(_ text: String, folded: String, comparison: Comparison) {
    (self.text, self.folded, self.comparison) = (text, folded, comparison)
  }

  /// True when only the same bytes are the same text.
  package var isFoundByBytes: Bool {
    switch comparison {
    case .bytes: true
    case .characters: Self.hasOneSpelling(folded)
    case .folded: false
    }
  }

  /// True when no other bytes are the same characters: three letters of ASCII have twins beyond it.
  package static func hasOneSpelling(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 && !"K;`".utf8.contains($0) }
  }
}

extension FieldFilter {
  /// The ways to all fields that are asked.
  var paths: [Path] {
    switch self {
    case .constant: []
    case .isNil(let path), .compare(let path, _, _), .between(let path, _, _), .oneOf(let path, _),
      .search(let path, _, _), .contains(let path, _):
      [path]
    case .all(let parts), .any(let parts): parts.flatMap(\.paths)
    case .not(let inner): inner.paths
    }
  }
}
