/// Cases that double twice: what they do has to take time in proportion.
extension BenchmarkCase {
  private static let sizes = [1, 2, 4]

  static func growth(on bench: Workbench) -> [BenchmarkCase] {
    sizes.flatMap { size in
      let cases = [
        odd(
          "scalars-\(size)", "filter, sort and describe a list of \(size) x 200,000 numbers",
          .scalars(200_000 * size),
          ["filter a > 1", "filter off", "sort by SELF desc", "describe SELF"], on: bench),
        odd(
          "keys-\(size)", "show a record of \(size) x 100,000 keys", .keys(100_000 * size),
          ["view", "show 0.0"], on: bench),
        odd(
          "text-\(size)", "show a text of \(size) x 20 MB", .text(millions: 20 * size),
          ["view", "filter text BEGINSWITH \"all\""], on: bench),
      ]
      return cases + [inserts(size, on: bench)]
    }
  }

  /// The gates of all of them: four times as much takes at most five times as long.
  static let growthGates: [Gate] = ["scalars", "keys", "text", "inserts"].flatMap { name in
    [(2, 2.6), (4, 5.0)].map { size, most in
      Gate(
        name: "\(name) x \(size)", measured: "\(name)-\(size)", reference: "\(name)-1", most: most)
    }
  }

  private static func odd(
    _ name: String, _ purpose: String, _ document: OddDocument, _ commands: [String],
    on bench: Workbench
  ) -> BenchmarkCase {
    let data = GeneratedFile.odd(document)
    return BenchmarkCase(
      name: name, purpose: purpose,
      command: [bench.program, bench.path(data)] + commands.flatMap { ["-c", $0] }, mostRuns: 5,
      data: data, isExplicit: true)
  }

  private static func inserts(_ size: Int, on bench: Workbench) -> BenchmarkCase {
    let script = bench.script("inserts-\(size)")
    let count = 2_500 * size
    let lines = (0..<count).map { "insert 0.\($0 % 40) {\"title\": \"new \($0)\"}\n" }
    return BenchmarkCase(
      name: "inserts-\(size)", purpose: "\(count) rows inserted one by one",
      command: [bench.program, "run", script], mostRuns: 5, isExplicit: true,
      files: [(script, "open generated:rows=50\n" + lines.joined())], steps: count)
  }
}
