/// Cases about the index of large files, without commands: beside them the same files are read by
/// as many threads.
extension BenchmarkCase {
  private static let rounds = 5
  private static let catalogueSize = 1000
  private static let propertyListSize = 200
  private static let windows = 20_000
  private static let manyRecords = 10_000_000
  /// The size of a catalogue of ten million items, in millions of bytes.
  private static let manyItems = 2100

  static func scans(on bench: Workbench) -> [BenchmarkCase] {
    let catalogue = bench.catalogue(catalogueSize)
    let plist = bench.propertyList(propertyListSize)
    var cases = (1...2).flatMap { threads in
      [
        scan("index-\(threads)", "index", catalogue, threads, on: bench),
        scan("read-\(threads)", "read", catalogue, threads, on: bench),
      ]
    }
    cases += columns(of: catalogue, on: bench)
    for index in cases.indices { cases[index].catalogue = catalogueSize }
    cases += [
      scan("index-plist", "index", plist, 1, on: bench),
      scan("read-plist", "read", plist, 1, on: bench),
    ].map { scan in
      var scan = scan
      scan.propertyList = propertyListSize
      return scan
    }
    return cases + viewports(on: bench) + [memory(on: bench)] + arrangements(on: bench)
  }

  /// What a filter and a sort of ten million records take whose columns are there, as the program
  /// tells it itself: it opens the file and reads the columns first.
  private static func arrangements(on bench: Workbench) -> [BenchmarkCase] {
    let file = bench.recordsFile(manyRecords)
    return [
      BenchmarkCase(
        name: "filter-10m", purpose: "\(manyRecords) records filtered by two columns, 41 times",
        command: [bench.dataSteps, "filter", file, "41"], expects: "records kept", mostRuns: 3,
        isExplicit: true, records: manyRecords, tells: ["filter", "memory"]),
      BenchmarkCase(
        name: "sort-10m", purpose: "\(manyRecords) records sorted, first and last screens",
        command: [bench.dataSteps, "sort", file, "21"], expects: "records read", mostRuns: 3,
        isExplicit: true, records: manyRecords,
        tells: ["top-price", "top-name", "place", "complete"]),
    ]
  }

  private static func scan(
    _ name: String, _ kind: String, _ file: String, _ threads: Int, rounds: Int = rounds,
    on bench: Workbench
  ) -> BenchmarkCase {
    let words = kind == "read" ? "a new mapping read" : "opened and indexed"
    // An index takes as many threads as there are processors.
    let alone = threads == 1 ? ["taskset", "-c", "0"] : []
    return BenchmarkCase(
      name: name, purpose: "\(words) \(rounds) time(s) on \(threads) processor(s)",
      command: alone + [bench.dataSteps, kind, file, "\(rounds)", "\(threads)"],
      expects: kind == "read" ? "sum" : "items", mostRuns: 7, isExplicit: true, steps: rounds)
  }

  /// Columns of all records, and once each to take off what comes before and the first of them.
  private static func columns(of file: String, on bench: Workbench) -> [BenchmarkCase] {
    var cases = [scan("read-1-once", "read", file, 1, rounds: 1, on: bench)]
    for kind in ["columns", "columns-unchecked"] {
      let before = kind == "columns" ? "indexed and checked" : "indexed"
      for (rounds, suffix) in [(rounds, ""), (1, "-once")] {
        cases.append(
          BenchmarkCase(
            name: "\(kind)-1\(suffix)",
            purpose: "\(before), two columns read \(rounds) time(s) on 1 processor",
            command: ["taskset", "-c", "0", bench.dataSteps, kind, file, "\(rounds)"],
            expects: "records", mostRuns: 7, isExplicit: true, steps: rounds))
      }
    }
    return cases
  }

  /// Windows all over tables of very different sizes, and one alone to take off what comes before.
  private static func viewports(on bench: Workbench) -> [BenchmarkCase] {
    [(1_000_000, "1m"), (10_000_000, "10m")].flatMap { count, word in
      [(1, "-once"), (windows, "")].map { windows, suffix in
        BenchmarkCase(
          name: "viewport-\(word)\(suffix)",
          purpose: "\(windows) windows of 50 of \(count) records, indexed first",
          command: [bench.dataSteps, "windows", bench.recordsFile(count), "\(windows)"],
          expects: "records", mostRuns: 5, isExplicit: true, records: count,
          steps: windows > 1 ? windows : 0)
      }
    }
  }

  private static func memory(on bench: Workbench) -> BenchmarkCase {
    BenchmarkCase(
      name: "memory-10m", purpose: "ten million items opened and counted: private memory",
      command: [bench.program, bench.catalogue(manyItems), "-c", "count"], expects: "items",
      mostRuns: 3, catalogue: manyItems, isExplicit: true, watchesMemory: true)
  }
}
