import TableModel

/// Which rows and items of a base table are shown where.
///
///     base        section 0: ash, oak, elm           section 1: fir, yew
///     narrowed    section 0: rows 0 and 2 (ash, elm)  section 1: row 1 (yew)
///     gathered    "leafy": 0.0, 0.1, 0.2              "conifer": 1.0, 1.1
enum Layout: Sendable {
  /// Everything as in the base, without any memory for a row.
  case identity
  /// The base's sections, rows and items, some of them left out or in another order.
  case narrowed([NarrowedSection])
  /// Records from anywhere under sections of their own.
  case gathered([GatheredSection])
}

/// A section of the base with the rows that are shown of it, and the items of its strips.
struct NarrowedSection: Sendable {
  let origin: Int
  var rows: IndexList
  /// The items that are shown, where some are left out or reordered. Other rows are shown whole.
  var items = StripItems()

  var isAscending: Bool { !rows.isPermuted && items.areAscending }
}

/// The items that are shown of some strips, by their rows in the base.
///
/// A filter over millions of items makes one of these for nearly every row: two arrays are built and
/// given back in a fraction of the time that a dictionary takes.
struct StripItems: Sendable {
  /// Ascending.
  private var rows: [Int] = []
  private var lists: [IndexList] = []
  private(set) var areAscending = true

  var isEmpty: Bool { rows.isEmpty }

  /// - Parameter row: more than every row before it.
  mutating func append(_ items: IndexList, ofRow row: Int) {
    rows.append(row)
    lists.append(items)
    if items.isPermuted { areAscending = false }
  }

  /// The items of a row; nil where all are shown.
  ///
  /// - Complexity: O(log rows), and O(1) where no row before it is shown whole.
  subscript(row: Int) -> IndexList? {
    guard let first = rows.first, row >= first else { return nil }
    if row - first < rows.count, rows[row - first] == row { return lists[row - first] }
    let place = rows.partitioningIndex { $0 >= row }
    return place < rows.count && rows[place] == row ? lists[place] : nil
  }
}

/// A section made of records, each as a plain row, or all as the items of one strip.
struct GatheredSection: Sendable {
  var title: String?
  var records: RecordList
  var asStrip: Bool

  var rowCount: Int { asStrip ? 1 : records.count }
}

extension Layout {
  /// - Parameter keptItems: how many items the strips of a narrowed layout show.
  /// - Complexity: O(sections).
  func counts(keptItems: Int) -> Counts? {
    switch self {
    case .identity:
      return nil
    case .narrowed(let sections):
      let rows = sections.reduce(0) { $0 + $1.rows.count }
      return Counts(
        sections: .exact(sections.count), rows: .exact(rows), items: .exact(keptItems))
    case .gathered(let sections):
      let rows = sections.reduce(0) { $0 + $1.rowCount }
      let items = sections.reduce(0) { $0 + ($1.asStrip ? $1.records.count : 0) }
      return Counts(sections: .exact(sections.count), rows: .exact(rows), items: .exact(items))
    }
  }
}
