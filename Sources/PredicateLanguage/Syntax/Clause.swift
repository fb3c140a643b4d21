/// What is true or false of a record.
///
/// The tree is canonical: `SOME` is `ANY`, `NONE x` is `NOT ANY x`, `x NOT IN y` is `NOT x IN y`,
/// and chains of the same connective are flat.
package indirect enum Clause: Sendable, Equatable {
  case constant(Bool)
  case comparison(Comparison)
  case not(ClauseNode)
  /// Two clauses or more.
  case and([ClauseNode])
  /// Two clauses or more.
  case or([ClauseNode])
}

/// Two terms and what is asked about them: `ANY tags BEGINSWITH[c] "a"`.
package struct Comparison: Sendable, Equatable {
  package var quantifier: Quantifier?
  package var left: TermNode
  package var relation: Located<Relation>
  package var options: Located<TextOptions>
  package var right: TermNode
}

/// How many elements of the left side have to fulfil a comparison.
package enum Quantifier: String, Sendable, Hashable {
  case any = "ANY"
  case all = "ALL"
}

/// How a comparison treats text: the letters between brackets after an operator.
package struct TextOptions: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `c`: upper and lower case are the same.
  package static let ignoringCase = TextOptions(rawValue: 1)
  /// `d`: letters with and without marks are the same.
  package static let ignoringMarks = TextOptions(rawValue: 2)
  /// `n`: scalar by scalar, as written; overrides the others.
  package static let literal = TextOptions(rawValue: 4)
  /// `l`: accepted and printed; comparisons never depend on the locale, so it changes nothing.
  package static let localized = TextOptions(rawValue: 8)

  /// The letters in canonical order, each with its option.
  package static let letters: [(letter: Unicode.Scalar, option: TextOptions)] = [
    ("c", .ignoringCase), ("d", .ignoringMarks), ("n", .literal), ("l", .localized),
  ]

  /// The letters as they stand between the brackets, in canonical order.
  package var text: String {
    Self.letters.reduce(into: "") { text, entry in
      if contains(entry.option) { text.unicodeScalars.append(entry.letter) }
    }
  }

  /// What the letters come to: the options that change a comparison.
  package var effective: TextOptions {
    contains(.literal) ? .literal : intersection([.ignoringCase, .ignoringMarks])
  }
}

/// A piece of syntax with the place it was read from.
///
/// Two pieces are equal when they say the same, wherever they stand.
package struct Located<Syntax: Sendable & Equatable>: Sendable, Equatable {
  package var syntax: Syntax
  package var span: SourceSpan

  package init(_ syntax: Syntax, _ span: SourceSpan) {
    self.syntax = syntax
    self.span = span
  }

  package static func == (a: Self, b: Self) -> Bool { a.syntax == b.syntax }
}

package typealias ClauseNode = Located<Clause>
package typealias TermNode = Located<Term>

/// A range of a predicate's text, in Unicode scalars from 0.
package struct SourceSpan: Sendable, Hashable {
  package var start: Int
  package var end: Int

  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }

  package var length: Int { end - start }

  /// The range from where this one starts to where the other ends.
  package func through(_ other: SourceSpan) -> SourceSpan {
    SourceSpan(start, other.end)
  }
}

/// What a predicate may refer to, beyond the records it is asked about.
package struct ConditionOptions: Sendable, Hashable {
  /// The variables that will have values; nil to find out only when one is read.
  package var variables: Set<String>?

  /// The variables that stand for the place of an item: what the shell gives to every filter.
  package static let placeVariables: Set<String> = [
    "section", "row", "document", "index", "sectionIndex", "rowIndex",
  ]

  /// What the shell gives to every filter.
  package init() {
    variables = Self.placeVariables
  }

  package init(variables: Set<String>?) {
    self.variables = variables
  }
}
