import Testing

@testable import bench

struct FiguresTests {
  @Test(arguments: [
    ([5], 5), ([9, 1], 5), ([3, 1, 2], 2), ([40, 10, 20, 30], 25),
  ])
  func median(times: [Int], expected: Int) throws {
    let samples = times.map { Sample(wall: .milliseconds($0), peakKilobytes: $0) }
    let summary = try #require(Summary(samples))
    #expect(summary.median == .milliseconds(expected))
    #expect(summary.shortest == .milliseconds(times.min() ?? 0))
    #expect(summary.longest == .milliseconds(times.max() ?? 0))
    #expect(summary.peakKilobytes == times.max())
  }

  @Test func nothingMeasuredHasNoSummary() {
    #expect(Summary([]) == nil)
  }

  @Test(arguments: [
    (Duration.microseconds(1_239), "1.23"), (.seconds(2), "2000.00"), (.microseconds(50), "0.05"),
  ])
  func milliseconds(duration: Duration, text: String) {
    #expect(FigureTable.milliseconds(duration) == text)
  }

  @Test func memoryAtTheFloorIsMarked() throws {
    let rows = try [("small", 3072), ("large", 9216)].map { name, peak in
      let summary = try #require(Summary([Sample(wall: .zero, peakKilobytes: peak)]))
      return FigureTable.Row(name: name, outcome: .measured(summary), purpose: "x")
    }
    let lines = FigureTable(rows: rows, floorKilobytes: 4096).lines
    #expect(lines[1].hasSuffix(" <= 4.00  x"))
    #expect(lines[2].hasSuffix("    9.00  x"))
  }

  @Test func tableAlignsItsColumns() throws {
    let sample = Sample(wall: .milliseconds(12), peakKilobytes: 2048)
    let table = FigureTable(rows: [
      .init(name: "startup", outcome: .measured(try #require(Summary([sample]))), purpose: "a"),
      .init(name: "jq", outcome: .absent, purpose: "b"),
      .init(name: "cat", outcome: .failed(.exited(program: "cat", status: 1)), purpose: "c"),
    ])
    #expect(
      table.lines == [
        "case     runs  min ms  median ms  max ms  peak MiB  what it measures",
        "startup     1   12.00      12.00   12.00      2.00  a",
        "jq          -       -          -       -         -  not installed",
        "cat         -       -          -       -         -  failed: 'cat' ended with exit status 1",
      ])
  }
}
