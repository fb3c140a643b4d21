import CommandLanguage
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

@Suite struct ScrollViewTableTests {
  private func started() throws -> Workspace {
    var session = Workspace(environment: .checkout)
    try session.said("scenario scroll-view")
    return session
  }

  @Test func withoutAFrameThereIsNoWork() throws {
    let session = try started()
    let table = try session.current().table
    var metrics = table.metrics
    metrics.viewport = Size(width: 0, height: 0)
    table.setMetrics(metrics)
    table.resetStatistics()
    for _ in 0..<3 { try table.makeFrame() }
    table.reloadData()
    #expect(table.statistics[0].totals.requests == 0)
    #expect(table.statistics[0].callbacks.willDisplay == 0)
  }

  @Test(arguments: [
    ("none", 1250, 11, 0), ("heightForRow", 1000, 13, 0), ("willDisplayCell", 1250, 11, 11),
    ("all", 1000, 13, 13),
  ])
  func methodsAreOptional(
    _ methods: String, _ height: Int, _ requests: Int, _ displays: Int
  ) throws {
    var session = try started()
    try session.said("set delegate \(methods); reset")
    let table = try session.current().table
    #expect(table.contentHeight == height)
    #expect(table.statistics[0].totals.requests == requests)
    #expect(table.statistics[0].callbacks.willDisplay == displays)
  }

  @Test(arguments: ["reload", "filter title != nil", "set delegate heightForRow"])
  func thePoolIsDrained(_ line: String) throws {
    var session = try started()
    try session.said("offset 40; offset 45; expect rows.pooled == 1; stats --reset; \(line)")
    try session.said("expect rows.pooled == 0 AND rows.discarded == 1")
  }

  @Test func otherPoliciesFindAllMethods() throws {
    var session = try started()
    try session.said("set delegate none; policy uikit; reset")
    try session.said("expect contentHeight == 1000 AND rows.willDisplay == 12; tap 0.0")
    #expect(try session.said("trace --verbose").contains("didSelect"))
  }

  @Test(arguments: ["didSelectRow,nosuch", "", "all,none"])
  func unknownMethodsAreRefused(_ text: String) throws {
    var session = try started()
    #expect(session.failure("set delegate \"\(text)\"")?.code == "bad-value")
  }

  @Test(arguments: [DequeueStyle.registered, .optional])
  func anEmptyPoolGivesACellOrNothing(_ style: DequeueStyle) throws {
    var session = Workspace(environment: .checkout)
    try session.said("set dequeue \(style.rawValue); open Datasets/rows.json; repeat 4 down")
    let statistics = try session.current().table.statistics[0]
    let expected = style == .optional ? statistics.totals.created : 0
    #expect(statistics.totals.reused > 0)
    #expect(statistics.callbacks.dequeueNil == expected)
    #expect(try session.said("trace --all --verbose").contains("dequeueNil") == (expected > 0))
  }

  @Test func pointsAreAUnitOfScrolling() throws {
    var session = try started()
    try session.said("down 5 points; expect offset == 5; up 2 points; expect offset == 3")
    try session.said("scenario pulse; right 7 points")
    #expect(try session.current().table.stripOffset(ofRow: Address(0, 0)) == 7)
    try session.said("left 3 points")
    #expect(try session.current().table.stripOffset(ofRow: Address(0, 0)) == 4)
  }

  @Test func whatIsLeftUntoldStaysOnTheScreen() throws {
    var session = try Workspace.over("rows.json")
    #expect(try session.said("update 0.0 title=New --only-data").hasSuffix("was not told"))
    #expect(try !session.said("view --table").contains("New"))
    try session.said("reload")
    #expect(try session.said("view --table").contains("New"))
  }

  /// Headers are none of its business, but rows below them are shown.
  @Test(arguments: ["top", "goto 1", "bottom; top", "offset 1; offset 0"])
  func rowsBelowAHeaderAreShown(_ line: String) throws {
    let rows = (0..<40).map { "{\"x\":\($0)}" }.joined(separator: ",")
    let sections = (0..<3).map { "{\"title\":\"s\($0)\",\"rows\":[\(rows)]}" }
    var session = try Workspace.over(json: "[" + sections.joined(separator: ",") + "]")
    try session.said("shape --sections SELF --rows rows --title title; policy ketable; " + line)
    let table = try session.current().table
    #expect(table.visibleRows.count > 5)
    #expect(table.visibleRows.first == Address(line == "goto 1" ? 1 : 0, 0))
  }
}
