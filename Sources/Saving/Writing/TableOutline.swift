import Documents
import TableModel

/// A table without its values: titles, and which rows are strips.
struct TableOutline: Equatable {
  struct Row: Equatable {
    var title: String?
    /// The key that leads to the row in its dictionary.
    var key: String?
    var isStrip = false

    /// Keys are no part of what a table shows.
    static func == (left: Row, right: Row) -> Bool {
      left.title == right.title && left.isStrip == right.isStrip
    }

    fileprivate var isPlain: Bool { title == nil && key == nil && !isStrip }
  }

  struct Section: Equatable {
    var title: String?
    var footer: String?
    private(set) var count = 0
    /// Empty as long as no row has a title or is a strip.
    private var rows: [Row] = []

    init(title: String?, footer: String?) {
      self.title = title
      self.footer = footer
    }

    func row(_ index: Int) -> Row { rows.isEmpty ? Row() : rows[index] }

    mutating func append(_ row: Row) {
      if rows.isEmpty, !row.isPlain {
        rows = Array(repeating: Row(), count: count)
        rows.append(row)
      } else if !rows.isEmpty {
        rows.append(row)
      }
      count += 1
    }

    var hasStrips: Bool { rows.contains { $0.isStrip } }

    /// True when each row has a title of its own.
    var titlesRows: Bool {
      let titles = Set(rows.compactMap(\.title))
      return titles.count == count
    }

    var rowTitles: [String] { rows.compactMap(\.title) }

    /// True when each row has a key of its own.
    var keysRows: Bool {
      !rows.isEmpty && Set(rows.compactMap(\.key)).count == count
    }

    /// Rows have keys that are not their titles as well.
    var hasKeysBesideTitles: Bool { rows.contains { $0.key != nil && $0.key != $0.title } }

    var hasKeys: Bool { rows.contains { $0.key != nil } }
  }

  private(set) var sections: [Section] = []

  /// - Parameters:
  ///   - limit: how many sections, and how many rows of each, are taken.
  ///   - checkpoint: called now and then; throwing stops it.
  /// - Complexity: O(rows), in time; in memory as well where rows have titles.
  init(
    of source: any TableSource, limit: Int = .max,
    checkpoint: () throws(DataError) -> Void = { () throws(DataError) in }
  ) throws(DataError) {
    let count = min(limit, source.counts().sections.known)
    for (index, info) in try source.sections(0..<count).enumerated() {
      var section = Section(title: info.title, footer: info.footer)
      let rows = min(limit, info.rows.known)
      while section.count < rows {
        let range = section.count..<min(section.count + Self.window, rows)
        let infos = try source.rows(range, inSection: index)
        if infos.isEmpty { break }
        for info in infos {
          section.append(Row(title: info.title, key: info.key, isStrip: info.items != nil))
        }
        try checkpoint()
      }
      sections.append(section)
    }
  }

  private static let window = 4096
}

/// The beginning of a table with its values, to see which table a document of it opens to: what is
/// inferred from a document is inferred from its beginning.
struct TableSample {
  private let outline: TableOutline
  /// The values of the rows of each section: of a strip, an array of its first items.
  private var values: [[Value]] = []

  /// How many sections are taken, how many rows of each, and how many items of a strip.
  private static let limit = 200

  init(of source: any TableSource) throws(DataError) {
    outline = try TableOutline(of: source, limit: Self.limit)
    for (number, section) in outline.sections.enumerated() {
      var rows: [Value] = []
      for index in 0..<section.count {
        let address = Address(number, index)
        rows.append(
          section.row(index).isStrip
            ? .array(try Self.items(of: address, in: source))
            : try source.value(at: address) ?? .null)
      }
      values.append(rows)
    }
  }

  private static func items(of row: Address, in source: any TableSource) throws(DataError)
    -> [Value]
  {
    var items: [Value] = []
    while items.count < limit, let item = try source.value(at: row.with(item: items.count)) {
      items.append(item)
    }
    return items
  }

  /// Whether a document in some form opens to the table that it was written from.
  func opens(as form: TableWriting.Form) -> Bool {
    guard outline.fits(form), let document = try? document(form),
      let opened = try? TableSample(of: ShapeInference.table(of: document).source)
    else { return false }
    return opened.outline == outline && opened.values == values
  }

  private func document(_ form: TableWriting.Form) throws(DataError) -> Value {
    var run = TableWritingRun(outline, form, ValueWriter())
    try run.begin()
    for (section, rows) in values.enumerated() {
      for (row, value) in rows.enumerated() {
        let address = Address(section, row)
        guard outline.sections[section].row(row).isStrip else {
          try run.add(value, at: address)
          continue
        }
        for (item, value) in (value.array ?? []).enumerated() {
          try run.add(value, at: address.with(item: item))
        }
      }
    }
    try run.finish()
    return run.writer.root
  }
}
