import PredicateLanguage
import TableModel

/// `NAME = EXPRESSION` as it is typed.
package struct KeyDefinition: Sendable, Hashable {
  package let name: String
  package let expression: String
  /// Where the name stands, in characters.
  package let place: Range<Int>
  /// Where the expression begins, in characters.
  package let start: Int

  /// What is wrong with a text, and where.
  package enum Fault: Error, Hashable {
    /// The name is not a single key.
    case name(String, Range<Int>)
    /// The expression is missing, or follows more than one `=`.
    case expression(Range<Int>)

    package var place: Range<Int> {
      switch self {
      case .name(_, let place), .expression(let place): place
      }
    }
  }

  /// - Returns: nil for a text without a `=` outside of backquotes.
  package init?(parsing text: String) throws(Fault) {
    var isQuoted = false
    let sign = text.firstIndex { character in
      if character == "`" { isQuoted.toggle() }
      return character == "=" && !isQuoted
    }
    guard let sign else { return nil }
    func offset(_ index: String.Index) -> Int {
      text.distance(from: text.startIndex, to: index)
    }
    var typed = text[..<sign].drop(while: \.isWhitespace)
    while typed.last?.isWhitespace == true { typed.removeLast() }
    place = offset(typed.startIndex)..<offset(typed.endIndex)
    name = try Self.key(String(typed), at: place)
    let rest = text[text.index(after: sign)...].drop(while: \.isWhitespace)
    (expression, start) = (String(rest), offset(rest.startIndex))
    if rest.isEmpty || rest.first == "=" { throw .expression(start..<start + min(1, rest.count)) }
  }

  /// The key that a text names: a word, or anything in backquotes.
  package static func key(_ text: String, at place: Range<Int>) throws(Fault) -> String {
    guard let steps = FieldPath(parsing: text)?.steps, steps.count == 1,
      case .key(let key) = steps[0], !key.isEmpty, !"$@".contains(text.first ?? "$")
    else { throw .name(text, place) }
    return key
  }
}
