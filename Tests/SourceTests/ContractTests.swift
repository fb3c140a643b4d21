import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents

/// What `TableSource` promises, for a table of each type that conforms to it.
@Suite struct ContractTests {
  @Test(arguments: Maker.all) func counts(_ maker: Maker) throws {
    try maker.use { source in
      #expect("\(type(of: source))" == maker.type)
      try Contract(source).checkCounts()
    }
  }

  @Test(arguments: Maker.some) func windows(_ maker: Maker) throws {
    try maker.use { source in
      let contract = try Contract(source)
      try contract.checkWindows(of: contract.sections) { try source.sections($0) }
      for section in contract.sections.indices { try contract.checkRows(of: section) }
      let before = source.counts()
      try contract.checkOutside()
      #expect(source.counts() == before, "a source keeps its counts")
    }
  }

  @Test(arguments: Maker.some) func values(_ maker: Maker) throws {
    try maker.use { try Contract($0).checkValues() }
  }

  @Test(arguments: Maker.some) func scans(_ maker: Maker) throws {
    try maker.use { try Contract($0).checkScans() }
  }

  @Test(arguments: Maker.some) func columns(_ maker: Maker) throws {
    try maker.use { try Contract($0).checkColumns() }
  }

  /// Who adds a source adds a way to make one.
  @Test func allConformersAreThere() throws {
    let conformance =
      /(?:struct|class|enum|actor|extension) (\w+)[^{}]*:[^{}]*\bTableSource\b[^{}]*\{/
    let folder = Repository.folder.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found: Set<String> = []
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.contains("TableSource") else { continue }
      let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        .joined(separator: "\n")
      for match in code.matches(of: conformance) { found.insert(String(match.1)) }
    }
    #expect(found.count > 5)
    #expect(found.sorted() == Set(Maker.all.map(\.type)).sorted())
  }
}

/// A table, what its windows say of all of it, and the checks.
private struct Contract {
  let source: any TableSource
  let sections: [SectionInfo]
  /// By section.
  let rows: [[RowInfo]]
  /// The addresses of all records that the counts know of.
  let records: [Address]

  private static let fields = [
    .itself, FieldPath(key: "id"), FieldPath(key: "title"), FieldPath(key: "none at all"),
    FieldPath([.key("author"), .key("name")]), FieldPath(key: "derived"),
  ]

  init(_ source: any TableSource) throws {
    self.source = source
    sections = try source.sections(0..<source.counts().sections.known)
    rows = try sections.enumerated().map { section, info in
      try source.rows(0..<info.rows.known, inSection: section)
    }
    records = rows.enumerated().flatMap { section, rows in
      rows.enumerated().flatMap { row, info in
        info.items.map { items in (0..<items.known).map { Address(section, row, $0) } }
          ?? [Address(section, row)]
      }
    }
  }

  private var isExact: Bool {
    let counts = source.counts()
    return counts.sections.isExact && counts.rows.isExact && counts.items.isExact
  }

  func checkCounts() throws {
    let counts = source.counts()
    #expect(sections.count == counts.sections.known)
    #expect(sections.map(\.rows.known) == rows.map(\.count))
    let (plain, items) = (records.count { $0.item == nil }, records.count { $0.item != nil })
    if isExact {
      #expect(rows.reduce(0) { $0 + $1.count } == counts.rows.known)
      #expect(items == counts.items.known)
      #expect(sections.allSatisfy { $0.rows.isExact })
      #expect(try source.recordCount() == plain + items)
      #expect(try source.settled(checkpoint: {}) == nil)
      #expect(source.advanced() == nil)
    }
    for (info, rows) in zip(sections, rows) where info.isUniform {
      #expect(Set(rows.map { $0.items == nil }).count <= 1, "uniform rows are of one kind")
    }
    guard let settled = try source.settled(checkpoint: {}) else { return }
    let all = settled.counts()
    #expect(all.sections.isExact && all.rows.isExact && all.items.isExact)
    #expect(all.rows.known >= counts.rows.known && all.items.known >= counts.items.known)
    try Contract(settled).checkCounts()
  }

  /// Parts of a list and more than there is: the same as the whole list cut by hand.
  func checkWindows<Element: Equatable>(
    of all: [Element], _ read: (Range<Int>) throws -> [Element]
  ) throws {
    for range in Self.ranges(all.count) where isExact || range.upperBound <= all.count {
      #expect(try read(range) == Array(all[range.clamped(to: all.indices)]), "\(range)")
    }
  }

  private static func ranges(_ count: Int) -> [Range<Int>] {
    [
      0..<count, 0..<0, 0..<1, 0..<(count + 3), (count / 2)..<(count / 2 + 1),
      max(0, count - 2)..<(count + 1_000_000), count..<(count + 2), (count + 9)..<(count + 20),
      (count / 3)..<max(count / 3, count - 1),
    ]
  }

