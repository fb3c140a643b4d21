import TableModel
import TestSeeds
import Testing

@testable import TableEngine

@Suite struct UpdateTests {
  func makeTable(_ content: FakeContent) throws -> Table {
    let table = Table(content: content, metrics: .plain(height: 600, row: 60))
    try table.makeFrame()
    return table
  }

  @Test func rowsThatStayKeepTheirCells() throws {
    let content = FakeContent(rows: 20)
    let table = try makeTable(content)
    try table.select([Address(0, 5)])
    try table.setFocus(Address(0, 5))
    content.sections[0].remove(at: 2)
    content.sections[0].insert(FakeContent.Row(name: "new"), at: 0)
    _ = content.takeConfigured()
    try table.performUpdates([.delete(Address(0, 2)), .insert(Address(0, 0))])
    #expect(table.texts == ["new", "r0", "r1", "r3", "r4", "r5", "r6", "r7", "r8", "r9"])
    #expect(content.takeConfigured() == [Address(0, 0)])
    #expect(table.selection == [Address(0, 5)])
    #expect(table.mapping[5] == "5:6")
    #expect(table.focus == Address(0, 5))
    #expect(table.rowTotals.created == 11)
  }

  @Test func rowsMoveBetweenSections() throws {
    let content = FakeContent([
      (0..<3).map { .init(name: "a\($0)") }, (0..<3).map { .init(name: "b\($0)") },
    ])
    let table = try makeTable(content)
    try table.select([Address(0, 1)])
    let row = content.sections[0].remove(at: 1)
    content.sections[1].insert(row, at: 3)
    try table.performUpdates([.move(from: Address(0, 1), to: Address(1, 3))])
    #expect(table.texts == ["a0", "a2", "b0", "b1", "b2", "a1"])
    #expect(table.selection == [Address(1, 3)])
    #expect(table.rowTotals.created == 6)
    #expect(table.rowTotals.recycled == 0)
  }

  @Test func sectionsComeAndGo() throws {
    let content = FakeContent([
      [.init(name: "a")], [.init(name: "b")], [.init(name: "c")],
    ])
    let table = try makeTable(content)
    content.sections.remove(at: 0)
    content.sections.append([.init(name: "d"), .init(name: "e")])
    try table.performUpdates([.delete(Address(0)), .insert(Address(2))])
    #expect(table.texts == ["b", "c", "d", "e"])
    #expect(table.rowTotals.created == 5)
    content.sections.swapAt(0, 2)
    try table.performUpdates([
      .move(from: Address(0), to: Address(2)), .move(from: Address(2), to: Address(0)),
    ])
    #expect(table.texts == ["d", "e", "c", "b"])
    #expect(table.rowTotals.created == 5)
  }

  @Test func itemsAreInsertedIntoAStrip() throws {
    let content = FakeContent(strips: 2, items: 5)
    let table = try makeTable(content)
    content.sections[0][1].items?.insert("new", at: 0)
    content.sections[0][1].items?.removeLast()
    _ = content.takeConfigured()
    try table.performUpdates([.insert(Address(0, 1, 0)), .delete(Address(0, 1, 4))])
    #expect(table.itemTexts[1].prefix(2) == ["new", "s1i0"])
    #expect(content.takeConfigured() == [Address(0, 1, 0)])
  }

  @Test func aReloadedItemTakesANewCell() throws {
    let content = FakeContent(strips: 1, items: 5)
    let table = try makeTable(content)
    let created = table.itemTotals.created
    content.sections[0][0].items?[1] = "changed"
    try table.reloadRows([Address(0, 0, 1)])
    #expect(table.itemTexts[0][1] == "changed")
    #expect(table.itemTotals.created == created + 1)
    #expect(table.rowTotals.created == 1)
  }

  // MARK: Refusals

  struct Refusal: Sendable, CustomTestStringConvertible {
    var updates: [TableUpdate]
    var countAfter: Int
    var message: String
    var testDescription: String { updates.map(\.description).joined(separator: ", ") }
  }

