import TableModel
import TestSeeds
import Testing

@testable import Documents
@testable import Saving

/// Edits over a table, compared with the same edits on plain arrays.
@Suite struct EditedSourceTests {
  /// A table as arrays: sections of rows; a plain row is one number, a strip several.
  private struct Naive: Equatable {
    enum Row: Equatable {
      case plain(Int)
      case strip([Int])
    }

    var sections: [[Row]]

    init(_ sections: [[Row]]) { self.sections = sections }

    init(reading source: some TableSource) throws {
      sections = []
      for (index, info) in try source.sections(0..<source.counts().sections.known).enumerated() {
        var rows: [Row] = []
        for (row, rowInfo) in try source.rows(0..<info.rows.known, inSection: index).enumerated() {
          let address = Address(index, row)
          let fields = [FieldPath.itself]
          if let items = rowInfo.items {
            let batch = try source.items(0..<items.known, inRow: address, fields: fields)
            rows.append(.strip((0..<batch.count).map { Int(batch.text($0, 0)) ?? -1 }))
          } else {
            let batch = try source.records(row..<row + 1, inSection: index, fields: fields)
            rows.append(.plain(batch.count == 1 ? Int(batch.text(0, 0)) ?? -1 : -2))
          }
        }
        sections.append(rows)
      }
    }

    mutating func apply(_ edit: DataEdit) {
      switch edit {
      case .insert(let place, let part): insert(part, place)
      case .delete(let place): _ = remove(place)
      case .update(let place, let value): update(place, Int(value.plainText) ?? -1)
      case .move(let from, let to):
        if let part = remove(from) { insert(part, to) }
      }
    }

    private mutating func insert(_ part: NewPart, _ place: Address) {
      switch part {
      case .section(_, let rows, _): sections.insert(rows.map(Self.row), at: place.section)
      case .row(let row): sections[place.section].insert(Self.row(row), at: place.row ?? 0)
      case .item(let value):
        guard case .strip(var items) = sections[place.section][place.row ?? 0] else { return }
        items.insert(Int(value.plainText) ?? -1, at: place.item ?? 0)
        sections[place.section][place.row ?? 0] = .strip(items)
      }
    }

    private static func row(_ new: NewRow) -> Row {
      switch new.content {
      case .record(let value): .plain(Int(value.plainText) ?? -1)
      case .items(let values): .strip(values.map { Int($0.plainText) ?? -1 })
      }
    }

    private mutating func remove(_ place: Address) -> NewPart? {
      guard let row = place.row else {
        return .section(title: nil, rows: sections.remove(at: place.section).map(Self.new))
      }
      guard let item = place.item else {
        return .row(Self.new(sections[place.section].remove(at: row)))
      }
      guard case .strip(var items) = sections[place.section][row] else { return nil }
      let value = items.remove(at: item)
      sections[place.section][row] = .strip(items)
      return .item(.integer(value))
    }

    private static func new(_ row: Row) -> NewRow {
      switch row {
      case .plain(let value): NewRow(.record(.integer(value)))
      case .strip(let values): NewRow(.items(values.map { .integer($0) }))
      }
    }

    private mutating func update(_ place: Address, _ value: Int) {
      guard let row = place.row else { return }
      switch sections[place.section][row] {
      case .plain: sections[place.section][row] = .plain(value)
      case .strip(var items):
        guard let item = place.item else { return }
        items[item] = value
        sections[place.section][row] = .strip(items)
      }
    }

    var records: [Int] {
      sections.flatMap { $0 }.flatMap { row -> [Int] in
        switch row {
        case .plain(let value): [value]
        case .strip(let values): values
        }
      }
    }
  }

  private static let start: [[Naive.Row]] = [
    [.plain(1), .plain(2), .plain(3)], [.strip([10, 11, 12]), .strip([20]), .plain(4)], [],
    [.strip([30, 31, 32, 33])],
  ]

  private func source() -> EagerTable {
    EagerTable(
      sections: Self.start.map { rows in
        EagerTable.Section(
          value: .null,
          rows: rows.map { row in
            switch row {
            case .plain(let value): EagerTable.Row(value: .integer(value), items: nil)
            case .strip(let values):
              EagerTable.Row(value: .null, items: values.map { .integer($0) })
            }
          })
      }, of: .null)
  }

