package import TableModel

/// What may be written at a place of a predicate.
package struct Completion: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case key
    case keyOperator
    case comparison
    case option
    case connective
    case quantifier
    case function
    case value
    case variable
    case bracket
  }

  package struct Proposal: Sendable, Hashable {
    /// The text as it is to be inserted, in canonical spelling.
    package let text: String
    package let kind: Kind
  }

  /// What of the predicate the proposals replace: the word that was begun.
  package let replaced: SourceSpan
  package let proposals: [Proposal]
}

extension Condition {
  /// What may come at a place, likeliest first.
  ///
  /// Only the text before the place counts; it may be unfinished and even wrong.
  /// - Parameters:
  ///   - offset: the place in Unicode scalars; the end of the text when it is behind it.
  ///   - keys: the keys to propose.
  ///   - valuesOfKey: finds values of a key that begin like a word, beside those of `keys`.
  package static func completion(
    of source: String, at offset: Int, options: ConditionOptions = ConditionOptions(),
    keys: KeyCatalog? = nil,
    valuesOfKey: @escaping (_ path: [String], _ prefix: String) -> [Value] = { _, _ in [] }
  ) -> Completion {
    let scalars = Array(source.unicodeScalars.prefix(max(0, offset)))
    let completer = Completer(
      scalars: scalars, options: options, keys: keys, valuesOfKey: valuesOfKey)
    return completer.run()
  }
}