  /// A table of one section of twenty rows.
  @Test(arguments: [
    Refusal(
      updates: [.delete(Address(0, 99))], countAfter: 19,
      message: "attempt to delete row 99 from section 0 which only contains 20 rows "
        + "before the update"),
    Refusal(
      updates: [.insert(Address(0, 100))], countAfter: 21,
      message: "attempt to insert row 100 into section 0, but there are only 21 rows in section 0 "
        + "after the update"),
    Refusal(
      updates: [.delete(Address(0, 0))], countAfter: 20,
      message: "Invalid update: invalid number of rows in section 0. The number of rows contained "
        + "in an existing section after the update (20) must be equal to the number of rows "
        + "contained in that section before the update (20), plus or minus the number of rows "
        + "inserted or deleted from that section (0 inserted, 1 deleted) and plus or minus the "
        + "number of rows moved into or out of that section (0 moved in, 0 moved out)."),
    Refusal(
      updates: [.delete(Address(0, 3)), .move(from: Address(0, 3), to: Address(0, 0))],
      countAfter: 19, message: "conflicting updates: two updates in section 0 of row 3"),
    Refusal(
      updates: [.insert(Address(0, 3)), .insert(Address(0, 3))], countAfter: 22,
      message: "conflicting updates: two updates in section 0 of row 3"),
    Refusal(
      updates: [.delete(Address(4))], countAfter: 20,
      message: "attempt to delete section 4, but there are only 1 sections before the update"),
  ])
  func impossibleUpdatesChangeNothing(_ refusal: Refusal) throws {
    let content = FakeContent(rows: 20)
    let table = try makeTable(content)
    try table.select([Address(0, 4)])
    let before = (table.snapshot(), table.statistics, table.allTrace, table.state)
    content.sections[0] = (0..<refusal.countAfter).map { .init(name: "x\($0)") }
    let error = try #require(throws: EngineError.self) {
      try table.performUpdates(refusal.updates)
    }
    #expect(error.description == refusal.message)
    #expect(table.snapshot() == before.0)
    #expect(table.statistics == before.1)
    #expect(table.allTrace == before.2)
    #expect(table.state == before.3)
  }

  @Test func theSectionBalanceIsChecked() throws {
    let table = try makeTable(FakeContent([]))
    table.content = FakeContent(rows: 1)
    #expect(
      throws: EngineError.invalidUpdate(
        .sectionBalance(before: 0, after: 1, inserted: 0, deleted: 0))
    ) { try table.performUpdates([]) }
  }

  @Test func aChangeBehindTheTableIsFoundAtTheNextFrame() throws {
    let content = FakeContent(rows: 20)
    let table = try makeTable(content)
    content.sections[0].removeLast()
    #expect(throws: EngineError.changedBehindTable(section: 0, before: 20, after: 19)) {
      try table.scroll(by: 60)
    }
    #expect(table.offset == 0)
    #expect(table.frameCount == 1)
    table.reloadData()
    try table.scroll(by: 60)
    #expect(table.rowCount == 19)
  }

  // MARK: Reconfiguring

  @Test func reconfiguringMakesAndMovesNothing() throws {
    let content = FakeContent(rows: 20)
    let table = try makeTable(content)
    content.sections[0][3].name = "new"
    _ = content.takeConfigured()
    try table.reconfigure([Address(0, 3)])
    #expect(table.texts[3] == "new")
    #expect(content.takeConfigured() == [Address(0, 3)])
    #expect(table.rowTotals.created == 10)
    #expect(table.rowTotals.requests == 10)
    #expect(table.statistics[0].callbacks.cellForRow == 11)
    #expect(table.statistics[0].callbacks.prepareForReuse == 0)
    #expect(table.mapping == (0..<10).map { "\($0):\($0 + 1)" })
  }

  @Test func reconfiguringWithAnotherIdentifierIsRefused() throws {
    let content = FakeContent(rows: 20)
    let table = try makeTable(content)
    content.sections[0][3].identifier = "Other"
    content.sections[0][1].name = "new"
    #expect(
      throws: EngineError.identifierChanged(Address(0, 3), from: "Cell", to: "Other")
    ) { try table.reconfigure() }
    #expect(table.texts[1] == "r1")
  }
}

