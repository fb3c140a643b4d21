import Foundation
import Testing
import Workspaces

@testable import Commands

/// `apply` takes over all of another version: what of it isn't shown is told as well.
@Suite struct HiddenDifferenceTests {
  private static let before =
    #"[{"id":1,"n":1},{"id":2,"n":2},{"id":3,"n":3},{"id":4,"n":4}]"#
  private static let after =
    #"[{"id":1,"n":9},{"id":3,"n":30},{"id":4,"n":4},{"id":5,"n":0}]"#

  private func applied(_ arrangement: String, _ new: String = after) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-apply-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("new.json").path
    try new.write(toFile: file, atomically: true, encoding: .utf8)
    var session = Workspace(environment: .checkout)
    session = try .over(json: Self.before)
    if !arrangement.isEmpty { try session.said(arrangement) }
    return try session.said("apply \(file)").split(separator: "\n").map(String.init)
  }

  @Test func whatAFilterHidesIsCounted() throws {
    let lines = try applied("filter id > 3")
    #expect(lines.first?.hasPrefix("1 inserted") == true)
    #expect(
      lines.dropFirst().first
        == "in all of the data: 1 deleted · 1 inserted · 2 changed, of which 3 are hidden by what"
        + " the table shows")
  }

  @Test func whatIsAllShownIsSaidOnce() throws {
    #expect(try !applied("").contains { $0.contains("in all") })
    #expect(try !applied("sort by id desc").contains { $0.contains("hidden") })
  }

  @Test func nothingShownIsNotNothing() throws {
    let lines = try applied(
      "filter id == 4", #"[{"id":1,"n":5},{"id":2,"n":2},{"id":3,"n":3},{"id":4,"n":4}]"#)
    #expect(lines.first == "nothing that is shown differs (by id)")
    #expect(lines.last?.hasPrefix("in all of the data: 1 changed, of which 1 is hidden") == true)
  }

  @Test func aKeyThatIsNotUniqueAmongAllIsSaid() throws {
    let lines = try applied("filter id == 4", #"[{"id":1},{"id":1},{"id":4,"n":5}]"#)
    #expect(lines.contains { $0.contains("has 'id' twice and was not compared") })
  }
}
