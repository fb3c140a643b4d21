import Arranging
import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

/// Arguments that are the rest of a line: predicates, commands, changes, and parts that begin with a
/// word of their own.
extension Completer {
  /// What may stand at the end of a text.
  ///
  /// - Returns: nil where the cursor is in front of such an argument, or the command has none.
  func rest(
    of text: String, _ statement: Statement, _ place: Place, _ range: Range<Int>
  ) -> Completion? {
    let command = place.command
    guard let parameter = command.parameters(for: place.before).last, parameter.takesRest else {
      return nil
    }
    let options = place.before.prefix { word in
      command.options.contains { "--\($0.name)" == word.raw }
    }
    let first = command.parameters.count - 1 + options.count
    guard place.before.count >= first else { return nil }
    let before = place.before[first...]
    func inner(_ kind: ArgumentKind, from index: Int) -> Completion? {
      let words = place.before + (place.word.map { [$0] } ?? [])
      let start = words.indices.contains(index) ? words[index] : nil
      return kind.completesItself ? completion(of: kind, in: text, from: start) : nil
    }
    if let index = before.firstIndex(where: { parameter.part($0)?.kind.completesItself == true }),
      let part = parameter.part(place.before[index])
    {
      return inner(part.kind, from: index + 1)
    }
    if let part = before.last.flatMap({ parameter.part($0) }) {
      return candidates(part.kind, place, range)
    }
    var found = inner(parameter.kind, from: first) ?? candidates(parameter.kind, place, range)
    // A text of its own comes first.
    guard parameter.kind != .text || !before.isEmpty else { return found }
    let parts = parameter.parts.filter { part in !before.contains { $0.raw == part.word } }
    let names = before.isEmpty ? parameter.words.map { Candidate($0) } : []
    let words = (names + parts.map { Candidate($0.word, $0.summary) }).matching(place.prefix)
    if found.range == range { found.candidates = words + found.candidates }
    return found
  }

  /// - Parameter start: the first word of the predicate or the commands; nil where they are about to
  ///   begin.
  private func completion(
    of kind: ArgumentKind, in text: String, from start: Word?
  ) -> Completion {
    let offset = start?.range.lowerBound ?? text.count
    return kind == .predicate
      ? predicateCompletion(of: text, from: offset) : lineCompletion(of: text, from: offset, start)
  }

  /// Commands are completed as a line of their own, also inside a quote that is open.
  private func lineCompletion(of text: String, from offset: Int, _ start: Word?) -> Completion {
    let quote = start.flatMap { $0.isOpen && $0.raw.first != "`" ? $0.raw.first : nil }
    let offset = offset + (quote == nil ? 0 : 1)
    let line = String(text.dropFirst(offset))
    var found = completion(of: line, at: line.count)
    found.range = found.range.lowerBound + offset..<found.range.upperBound + offset
    if let quote {
      // A candidate with quotes of that kind would end the text that it is in.
      found.candidates.removeAll { $0.text.contains(quote) || $0.text.contains("\\") }
    }
    return found
  }

  // MARK: Fields of cells and of records

  /// `ROLE=`, and behind it the keys of the records.
  func roles(_ place: Place) -> [Candidate] {
    let typed = place.prefix
    if let equals = typed.firstIndex(of: "=") {
      let nothing = NoneWord.words.map { Candidate(typed[...equals] + $0, "leave it empty") }
      return keys(typed) + nothing.matching(typed)
    }
    let roles = FieldChoice.Role.allCases.map { Candidate($0.rawValue + "=", isPartial: true) }
    let words = place.before.isEmpty ? OffWord.words.map { Candidate($0) } : []
    return (roles + words).matching(typed)
  }

  /// `KEY=`, and behind it the values that the field has.
  func changes(_ place: Place) -> [Candidate] {
    guard let word = place.word, let equals = word.raw.firstIndex(of: "=") else {
      return keys(place.prefix).map { candidate in
        candidate.isPartial ? candidate : Candidate(candidate.text + "=", isPartial: true)
      }
    }
    let head = String(word.raw[...equals])
    guard let change = ChangeWord(word), let level = session.levels.last, !change.isSum else {
      return []
    }
    let keys = change.path.keysOnTheWay
    guard keys.count == change.path.steps.count else { return [] }
    return ValueFinder(level, within: patience).values(of: keys, startingWith: change.text)
      .compactMap { value in
        guard case .string(let text) = value else { return nil }
        return Candidate(head + Self.changed(to: text))
      }
  }

  /// A text as the value of a change: in quotes where it would not be one word, or no text.
  private static func changed(to text: String) -> String {
    let isPlain =
      !text.isEmpty && Value(json: text) == nil && text.first != "=" && text.first != "+"
      && !text.contains { $0.isWhitespace || "\"'`;#\\()[]{}|".contains($0) }
    if isPlain { return text }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension ArgumentKind {
  /// True for what has a grammar of its own, which says where its words begin.
  fileprivate var completesItself: Bool { self == .predicate || self == .line }
}

// MARK: - Predicates

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
