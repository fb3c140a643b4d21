import Documents
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// Any sequence of commands leaves the engine's invariants true; one that fails changes nothing.
@Suite struct EngineRandomTests {
  private static let places = [
    "0", "1", "0.0", "0.1", "1.0", "2.1", "0.0.0", "0.1.2", "1.0.5", "9.9",
  ]
  private static let templates = [
    "down", "up", "page", "page up", "bottom", "top", "down 2 lines", "up 3 lines", "right 2",
    "left", "finish", "offset -4 --overscroll", "offset 9999 --overscroll", "bounce 2", "bounce",
    "offset 6 --row P", "goto P", "goto P middle", "select P", "tap P", "mark P", "lock P",
    "unlock",
    "insert P", #"insert P {"id": 7, "items": [1, {"id": 2}]}"#, "insert P [1, 2]", "delete P",
    "move P P", "update P id=5", "update P title=x", "insert P --only-table",
    "delete P --only-table",
    "delete P --only-data", "insert P --only-data", "batch begin", "batch commit", "batch commit",
    "batch rollback", "apply generated:sections=2,rows=3,items=4", "policy uikit", "policy ketable",
    "policy recyclerview", "policy flashlist", "policy none", "policy prebuilt", "nested none",
    "nested reload", "nested reset", "nested prebuilt", "nested orthogonal", "nested shared",
    "nested restore", "set pool-order fifo", "set pool-cap 1", "set kept-cells 2",
    "prefetch viewport",
    "set cell-prefetch 2", "images unguarded", "images deliver", "memory-warning", "reload",
    "reload rows P", "reconfigure", "reconfigure P", "reset", "undo", "undo 3", "redo", "stats",
    "explain", "filter id > 4", "filter off", "sort by id desc", "sort off", "flatten",
    "flatten off",
    "set viewport 30x9", "set viewport 60x14", "set row-height 3", "style value1", "toggle header",
    "toggle style",
    "style Cell1", "style Cell2 for P", "style product where id > 4", "style nowhere for P",
    "style off", "cell load Cell2", "cell unload Cell1", "overlay blended", "overlay none",
    "fields identifier=kind", "fields height=id", "fields off", "push P", "back", "estimate 2",
    "estimate off", "set conditional-writes all", "set header-style grouped", "shape",
  ]

  private func command(_ random: inout SeededGenerator) -> String {
    let template = Self.templates.randomElement(using: &random) ?? "down"
    return template.split(separator: "P", omittingEmptySubsequences: false).reduce(nil as String?) {
      guard let text = $0 else { return String($1) }
      return text + (Self.places.randomElement(using: &random) ?? "0") + $1
    } ?? template
  }

  private func fingerprint(_ session: Workspace) throws -> String {
    let table = try session.current().table
    return session.digest
      + "\(table.statistics)\(table.frameCount)\(session.history.batch?.changes.count ?? -1)"
  }

  @Test(arguments: [
    "sections=3,rows=4,items=6,kinds=2", "sections=2,rows=9,items=0,kinds=3", "sections=1,rows=0",
  ])
  func randomCommands(_ specification: String) throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var session = Workspace(environment: .checkout)
    try session.said("set viewport 40x12; open generated:\(specification)")
    // Taking back the opening would leave nothing to look at.
    session.forgetUndo()
    var log: [String] = []
    for _ in 0..<150 {
      let line = command(&random)
      log.append(line)
      let before = try fingerprint(session)
      let isCommit = line == "batch commit"
      let failed = session.failure(line) != nil
      let story = "seed \(seed): \(log.joined(separator: "; "))"
      // A batch that is refused is rolled back, so there the state before it began counts.
      if failed, !isCommit {
        let after = try fingerprint(session)
        if after != before { Issue.record("'\(line)' failed and changed something; \(story)") }
      }
      let violations = try session.current().table.invariantViolations()
      if !violations.isEmpty { Issue.record("\(violations); \(story)") }
      if failed, isCommit { #expect(session.history.batch == nil) }
    }
    if session.history.batch != nil { try session.said("batch rollback") }
  }

  /// A cell that is looked at late says what it would have said at once, whatever came in between.
  @Test(arguments: [
    "sections=3,rows=40,items=6,kinds=2", "sections=2,rows=90,items=0,kinds=3",
  ])
  func lookingChangesNothing(_ specification: String) throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var (watched, unwatched) = (
      Workspace(environment: .checkout), Workspace(environment: .checkout)
    )
    let opening = "set viewport 40x12; open generated:\(specification)"
    try watched.said(opening)
    try unwatched.said(opening)
    watched.forgetUndo()
    unwatched.forgetUndo()
    var log: [String] = []
    for step in 0..<200 {
      let line = command(&random)
      log.append(line)
      let failure = watched.failure(line)
      #expect(unwatched.failure(line).map { "\($0)" } == failure.map { "\($0)" })
      guard let table = watched.levels.last?.table else { break }
      let shown = table.snapshot()
      if step % 8 != 7 { continue }
      let found = try unwatched.current().table.snapshot()
      if found != shown {
        Issue.record("seed \(seed): \(log.joined(separator: "; "))")
        return
      }
    }
    #expect(try fingerprint(watched) == fingerprint(unwatched))
  }
}
