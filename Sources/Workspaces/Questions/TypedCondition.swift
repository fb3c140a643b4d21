package import CommandLanguage
package import PredicateLanguage
import TableModel

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
