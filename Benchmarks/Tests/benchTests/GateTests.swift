import Glibc
import Testing

@testable import bench

@Suite struct GateTests {
  private static func row(_ name: String, _ milliseconds: Int) throws -> FigureTable.Row {
    let summary = Summary([Sample(wall: .milliseconds(milliseconds), peakKilobytes: 1)])
    return FigureTable.Row(name: name, outcome: .measured(try #require(summary)), purpose: "")
  }

  @Test(arguments: [(8, "2.00", "holds"), (16, "4.00", "holds"), (17, "4.25", "fails")])
  func comparesMedians(_ milliseconds: Int, _ ratio: String, _ verdict: String) throws {
    let rows = [try Self.row("view-1000", milliseconds), try Self.row("head-1000", 4)]
    let line = try #require(Gate.all[0].line(for: rows))
    #expect(
      line == "gate first screen: view-1000 is \(ratio) x head-1000, at most 4.0: \(verdict)")
    #expect(Gate.all.dropFirst().allSatisfy { $0.line(for: rows) == nil })
  }

  @Test(arguments: [(10, "100.00", "holds"), (16, "160.00", "fails")])
  func limitsCountSteps(_ milliseconds: Int, _ each: String, _ verdict: String) throws {
    let limit = try #require(Limit.all.first { $0.measured == "engine-step" })
    var row = try Self.row("engine-step", milliseconds)
    #expect(limit.line(for: [row]) == nil)
    row.steps = 100
    let line = limit.line(for: [row])
    #expect(line == "limit engine-step: \(each) µs a step, at most 150.00: \(verdict)")
  }

  @Test func whatIsTheSameInBothIsTakenOff() throws {
    let gate = try #require(Gate.all.first { $0.name == "memory speed" })
    let rows = [
      try Self.row(gate.measured, 500), try Self.row(gate.reference, 300),
      try Self.row("filter-prefix", 200), try Self.row("read-memory", 100),
    ]
    let line = try #require(gate.line(for: rows))
    #expect(line.hasSuffix("at most 1.67: holds") && line.contains("is 1.50 x"))
    #expect(gate.line(for: Array(rows.prefix(3))) == nil)
  }

  /// The start is a case of its own, and the limit waits for it.
  @Test(arguments: [(70, "20.00", "holds"), (90, "40.00", "fails")])
  func limitsTakeOffTheStart(_ milliseconds: Int, _ each: String, _ verdict: String) throws {
    let limit = try #require(Limit.all.first { $0.measured == "viewport-1m" })
    var row = try Self.row("viewport-1m", milliseconds)
    row.steps = 1000
    #expect(limit.line(for: [row]) == nil)
    let line = limit.line(for: [row, try Self.row("viewport-1m-once", 50)])
    #expect(line == "limit viewport-1m: \(each) µs a step, at most 30.00: \(verdict)")
  }

  @Test func timesThatAreToldAreFigures() throws {
    let all = ["case", "case.a", "case.b"]
    let benchmark = BenchmarkCase(
      name: "case", purpose: "", command: ["program"], tells: ["a", "b"])
    let outputs = [
      "a: 10 ns by the clock, 7 at best\nb: 20 ns\n", "x\nb: 40 ns\na: 30 ns by the clock",
    ]
    let samples = try outputs.map { output in
      Sample(wall: .seconds(1), peakKilobytes: 1, told: try benchmark.told(in: output))
    }
    let outcome = Outcome.measured(try #require(Summary(samples)))
    let rows = FigureTable.rows(of: benchmark, outcome)
    #expect(rows.map(\.name) == all)
    let medians = rows.map { row -> Duration? in
      guard case .measured(let summary) = row.outcome else { return nil }
      return summary.median
    }
    #expect(medians == [.seconds(1), .nanoseconds(20), .nanoseconds(30)])
    let limit = Limit(measured: "case.a", most: .nanoseconds(10))
    #expect(try #require(limit.line(for: rows)).hasSuffix("holds"))
    let gate = Gate(name: "g", measured: "case.b", reference: "case.a", most: 1.4)
    #expect(try #require(gate.line(for: rows)).hasSuffix("is 1.50 x case.a, at most 1.4: fails"))
  }

  @Test(arguments: ["", "a: 10 ns", "a: 10 ns\nb: none", "a: 10 ns\nb: 0 ns", "a: 5\nb: 5 ns"])
  func aCaseWithoutItsFiguresFails(_ output: String) {
    let benchmark = BenchmarkCase(
      name: "case", purpose: "", command: ["program"], tells: ["a", "b"])
    #expect(throws: BenchError.self) { try benchmark.told(in: output) }
    #expect(FigureTable.rows(of: benchmark, .absent).map(\.name) == ["case"])
  }

  @Test func limitsOfSortingGrowWithTheRecords() throws {
    #expect(Limit.ofSorting(10_000_000).map(\.most) == [.milliseconds(50), .milliseconds(2500)])
  }

  @Test(arguments: [(4000, "holds"), (20_000, "fails")])
  func limitsOfMemory(_ kilobytes: Int, _ verdict: String) throws {
    let limit = try #require(MemoryLimit.all.first)
    let sample = Sample(
      wall: .zero, peakKilobytes: 1_000_000, privateKilobytes: kilobytes)
    let row = FigureTable.Row(
      name: limit.measured, outcome: .measured(try #require(Summary([sample]))), purpose: "")
    let line = try #require(limit.line(for: [row]))
    #expect(line.hasSuffix("\(kilobytes) KiB of private memory, at most 16384: \(verdict)"))
    #expect(limit.line(for: []) == nil)
  }

  @Test func tellsTheMemoryOfAProcess() throws {
    let own = try #require(Sample.privateKilobytes(of: getpid()))
    #expect((1...1_000_000).contains(own))
    #expect(Sample.privateKilobytes(of: -1) == nil)
  }
}
