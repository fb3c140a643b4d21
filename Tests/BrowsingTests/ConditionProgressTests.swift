import Asking
import CommandLanguage
import Foundation
import ShellCore
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Browsing

/// A condition that columns answer says how far they are read.
@Suite struct ConditionProgressTests {
  /// So many records that columns are read for them.
  private static let count = 20_000

  @Test func columnsThatAreReadShowHowFarTheyAre() throws {
    let records = (0..<Self.count).map { #"{"id":\#($0),"word":"hay"}"# }
    let folder = try TemporaryFolder()
    let data = try folder.write("hay.ndjson", records.joined(separator: "\n"))
    let session = BrowsingSession(["open \(data)"], columns: 80, lines: 24)
    let (gate, meter) = (Gate(), session.shell.session.environment.meter)
    // Work stands still once some of the records are read.
    let isReading: @Sendable () -> Bool = {
      meter.reading.map { $0.whole == Self.count && $0.done > 0 } ?? false
    }
    session.shell.session.environment.isInterrupted = { isReading() ? gate.wait() : false }
    var seen: [String] = []
    session.terminal.beforeKey = {
      guard session.browser.working != nil else { return }
      let end = ContinuousClock.now + .seconds(20)
      while !isReading(), ContinuousClock.now < end { usleep(1000) }
      usleep(400_000)
      seen.append(session.lines.last ?? "")
      if seen.count == 2 { gate.open() }
    }
    session.press(": \"filter_id_>_500\" Enter Meanwhile Ctrl-L Meanwhile Ctrl-L Ctrl-L")
    try #require(seen.count == 2)
    #expect(seen[1].contains(/^filter: \d+ %, [\d,]+ of 20,000 records/), "\(seen)")
    #expect(session.run.map(\.line) == ["filter id > 500"])
    #expect(session.shell.session.levels.first?.columns.paths == [["id"]])
  }
}
