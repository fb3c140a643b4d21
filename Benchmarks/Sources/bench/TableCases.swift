/// Cases about what a large table is asked: filters and sorts for the first time, and windows of
/// what they leave, each beside other ways to the same.
extension BenchmarkCase {
  private static let windows = 2_000
  private static let narrowing = "filter price > 20 AND name BEGINSWITH[c] \"a\""
  /// Of the records that Python reads, those that fulfil the same condition.
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
      script(
        "windows", "windows all over the table", offsets(over: bench.records), steps: windows,
        on: bench),
      script(
        "windows-narrowed", "windows all over what a filter leaves",
        "filter stock > 9\n" + offsets(over: bench.records / 2), steps: windows, on: bench),
      BenchmarkCase(
        name: "count-records", purpose: "the same records: indexing and counting them",
        command: [bench.program, "-X", "-c", "count"], expects: "rows"),
      peer("narrow-python", "Python reading and asking each record", ["python3", "-c", python]),
      peer("sort-lines", "sort, comparing the bytes of the lines", ["sort"]),
      peer("cat-records", "reading all of it, doing nothing", ["cat"]),
    ].map { table in
      var table = table
      if table.files.isEmpty { table.command.append(records) }
      (table.readsRecords, table.isExplicit, table.mostRuns) = (true, true, 5)
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
