import TableModel
import Testing

@testable import Arranging

/// A table of very many plain rows that exist only when asked for.
struct EndlessTable: TableSource {
  var rowCount: Int
  var itemsPerRow: Int?
  /// Counts that aren't final yet.
  var isGrowing = false

  func counts() -> Counts {
    if isGrowing { return Counts(sections: .atLeast(1), rows: .atLeast(1), items: .atLeast(0)) }
    return Counts(
      sections: .exact(1), rows: .exact(rowCount), items: .exact(rowCount * (itemsPerRow ?? 0)))
  }

  func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    range.contains(0) ? [SectionInfo(rows: .exact(rowCount))] : []
  }

  func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    let range = range.clamped(to: 0..<rowCount)
    return Array(repeating: RowInfo(items: itemsPerRow.map { .exact($0) }), count: range.count)
  }

  func records(
    _ range: Range<Int>, inSection section: Int, fields: [FieldPath]
  ) throws(DataError) -> RecordBatch {
    var batch = RecordBatch(fields: fields)
    for row in range.clamped(to: 0..<rowCount) { batch.append(.integer(row)) }
    return batch
  }

  func items(
    _ range: Range<Int>, inRow row: Address, fields: [FieldPath]
  ) throws(DataError) -> RecordBatch {
    var batch = RecordBatch(fields: fields)
    for item in range.clamped(to: 0..<(itemsPerRow ?? 0)) { batch.append(.integer(item)) }
    return batch
  }

  func value(at address: Address) throws(DataError) -> Value? {
    address.row.map { .integer(address.item ?? $0) }
  }

  func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    for row in 0..<rowCount {
      for item in 0..<(itemsPerRow ?? 1) {
        let address = Address(0, row, itemsPerRow == nil ? nil : item)
        guard try visit(address, .integer(address.item ?? row)) else { return }
      }
    }
  }
}

@Suite struct ScaleTests {
  @Test func identityCostsNothing() throws {
    let table = try ArrangedTable(
      base: EndlessTable(rowCount: 1_000_000_000_000), arrangement: Arrangement())
    #expect(table.counts().rows == .exact(1_000_000_000_000))
    let batch = try table.records(
      999_999_999_990..<999_999_999_995, inSection: 0, fields: [.itself])
    #expect(batch.text(0, 0) == "999999999990")
    #expect(table.address(ofBase: Address(0, 77)) == Address(0, 77))
  }

  @Test func longStripsFlattenToRuns() throws {
    let base = EndlessTable(rowCount: 4, itemsPerRow: 1_000_000_000)
    let flat = try base.flattened()
    #expect(flat.counts().rows == .exact(4_000_000_000))
    let batch = try flat.records(1_999_999_999..<2_000_000_002, inSection: 0, fields: [.itself])
    #expect((0..<batch.count).map { batch.text($0, 0) } == ["999999999", "0", "1"])
    #expect(flat.baseAddress(of: Address(0, 3_000_000_001)) == Address(0, 3, 1))
  }

  @Test func whatStillGrowsIsReadToItsEnd() throws {
    let growing = EndlessTable(rowCount: 5, itemsPerRow: 3, isGrowing: true)
    #expect(try growing.flattened().counts().rows == .exact(15))
    #expect(ArrangedTable(base: growing).counts().rows == .atLeast(1))
  }

  @Test func aFilterOfManyRowsKeepsBits() throws {
    let table = try EndlessTable(rowCount: 200_000).filtered { address, _ in
      (address.row ?? 0) % 3 != 1
    }
    guard case .narrowed(let sections) = table.layout, case .bitmap(let bits) = sections[0].rows
    else {
      Issue.record("not a bitmap")
      return
    }
    #expect(bits.byteCount < 30_000)
    #expect(table.counts().rows == .exact(133_333))
    let batch = try table.records(100_000..<100_003, inSection: 0, fields: [.itself])
    #expect((0..<batch.count).map { batch.text($0, 0) } == ["150000", "150002", "150003"])
    #expect(table.address(ofBase: Address(0, 150_002)) == Address(0, 100_001))
    #expect(table.address(ofBase: Address(0, 150_001)) == nil)
  }

  @Test func moreThanAListHoldsIsAnErrorAndNoTrap() {
    let base = EndlessTable(rowCount: 5, itemsPerRow: 1_000_000_000)
    #expect(throws: DataError.self) { _ = try base.flattened() }
  }

  @Test func keptRunsStayRanges() throws {
    let table = try EndlessTable(rowCount: 20_000).filtered { address, _ in
      (address.row ?? 0) >= 15_000
    }
    guard case .narrowed(let sections) = table.layout else {
      Issue.record("not narrowed")
      return
    }
    #expect(sections.map(\.rows) == [.range(15_000..<20_000)])
  }

  @Test func checkpointsAreCalledAndStopTheWork() throws {
    var seen: [Int] = []
    _ = try EndlessTable(rowCount: 20_000).filtered(
      checkpoint: { seen.append($0) }, by: { _, _ in true })
    #expect(seen.count >= 2 && seen == seen.sorted())
    let stop: Checkpoint = { done throws(DataError) in
      if done > 8000 { throw .cancelled }
    }
    let base = EndlessTable(rowCount: 100_000)
    let steps = [
      Arrangement(filters: [ArrangedTableTests.always]), Arrangement(grouping: .flat),
      Arrangement(grouping: .byValue(of: .itself)), Arrangement(grouping: .byLetter(of: .itself)),
      Arrangement(sortKeys: [SortKey(.itself)]),
    ]
    for step in steps {
      #expect(throws: DataError.cancelled) {
        _ = try ArrangedTable(base: base, arrangement: step, checkpoint: stop)
      }
    }
  }

  @Test func aSortItselfCanBeStopped() throws {
    var scanned = false
    let base = EndlessTable(rowCount: 20_000)
    #expect(throws: DataError.cancelled) {
      _ = try ArrangedTable(
        base: base, arrangement: Arrangement(sortKeys: [SortKey(.itself, ascending: false)]),
        checkpoint: { done throws(DataError) in
          // The scan's last checkpoint is below 20 000; those of the sort repeat it.
          if done == 20_000 { throw .cancelled }
          scanned = true
        })
    }
    #expect(scanned)
  }

  @Test func errorsOfAConditionStopEverything() {
    let failure = DataError.changedUnderneath(file: "x")
    #expect(throws: failure) {
      _ = try EndlessTable(rowCount: 10).filtered { address, _ throws(DataError) in
        if address.row == 5 { throw failure }
        return true
      }
    }
  }
}
