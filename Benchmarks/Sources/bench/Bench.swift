import Glibc

/// Runs the chosen cases and prints their figures.
struct Bench {
  let options: Options
  let workbench: Workbench

  /// - Returns: false when a case failed or a bound does not hold.
  func run() throws(BenchError) -> Bool {
    let cases = try chosenCases()
    if options.action == .list {
      for benchmark in cases { print("\(benchmark.name): \(benchmark.command)") }
      return true
    }
    guard ChildProcess.isInstalled(workbench.program) else {
      throw .noProgram(path: workbench.program)
    }
    try prepare(cases)
    return report(measure(cases), cases)
  }

  private func chosenCases() throws(BenchError) -> [BenchmarkCase] {
    let all = BenchmarkCase.all(on: workbench)
    guard !options.cases.isEmpty else {
      return options.action == .list ? all : all.filter { !$0.isExplicit }
    }
    var chosen: [BenchmarkCase] = []
    for name in options.cases {
      guard let benchmark = all.first(where: { $0.name == name }) else {
        throw .unknownCase(name, known: all.map(\.name))
      }
      chosen.append(benchmark)
    }
    return chosen
  }

  private func prepare(_ cases: [BenchmarkCase]) throws(BenchError) {
    for file in cases.flatMap(\.files) { try write(file.text, to: file.path) }
    for file in cases.flatMap({ [$0.data].compactMap { $0 } + $0.others })
    where access(workbench.path(file), R_OK) != 0 {
      StandardError.print("writing \(file.name)")
      try file.write(to: workbench.path(file))
    }
  }

  private func write(_ text: String, to path: String) throws(BenchError) {
    var writer = try FileWriter(path: path)
    try writer.write(text)
    try writer.finish()
  }

  /// Goes round the cases again and again, rather than through one after the other, so that a
  /// busy moment of the machine falls on all of them alike.
  private func measure(_ cases: [BenchmarkCase]) -> [Outcome] {
    var samples = cases.map { _ in [Sample]() }
    var failures = cases.map(warmUp)
    for round in 0..<options.runs {
      for (index, benchmark) in cases.enumerated()
      where failures[index] == nil && round < benchmark.mostRuns {
        do throws(BenchError) {
          samples[index].append(try sample(of: benchmark))
        } catch {
          failures[index] = .failed(error)
        }
      }
    }
    return zip(failures, samples).map { failure, samples in
      failure ?? Summary(samples).map(Outcome.measured) ?? .absent
    }
  }

  /// Runs a case once, with what it tells of itself.
  private func sample(of benchmark: BenchmarkCase) throws(BenchError) -> Sample {
    var child = child(for: benchmark)
    if benchmark.tells.isEmpty { return try child.measure() }
    child.output = "\(workbench.scratch)/output.txt"
    var sample = try child.measure()
    sample.told = try benchmark.told(in: FileReader.text(of: child.output))
    return sample
  }

  /// Runs a case once with its output checked.
  ///
  /// - Returns: what kept it from running, nil when it may be measured.
  private func warmUp(_ benchmark: BenchmarkCase) -> Outcome? {
    StandardError.print("warming up \(benchmark.name)")
    guard let program = benchmark.command.first, ChildProcess.isInstalled(program) else {
      return .absent
    }
    var child = child(for: benchmark)
    do throws(BenchError) {
      guard let expected = benchmark.expects else {
        _ = try child.measure()
        return nil
      }
      child.output = "\(workbench.scratch)/output.txt"
      _ = try child.measure()
      let output = try FileReader.text(of: child.output)
      guard output.contains(expected) else {
        return .failed(.wrongOutput(program: program, missing: expected))
      }
      return nil
    } catch {
      return .failed(error)
    }
  }

  private func child(for benchmark: BenchmarkCase) -> ChildProcess {
    ChildProcess(
      command: benchmark.command, environment: workbench.environment,
      watchesMemory: benchmark.watchesMemory)
  }

  private func report(_ outcomes: [Outcome], _ cases: [BenchmarkCase]) -> Bool {
    let rows = zip(cases, outcomes).flatMap { benchmark, outcome in
      FigureTable.rows(of: benchmark, outcome)
    }
    let table = FigureTable(rows: rows, floorKilobytes: Sample.ownPeakKilobytes)
    for line in table.lines { print(line) }
    let verdicts = bounds.compactMap { $0.verdict(for: rows, margin: options.margin) }
    for verdict in verdicts { print(verdict.line) }
    let hasFailed = outcomes.contains { if case .failed = $0 { true } else { false } }
    return !hasFailed && verdicts.allSatisfy(\.holds)
  }

  private var bounds: [any Bound] {
    Gate.all + BenchmarkCase.growthGates + Limit.all + Limit.ofSorting(workbench.records)
      + MemoryLimit.all
  }
}
