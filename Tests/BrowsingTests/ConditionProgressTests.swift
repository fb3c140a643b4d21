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

  @Test(arguments: ["filter id > 500", "count id > 500"])
  func columnsThatAreReadShowHowFarTheyAre(command: String) throws {
    let records = (0..<Self.count).map { #"{"id":\#($0),"word":"hay"}"# }
    let data = try TemporaryFolder().write("hay.ndjson", records.joined(separator: "\n"))
    let session = BrowsingSession(["open \(data)"], columns: 80, lines: 24)
    let (gate, meter) = (Gate(), session.shell.session.environment.meter)
    // Work stands still once records are counted.
    session.shell.session.environment.isInterrupted = {
      (meter.reading?.done ?? 0) > 0 ? gate.wait() : false
    }
    var seen: [String] = []
    session.terminal.beforeKey = {
      guard session.browser.working != nil else { return }
      usleep(400_000)
      seen.append(session.lines.last ?? "")
      if seen.count == 2 { gate.open() }
    }
    let typed = command.replacing(" ", with: "_")
    session.press(": \"\(typed)\" Enter Meanwhile Ctrl-L Meanwhile Ctrl-L Ctrl-L")
    let name = command.prefix { $0 != " " }
    #expect(seen.dropFirst().first?.contains(/^\w+: [\d,]+ of 20,000 records/) == true, "\(seen)")
    #expect(seen.dropFirst().first?.hasPrefix(name) == true, "\(seen)")
    #expect(session.run.map(\.line) == [command])
    #expect(session.shell.session.levels[0].columns.paths == [["id"]])
  }
}
