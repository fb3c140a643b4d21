import TableModel

@testable import Documents

/// A whole table as one value, which opens to the same table again: what is written of it must be
/// the text of this.
struct WholeTable {
  fileprivate struct Section {
    var title: String?
    var footer: String?
    var rows: [Row] = []
  }

  fileprivate struct Row {
    var title: String?
    var isStrip: Bool
    var value: Value
  }

  private let sections: [Section]

  init(of source: any TableSource) throws(DataError) {
    var sections: [Section] = []
    for (index, info) in try source.sections(0..<source.counts().sections.known).enumerated() {
      var section = Section(title: info.title, footer: info.footer)
      while section.rows.count < info.rows.known {
        let start = section.rows.count
        let range = start..<min(start + 512, info.rows.known)
        for (offset, row) in try source.rows(range, inSection: index).enumerated() {
          let value = try source.value(at: Address(index, start + offset)) ?? .null
          section.rows.append(Row(title: row.title, isStrip: row.items != nil, value: value))
        }
        guard section.rows.count > start else { break }
      }
      sections.append(section)
    }
    self.sections = sections
  }

  /// The rows, where there is nothing else: one section and no strips.
  var records: [Value]? {
    guard sections.count <= 1 else { return nil }
    guard let section = sections.first else { return [] }
    return section.rows.allSatisfy { !$0.isStrip } ? section.rows.map(\.value) : nil
  }

  /// The table as a document's root.
  var document: Value {
    if let records { return .array(records) }
    let plain = [strips, keyed].compactMap(\.self)
    return plain.first(where: opensAsThis) ?? named
  }

  /// A list of items for each section, where each section is one strip and has a title of its own.
  private var strips: Value? {
    var record = Record()
    for section in sections {
      guard let title = section.title, section.footer == nil, section.rows.count == 1,
        section.rows[0].isStrip, section.rows[0].title ?? title == title, record[title] == nil
      else { return nil }
      record[title] = section.rows[0].value
    }
    return .record(record)
  }

  /// A record of the sections by their titles; the rows of one without a title stand beside them.
  private var keyed: Value? {
    var record = Record()
    for section in sections {
      if let title = section.title {
        guard section.footer == nil, record[title] == nil else { return nil }
        let rows = section.rows.isEmpty ? nil : section.rowsByTitle
        record[title] = rows ?? .array(section.rows.map(\.value))
      } else {
        guard let rows = section.rowsByTitle?.record else { return nil }
        for field in rows.fields {
          guard record[field.key] == nil else { return nil }
          record[field.key] = field.value
        }
      }
    }
    return .record(record)
  }

  private var named: Value {
    let written = sections.map { section in
      var record = Record()
      record["title"] = section.title.map(Value.string)
      record["footer"] = section.footer.map(Value.string)
      record["rows"] = .array(section.rows.map(\.named))
      return Value.record(record)
    }
    return .record(Record([("sections", .array(written))]))
  }

  private func opensAsThis(_ document: Value) -> Bool {
    let table = ShapeInference.table(of: document).source
    guard let opened = try? WholeTable(of: table) else { return false }
    return opened.sections.count == sections.count
      && zip(opened.sections, sections).allSatisfy { $0.looksLike($1) }
  }
}

extension WholeTable.Row {
  fileprivate var named: Value {
    guard isStrip else { return value }
    var record = Record()
    record["title"] = title.map(Value.string)
    record["items"] = value
    return .record(record)
  }
}

extension WholeTable.Section {
  /// The rows as a record; nil where titles are missing or come twice.
  fileprivate var rowsByTitle: Value? {
    var record = Record()
    for row in rows {
      guard let title = row.title, record[title] == nil else { return nil }
      record[title] = row.value
    }
    return .record(record)
  }

  fileprivate func looksLike(_ other: Self) -> Bool {
    title == other.title && footer == other.footer && rows.count == other.rows.count
      && zip(rows, other.rows).allSatisfy {
        $0.title == $1.title && $0.isStrip == $1.isStrip && $0.value == $1.value
      }
  }
}
