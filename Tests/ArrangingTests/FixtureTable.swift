import PredicateLanguage
package import TableModel

/// A table held in memory, as the simplest source there can be.
struct FixtureTable: TableSource {
  enum Row {
    case plain(Value, title: String? = nil)
    case strip([Value], title: String? = nil)
  }

  struct Section {
    var title: String?
    var footer: String?
    var rows: [Row]
  }

  var content: [Section]

  init(_ content: [Section]) {
    self.content = content
  }

  /// One section of plain rows.
  init(plain values: [Value]) {
    content = [Section(title: nil, footer: nil, rows: values.map { .plain($0) })]
  }

  func counts() -> Counts {
    let rows = content.flatMap(\.rows)
    let items = rows.reduce(0) { $0 + ($1.items?.count ?? 0) }
    return Counts(
      sections: .exact(content.count), rows: .exact(rows.count), items: .exact(items))
  }

  func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo] {
    content[range.clamped(to: content.indices)].map {
      SectionInfo(title: $0.title, footer: $0.footer, rows: .exact($0.rows.count))
    }
  }

  func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo] {
    guard content.indices.contains(section) else { return [] }
    let rows = content[section].rows
    return rows[range.clamped(to: rows.indices)].map {
      RowInfo(title: $0.title, items: $0.items.map { .exact($0.count) })
    }
  }

  func records(
    _ range: Range<Int>, inSection section: Int, fields: [FieldPath]
  ) throws(DataError) -> RecordBatch {
    var batch = RecordBatch(fields: fields)
    guard content.indices.contains(section) else { return batch }
    let rows = content[section].rows
    for row in rows[range.clamped(to: rows.indices)] { batch.append(row.value) }
    return batch
  }

  func items(
    _ range: Range<Int>, inRow row: Address, fields: [FieldPath]
  ) throws(DataError) -> RecordBatch {
    var batch = RecordBatch(fields: fields)
    let items = self[row]?.items ?? []
    for item in items[range.clamped(to: items.indices)] { batch.append(item) }
    return batch
  }

  func value(at address: Address) throws(DataError) -> Value? {
    guard let row = self[address] else { return nil }
    guard let item = address.item else { return row.value }
    guard let items = row.items, items.indices.contains(item) else { return nil }
    return items[item]
  }

  private subscript(address: Address) -> Row? {
    guard let row = address.row, content.indices.contains(address.section),
      content[address.section].rows.indices.contains(row)
    else { return nil }
    return content[address.section].rows[row]
  }

  func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError) {
    for (s, section) in content.enumerated() {
      for (r, row) in section.rows.enumerated() {
        guard let items = row.items else {
          guard try visit(Address(s, r), row.value) else { return }
          continue
        }
        for (i, item) in items.enumerated() {
          guard try visit(Address(s, r, i), item) else { return }
        }
      }
    }
  }
}

extension FixtureTable.Row {
  var title: String? {
    switch self {
    case .plain(_, let title), .strip(_, let title): title
    }
  }

  var items: [Value]? {
    if case .strip(let items, _) = self { items } else { nil }
  }

  var value: Value {
    switch self {
    case .plain(let value, _): value
    case .strip(let items, _): .array(items)
    }
  }
}

// Values written as literals, for tables that can be read.

extension Value: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .string(text) }
}

extension Value: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self = .integer(value) }
}

extension Value: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral pairs: (String, Value)...) { self = .record(Record(pairs)) }
}

extension Value: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Value...) { self = .array(elements) }
}

extension Value {
  static func num(_ text: String) -> Value { .number(NumberText(text: text)) }
}

extension FieldPath: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    self = FieldPath(parsing: text) ?? FieldPath(key: text)
  }
}

/// The whole table as text: `Title: a b | c` is a section with a strip of two and a plain row.
///
/// It reads through windows as a viewport does, so it checks `rows`, `items` and `records`.
func outline(_ table: any TableSource, _ field: FieldPath) throws -> [String] {
  var lines: [String] = []
  for (s, section) in try table.sections(0..<1000).enumerated() {
    var rows: [String] = []
    let infos = try table.rows(0..<section.rows.known, inSection: s)
    let records = try table.records(0..<section.rows.known, inSection: s, fields: [field])
    for (r, info) in infos.enumerated() {
      if let items = info.items {
        let batch = try table.items(0..<items.known, inRow: Address(s, r), fields: [field])
        rows.append("[" + (0..<batch.count).map { batch.text($0, 0) }.joined(separator: " ") + "]")
      } else {
        rows.append(records.text(r, 0))
      }
    }
    lines.append((section.title.map { $0 + ": " } ?? "") + rows.joined(separator: " "))
  }
  return lines
}
