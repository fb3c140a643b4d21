import CommandLanguage
import Documents
import TableEngine
import TableModel
import Testing
import Workspaces

@testable import Commands

/// What is said of platforms outside of the notes and the rules.
@Suite struct PlatformTests {
  private static let platforms = [
    "UIKit", "UITable", "UICollection", "RecyclerView", "FlashList", "Android", "iOS",
  ]
  private static let kinds = ["documented", "measured", "historical", "our choice", "explain"]

  /// Help leaves statements about platforms to `explain`, or says what they rest on.
  @Test func helpSaysWhatItsStatementsRestOn() {
    let commands = CommandTable.standard.commands.map { ($0.name, $0.discussion) }
    let topics = HelpTopic.all.map { ($0.name, $0.text) }
    #expect(commands.count > 80 && topics.count > 10)
    for (name, text) in commands + topics where Self.platforms.contains(where: text.contains) {
      #expect(Self.kinds.contains { text.contains($0) }, "\(name)")
    }
  }
}

@Suite struct StatisticsTests {
  /// A platform's counters have its names, for people, for machines and for conditions.
  @Test func callsHaveThePlatformsNames() throws {
    var session = try plain()
    try session.said("policy recyclerview; set cell-prefetch 0; down 2; up 1")
    let text = try session.said("stats")
    #expect(text.contains("calls  onCreateViewHolder 7 · onBindViewHolder 7"))
    try session.said("expect rows.onBindViewHolder == rows.cellForRow AND rows.onViewRecycled == 0")
    try session.said("policy uikit")
    #expect(try !session.said("stats").contains("onBindViewHolder"))
  }

  /// What makes the engine start afresh says so, and the statistics begin with it.
  @Test(arguments: [
    "set pool-cap 3", "set pool-order fifo", "set kept-cells 2", "set initial-fill descending",
    "policy none", "reuse off", "nested reset", "set chunk 2",
  ])
  func aRestartSaysSo(_ line: String) throws {
    var session = try plain()
    let note = "the engine restarts and counts from here"
    #expect(try session.said("repeat 4 down; " + line).hasSuffix(note))
    #expect(try session.said("stats").hasPrefix("6 frames · counted from frame 6"))
    #expect(try !session.said(line).hasSuffix(note))
  }

  /// After a restart there is nothing to compare with, even when as much has happened since.
  @Test func aRestartEndsTheComparison() throws {
    var session = try plain()
    try session.said("repeat 3 down; stats; policy none; reset; repeat 3 down")
    #expect(try !session.said("stats").contains("since the last stats"))
  }

  /// A table that comes into the place in memory of another that has gone is another table.
  @Test func anotherTableEndsTheComparison() throws {
    var session = try Workspace.over("pulse.plist")
    var places: Set<ObjectIdentifier> = []
    for _ in 0..<20 {
      #expect(try !session.said("push 0.0; stats").contains("since"))
      places.insert(ObjectIdentifier(try #require(session.levels.last).table))
      try session.said("back")
      session.forgetUndo()
    }
    // Under the address sanitizer nothing comes into the place of what has gone.
    final class Probe {}
    let placesOfProbes = Set((0..<20).map { _ in ObjectIdentifier(Probe()) })
    #expect(
      places.count < 20 || placesOfProbes.count == 20, "no table came into the place of another")
  }

  private func plain() throws -> Workspace {
    var session = try Workspace.over("rows.json")
    try session.said("set viewport 40x5; set header-height 0; reset")
    return session
  }

  @Test func theSecondTellsWhatHappenedSince() throws {
    var session = try plain()
    #expect(try !session.said("stats").contains("since"))
    let text = try session.said("repeat 2 down; stats")
    #expect(text.contains("since the last stats: 2 frames"))
    #expect(text.contains("  rows   requests 2 · created 1 · reused 1 · recycled 2"))
    #expect(try session.said("stats").contains("since the last stats: 0 frames"))
    #expect(try !session.said("stats --reset; stats").contains("since"))
  }

  @Test func framesHaveAPrice() throws {
    var session = try plain()
    try session.said("set frame-budget 20; set cost-create 3; set cost-bind 1; reset; down")
    let text = try session.said("stats")
    #expect(text.contains("cost   24 in all · 4 in the last frame"))
    #expect(text.contains("hitch  none over the budget of 20"))
    #expect(try session.said("down 3; stats").contains("cost   33 in all"))
  }

  @Test func viewsOfHeadersAreCounted() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("down 2; expect headers.requests == 6 AND headers.recycled == 2")
    let text = try session.said("stats")
    #expect(text.contains("\nviews "))
    #expect(text.contains("\n  header "))
    #expect(!text.contains("footer"))
    let json = try session.run(line: "stats --json").flatMap(\.json).joined()
    #expect(json.contains("\"supplementary\": [{\"identifier\": \"header\", \"requests\": 6"))
  }

