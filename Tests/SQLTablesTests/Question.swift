import PredicateLanguage
import SQLTables
import TableModel
import Testing

/// A predicate with what a database is asked for it.
struct Question {
  let text: String
  let condition: Condition
  let piece: SQLPiece
  /// True when the database has to find the very same rows.
  let isExact: Bool

  /// - Returns: nil for a predicate that isn't one, that depends on chance, or of which nothing can
  ///   be said.
  init?(_ text: String, _ renderer: FilterRenderer) {
    guard !text.contains("random"),
      let condition = try? Condition(parsing: text, options: ConditionOptions(variables: nil)),
      let said = condition.fieldFilter, let piece = renderer.piece(said.filter)
    else { return nil }
    (self.text, self.condition, self.piece) = (text, condition, piece)
    isExact = said.isWhole && piece.isExact
  }

  /// The numbers of the records that fulfil the predicate; nil when one can't be asked.
  func rows(of records: [Value]) -> Set<Int>? {
    var context = EvaluationContext()
    context.regexStepLimit = 20_000
    var rows: Set<Int> = []
    for (row, record) in records.enumerated() {
      guard let verdict = try? condition.evaluate(record, in: &context) else { return nil }
      if verdict { rows.insert(row) }
    }
    return rows
  }

  /// Says what a database found too little, or too much.
  func check(_ found: Set<Int>, _ expected: Set<Int>, seed: UInt64, of records: [Value] = []) {
    let lost = expected.subtracting(found)
    let surplus = isExact ? found.subtracting(expected) : []
    func shown(_ rows: Set<Int>) -> String {
      rows.sorted().prefix(2).map { "\($0) \(records.isEmpty ? "" : records[$0].plainText)" }
        .joined(separator: "; ")
    }
    #expect(
      lost.isEmpty && surplus.isEmpty,
      "seed \(seed): \(text) -> \(piece): lost \(shown(lost)), too many \(shown(surplus))")
  }
}
