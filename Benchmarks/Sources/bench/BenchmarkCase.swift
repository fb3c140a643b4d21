/// One command that is run and timed as a whole process.
struct BenchmarkCase {
  let name: String
  /// What the figure tells, in a few words.
  let purpose: String
  var command: [String]
  /// Text that the output must hold, so that a program that fails quickly doesn't win.
  var expects: String?
  /// A limit on the measured runs, for commands that take seconds.
  var mostRuns = Int.max
  /// What has to be generated first.
  var data: GeneratedFile?
  /// What has to be generated as well.
  var others: [GeneratedFile] = []
  /// True for a case that runs only when it is asked for by name: it needs gigabytes.
  var isExplicit = false
  /// Files that have to be written first: commands, or pages.
  var files: [(path: String, text: String)] = []
  /// True to ask all along how much private memory the program has.
  var watchesMemory = false
  /// How many equal steps the run is made of, to tell what one of them takes; 0 where it has none.
  var steps = 0
  /// The times that the program takes itself and tells, each on a line `NAME: N ns`; they get lines
  /// of their own in the table, named `CASE.NAME`.
  var tells: [String] = []
}

extension BenchmarkCase {
  /// The times that an output tells.
  ///
  /// - Throws: `wrongOutput` when one of them is missing: there is no figure to believe then.
  func told(in output: String) throws(BenchError) -> [String: Duration] {
    var told: [String: Duration] = [:]
    for name in tells {
      let line = output.split(separator: "\n").first { $0.hasPrefix("\(name): ") }
      let words = line?.dropFirst(name.utf8.count + 2).split(separator: " ") ?? []
      guard words.count >= 2, words[1] == "ns", let time = Int64(words[0]), time > 0 else {
        throw .wrongOutput(program: command.first ?? "", missing: "\(name): N ns")
      }
      told[name] = .nanoseconds(time)
    }
    return told
  }
}

extension BenchmarkCase {
  /// The number of scroll commands in the script of `scroll`.
  static let scrollCommands = 1_000

  /// Every case, in the order of the table.
  static func all(on bench: Workbench) -> [BenchmarkCase] {
    ours(on: bench) + engine(on: bench) + pages(on: bench)
      + predicates(on: bench) + peers(on: bench) + large(on: bench) + filters(on: bench)
      + tables(on: bench) + differences(on: bench) + scans(on: bench) + growth(on: bench)
  }

  private static func ours(on bench: Workbench) -> [BenchmarkCase] {
    let open = "open-\(bench.megabytes)mb"
    return [
      BenchmarkCase(
        name: "startup", purpose: "a small file, opened and shown",
        command: [bench.program, bench.pulse, "-c", "view"], expects: "Business"),
      BenchmarkCase(
        name: "scroll", purpose: "\(scrollCommands) scroll commands from a script",
        command: [bench.program, "run", bench.scrollScript], expects: "World",
        files: [(bench.scrollScript, scrollScript(opening: bench.pulse))]),
      BenchmarkCase(
        name: "startup-static", purpose: "the same, linked statically",
        command: [bench.staticProgram, "-X", "-c", "view", bench.pulse], expects: "Business",
        isExplicit: true, steps: 1),
      BenchmarkCase(
        name: open, purpose: "a large file, opened and shown",
        command: [bench.program, bench.path(bench.catalogue), "-c", "view"],
        expects: Catalogue.firstTitle, data: bench.catalogue),
    ]
  }

  private static func peers(on bench: Workbench) -> [BenchmarkCase] {
    let file = bench.path(bench.catalogue)
    return [
      BenchmarkCase(
        name: "true", purpose: "starting any program at all", command: ["true"]),
      BenchmarkCase(
        name: "head", purpose: "reading the first 2 MB of the large file",
        command: ["head", "-c", "2000000", file], data: bench.catalogue),
      BenchmarkCase(
        name: "cat", purpose: "reading all of it, doing nothing",
        command: ["cat", file], data: bench.catalogue),
      BenchmarkCase(
        name: "jq-start", purpose: "starting jq without data", command: ["jq", "-n", "1"]),
      BenchmarkCase(
        name: "jq", purpose: "jq showing five items of the large file",
        command: ["jq", ".sections[0].rows[0].items[0:5]", file],
        expects: "\"id\"", mostRuns: 3, data: bench.catalogue),
    ]
  }

  /// Sizes for which the first screen is compared, in millions of bytes.
  static let largeSizes = [1000, 2000]

  /// Cases whose time must not depend on the size of a file, and cases whose time may depend on
  /// nothing else.
  private static func large(on bench: Workbench) -> [BenchmarkCase] {
    largeSizes.flatMap { size in
      let data = GeneratedFile.catalogue(megabytes: size)
      let file = bench.path(data)
      let cases = [
        BenchmarkCase(
          name: "view-\(size)", purpose: "the first screen of \(size) MB",
          command: [bench.program, file, "-c", "view"], expects: Catalogue.firstTitle),
        BenchmarkCase(
          name: "view-\(size)-static", purpose: "the same, linked statically",
          command: [bench.staticProgram, "-X", "-c", "view", file], expects: Catalogue.firstTitle),
        BenchmarkCase(
          name: "count-\(size)", purpose: "counting all of \(size) MB",
          command: [bench.program, file, "-c", "count"], expects: "items"),
        BenchmarkCase(
          name: "filter-\(size)", purpose: "the first filter of \(size) MB, by a number",
          command: [bench.program, file, "-c", "filter price > 480"], expects: "records match"),
        BenchmarkCase(
          name: "head-\(size)", purpose: "reading the first 2 MB of it",
          command: ["head", "-c", "2000000", file]),
        BenchmarkCase(
          name: "cat-\(size)", purpose: "reading all of it", command: ["cat", file]),
      ]
      return cases.map { large in
        var large = large
        (large.data, large.isExplicit) = (data, true)
        return large
      }
    }
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
