import Workloads

/// Cases about the table engine: generated tables of any size, scrolled by scripts.
extension BenchmarkCase {
  /// The sizes of the generated tables, as powers of ten rows.
  static let powers = [3, 4, 5, 6, 7, 8]
  private static let scrolls = 5_000
  private static let passes = 20_000
  private static let jumps = 2_000
  private static let trivialLines = [
    "# a comment\n", "set overlay reuse\n", "# another\n", "set overlay none\n",
  ]

  static func engine(on bench: Workbench) -> [BenchmarkCase] {
    [
      engine(
        "step", purpose: "a scroll step of 80 x 24 and its text, 10^6 rows of 20 items",
        script: opening("rows=1000000,items=20")
          + String(repeating: "down 1\nview\n", count: scrolls),
        expects: "Section 0", steps: scrolls, on: bench),
      engine(
        "pass", purpose: "a scroll step without its text, 10^6 plain rows",
        script: opening("rows=1000000,items=0") + "repeat \(passes) down 1\n",
        expects: "row 20,0", steps: passes, on: bench),
      engine(
        "scrolls", purpose: "a scroll command that nobody looks at, 10^6 rows of 20 items",
        script: opening("rows=1000000,items=20") + String(repeating: "down\n", count: passes),
        expects: "row 101 of", steps: passes, on: bench),
      engine(
        "commands", purpose: "a line of a script: a comment, a setting",
        script: opening("rows=1000000,items=20")
          + String(repeating: trivialLines.joined(), count: passes), expects: "overlay",
        steps: passes * trivialLines.count, on: bench),
      engineAlone(
        "pass", purpose: "a layout pass, 10^6 plain rows, in memory", allocations: "0.0",
        on: bench),
      engineAlone(
        "strips", purpose: "a layout pass, 10^6 rows of 20 items, in memory",
        allocations: "0.0", on: bench),
      engineAlone("step", purpose: "the same with its picture and text, in memory", on: bench),
    ]
      + powers.map { power in
        let rows = (0..<power).reduce(1) { product, _ in product * 10 }
        return engine(
          "jump-1e\(power)", purpose: "a jump anywhere in 10^\(power) rows of 20 items",
          script: opening("rows=\(rows),items=20") + jumps(over: rows),
          expects: "offset ", steps: jumps, on: bench)
      }
  }

  private static func engine(
    _ name: String, purpose: String, script: String, expects: String, steps: Int,
    on bench: Workbench
  ) -> BenchmarkCase {
    BenchmarkCase(
      name: name, purpose: purpose, command: [bench.program, "run", bench.script(name)],
      expects: expects, files: [(bench.script(name), script)], steps: steps)
  }

  /// A case of `engine-steps`: the engine and rendering without commands and without reading data.
  ///
  /// - Parameter allocations: how many blocks of memory a step asks for, to a tenth, once there is
  ///   room; the case fails with any other number. Nil where it may be any.
  private static func engineAlone(
    _ kind: String, purpose: String, allocations: String? = nil, on bench: Workbench
  ) -> BenchmarkCase {
    let expected = allocations.map { ", \($0) allocations each" } ?? ""
    return BenchmarkCase(
      name: "engine-\(kind)", purpose: purpose,
      command: [bench.engineSteps, kind, String(passes)], expects: "\(passes) steps" + expected,
      steps: passes)
  }

  private static func opening(_ specification: String) -> String {
    "set viewport 80x24\nopen generated:\(specification)\n"
  }

  /// Offsets all over the table, the same in every run.
  private static func jumps(over rows: Int) -> String {
    var random = SplitMix(seed: 1)
    return (0..<jumps).map { _ in
      "offset \(Int.random(in: 0..<rows * 5, using: &random))\n"
    }.joined()
  }
}
