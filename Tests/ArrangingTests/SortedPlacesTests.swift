import Synchronization
import TableModel
import TestSeeds
import Testing

@testable import Arranging
@testable import Documents

/// The first records of a sort, and the place of any, are those of the whole order without it.
@Suite struct SortedPlacesTests {
  /// Values of one kind mostly, of which many begin alike or are the same.
  private static func values(_ count: Int, _ random: inout SeededGenerator) -> [Value] {
    let kind = Int.random(in: 0..<5, using: &random)
    return (0..<count).map { row in
      if Int.random(in: 0..<20, using: &random) == 0 { return .null }
      return switch kind {
      case 0: .integer(Int.random(in: -40..<40, using: &random))
      case 1: .double(Double.random(in: -1e9..<1e9, using: &random))
      case 2: .string("Item \(Int.random(in: 0..<500, using: &random))")
      case 3: .bool(Bool.random(using: &random))
      default: ColumnSortingTests.values(1, &random)[0]
      }
    }
  }

  @Test func placesAreThoseOfTheWholeOrder() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<12 {
      let count = Int.random(in: 100..<700, using: &random)
      let keys = try (0..<Int.random(in: 1...2, using: &random)).map { _ in
        OrderKey(
          try ColumnSortingTests.column(Self.values(count, &random)),
          ascending: Bool.random(using: &random))
      }
      let order = RowOrder(keys)
      let isWhole = Bool.random(using: &random)
      let some = (0..<count).filter { $0 % 3 != 1 }.map { UInt32($0) }
      let rows = isWhole ? RowSort.Rows.range(10..<count) : .list(some)
      let sort = RowSort(order, rows)
      let keyWords = (0..<rows.count).map { order.word(rows[$0]) }
      let all = (0..<rows.count).sorted { a, b in
        let areAlike = keyWords[a] == keyWords[b]
        return areAlike ? order.precedes(rows[a], rows[b]) : keyWords[a] < keyWords[b]
      }
      let words = try #require(try order.firstWords {})
      let first = Int.random(in: 1..<60, using: &random)
      let here = "seed \(seed), round \(round)"
      #expect(
        try sort.first(first, words) {}.map(Int.init) == Array(all.prefix(first)), "\(here)")
      for _ in 0..<20 {
        let place = Int.random(in: 0..<rows.count, using: &random)
        #expect(sort.place(of: all[place], words) == place, "\(here), place \(place)")
      }
    }
  }

  /// An order of 1,000 positions, backwards, that is found only when it is let.
  private final class Backwards: Sendable {
    let isAllowed = Atomic<Bool>(false)
    let runs = Atomic<Int>(0)

    var work: SortedPositions.Work {
      .init(
        all: { [self] (ask) throws(DataError) in
          runs.add(1, ordering: .relaxed)
          while !isAllowed.load(ordering: .relaxed) {
            try ask()
            Pause.millisecond()
          }
          return (0..<1000).reversed()
        }, place: { 999 - $0 })
    }

    func positions(isInterrupted: @escaping @Sendable () -> Bool = { false }) -> SortedPositions {
      SortedPositions(count: 1000, first: [999, 998], work: work, isInterrupted: isInterrupted)
    }
  }

  @Test func aPlaceThatWasFoundNeedsNoOrder() {
    let work = Backwards()
    let positions = work.positions()
    #expect(positions.place(of: 998, in: 0..<1000) == 1)
    #expect(positions.place(of: 998, in: 2..<1000) == nil)
    #expect(positions.place(of: 300, in: 0..<1000) == 699)
    #expect(positions.place(of: 300, in: 0..<699) == nil)
    #expect(positions.place(of: 1000, in: 0..<1000) == nil)
    #expect(positions[699] == 300 && !positions.isComplete)
    work.isAllowed.store(true, ordering: .relaxed)
    #expect(positions[500] == 499 && positions.isComplete)
    #expect(positions.place(of: 2, in: 0..<1000) == 997)
    #expect(positions.place(of: 2, in: 0..<997) == nil)
  }

  /// An order that gave way to others is found all the same when somebody asks for it.
  @Test func ordersThatGaveWayAreFoundWhenTheyAreAskedFor() {
    let all = (0..<5).map { _ in Backwards() }
    let positions = all.map { $0.positions() }
    for work in all { work.isAllowed.store(true, ordering: .relaxed) }
    for positions in positions {
      #expect((0..<1000).allSatisfy { positions[$0] == 999 - $0 })
    }
  }

  /// Whoever reads rows of an order that is not known yet can be stopped; what is known can be
  /// read all the same, and the order is found when it is asked for again.
  @Test func waitingForAnOrderCanBeStopped() throws {
    let work = Backwards()
    let isInterrupted = Flag()
    let positions = work.positions { isInterrupted.isSet }
    isInterrupted.isSet = true
    let list = IndexList.range(0..<1000).reordered(by: positions)
    var records = RecordList()
    try records.append(RecordRef(section: 0, row: 0), count: 1000)
    let sorted = records.reordered(by: positions)
    #expect(throws: DataError.cancelled) { try positions.position(at: 500) }
    #expect(throws: DataError.cancelled) { try list.forEachRun(in: 400..<410) { _ in } }
    #expect(throws: DataError.cancelled) { try sorted.forEachRun(in: 400..<410) { _, _ in } }
    #expect(try positions.position(at: 1) == 998)
    work.isAllowed.store(true, ordering: .relaxed)
    isInterrupted.isSet = false
    #expect(try positions.position(at: 500) == 499)
    isInterrupted.isSet = true
    #expect(try positions.position(at: 501) == 498)
  }

  /// A table whose order is being found stops all of its readers with the error of a cancellation:
  /// none of them leaves rows out instead.
  @Test(arguments: [true, false])
  func readersOfATableCanBeStopped(isNarrowed: Bool) throws {
    let work = Backwards()
    let positions = work.positions { true }
    let rows = (0..<1000).map { EagerTable.Row(value: .integer($0)) }
    let base = EagerTable(sections: [.init(value: .null, rows: rows)], of: .null)
    var records = RecordList()
    try records.append(RecordRef(section: 0, row: 0), count: 1000)
    let layout: Layout =
      isNarrowed
      ? .narrowed([
        NarrowedSection(origin: 0, rows: IndexList.range(0..<1000).reordered(by: positions))
      ])
      : .gathered([
        GatheredSection(title: nil, records: records.reordered(by: positions), asStrip: false)
      ])
    let table = ArrangedTable(base: base, layout: layout)
    #expect(throws: DataError.cancelled) { try table.value(at: Address(0, 999)) }
    #expect(throws: DataError.cancelled) { try table.value(at: Address(0)) }
    #expect(throws: DataError.cancelled) { try table.rows(990..<1000, inSection: 0) }
    #expect(throws: DataError.cancelled) {
      try table.records(990..<1000, inSection: 0, fields: [.itself])
    }
    #expect(throws: DataError.cancelled) { try table.scan { _, _ in true } }
    work.isAllowed.store(true, ordering: .relaxed)
    #expect(table.baseAddress(of: Address(0, 999)) == Address(0, 0))
    #expect(try table.value(at: Address(0, 999)) == .integer(0))
  }

  /// An order that gave way and was begun again gives way to the next one, too, however often.
  @Test func anOrderThatWasBegunAgainGivesWayAgain() throws {
    for _ in 0..<5 {
      let (first, second, queue) = (Backwards(), Backwards(), LateOrder.Queue())
      let (a, b) = (LateOrder(first.work, in: queue), LateOrder(second.work, in: queue))
      for turn in 1...2 {
        a.begin(isAwaited: true)
        #expect(Self.holds { first.runs.load(ordering: .relaxed) == turn && a.isLatest })
        b.begin(isAwaited: true)
        #expect(Self.holds { second.runs.load(ordering: .relaxed) == turn && b.isLatest })
        #expect(Self.holds { !a.isRunning })
        b.stop()
        #expect(Self.holds { !b.isRunning && !b.isLatest })
      }
    }
  }

  /// True when a condition holds within a second.
  private static func holds(_ condition: () -> Bool) -> Bool {
    for _ in 0..<1000 {
      if condition() { return true }
      Pause.millisecond()
    }
    return false
  }

  /// Says that somebody wants work to stop.
  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool {
      get { value.load(ordering: .relaxed) }
      set { value.store(newValue, ordering: .relaxed) }
    }
  }

  /// A record of the base is shown where the table says that it came from, in every arrangement.
  @Test(arguments: [
    Arrangement(sortKeys: [SortKey(FieldPath(key: "title"), ascending: false)]),
    Arrangement(grouping: .flat, sortKeys: [SortKey(FieldPath(key: "id"))]),
    Arrangement(grouping: .byValue(of: FieldPath(key: "name"), order: .sorted)),
    Arrangement(
      grouping: .byValue(of: FieldPath(key: "name"), asStrips: true),
      sortKeys: [SortKey(FieldPath(key: "id"), ascending: false)]),
    Arrangement(grouping: .byLetter(of: FieldPath(key: "title"))),
  ])
  func recordsAreFoundWhereTheyAreShown(_ arrangement: Arrangement) throws {
    let seed = testSeed()
    var records = OddRecords(seed: seed)
    let text = records.sections(2, of: 30)
    try withFile(Array(text.utf8)) { path in
      let source = try indexedTable(path, shape: OddRecords.shape).source
      for base in [source, ScannedTable(base: source)] as [any TableSource] {
        let table = try ArrangedTable(
          base: base, arrangement: arrangement, columns: ColumnStore(source: base))
        var places: [Address: Address] = [:]
        try table.scan { address, _ in
          if let origin = table.baseAddress(of: address) { places[origin] = address }
          return true
        }
        #expect(!places.isEmpty)
        try source.scan { origin, _ in
          #expect(table.address(ofBase: origin) == places[origin], "seed \(seed), \(origin)")
          return true
        }
        #expect(table.address(ofBase: Address(0, 0, 1 << 20)) == nil)
      }
    }
  }
}
