import Asking
import CommandLanguage
import Commands
import Foundation
import Opening
import Synchronization
import Testing
import Workspaces

@testable import ShellCore

@Suite struct ProgressTests {
  private static func records(_ done: Int, of whole: Int?) -> WorkMeter.Reading {
    WorkMeter.Reading(unit: .records, done: done, whole: whole)
  }

  @Test func theLineTellsRateAndTimeLeft() {
    var words = ProgressWords("filter")
    #expect(words.line(nil, after: 0.4, width: 99) == "filter: 0 s")
    let first = words.line(Self.records(1000, of: 10_000), after: 0.5, width: 99)
    #expect(first == "filter: 10 %, 1,000 of 10,000 records, 5 s left, 2,000 records/s")
    let second = words.line(Self.records(5000, of: 10_000), after: 2.5, width: 99)
    #expect(second == "filter: 50 %, 5,000 of 10,000 records, 3 s left, 2,000 records/s")
  }

  @Test func whatMatchesIsCountedMeanwhile() {
    let meter = WorkMeter()
    meter.begin(.records, of: 10_000)
    meter.note(1000)
    #expect(meter.reading == Self.records(1000, of: 10_000))
    meter.note(matching: 1234)
    var words = ProgressWords("filter")
    #expect(
      words.line(meter.reading, after: 0.5, width: 99)
        == "filter: 10 %, 1,000 of 10,000 records, 1,234 match, 5 s left, 2,000 records/s")
    meter.begin(.records, of: 10)
    #expect(meter.reading?.matching == nil)
  }

  @Test func anotherPartHasARateOfItsOwn() {
    var words = ProgressWords("distinct")
    _ = words.line(Self.records(10_000, of: 10_000), after: 1, width: 99)
    #expect(
      words.line(Self.records(2000, of: 10_000), after: 2, width: 99)
        == "distinct: 20 %, 2,000 of 10,000 records")
    #expect(
      words.line(Self.records(3000, of: 10_000), after: 3, width: 99)
        == "distinct: 30 %, 3,000 of 10,000 records, 7 s left, 1,000 records/s")
  }

  @Test func otherUnitsAndUnknownEnds() {
    var words = ProgressWords("save")
    let bytes = WorkMeter.Reading(unit: .bytes, done: 30_000_000, whole: 60_000_000)
    #expect(words.line(bytes, after: 10, width: 99) == "save: 50 %, 30 MB, 10 s left, 3 MB/s")
    words = ProgressWords("find")
    #expect(
      words.line(Self.records(500, of: nil), after: 1, width: 99)
        == "find: 500 records, 500 records/s")
    words = ProgressWords("bottom")
    let part = WorkMeter.Reading(unit: .thousandths, done: 10, whole: 1000)
    #expect(words.line(part, after: 1.5, width: 99) == "bottom: 1 %, 2 min 29 s left")
  }

  @Test(arguments: 0...70)
  func theLineFits(width: Int) {
    var words = ProgressWords("filter")
    let line = words.line(Self.records(1000, of: 10_000), after: 0.5, width: width)
    #expect(line.count <= width)
    #expect(line.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
  }

  /// What the terminal gets: nothing for short work; for long work a line that is gone at the end.
  @Test func onlyLongWorkIsShown() {
    let written = Mutex("")
    let write = { @Sendable (text: String) in written.withLock { $0 += text } }
    let line = ProgressLine(WorkMeter(), width: { 40 }, write: write)
    for _ in 0..<50 { line.during("down") {} }
    #expect(written.withLock { $0 }.isEmpty)
    let end = Date(timeIntervalSinceNow: 20)
    line.during("find") {
      while written.withLock({ $0 }).isEmpty, Date() < end { Thread.sleep(forTimeInterval: 0.01) }
    }
    let text = written.withLock { $0 }
    #expect(text.hasPrefix("\rfind: "))
    #expect(text.hasSuffix("  \r") && !text.contains("\u{1B}") && !text.contains("\n"))
  }

  @Test func commandsTellHowFarTheyHaveCome() throws {
    // A meter of its own: that of the standard environment is everybody's.
    var session = Workspace(environment: .standard { false })
    _ = try session.open(path: "generated:rows=9000")
    for command in [
      "find zzzz", "filter price > 1000", "schema", "distinct maker", "sort by title",
    ] {
      session.environment.meter.reset()
      let statement = try #require(Statement.statements(in: command).first)
      _ = try? session.run(statement)
      let reading = try #require(session.environment.meter.reading, "\(command)")
      #expect(reading.unit == .records && reading.whole == 9000, "\(command)")
      #expect(reading.done > 0 || !command.hasPrefix("find"), "\(command)")
    }
  }
}
