/// Cases about predicates that are read once and asked once, each of them another.
extension BenchmarkCase {
  private static let predicates = 20_000

  static func predicates(on bench: Workbench) -> [BenchmarkCase] {
    let file = "\(bench.scratch)/predicates.ndjson"
    let lines = (0..<predicates).map { number in
      let text =
        "price > \(number) AND name BEGINSWITH[c] 'a\(number)' OR NOT (ANY tags LIKE 'x*\(number)')"
      return #"{"predicate": "\#(text)", "object": {"price": 7, "name": "b", "tags": ["c"]}}"#
        + "\n"
    }
    return [
      BenchmarkCase(
        name: "predicates", purpose: "\(predicates) predicates read, compiled and asked",
        command: [bench.program, "evaluate", file], expects: #""result": true"#, mostRuns: 5,
        files: [(file, lines.joined())], steps: predicates)
    ]
  }
}