@Suite struct DifferenceTests {
  struct Case: Sendable {
    var old: [Int]
    var new: [Int]
    var deletes: Set<Int> = []
    var inserts: Set<Int> = []
    var moves: [Int: Int]?
  }

  @Test(arguments: [
    Case(old: [1, 2], new: [2, 1], moves: [0: 1, 1: 0]),
    Case(
      old: [0, 1, 2, 3, 4, 5, 6, 7, 8], new: [0, 2, 3, 4, 7, 6, 9, 5, 10], deletes: [1, 8],
      inserts: [6, 8], moves: [5: 7, 7: 4]),
    Case(old: [7, 1, 2, 3, 7], new: [7, 1, 2, 3, 7], moves: [:]),
    Case(old: [], new: [1, 2], inserts: [0, 1], moves: [:]),
    Case(old: [1, 2], new: [], deletes: [0, 1], moves: [:]),
  ])
  func vectors(_ test: Case) {
    let difference = ListDifference(from: test.old, to: test.new)
    #expect(Set(difference.deletes) == test.deletes)
    #expect(Set(difference.inserts) == test.inserts)
    let moves = Dictionary(uniqueKeysWithValues: difference.moves.map { ($0.from, $0.to) })
    if let expected = test.moves { #expect(moves == expected) }
  }

  /// The example that came with the method.
  @Test func aSentence() {
    let old =
      "much writing is like snow , a mass of long words and phrases falls upon the "
      + "relevant facts covering up the details ."
    let new =
      "a mass of latin words falls upon the relevant facts like soft snow , covering up "
      + "the details ."
    let difference = ListDifference(
      from: old.split(separator: " "), to: new.split(separator: " "))
    #expect(difference.deletes == [0, 1, 2, 9, 11, 12])
    #expect(difference.inserts == [3, 11])
  }

  @Test func shiftsGiveBothSides() {
    let moves = ListDifference(from: [1, 2, 3, 4, 5, 6, 7], to: [1, 4, 5, 2, 3, 6, 7]).moves
    #expect(moves.contains(ListDifference.Move(from: 3, to: 1)))
    #expect(moves.contains(ListDifference.Move(from: 1, to: 3)))
  }

  @Test func fewerOfTheSame() {
    let difference = ListDifference(from: [5, 5, 5, 5], to: [5, 5])
    #expect(4 - difference.deletes.count + difference.inserts.count == 2)
  }

  /// The library's difference agrees on what is gone and what is new when all are different.
  @Test func agreesWithTheStandardLibrary() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let old = Array(0..<Int.random(in: 0...12, using: &random)).shuffled(using: &random)
      let new = Array(0..<20).shuffled(using: &random).prefix(
        Int.random(in: 0...12, using: &random))
      let mine = ListDifference(from: old, to: Array(new))
      let gone = Set(old).subtracting(new)
      #expect(Set(mine.deletes.map { old[$0] }) == gone, "seed \(seed)")
      #expect(Set(mine.inserts.map { new[$0] }) == Set(new).subtracting(old), "seed \(seed)")
    }
  }

  @Test func repeatedIdentitiesAreNamed() {
    let twice = TableIdentities(sections: [.init(identity: "s", rows: ["a", "b", "a", "b", "c"])])
    #expect(throws: EngineError.duplicateIdentities(["a", "b"])) {
      try twice.updates(to: TableIdentities(sections: []))
    }
  }
}

/// What an update leaves behind in caches and strips; each of these once showed a wrong cell.
@Suite struct UpdateRemainsTests {
  @Test func theCellOfADeletedRowIsNotKeptForTheRowThatTakesItsPlace() throws {
    let content = FakeContent(rows: 30)
    let table = Table(
      content: content, metrics: .plain(height: 100, row: 10),
      configuration: .with { $0.keptCells = 4 })
    try table.makeFrame()
    content.sections[0].remove(at: 1)
    try table.performUpdates([.delete(Address(0, 1))])
    try table.scroll(by: 20)
    try table.scroll(by: -20)
    #expect(table.texts.prefix(3) == ["r0", "r2", "r3"])
  }

