/// A question that is asked of a million records, for which there is a bar.
struct FilterCase {
  let name: String
  let predicate: String

  /// How many filters a script runs behind the first, which also reads the columns.
  static let repetitions = 20

  static let all = [
    FilterCase(name: "number", predicate: "price > 20"),
    FilterCase(name: "prefix", predicate: "name BEGINSWITH \"A\" AND price > 20"),
    FilterCase(name: "prefix-c", predicate: "name BEGINSWITH[c] \"a\" AND price > 20"),
    FilterCase(name: "prefix-cd", predicate: "name BEGINSWITH[cd] \"a\" AND price > 20"),
    FilterCase(name: "contains", predicate: "name CONTAINS \"an\" AND price > 20"),
    FilterCase(name: "matches", predicate: "name MATCHES \"A.*an.*\" AND price > 20"),
    FilterCase(name: "any", predicate: "ANY tags == \"new\""),
    FilterCase(name: "nested", predicate: "maker.city == \"Vik\""),
  ]

  /// Opens the records and filters them once, or many times more.
  func script(opening file: String, repeated: Bool) -> String {
    let filters = Array(
      repeating: "filter \(predicate)", count: 1 + (repeated ? Self.repetitions : 0))
    return (["open \"\(file)\""] + filters).joined(separator: "\n") + "\n"
  }
}

extension BenchmarkCase {
  /// Two cases a question: the columns' first use, and what the filters after it add.
  static func filters(on bench: Workbench) -> [BenchmarkCase] {
    FilterCase.all.flatMap { question in
      [false, true].map { repeated in
        let times = repeated ? "1 + \(FilterCase.repetitions) times" : "once"
        return BenchmarkCase(
          name: "filter-\(question.name)" + (repeated ? "-again" : ""),
          purpose: "\(bench.records) records, \(times): \(question.predicate)",
          command: [bench.program, "run", bench.filterScript(question, repeated: repeated)],
          expects: "records match", mostRuns: 5, data: .records(bench.records),
          isExplicit: true,
          files: [
            (
              bench.filterScript(question, repeated: repeated),
              question.script(opening: bench.recordsFile, repeated: repeated)
            )
          ])
      }
    }
  }
}