  private func randomEdit(
    _ table: Naive, _ number: Int, _ random: inout some RandomNumberGenerator
  ) -> DataEdit? {
    guard let section = table.sections.indices.randomElement(using: &random) else {
      return .insert(Address(0), .section(title: "s", rows: [NewRow(.record(.integer(number)))]))
    }
    let rows = table.sections[section]
    let row = rows.indices.randomElement(using: &random)
    var items = 0
    if let row, case .strip(let values) = rows[row] { items = values.count }
    let strip = NewRow(.items([.integer(number), .integer(number + 1)]))
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      return .insert(Address(section, Int.random(in: 0...rows.count, using: &random)), .row(strip))
    case 1:
      return .insert(
        Address(section, Int.random(in: 0...rows.count, using: &random)),
        .row(NewRow(.record(.integer(number)))))
    case 2: return .insert(Address(section), .section(title: nil, rows: [strip]))
    case 3: return row.map { .delete(Address(section, $0)) }
    case 4: return table.sections.count > 2 ? .delete(Address(section)) : nil
    case 5:
      let target = table.sections.indices.randomElement(using: &random) ?? section
      let most = table.sections[target].count - (target == section ? 1 : 0)
      return row.map {
        .move(
          from: Address(section, $0),
          to: Address(target, Int.random(in: 0...max(0, most), using: &random)))
      }
    case 6:
      guard let row, items > 0 else { return nil }
      return .delete(Address(section, row, Int.random(in: 0..<items, using: &random)))
    case 7:
      guard let row, items > 0 else { return nil }
      return .insert(
        Address(section, row, Int.random(in: 0...items, using: &random)), .item(.integer(number)))
    default:
      guard let row else { return nil }
      let item = items > 0 ? Int.random(in: 0..<items, using: &random) : nil
      if case .strip = rows[row], item == nil { return nil }
      return .update(Address(section, row, item), .integer(number))
    }
  }

  @Test func randomEditsAgreeWithArrays() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var made = 0
    for round in 0..<60 {
      var naive = Naive(Self.start)
      var edited = try EditedSource(source())
      for step in 0..<40 {
        guard let edit = randomEdit(naive, 1000 + step * 10, &random) else { continue }
        made += 1
        naive.apply(edit)
        try edited.apply([edit])
        let read = try Naive(reading: edited)
        try #require(read == naive, "seed \(seed), round \(round), step \(step): \(edit)")
        let rows = naive.sections.reduce(0) { $0 + $1.count }
        try #require(edited.counts().rows == .exact(rows), "seed \(seed)")
      }
      var scanned: [Int] = []
      try edited.scan { address, value throws(DataError) in
        let direct = try edited.value(at: address)
        #expect(direct == value)
        scanned.append(Int(value.plainText) ?? -1)
        return true
      }
      #expect(scanned == naive.records, "seed \(seed), round \(round)")
    }
    #expect(made > 1500, "seed \(seed): \(made)")
  }

  @Test func aBatchNamesOldAndNewPlaces() throws {
    var edited = try EditedSource(source())
    let edits: [DataEdit] = [
      .insert(Address(0, 2), .row(NewRow(.record(.integer(9))))), .delete(Address(0, 0)),
      .move(from: Address(1, 2), to: Address(0, 0)), .delete(Address(1, 0, 1)), .delete(Address(2)),
    ]
    let map = EditMap(edits)
    try edited.apply(edits)
    let expected: [[Naive.Row]] = [
      [.plain(4), .plain(2), .plain(9), .plain(3)], [.strip([10, 12]), .strip([20])],
      [.strip([30, 31, 32, 33])],
    ]
    #expect(try Naive(reading: edited) == Naive(expected))
    let places: [(Address, Address?)] = [
      (Address(0, 0), nil), (Address(0, 1), Address(0, 1)), (Address(0, 2), Address(0, 3)),
      (Address(1, 2), Address(0, 0)), (Address(1, 0, 2), Address(1, 0, 1)),
      (Address(1, 0, 1), nil), (Address(3, 0, 2), Address(2, 0, 2)), (Address(2), nil),
    ]
    for (old, new) in places { #expect(map.newPlace(of: old) == new, "\(old)") }
  }

  @Test func uniformityFollowsTheRows() throws {
    var edited = try EditedSource(source())
    #expect(try edited.sections(0..<4).map(\.isUniform) == [true, false, true, true])
    // What the base says is mixed stays so: looking through all its rows would cost too much.
    try edited.apply([.insert(Address(0, 0), .row(NewRow(.items([])))), .delete(Address(1, 2))])
    #expect(try edited.sections(0..<4).map(\.isUniform) == [false, false, true, true])
  }

  @Test func aBillionRowsAreNotRead() throws {
    let base = GeneratedTable(GeneratedSpecification(sections: 2, rows: 500_000_000, items: 0))
    var edited = try EditedSource(base)
    let record = try #require(try base.value(at: Address(1, 499_999_999)))
    try edited.apply([
      .move(from: Address(1, 499_999_999), to: Address(0, 250_000_000)), .delete(Address(0, 7)),
    ])
    #expect(edited.counts().rows == .exact(999_999_999))
    #expect(try edited.value(at: Address(0, 250_000_000)) == record)
    #expect(try edited.sections(0..<2).map(\.rows) == [.exact(500_000_000), .exact(499_999_999)])
  }
}
