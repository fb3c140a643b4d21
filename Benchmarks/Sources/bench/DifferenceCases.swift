/// Two versions of the records, a thousand of which are not the same, and beside them a first filter
/// of each by the key that tells records apart.
extension BenchmarkCase {
  static func differences(on bench: Workbench) -> [BenchmarkCase] {
    let data = GeneratedFile.records(bench.records)
    let other = GeneratedFile.changedRecords(bench.records)
    let filters = bench.script("diff-filters")
    let lines = [data, other].map { "open \"\(bench.path($0))\"\nfilter id >= 5\n" }
    return [
      BenchmarkCase(
        name: "diff", purpose: "\(bench.records) records: what differs in another version",
        command: [
          bench.program, "-X", bench.path(data), "-c", "diff \"\(bench.path(other))\"",
        ], expects: "removed", mostRuns: 5, data: data, others: [other], isExplicit: true),
      BenchmarkCase(
        name: "diff-filters", purpose: "a first filter of both versions by the key of records",
        command: [bench.program, "run", filters], expects: "records match", mostRuns: 5, data: data,
        others: [other], isExplicit: true, files: [(filters, lines.joined())]),
    ]
  }
}
