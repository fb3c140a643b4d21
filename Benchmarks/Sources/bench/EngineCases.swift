/// Cases about the table engine: generated tables of any size, scrolled by scripts.
extension BenchmarkCase {
  /// The sizes of the generated tables, in rows.
  static let powers = [3, 4, 5, 6, 7, 8]
  private static let steps = 5_000
  private static let passes = 20_000
  private static let jumps = 2_000

  static func engine(on bench: Workbench) -> [BenchmarkCase] {
    var cases = [
      BenchmarkCase(
        name: "step", purpose: "a scroll step of 80 x 24 and its text, 10^6 rows of 20 items",
        command: [bench.program, "run", bench.script("step")], expects: "Section 0", steps: steps),
      BenchmarkCase(
        name: "pass", purpose: "a scroll step without its text, 10^6 plain rows",
        command: [bench.program, "run", bench.script("pass")], expects: "row 20,0", steps: passes),
    ]
    for power in powers {
      cases.append(
        BenchmarkCase(
          name: "jump-1e\(power)", purpose: "a jump anywhere in 10^\(power) rows of 20 items",
          command: [bench.program, "run", bench.script("jump-1e\(power)")], expects: "offset ",
          steps: jumps))
    }
    return cases
  }

  /// The scripts that the cases run, by name.
  static var engineScripts: [(name: String, text: String)] {
    let step = String(repeating: "down 1\nview\n", count: steps)
    let pass = "repeat \(passes) down 1\n"
    var scripts = [
      ("step", opening("rows=1000000,items=20") + step),
      ("pass", opening("rows=1000000,items=0") + pass),
    ]
    for power in powers {
      let rows = (0..<power).reduce(1) { product, _ in product * 10 }
      scripts.append(("jump-1e\(power)", opening("rows=\(rows),items=20") + jumps(over: rows)))
    }
    return scripts
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
