import TableModel
import Testing

@testable import TableEngine

@Suite struct SelectionTests {
  func makeTable(
    _ mode: SelectionMode = .single, content: FakeContent = FakeContent(rows: 40)
  ) throws -> Table {
    let table = Table(
      content: content, metrics: .plain(height: 600, row: 60),
      configuration: .with { $0.selection = mode })
    try table.makeFrame()
    _ = table.takeTrace()
    return table
  }

  func events(_ table: Table) -> [String] {
    table.takeTrace().map { "\($0.kind.rawValue) \($0.address.map(\.description) ?? "-")" }
  }

  @Test func aTapAsksAndTellsInOrder() throws {
    let table = try makeTable()
    try table.tap(Address(0, 1))
    #expect(events(table) == ["highlight 0.1", "willSelect 0.1", "didSelect 0.1"])
    try table.tap(Address(0, 2))
    #expect(
      events(table) == [
        "highlight 0.2", "willSelect 0.2", "willDeselect 0.1", "didDeselect 0.1", "didSelect 0.2",
      ])
    #expect(table.snapshot().rows.map(\.cell.isSelected).prefix(4) == [false, false, true, false])
    #expect(table.frameCount == 1)
  }

  @Test func theDelegateMayRefuseOrChooseAnother() throws {
    let table = try makeTable()
    table.willSelect = { _ in nil }
    #expect(try table.tap(Address(0, 1)) == .refused)
    #expect(events(table) == ["highlight 0.1", "willSelect 0.1"])
    table.willSelect = { _ in Address(0, 7) }
    #expect(try table.tap(Address(0, 1)) == .selected(Address(0, 7)))
    #expect(table.selection == [Address(0, 7)])
  }

  @Test func severalToggle() throws {
    let table = try makeTable(.multiple)
    try table.tap(Address(0, 1))
    try table.tap(Address(0, 2))
    #expect(try table.tap(Address(0, 1)) == .deselected(Address(0, 1)))
    #expect(table.selection == [Address(0, 2)])
  }

  @Test func selectingInCodeCallsNobody() throws {
    let table = try makeTable()
    try table.select([Address(0, 3)])
    try table.select([Address(0, 4)])
    #expect(events(table) == [])
    #expect(table.selection == [Address(0, 4)])
    try table.deselect()
    #expect(table.selection.isEmpty)
  }

  @Test func selectionBelongsToTheTableAndNotToTheCell() throws {
    let table = try makeTable()
    try table.tap(Address(0, 0))
    try table.scroll(by: 60)
    try table.scroll(by: 60)
    #expect(!table.snapshot().rows.contains { $0.cell.isSelected })
    try table.scroll(to: 0)
    #expect(table.snapshot().rows.map(\.cell.isSelected).prefix(2) == [true, false])
    #expect(table.statistics[0].stale.selection == 0)
    table.reloadData()
    #expect(table.selection.isEmpty)
    #expect(!table.snapshot().rows.contains { $0.cell.isSelected })
  }

  @Test func aTableOnAScrollViewLeaksTheSelection() throws {
    let table = Table(
      content: FakeContent(rows: 40), metrics: .plain(height: 600, row: 60),
      configuration: .with {
        $0.policy = .ketable
        $0.poolOrder = .lifo
      })
    try table.makeFrame()
    try table.select([Address(0, 0)])
    for _ in 0..<6 { try table.scroll(by: 60) }
    #expect(table.statistics[0].stale.selection > 0)
  }

  @Test(arguments: [
    (Accessory.detail, "accessoryTapped 0.0"), (.detailDisclosure, "accessoryTapped 0.0"),
    (.checkmark, "highlight 0.0"), (.disclosure, "highlight 0.0"), (.none, "highlight 0.0"),
  ])
  func onlyDetailAccessoriesAnswer(accessory: Accessory, first: String) throws {
    let content = FakeContent(rows: 3)
    content.sections[0][0].accessory = accessory
    let table = try makeTable(content: content)
    let outcome = try table.tapAccessory(Address(0, 0))
    #expect(events(table).first == first)
    #expect(
      outcome
        == (accessory.isInteractive
          ? .accessory(Address(0, 0)) : .notInteractive(then: .selected(Address(0, 0)))))
  }

  @Test func stripRowsAreNotSelectableButTheirItemsAre() throws {
    let table = try makeTable(content: FakeContent(strips: 3, items: 4))
    #expect(throws: EngineError.notSelectable(Address(0, 0))) { try table.tap(Address(0, 0)) }
    #expect(throws: EngineError.noItem(Address(0, 0, 4))) { try table.tap(Address(0, 0, 4)) }
    #expect(throws: EngineError.noRow(Address(0, 3))) { try table.select([Address(0, 3)]) }
    #expect(throws: EngineError.incompleteAddress(Address(0))) { try table.tap(Address(0)) }
    try table.tap(Address(0, 0, 2))
    #expect(table.snapshot().rows[0].strip?.cells.map(\.isSelected) == [false, false, true, false])
  }

  @Test func aStateBringsEverythingBack() throws {
    let content = FakeContent(strips: 20, items: 20)
    let table = Table(
      content: content,
      metrics: TableMetrics(
        viewport: Size(width: 30, height: 30), rowHeight: 10, cellSize: Size(width: 10, height: 10),
        headerHeight: 0, footerHeight: 0))
    try table.makeFrame()
    try table.scroll(row: Address(0, 1), to: 35)
    try table.tap(Address(0, 1, 4))
    try table.setFocus(Address(0, 1, 4))
    try table.scroll(by: 10)
    let (state, before) = (table.state, table.snapshot())
    try table.scroll(row: Address(0, 1), to: 0)
    try table.scroll(to: 100)
    try table.deselect()
    try table.setFocus(nil)
    let frames = table.frameCount
    table.restore(state)
    #expect(table.frameCount == frames + 1)
    #expect(table.state == state)
    let after = table.snapshot()
    #expect(after.rows.map(\.strip?.offset) == before.rows.map(\.strip?.offset))
    #expect(
      after.rows.map { $0.strip?.cells.map(\.isSelected) }
        == before.rows.map { $0.strip?.cells.map(\.isSelected) })
    #expect(after.focus == before.focus)
  }
}
