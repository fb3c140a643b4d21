import TableModel

/// A table without its values: titles, and which rows are strips.
struct TableOutline: Equatable {
  struct Row: Equatable {
    var title: String?
    var isStrip = false
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
      if rows.isEmpty, row != Row() {
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
        for info in infos { section.append(Row(title: info.title, isStrip: info.items != nil)) }
        try checkpoint()
      }
      sections.append(section)
    }
  }

  private static let window = 4096
}