  @Test func prefetchesOfItemsHaveBooksOfTheirOwn() throws {
    var session = try Workspace.over("pulse.plist")
    try session.said("prefetch 2; right 1; expect itemPrefetchHits == 1 AND itemPrefetchLate == 0")
    try session.said("left 1; expect itemPrefetchWaste == 2")
    #expect(try session.said("stats").contains("  ahead  1 items hit · 2 items waste"))
  }

  @Test func prefetchesAreToldApart() throws {
    var session = try plain()
    try session.said("prefetch 2; stats --reset; repeat 2 down; up 1; down 5")
    let text = try session.said("stats")
    #expect(text.contains(" hit") && text.contains(" waste") && text.contains(" late"))
  }

  @Test func aNameARowIsWarnedOf() throws {
    var session = try plain()
    try session.said("fields identifier=title; reset; repeat 9 down")
    #expect(try session.said("stats").contains("so many identifiers"))
  }

  @Test func jsonHasTheSame() throws {
    var session = try plain()
    try session.said("stats; down")
    let output = try session.run(line: "stats --json")
    let text = try #require(output.first?.json.first)
    let stats = try #require(Value(json: text)?.record)
    #expect(stats["schema"] == .string("shelf.stats.1"))
    #expect(Value.record(stats)[path: FieldPath([.key("since"), .key("frames")])] == .integer(1))
    let created = FieldPath([.key("since"), .key("rows"), .key("created")])
    #expect(Value.record(stats)[path: created] == .integer(1))
    #expect(stats["frameTotals"]?.record?["budget"] == .integer(16))
    #expect(stats["lastFrame"]?.record?["cost"] == .integer(10))
  }
}

@Suite struct ExplainTests {
  @Test(arguments: [
    ("down", "gets a new cell, Row#6: the pool of 'Row' was empty (dequeue)"),
    ("repeat 2 down", "takes Row#1 from the pool of 'Row', the one that came last (pool-order)"),
    ("repeat 2 down", "1 request, 1 cell left: asked first"),
    ("reload", "all cells went through their pools (reload)"),
    ("policy none; down", "nothing is ever reused (none)"),
    (
      "policy flashlist; down",
      "those that left went first and could serve those that came (flashlist)"
    ),
    ("policy recyclerview; repeat 2 down; up", "comes back with"),
    ("set pool-order fifo; repeat 2 down", "the one that came first"),
    ("memory-warning; down", "the pool of 'Row' was empty"),
    ("policy prebuilt; down", "to keep"), ("prefetch 1; down", "its data is asked for in advance"),
    ("offset 0", "no cell came or went"), ("reload rows 0.2", "row 0.2"),
  ])
  func tellsWhatTheLastFrameDid(_ line: String, _ words: String) throws {
    var session = try Workspace.over("rows.json")
    try session.said("set viewport 40x5; set header-height 0; reset; \(line)")
    let text = try session.said("explain")
    #expect(text.contains(words), "\(text)")
    #expect(try session.said("explain") == text)
  }

  @Test func everyTopicOfAFrameIsExplained() throws {
    var session = try Workspace.over("pulse.plist")
    for line in ["reset", "down", "right 3", "page", "reload", "memory-warning; bottom"] {
      try session.said(line)
      for topic in FrameExplanation(of: try session.current().table).topics {
        #expect(EngineNote.named(topic) != nil, "\(topic)")
      }
    }
  }

  @Test(arguments: EngineNote.all.map(\.topic))
  func everyTopicHasAPage(_ topic: String) throws {
    var session = Workspace(environment: .checkout)
    let text = try session.said("explain \(topic)")
    #expect(text.hasPrefix("\(topic): "))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func aRuleShowsItsTopics() throws {
    var session = Workspace(environment: .checkout)
    let text = try session.said("explain rule 43")
    #expect(text.hasPrefix("rule 43: section-index, index-letters\n\nsection-index: documented"))
    #expect(text.hasSuffix("see also: section-index, rule 43"))
    #expect(text.contains("\n\nindex-letters: this program's own choice\n\nThe letters are"))
  }

