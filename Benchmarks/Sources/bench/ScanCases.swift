/// Cases about the index of large files, without commands: beside them the same files are read by
/// as many threads.
extension BenchmarkCase {
  private static let rounds = 5
  private static let catalogue = GeneratedFile.catalogue(megabytes: 1000)
  private static let propertyList = GeneratedFile.propertyList(megabytes: 200)
  private static let windows = 20_000
  private static let manyRecords = GeneratedFile.records(10_000_000)
  /// Ten million items.
  private static let manyItems = GeneratedFile.catalogue(megabytes: 2100)

  static func scans(on bench: Workbench) -> [BenchmarkCase] {
    (1...2).flatMap { threads in
      [
        scan("index-\(threads)", "index", catalogue, threads, on: bench),
        scan("read-\(threads)", "read", catalogue, threads, on: bench),
      ]
    } + columns(on: bench) + [
      scan("index-plist", "index", propertyList, 1, on: bench),
      scan("read-plist", "read", propertyList, 1, on: bench),
    ] + forms(on: bench) + viewports(on: bench) + [memory(on: bench)] + arrangements(on: bench)
  }

  /// The same catalogue laid out in other ways.
  private static func forms(on bench: Workbench) -> [BenchmarkCase] {
    [Catalogue.Form.line, .pretty].flatMap { form in
      let data = GeneratedFile.catalogue(megabytes: 1070, form: form)
      return [
        BenchmarkCase(
          name: "view-\(form)", purpose: "the first screen of 1070 MB in this form",
          command: [bench.program, bench.path(data), "-c", "view"], expects: Catalogue.firstTitle,
          data: data, isExplicit: true),
        scan("index-\(form)", "index", data, 1, on: bench),
      ]
    }
  }

  /// How long a filter and a sort of ten million records take once the columns are there, as told
  /// by the program itself: it opens the file and reads the columns first.
  private static func arrangements(on bench: Workbench) -> [BenchmarkCase] {
    let file = bench.path(manyRecords)
    return [
      BenchmarkCase(
        name: "filter-10m", purpose: "ten million records filtered by two columns, 41 times",
        command: [bench.dataSteps, "filter", file, "41"], expects: "records kept", mostRuns: 3,
        data: manyRecords, isExplicit: true, tells: ["filter", "memory"]),
      BenchmarkCase(
        name: "sort-10m", purpose: "ten million records sorted, first and last screens",
        command: [bench.dataSteps, "sort", file, "21"], expects: "records read", mostRuns: 3,
        data: manyRecords, isExplicit: true,
        tells: ["top-price", "top-name", "place", "complete"]),
      BenchmarkCase(
        name: "groups-10m", purpose: "ten million records summed up by groups, 15 times",
        command: [bench.dataSteps, "groups", "-", "15"], expects: "of the processor", mostRuns: 3,
        isExplicit: true,
        tells: ["filter", "few", "many", "numbers", "distinct", "distinct-numbers", "median"]),
    ]
  }

  private static func scan(
    _ name: String, _ kind: String, _ file: GeneratedFile, _ threads: Int, rounds: Int = rounds,
    on bench: Workbench
  ) -> BenchmarkCase {
    let words = kind == "read" ? "a new mapping read" : "opened and indexed"
    // An index takes as many threads as there are processors.
    let alone = threads == 1 ? ["taskset", "-c", "0"] : []
    return BenchmarkCase(
      name: name, purpose: "\(words) \(rounds) time(s) on \(threads) processor(s)",
      command: alone + [bench.dataSteps, kind, bench.path(file), "\(rounds)", "\(threads)"],
      expects: kind == "read" ? "sum" : "items", mostRuns: 7, data: file, isExplicit: true,
      steps: rounds)
  }

  /// Columns of all records, and once each to take off what comes before and the first of them.
  private static func columns(on bench: Workbench) -> [BenchmarkCase] {
    var cases = [scan("read-1-once", "read", catalogue, 1, rounds: 1, on: bench)]
    for kind in ["columns", "columns-unchecked"] {
      let before = kind == "columns" ? "indexed and checked" : "indexed"
      for (rounds, suffix) in [(rounds, ""), (1, "-once")] {
        cases.append(
          BenchmarkCase(
            name: "\(kind)-1\(suffix)",
            purpose: "\(before), two columns read \(rounds) time(s) on 1 processor",
            command: [
              "taskset", "-c", "0", bench.dataSteps, kind, bench.path(catalogue), "\(rounds)",
            ],
            expects: "records", mostRuns: 7, data: catalogue, isExplicit: true, steps: rounds))
      }
    }
    return cases
  }

  /// Windows all over tables of very different sizes, and one alone to take off what comes before.
  private static func viewports(on bench: Workbench) -> [BenchmarkCase] {
    [(1_000_000, "1m"), (10_000_000, "10m")].flatMap { count, word in
      let data = GeneratedFile.records(count)
      return [(1, "-once"), (windows, "")].map { windows, suffix in
        BenchmarkCase(
          name: "viewport-\(word)\(suffix)",
          purpose: "\(windows) windows of 50 of \(count) records, indexed first",
          command: [bench.dataSteps, "windows", bench.path(data), "\(windows)"],
          expects: "records", mostRuns: 5, data: data, isExplicit: true,
          steps: windows > 1 ? windows : 0)
      }
    }
  }

  private static func memory(on bench: Workbench) -> BenchmarkCase {
    BenchmarkCase(
      name: "memory-10m", purpose: "ten million items opened and counted: private memory",
      command: [bench.program, bench.path(manyItems), "-c", "count"], expects: "items",
      mostRuns: 3, data: manyItems, isExplicit: true, watchesMemory: true)
  }
}
