import Arranging
import Asking
import CommandLanguage
import Commands
import Foundation
import Opening
import Rendering
import ShellCore
import Synchronization
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Browsing

/// Work that stands still until it is let go.
final class Gate: Sendable {
  private let isOpen = Atomic<Bool>(false)
  private let isClosed = Atomic<Bool>(false)

  func open() { isOpen.store(true, ordering: .relaxed) }
  func stop() { isClosed.store(true, ordering: .relaxed) }
  var isStopped: Bool { isClosed.load(ordering: .relaxed) }

  /// Asked by work whether it should stop: it is held up here. What nobody lets go ends after half a
  /// minute, as if it was stopped.
  func wait() -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while !isOpen.load(ordering: .relaxed) {
      if isStopped || ContinuousClock.now > end { return true }
      usleep(1000)
    }
    return false
  }
}

/// Counts how often it is asked.
private final class Countdown: Sendable {
  private let left = Atomic(Int.max)
  func begin(_ count: Int) { left.store(count, ordering: .relaxed) }
  func isOver() -> Bool { left.subtract(1, ordering: .relaxed).newValue < 0 }
}

/// While a command is at work that takes long, the screen stays awake.
@Suite(.serialized) struct WorkingTests {
  private let folder: TemporaryFolder
  /// So many records that long work asks on its way whether it should stop.
  private let data: String

  init() throws {
    folder = try TemporaryFolder()
    let records = (0..<20_000).map { #"{"id":\#($0),"word":"\#($0 == 500 ? "needle" : "hay")"}"# }
    data = try folder.write("hay.ndjson", records.joined(separator: "\n"))
  }

  /// A session in which work over all records stands still until the gate is open.
  private func session(_ gate: Gate) -> BrowsingSession {
    let session = BrowsingSession(["open \(data)"], columns: 80, lines: 24)
    session.press("j")
    session.browser.requestStop = { gate.stop() }
    session.shell.session.environment.isInterrupted = { gate.wait() }
    return session
  }

  /// Calls something before each key that is pressed during work.
  private func during(_ session: BrowsingSession, _ steps: [() -> Void]) {
    var left = steps[...]
    session.terminal.beforeKey = {
      if session.browser.working != nil, let step = left.popFirst() { step() }
    }
  }

  @Test func keysActWhileASortIsAtWork() throws {
    let gate = Gate()
    let session = session(gate)
    var seen: [String] = []
    let note = { seen.append(session.lines.joined(separator: "|")) }
    during(session, [{ usleep(400_000) }, note, note, note, { gate.open() }])
    session.press(
      "S Meanwhile F1 Meanwhile Esc Meanwhile j Meanwhile i Meanwhile Ctrl-L k")
    try #require(seen.count == 3)
    #expect(seen[0].hasPrefix("Move|"))
    #expect(seen[1].contains("hay.ndjson") && seen[1].contains("sort: "))
    // Moving looks around in the table as it was, and a pane is opened for good.
    #expect(seen[2].contains("|▸"))
    #expect(
      session.run.map(\.line) == ["focus down", "sort by word desc", "detail on", "focus up"])
    #expect(session.shell.session.preferences.showsDetail)
    #expect(session.shell.session.levels[0].arrangement.sortKeys.count == 1)
  }

