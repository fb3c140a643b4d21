import CommandLanguage
import Testing
import Workspaces

@testable import Commands

/// Nothing that is printed depends on the order of a set or a dictionary, which is another in each
/// run of the program.
@Suite struct RunOrderTests {
  /// Cells that wait for their own rows are thrown away in the order in which they were made, behind
  /// those on the screen.
  @Test func waitingCellsAreDiscardedInOrder() throws {
    var session = try Workspace.over("service.ndjson")
    try session.said("reuse prebuilt; index by message; policy none")
    let lines = try session.run(line: "trace --all --json").flatMap(\.json)
    let serials = lines.filter { $0.contains(#""event": "discard""#) }.compactMap { line in
      line.split(separator: "#").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }
    let falls = zip(serials, serials.dropFirst()).count { $0 > $1 }
    #expect(serials.count > 40 && falls <= 1, "\(serials)")
  }
}