  @Test func ownChoicesAreToldFromDocumentedOnes() throws {
    var session = Workspace(environment: .checkout)
    #expect(try session.said("explain order").contains("this program's own choice"))
    #expect(try session.said("explain prepare for reuse").contains("documented behaviour"))
    #expect(session.failure("explain poool")?.hint == "did you mean 'pool'?")
    let topics = try session.said("explain topics")
    for note in EngineNote.all { #expect(topics.contains(note.topic)) }
  }
}

@Suite struct ExpectTests {
  /// A condition that cannot fail, or cannot hold, is a mistake.
  @Test(arguments: [
    ("cout != 5", "did you mean `cost`?"), ("settings.poolOrdr != \"x\"", "`settings.poolOrder`"),
    ("rows.stale.stile != 1", "`rows.stale.style`"), ("ALL cells.txt != \"x\"", "`cells.text`"),
    ("count != \"25\"", "numbers and truth values are written without quotes"),
    ("focus != 0.0", "text is written in quotes"),
  ])
  func unknownNamesAreRefused(_ condition: String, _ hint: String) throws {
    var session = try Workspace.over("rows.json")
    let error = session.failure("expect \(condition)")
    #expect(error?.hint?.contains(hint) == true, "\(String(describing: error))")
  }

  /// Records may have a key another time; `set strict on` wants it now.
  @Test func keysOfRecordsNeedNotBeThere() throws {
    var session = try Workspace.over("rows.json")
    let condition = "expect NONE records.error != nil AND records[FIRST].title == \"Row 0\""
    try session.said(condition)
    try session.said("filter title == 'none'; expect NONE records.error != nil; filter off")
    try session.said("expect NONE cells.stale != \"\" AND editing == nil AND marked.@count == 0")
    try session.said("set strict on")
    #expect(session.failure(condition)?.code == ErrorCode.predicateSyntax.rawValue)
  }
}

@Suite struct CompareTests {
  private func numbers(_ text: String, _ name: String) -> [Substring] {
    let line = text.split(separator: "\n").first { $0.hasPrefix("  \(name) ") } ?? ""
    return line.split(separator: " ")
  }

  @Test func whatWasTypedRunsUnderBoth() throws {
    var session = Workspace(environment: .checkout)
    try session.said("set viewport 40x5; open rows.json; repeat 4 down")
    let text = try session.said("compare uikit none")
    #expect(numbers(text, "created") == ["created", "6", "9", "+3"])
    #expect(numbers(text, "reused") == ["reused", "3", "0", "-3"])
    #expect(try session.said("compare uikit none") == text)
    // Nothing happens to the table that is open.
    try session.said("expect frames == 5")
  }

  @Test func undoneCommandsDoNotCount() throws {
    var session = try Workspace.over("rows.json")
    try session.said("repeat 4 down; undo 2; redo; undo")
    #expect(try session.said("compare uikit none").contains("over the 2 commands"))
    try session.said("redo 2")
    #expect(session.history.journal.lines == ["down", "down", "down", "down"])
  }

  @Test func filesAndSettingsCanBeCompared() throws {
    var environment = Environment.checkout
    environment.read = { _ in "nested reload # left out\nright 4\nrepeat 5 down\n# a comment\n" }
    var session = Workspace(environment: environment)
    try session.said("open generated:rows=20,items=9; nested shared")
    let text = try session.said("compare nested=reload nested=reset x.shelf")
    #expect(text.contains("compared over x.shelf"))
    #expect(text.contains("stale inner offset"))
    let json = try #require(
      session.run(line: "compare uikit none x.shelf --json").first?.json.first)
    let sides = try #require(Value(json: json)?.record?["sides"]?.array)
    #expect(sides.map { $0.record?["name"]?.string } == ["uikit", "none"])
  }

  /// What a script writes would be in the way of the other side, and stay.
  @Test func scriptsWriteNothing() throws {
    var environment = Environment.checkout
    environment.read = { _ in "down 4\nexport zz.json\n" }
    environment.write = { path, _, _ in throw DataError.notFound(file: path) }
    var session = Workspace(environment: environment)
    try session.said("open rows.json")
    #expect(try session.said("compare uikit none x.shelf").contains("compared over x.shelf"))
  }

  /// The table at the end of the script is compared, as 'stats' shows it.
  @Test func tablesThatWerePushedAreCompared() throws {
    var session = Workspace(environment: .checkout)
    try session.said("set viewport 60x10; open catalog.json; push; repeat 3 down")
    let text = try session.said("compare uikit none")
    try session.said(
      "expect visible == \(try #require(numbers(text, "visible").last(where: { $0 != "=" })))")
    try session.said("expect requests == \(numbers(text, "requests")[1])")
  }

  @Test func aScriptThatFailsSaysWhere() throws {
    var environment = Environment.checkout
    environment.read = { _ in "down\ncompare uikit none\n" }
    var session = Workspace(environment: environment)
    try session.said("open rows.json")
    let error = session.failure("compare uikit none x.shelf")
    #expect(error?.description.contains("line 2 of x.shelf fails under 'uikit'") == true)
  }
}