  /// What the first command prints opens no page while the second one is at work.
  @Test func onlyTheLastCommandOfAKeySpeaks() throws {
    let session = BrowsingSession(
      ["open \(data)", #"bind Z "distinct id; sort by word desc""#], columns: 80, lines: 24)
    session.shell.session.environment.isInterrupted = {
      usleep(60_000)
      return false
    }
    var commands: Set<String> = []
    session.terminal.isBusy = {
      if var progress = session.browser.working?.progress {
        commands.insert(String(progress.line(columns: 60).text.prefix { $0 != ":" }))
      }
      return session.browser.isWorking
    }
    session.press("Z")
    #expect(commands == ["distinct", "sort"])
    #expect(session.lines[0].contains("hay.ndjson"), "\(session.lines)")
  }

  /// The thread that waits for the pipe gets no signals.
  @Test func keysActWhileAPipeIsWaitedFor() throws {
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let gate = Gate()
    let session = BrowsingSession(["open catalog.json"], columns: 80, lines: 24)
    session.browser.requestStop = { gate.stop() }
    session.shell.session.environment = .standard { gate.isStopped }
    var seen: [String] = []
    let note = { seen.append(session.lines.joined(separator: "|")) }
    during(session, [{ usleep(400_000) }, note, note])
    session.press(": \"open_\(pipe)\" Enter Meanwhile j Meanwhile Ctrl-L Meanwhile Esc")
    try #require(seen.count == 2)
    #expect(seen[0].contains("open: "), "\(seen)")
    #expect(session.lines[0].contains("catalog.json"))
    // How far it was is no part of the message.
    let foot = session.lines.suffix(4)
    #expect(foot.contains { $0.contains("cancelled") }, "\(session.lines)")
    #expect(!foot.contains { $0.hasPrefix("open: ") }, "\(session.lines)")
  }

  @Test func keysThatNeedTheResultWait() {
    let gate = Gate()
    let session = session(gate)
    during(session, [{}, {}, {}, {}, { gate.open() }])
    session.press(
      "S Meanwhile g Meanwhile x Meanwhile : Meanwhile j Meanwhile Ctrl-L Backspace \"up\" Enter")
    // What waits is pressed as soon as the command is done: ':' has opened a line, 'j' was typed there.
    #expect(
      session.run.map(\.line) == ["focus down", "sort by word desc", "top", "select 0.0", "up"])
  }

  @Test func escapeClosesBeforeItStops() {
    let gate = Gate()
    let session = session(gate)
    session.press("i T")
    var isAtWork: [Bool] = []
    let note = { isAtWork.append(gate.isStopped) }
    during(session, Array(repeating: note, count: 6))
    session.press(
      "S Meanwhile F1 Meanwhile : Meanwhile Esc Meanwhile Esc Meanwhile Esc Meanwhile Esc Esc")
    #expect(gate.isStopped)
    let preferences = session.shell.session.preferences
    #expect(isAtWork == Array(repeating: false, count: 6))
    #expect(!preferences.showsTrace && !preferences.showsDetail)
    #expect(session.shell.session.levels[0].arrangement.sortKeys.isEmpty)
    #expect(session.browser.text == nil && session.browser.line == nil)
  }

  /// A search that was typed is not begun anew: the places were found while it was typed.
  @Test func enterKeepsWhatWasFound() throws {
    let session = BrowsingSession(["open catalog.json"], columns: 80, lines: 24)
    session.press("/ \"lamp\" Enter")
    let level = try #require(session.shell.session.levels.last)
    let key = KeptMatches.Key(
      text: "lamp", isQuoted: false, isWord: false, scope: .keysAndValues)
    #expect(level.matches[key, in: level.shown]?.count == 8)
    // Nothing is read for the same search: it would stop here.
    session.shell.session.environment.isInterrupted = { true }
    session.press("/ \"lamp\" Enter")
    #expect(session.lines.last?.hasPrefix("match 2 of 8") == true, "\(session.lines)")
  }

  /// Enter ends the line, not the counting: until that is done the table can be looked around in.
  @Test func keysActWhileAnEnteredSearchGoesOn() throws {
    let gate = Gate()
    let session = session(gate)
    var seen: [String] = []
    session.terminal.beforeKey = {
      guard session.browser.entered != nil else { return }
      usleep(350_000)
      seen.append(session.lines.joined(separator: "|"))
      if seen.count == 3 { gate.open() }
    }
    session.press("/ Meanwhile \"n\" Meanwhile Enter Meanwhile j Meanwhile j Meanwhile j Ctrl-L")
    try #require(seen.count >= 3)
    #expect(seen[0].contains("▸  1 ") || seen[0].contains("|▸  1"))
    #expect(seen[2].contains("|▸  2") || seen[2].contains("|▸  3"), "\(seen)")
    #expect(session.run.map(\.line) == ["focus down", "find --both n"])
    #expect(session.shell.session.levels[0].table.focus == Address(0, 500))
  }

  @Test func theFirstMatchIsShownWhileOthersAreCounted() throws {
    let session = BrowsingSession(["open \(data)"], columns: 80, lines: 12)
    session.press("j")
    let gate = Gate()
    let asked = Countdown()
    session.shell.session.environment.isInterrupted = { asked.isOver() ? gate.wait() : false }
    var seen: [String] = []
    session.terminal.beforeKey = {
      if session.browser.line?.editor.text == "needl" { asked.begin(600) }
      guard session.browser.live.isTrying("find --both needle") else { return }
      usleep(500_000)
      seen = session.lines
      if session.terminal.keys.count == 2 { gate.open() }
    }
    session.press("/ \"needle\" Meanwhile Left Meanwhile Left Enter")
    #expect(seen.contains { $0.hasPrefix("▸") && $0.contains("needle") }, "\(seen)")
    #expect(seen.dropLast().last?.contains("1 match") == true, "\(seen)")
    #expect(session.run.map(\.line).last == "find --both needle")
  }
}