  @Test(arguments: [ReusePolicy.uikit, .ketable, .flashlist, .recyclerview, .prebuilt])
  func theRowThatTakesThePlaceOfADeletedOneHasItsOwnItems(_ policy: ReusePolicy) throws {
    let content = FakeContent(strips: 6, items: 5)
    content.sections[0][5].items?.removeLast(3)
    let table = Table(
      content: content, metrics: .plain(height: 100, row: 20),
      configuration: .with {
        $0.policy = policy
        $0.keptCells = 3
      })
    try table.makeFrame()
    content.sections[0].remove(at: 4)
    try table.performUpdates([.delete(Address(0, 4))])
    let last = try #require(table.snapshot().rows.last)
    #expect(last.strip?.cells.map(\.content.text) == ["s5i0", "s5i1"])
    // The next update knows how many items there are.
    content.sections[0][4].items?.removeLast()
    try table.performUpdates([.delete(Address(0, 4, 1))])
    #expect(table.snapshot().rows.last?.strip?.cells.count == 1)
  }

  /// A strip that keeps all of its former row is written for the row it has now.
  @Test func reconfiguringAsksForNoItemOfAFormerRow() throws {
    let content = FakeContent(strips: 12, items: 2)
    content.sections[0][0].items = (0..<5).map { "s0i\($0)" }
    let table = Table(
      content: content, metrics: .plain(height: 20, row: 20),
      configuration: .with {
        $0.nested = .none
        $0.keptCells = 2
        $0.cellPrefetch = 1
      })
    try table.makeFrame()
    for row in 0..<8 {
      try table.scroll(to: row * 20)
      try table.scroll(row: Address(0, row), to: 200)
      for other in 0..<12 { try table.reconfigure([Address(0, other)]) }
    }
    let asked = content.configured.compactMap(\.item).max()
    #expect(asked == 4)
  }

  /// Where reloading leaves cells on the screen, each belongs to the row it stands for from then
  /// on.
  @Test func aCellThatStaysAfterAReloadBelongsToItsNewRow() throws {
    let content = FakeContent(strips: 6, items: 5)
    content.hasStableIdentities = true
    content.sections[0][5].items?.removeLast(4)
    let table = Table(
      content: content, metrics: .plain(height: 40, row: 20),
      configuration: .with {
        $0.policy = .ketable
        $0.nested = .prebuilt
      })
    try table.makeFrame()
    content.sections[0].reverse()
    table.reloadData()
    try table.scroll(to: 80)
    // The row whose cell the first one was gets a cell of its own.
    #expect(table.itemTexts.last?.prefix(2) == ["s0i0", "s0i1"])
    content.sections[0][5].items?.removeLast()
    try table.performUpdates([.delete(Address(0, 5, 4))])
    #expect(table.invariantViolations() == [])
  }

  /// Both happen in one frame: an item leaves its strip, and the strip's row leaves the screen.
  @Test func itemsTakenFromAStripLeaveWithTheirRow() throws {
    let content = FakeContent(strips: 8, items: 6)
    let table = Table(content: content, metrics: .plain(height: 60, row: 20))
    try table.makeFrame()
    content.sections[0].insert(
      contentsOf: (0..<3).map { FakeContent.Row(name: "new\($0)", identifier: "Cell") }, at: 0)
    content.sections[0][3].items?.remove(at: 1)
    try table.performUpdates(
      (0..<3).map { .insert(Address(0, $0)) } + [.delete(Address(0, 0, 1))])
    #expect(table.itemTotals.visible == 0)
    #expect(table.itemTotals.pooled == 1)
    #expect(table.invariantViolations() == [])
    try table.scroll(to: 60)
    #expect(table.itemTexts.first == ["s0i0", "s0i2", "s0i3", "s0i4"])
  }
}
