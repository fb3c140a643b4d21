import Workloads

/// Cases about what a large table is asked: filters and sorts for the first time, and windows of
/// what they leave, each beside other ways to the same.
extension BenchmarkCase {
  private static let windows = 2_000
  private static let repetitions = FilterCase.repetitions
  private static let completeSorts = 4
  private static let narrowing = "filter price > 20 AND name BEGINSWITH[c] \"a\""
  /// Python code that counts the records that fulfil the same condition.
  private static let python = """
    import json, sys
    kept = 0
    for line in open(sys.argv[1], encoding='utf-8'):
        record = json.loads(line)
        price = record.get('price')
        kept += price is not None and price > 20 and record['name'][:1] in 'aA'
    print(kept, 'records match')
    """

  static func tables(on bench: Workbench) -> [BenchmarkCase] {
    let records = bench.recordsFile
    return [
      script("narrow", "a filter that nothing was read for before", narrowing, on: bench),
      script("sort", "a sort that nothing was read for before", "sort by name\nview", on: bench),
      script("sort-complete", "the same to its end", "sort by name\nbottom\nview", on: bench),
      script(
        "sort-complete-again", "the same, and \(completeSorts) more of them",
        "sort by name\nbottom\nview\n"
          + (0..<completeSorts).map { number in
            "sort by name\(number % 2 == 0 ? " desc" : "")\nbottom\nview\n"
          }.joined(), steps: completeSorts, on: bench),
      script("sort-top", "the first of a sort by a number", "sort by price\nview", on: bench),
      script(
        "sort-top-again", "the same, and \(repetitions) more of them",
        "sort by price\nview\n" + again("sort by price desc", "sort by price"),
        steps: repetitions, on: bench),
      script("group", "sections by a text", "group by maker.city", on: bench),
      script("index", "sections by letter, sorted", "index by name", on: bench),
      script("distinct", "the different values of a number", "distinct price", on: bench),
      script("describe", "a field looked at closely", "describe name", on: bench),
      script(
        "summarize", "numbers by a text", "summarize price by maker.city", on: bench),
      script("schema", "all fields", "schema", on: bench),
      script(
        "windows", "windows all over the table", offsets(over: bench.records), steps: windows,
        on: bench),
      script(
        "windows-narrowed", "windows all over what a filter leaves",
        "filter stock > 9\n" + offsets(over: bench.records / 2), steps: windows, on: bench),
      script(
        "windows-columns", "the same as a grid of two columns",
        "columns name price\n" + offsets(over: bench.records), steps: windows, on: bench),
      script(
        "windows-columns-auto", "the same with a column for each field",
        "columns auto\n" + offsets(over: bench.records), steps: windows, on: bench),
      BenchmarkCase(
        name: "count-records", purpose: "the same records: indexing and counting them",
        command: [bench.program, "-X", "-c", "count", records], expects: "rows"),
      peer(
        "read-memory", "two numbers for each record, once",
        ["/proc/self/exe", "--records", "\(bench.records)", "--read-memory", "1"]),
      peer(
        "read-memory-again", "the same, and \(repetitions) times more",
        [
          "/proc/self/exe", "--records", "\(bench.records)", "--read-memory", "\(1 + repetitions)",
        ]),
      peer(
        "narrow-python", "Python reading and asking each record",
        ["python3", "-c", python, records]),
      peer("sort-lines", "sort, comparing the bytes of the lines", ["sort", records]),
      peer("cat-records", "reading all of it, doing nothing", ["cat", records]),
    ].map { table in
      var table = table
      (table.data, table.isExplicit, table.mostRuns) = (.records(bench.records), true, 5)
      return table
    }
  }

  private static func script(
    _ name: String, _ purpose: String, _ commands: String, steps: Int = 0, on bench: Workbench
  ) -> BenchmarkCase {
    let text = "open \"\(bench.recordsFile)\"\ncount\n\(commands)\n"
    return BenchmarkCase(
      name: name, purpose: "\(bench.records) records: \(purpose)",
      command: [bench.program, "run", bench.script(name)], expects: "rows",
      files: [(bench.script(name), text)], steps: steps)
  }

  /// Two commands by turns, with a view after each.
  private static func again(_ first: String, _ second: String) -> String {
    (0..<repetitions).map { "\($0 % 2 == 0 ? first : second)\nview\n" }.joined()
  }

  private static func peer(
    _ name: String, _ purpose: String, _ command: [String]
  ) -> BenchmarkCase {
    BenchmarkCase(name: name, purpose: "the same records: \(purpose)", command: command)
  }

  /// Offsets all over a table, the same in every run, with the text of each window.
  private static func offsets(over rows: Int) -> String {
    var random = SplitMix(seed: 3)
    return (0..<windows).map { _ in
      "offset \(Int.random(in: 0..<max(1, rows / 2), using: &random))\nview\n"
    }.joined()
  }
}