  func checkRows(of section: Int) throws {
    let infos = rows[section]
    try checkWindows(of: infos) { try source.rows($0, inSection: section) }
    _ = try source.rowsGoByKey(inSection: section)
    let cells = Self.cells
    let all = try infos.indices.flatMap { row in
      try cells(source.records(row..<row + 1, inSection: section, fields: Self.fields))
    }
    // Strips that were made by grouping have no record of their own.
    let isMade = infos.allSatisfy { $0.items != nil }
    #expect(all.count == infos.count || (all.isEmpty && isMade), "a record for each row")
    try checkWindows(of: all) {
      try cells(source.records($0, inSection: section, fields: Self.fields))
    }
    for row in infos.indices.prefix(5) {
      let address = Address(section, row)
      let items = try (0..<(infos[row].items?.known ?? 0)).flatMap {
        try cells(source.items($0..<$0 + 1, inRow: address, fields: Self.fields))
      }
      #expect(items.count == infos[row].items?.known ?? 0)
      try checkWindows(of: items) {
        try cells(source.items($0, inRow: address, fields: Self.fields))
      }
    }
  }

  /// The fields of each record of a window, as text with its kind.
  private static func cells(_ batch: RecordBatch) -> [[String]] {
    (0..<batch.count).map { record in
      batch.fields.indices.map { field in
        "\(batch.kind(record, field).map { "\($0)" } ?? "-") \(batch.text(record, field))"
      }
    }
  }

  /// Places that are not there give nothing.
  func checkOutside() throws {
    let beyond = sections.count + (isExact ? 0 : 1_000_000)
    #expect(try source.rows(0..<5, inSection: beyond).isEmpty)
    #expect(try source.records(0..<5, inSection: beyond, fields: Self.fields).count == 0)
    #expect(try source.value(at: Address(beyond)) == nil)
    #expect(try source.value(at: Address(beyond, 0)) == nil)
    _ = try source.rowsGoByKey(inSection: beyond)
    for section in sections.indices {
      let row = Address(section, rows[section].count + (isExact ? 0 : 1_000_000))
      #expect(try source.value(at: row) == nil)
      #expect(try source.value(at: row.with(item: 0)) == nil)
      #expect(try source.items(0..<5, inRow: row, fields: Self.fields).count == 0)
      #expect(try source.items(0..<5, inRow: Address(section), fields: Self.fields).count == 0)
      for (index, info) in rows[section].enumerated().prefix(5) {
        let item = Address(section, index, info.items?.known ?? 0)
        #expect(try source.value(at: item) == nil, "\(item)")
      }
    }
  }

  func checkValues() throws {
    for address in records.prefix(200) {
      let value = try #require(try source.value(at: address), "\(address)")
      var expected = RecordBatch(fields: Self.fields)
      expected.append(value)
      let row = address.row ?? 0
      let window =
        try address.item.map {
          try source.items($0..<$0 + 1, inRow: address.rowAddress, fields: Self.fields)
        } ?? source.records(row..<row + 1, inSection: address.section, fields: Self.fields)
      #expect(Self.cells(window) == Self.cells(expected), "\(address)")
      if let names = source.columnNames { #expect(value.record?.fields.map(\.key) == names) }
    }
    for (section, infos) in rows.enumerated() {
      for (row, info) in infos.enumerated().prefix(20) {
        guard let items = info.items else { continue }
        let strip = try source.value(at: Address(section, row))
        let values = try (0..<items.known).map { try source.value(at: Address(section, row, $0)) }
        #expect(strip?.array == values.compactMap(\.self), "\(section).\(row)")
      }
    }
  }

  private struct Enough: Error {}

  func checkScans() throws {
    var visited: [Address] = []
    try source.scan { address, value throws(DataError) in
      if visited.count < min(200, records.count) {
        #expect(try source.value(at: address) == value, "\(address)")
      }
      visited.append(address)
      return true
    }
    #expect(isExact ? visited == records : visited.starts(with: records))
    #expect(zip(visited, visited.dropFirst()).allSatisfy { $0 < $1 })
    for wanted in [1, 2, visited.count / 2, visited.count]
    where wanted > 0 && wanted <= visited.count {
      var calls = 0
      try source.scan { _, _ throws(DataError) in
        calls += 1
        return calls < wanted
      }
      #expect(calls == wanted, "a visitor that wants no more is not called again")
    }
    guard !visited.isEmpty else { return }
    #expect(throws: DataError.cancelled) {
      try source.scan { _, _ throws(DataError) in throw .cancelled }
    }
  }

  func checkColumns() throws {
    let paths = [["id"], ["title"], ["none at all"], ["author", "name"], ["derived"]]
    for rule in [FieldRule.keyValue, .path] {
      let reading = try source.readColumns(paths, by: rule, limit: .max) { _ in }
      guard case .columns(let columns)? = reading else { continue }
      var scanned: [Address] = []
      try source.scan { address, _ in
        scanned.append(address)
        return true
      }
      #expect(columns.count == scanned.count)
      guard
        let expected = try RecordColumns.read(
          paths, by: rule, of: ScannedTable(base: source), limit: .max)
      else { continue }
      #expect(ColumnDifference.words(columns, expected, paths) == nil, "\(rule)")
    }
  }
}
