import CommandLanguage
import Documents
import Foundation
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

/// Records that are known by a key: what belongs to them follows them.
@Suite struct IdentityTests {
  private static let before =
    #"[{"id":1,"n":"one"},{"id":2,"n":"two"},{"id":3,"n":"three"},{"id":4,"n":"four"},{"n":"five"}]"#
  private static let after =
    #"[{"id":9,"n":"nine"},{"id":4,"n":"FOUR"},{"n":"five"},{"id":2,"n":"two"},{"id":1,"n":"one"}]"#

  private func session(_ line: String = "set identity id") throws -> Workspace {
    var session = try Workspace.over(json: Self.before)
    try session.said("fields text=n; \(line)")
    return session
  }

  private func selected(_ session: Workspace) throws -> [String] {
    let level = try session.current()
    return level.table.selection.sorted().map { level.presenter.content(for: $0).text }
  }

  @Test func theSelectionFollowsItsRecords() throws {
    var session = try session("set identity id; selection multiple; select 0.1 0.3; goto 0.3")
    for line in ["filter id > 1", "sort by n", "group by n", "group off", "reload", "sort off"] {
      try session.said(line)
      #expect(Set(try selected(session)) == ["two", "four"], "\(line)")
      let level = try session.current()
      #expect(level.table.focus.map { level.presenter.content(for: $0).text } == "four", "\(line)")
    }
    // Those that are filtered out are deselected, as by a snapshot without them.
    try session.said("filter id > 2; filter off")
    #expect(try selected(session) == ["four"])
  }

  @Test(arguments: ["reload", "filter id > 0", "sort by n desc"])
  func withoutAKeyAReloadDropsIt(_ line: String) throws {
    var session = try session("select 0.1")
    try session.said(line)
    #expect(try selected(session) == [])
  }

  /// A record without the key is known by its place, which is no identity.
  @Test func recordsWithoutTheKeyAreKnownByTheirPlaces() throws {
    var session = try session("set identity id; selection multiple; select 0.1 0.4; sort by n")
    #expect(try selected(session) == ["two"])
    #expect(try session.said("status").contains("by id (stable), of 1 record from places"))
    #expect(
      try session.run(line: "status --json").flatMap(\.json).joined()
        .contains(#""identity": {"key": "id", "stable": true, "unnamed": 1}"#))
    _ = try session.said("set identity --reset")
    #expect(try session.said("status").contains("identity   from places (unstable)"))
  }

  @Test func aReloadFindsRecordsByTheirNames() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-identity-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("live.json")
    try Data(Self.before.utf8).write(to: file)
    var session = Workspace(environment: .checkout)
    try session.said("open \(file.path); fields text=n; set identity id; selection multiple")
    try session.said("select 0.1 0.2; goto 0.3")
    try Data(Self.after.utf8).write(to: file)
    try session.said("reload")
    #expect(try selected(session) == ["two"])
    #expect(try session.current().table.focus == Address(0, 1))
    // Two records of one name are refused, and the table stays as it was.
    try Data(Self.after.replacingOccurrences(of: "9", with: "4").utf8).write(to: file)
    let before = session.digest
    let failed = session.failure("reload")
    let error = try #require(failed)
    #expect("\(error)" == "identities are not unique: '4'")
    #expect(session.digest == before)
    #expect(try session.current().presenter.content(for: Address(0, 0)).text == "nine")
    let refused = session.failure("open \(file.path)")
    #expect(refused != nil)
    #expect(session.digest == before)
  }

  @Test(arguments: [
    #"insert 0.0 {"id": 3}"#, "update 0.0 id=4", "filter id > 0; update 0.1 id=4", "set identity t",
  ])
  func repeatedNamesAreAnError(_ line: String) throws {
    var session = try Workspace.over(
      json: #"[{"id":1,"t":"x"},{"id":2,"t":"y"},{"id":3,"t":"x"},{"id":4,"t":"z"}]"#)
    try session.said("set identity id; select 0.1")
    let statements = line.split(separator: ";").map(String.init)
    for statement in statements.dropLast() { try session.said(statement) }
    let before = session.digest
    let failed = session.failure(statements.last ?? "")
    let error = try #require(failed)
    #expect("\(error)".hasPrefix("identities are not unique: '"))
    #expect(session.digest == before)
  }

  /// Edits under a filter move places: focus and selection stay with their records.
  @Test func editsUnderAFilterKeepTheChoice() throws {
    var session = try session("set identity id; filter id > 0; select 0.2; goto 0.2")
    try session.said("delete 0.0")
    #expect(try selected(session) == ["three"])
    #expect(try session.current().table.focus == Address(0, 1))
    try session.said("undo; set identity --reset; goto 0.2; delete 0.0")
    #expect(try session.current().table.focus == Address(0, 1))
  }

  @Test func aNewVersionIsComparedByTheKey() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-identity-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("next.json")
    try Data(Self.after.replacingOccurrences(of: "id", with: "no").utf8).write(to: file)
    var session = try Workspace.over(json: Self.before.replacingOccurrences(of: "id", with: "no"))
    let said = try session.said("fields text=n; set identity no; select 0.1; apply \(file.path)")
    #expect(said.contains("(by no)"))
    #expect(try selected(session) == ["two"])
  }

  /// Rows of items are known by their titles, in any arrangement.
  @Test func offsetsFollowTitles() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("right 2 --row Health; right 3 --row Science; set identity Title")
    let offset = { (title: String) throws -> Int? in
      let level = try session.current()
      let places = (0..<level.table.sectionCount).filter {
        level.presenter.section($0)?.title == title
      }
      return places.first.flatMap { level.table.stripOffset(ofRow: Address($0, 0)) }
    }
    let (health, science) = (try offset("Health"), try offset("Science"))
    #expect(health != 0 && science != 0)
    for line in ["filter Title CONTAINS 'a'", "filter off", "sort sections desc", "reload"] {
      try session.said(line)
      #expect(try offset("Health") == health, "\(line)")
      #expect(try offset("Science") == science, "\(line)")
    }
    try session.said("set identity --reset")
    #expect(try offset("Science") == science)
    try session.said("undo")
    #expect(try offset("Science") == science)
  }

  @Test func otherTablesAreKnownByTheirPlaces() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("set identity Title; push 0.0.1")
    #expect(try session.said("status").contains("from places (unstable): no record has Title"))
    try session.said("back")
    #expect(try session.said("explain identity").contains("here: by Title (stable)"))
    #expect(
      try session.run(line: "stats --json").flatMap(\.json).joined()
        .contains(#""identity": {"key": "Title", "stable": true}"#))
  }
}
