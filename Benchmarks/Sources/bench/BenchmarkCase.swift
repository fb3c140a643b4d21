/// One command that is run and timed as a whole process.
struct BenchmarkCase {
  let name: String
  /// What the figure tells, in a few words.
  let purpose: String
  let command: [String]
  /// Text that the output must hold, so that a program that fails quickly doesn't win.
  var expects: String?
  /// A limit on the measured runs, for commands that take seconds.
  var mostRuns = Int.max
  /// True when the catalogue has to be there first.
  var readsCatalogue = false
  /// How many equal steps the run is made of, to tell what one of them takes; 0 where it has none.
  var steps = 0
}

extension BenchmarkCase {
  /// The number of scroll commands in the script of `scroll`.
  static let scrollCommands = 1_000

  /// Every case, in the order of the table.
  static func all(on bench: Workbench) -> [BenchmarkCase] {
    ours(on: bench) + engine(on: bench) + peers(on: bench)
  }

  private static func ours(on bench: Workbench) -> [BenchmarkCase] {
    let open = "open-\(bench.megabytes)mb"
    return [
      BenchmarkCase(
        name: "startup", purpose: "a small file, opened and shown",
        command: [bench.program, bench.pulse, "-c", "view"], expects: "Business"),
      BenchmarkCase(
        name: "scroll", purpose: "\(scrollCommands) scroll commands from a script",
        command: [bench.program, "run", bench.scrollScript], expects: "World"),
      BenchmarkCase(
        name: open, purpose: "a large file, opened and shown",
        command: [bench.program, bench.catalogue, "-c", "view"], expects: Catalogue.firstTitle,
        readsCatalogue: true),
    ]
  }

  private static func peers(on bench: Workbench) -> [BenchmarkCase] {
    let file = bench.catalogue
    return [
      BenchmarkCase(
        name: "true", purpose: "starting any program at all", command: ["true"]),
      BenchmarkCase(
        name: "head", purpose: "reading the first 2 MB of the large file",
        command: ["head", "-c", "2000000", file], readsCatalogue: true),
      BenchmarkCase(
        name: "cat", purpose: "reading all of it, doing nothing",
        command: ["cat", file], readsCatalogue: true),
      BenchmarkCase(
        name: "jq-start", purpose: "starting jq without data", command: ["jq", "-n", "1"]),
      BenchmarkCase(
        name: "jq", purpose: "jq showing five items of the large file",
        command: ["jq", ".sections[0].rows[0].items[0:5]", file],
        expects: "\"id\"", mostRuns: 3, readsCatalogue: true),
    ]
  }

  /// Down to the end and up again, with a strip moved after every second step, then one view.
  static func scrollScript(opening file: String) -> String {
    let steps = ["down 1", "right 3", "down 2", "left 1", "up 1", "right 2", "down 1", "left 2"]
    var lines = ["open \"\(file)\""]
    for number in 0..<(scrollCommands - 1) { lines.append(steps[number % steps.count]) }
    lines += ["bottom", "view"]
    return lines.joined(separator: "\n") + "\n"
  }
}
