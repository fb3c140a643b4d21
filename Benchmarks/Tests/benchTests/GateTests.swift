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
    let rows = [
      try Self.row("view-1000-static", milliseconds), try Self.row("head-1000", 4),
    ]
    let line = try #require(Gate.all[0].verdict(for: rows, margin: 1)).line
    #expect(
      line
        == "gate first screen: view-1000-static is \(ratio) x head-1000, at most 4.0: \(verdict)")
    #expect(Gate.all.dropFirst().allSatisfy { $0.verdict(for: rows, margin: 1) == nil })
  }

  @Test(arguments: [(10, "100.00", "holds"), (16, "160.00", "fails")])
  func limitsCountSteps(_ milliseconds: Int, _ each: String, _ verdict: String) throws {
    let limit = try #require(Limit.all.first { $0.measured == "engine-step" })
    var row = try Self.row("engine-step", milliseconds)
    #expect(limit.verdict(for: [row], margin: 1) == nil)
    row.steps = 100
    let line = limit.verdict(for: [row], margin: 1)?.line
    #expect(line == "limit engine-step: \(each) µs a step, at most 150.00: \(verdict)")
  }

  @Test func whatIsTheSameInBothIsTakenOff() throws {
    let gate = try #require(Gate.all.first { $0.name == "memory speed" })
    let rows = [
      try Self.row(gate.measured, 500), try Self.row(gate.reference, 300),
      try Self.row("filter-prefix", 200), try Self.row("read-memory", 100),
    ]
    let line = try #require(gate.verdict(for: rows, margin: 1)).line
    #expect(line.hasSuffix("at most 1.67: holds") && line.contains("is 1.50 x"))
    #expect(gate.verdict(for: Array(rows.prefix(3)), margin: 1) == nil)
  }

  /// The start is a case of its own, and the limit waits for it.
  @Test(arguments: [(70, "20.00", "holds"), (90, "40.00", "fails")])
  func limitsTakeOffTheStart(_ milliseconds: Int, _ each: String, _ verdict: String) throws {
    let limit = try #require(Limit.all.first { $0.measured == "viewport-1m" })
    var row = try Self.row("viewport-1m", milliseconds)
    row.steps = 1000
    #expect(limit.verdict(for: [row], margin: 1) == nil)
    let once = try Self.row("viewport-1m-once", 50)
    let line = limit.verdict(for: [row, once], margin: 1)?.line
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
    #expect(limit.verdict(for: rows, margin: 1)?.holds == true)
    let gate = Gate(name: "g", measured: "case.b", reference: "case.a", most: 1.4)
    let verdict = try #require(gate.verdict(for: rows, margin: 1))
    #expect(verdict.line.hasSuffix("is 1.50 x case.a, at most 1.4: fails") && !verdict.holds)
  }

  @Test(arguments: ["", "a: 10 ns", "a: 10 ns\nb: none", "a: 10 ns\nb: 0 ns", "a: 5\nb: 5 ns"])
  func aCaseWithoutItsFiguresFails(_ output: String) {
    let benchmark = BenchmarkCase(
      name: "case", purpose: "", command: ["program"], tells: ["a", "b"])
    #expect(throws: BenchError.self) { try benchmark.told(in: output) }
    #expect(FigureTable.rows(of: benchmark, .absent).map(\.name) == ["case"])
  }

  @Test(arguments: [(1_000_000, 50, 250), (10_000_000, 50, 2500), (20_000_000, 100, 5000)])
  func limitsOfSortingGrowWithTheRecords(_ records: Int, _ first: Int, _ all: Int) throws {
    #expect(Limit.ofSorting(records).map(\.most) == [.milliseconds(first), .milliseconds(all)])
  }

  @Test(arguments: [(4000, "holds"), (20_000, "fails")])
  func limitsOfMemory(_ kilobytes: Int, _ verdict: String) throws {
    let limit = try #require(MemoryLimit.all.first)
    let sample = Sample(
      wall: .zero, peakKilobytes: 1_000_000, privateKilobytes: kilobytes)
    let row = FigureTable.Row(
      name: limit.measured, outcome: .measured(try #require(Summary([sample]))), purpose: "")
    let line = try #require(limit.verdict(for: [row], margin: 1)).line
    #expect(line.hasSuffix("\(kilobytes) KiB of private memory, at most 16384: \(verdict)"))
    #expect(limit.verdict(for: [], margin: 1) == nil)
  }

  @Test func aMarginWidensTimesAndNotMemory() throws {
    let gate = Gate(name: "g", measured: "a", reference: "b", most: 2)
    let rows = [try Self.row("a", 50), try Self.row("b", 10)]
    #expect(gate.verdict(for: rows, margin: 2)?.holds == false)
    let widened = try #require(gate.verdict(for: rows, margin: 3))
    #expect(widened.holds && widened.line == "gate g: a is 5.00 x b, at most 6.0: holds")
    var row = try Self.row("c", 30)
    row.steps = 10
    let limit = Limit(measured: "c", most: .milliseconds(1))
    #expect([2, 3].map { limit.verdict(for: [row], margin: $0)?.holds } == [false, true])
    let sample = Sample(wall: .zero, peakKilobytes: 1, privateKilobytes: 2)
    let figures = Outcome.measured(try #require(Summary([sample])))
    let memory = FigureTable.Row(name: "m", outcome: figures, purpose: "")
    let most = MemoryLimit(measured: "m", mostKilobytes: 1)
    #expect(most.verdict(for: [memory], margin: 100)?.holds == false)
  }

  @Test func tellsTheMemoryOfAProcess() throws {
    let own = try #require(Sample.privateKilobytes(of: getpid()))
    #expect((1...1_000_000).contains(own))
    #expect(Sample.privateKilobytes(of: -1) == nil)
  }
}
