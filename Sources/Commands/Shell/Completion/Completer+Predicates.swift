import PredicateLanguage
import TableModel
import Workspaces

extension Completer {
  /// What the predicate language allows at the end of a text, with this table's keys and values.
  func predicateCompletion(of text: String, from start: Int) -> Completion {
    let predicate = String(text.dropFirst(start))
    let finder = session.levels.last.map { ValueFinder($0, within: patience) }
    let catalog = session.questions.keyCatalog
    let completion = Condition.completion(
      of: predicate, at: predicate.unicodeScalars.count, keys: catalog,
      valuesOfKey: { finder?.values(of: $0, startingWith: $1) ?? [] })
    let scalars = predicate.unicodeScalars
    let kept = scalars.index(scalars.startIndex, offsetBy: completion.replaced.start)
    let replaced = start + predicate[..<kept].count
    let above = Self.keys(before: predicate[..<kept])
    let candidates = completion.proposals.map { proposal in
      let goesOn =
        proposal.kind == .key && Self.holdsKeys(above + Self.keys(in: proposal.text), catalog)
      return Candidate(
        proposal.text, proposal.kind.words,
        isPartial: goesOn || "({".contains(proposal.text.suffix(1)))
    }
    return Completion(
      candidates: candidates, range: replaced..<text.count,
      isTruncated: finder?.isTruncated ?? false)
  }

  /// The keys of the path that goes on where a text ends; none where no path does.
  private static func keys(before text: Substring) -> [String] {
    guard text.last == "." else { return [] }
    return keys(
      in: String(text.dropLast().split { $0.isWhitespace || "(,".contains($0) }.last ?? ""))
  }

  private static func keys(in path: String) -> [String] {
    FieldPath(parsing: path)?.keys ?? []
  }
}

extension PredicateLanguage.Completion.Kind {
  /// What the candidate is, for the list of candidates.
  fileprivate var words: String {
    switch self {
    case .key: "key"
    case .keyOperator: "asks a list"
    case .comparison: "comparison"
    case .option: "option"
    case .connective: "word between conditions"
    case .quantifier: "how many of a list"
    case .function: "function"
    case .value: "value"
    case .variable: "place of the record"
    case .bracket: "bracket"
    }
  }
}
