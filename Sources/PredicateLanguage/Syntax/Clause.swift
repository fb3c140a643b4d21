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
