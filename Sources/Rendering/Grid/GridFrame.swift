/// The part of a grid that a viewport shows: which columns stand where.
///
/// Columns are in view as a whole. One that doesn't fit is beyond the edge, where a mark says so;
/// only the first one may be narrower than it wants to be, and a text at the edge may be cut short.
package struct GridFrame: Sendable, Hashable {
  /// A column in view: characters from the left edge of the columns.
  package struct Place: Sendable, Hashable {
    /// Its number among all columns.
    package var index: Int
    package var start: Int
    package var width: Int
  }

  package enum Order: Sendable, Hashable { case ascending, descending }

  package let columns: [GridColumn]
  package private(set) var places: [Place] = []
  /// How many of the places are of columns that stay where they are.
  package private(set) var frozen = 0
  /// How many columns are beyond each edge.
  package private(set) var hiddenLeft = 0
  package private(set) var hiddenRight = 0
  /// Where the frozen columns end: the line between them and the others.
  package private(set) var rule: Int?
  /// The columns by which the records are sorted.
  package var orders: [Int: Order] = [:]
  /// How many columns the small tables of items show; none in a table of plain rows alone.
  package var itemColumns = 0
  /// False where no rows are plain, and nothing stands above them.
  package var isGrid = true

  /// The characters at the left of plain rows that show focus and selection.
  package static func gutter(_ columns: Int) -> Int { columns >= 8 ? 3 : columns >= 3 ? 1 : 0 }

  static let gap = 2
  /// A text that is cut short at the right edge has at least so many characters.
  private static let leastText = 8
  /// A line, with a blank on both sides.
  private static let ruleGap = 3

  /// - Parameter room: the characters between the gutter and the right edge.
  package init(_ grid: GridColumns, room: Int) {
    columns = grid.columns
    let room = max(0, room)
    frozen = Self.frozen(grid, room)
    layOutFrozen()
    layOut(from: frozen + min(max(0, grid.first), max(0, columns.count - frozen - 1)), room)
  }

  /// As many columns stay as leave some room for another one.
  private static func frozen(_ grid: GridColumns, _ room: Int) -> Int {
    var count = min(max(0, grid.frozen), max(0, grid.columns.count - 1))
    while count > 0 {
      let taken = grid.columns[..<count].reduce(0) { $0 + $1.width } + (count - 1) * gap + ruleGap
      if taken + min(leastText, grid.columns[count].width) <= room { break }
      count -= 1
    }
    return count
  }

  private mutating func layOutFrozen() {
    var start = 0
    for index in 0..<frozen {
      places.append(Place(index: index, start: start, width: columns[index].width))
      start += columns[index].width + Self.gap
    }
    if frozen > 0 { rule = start - Self.gap + 1 }
  }

  private mutating func layOut(from first: Int, _ room: Int) {
    hiddenLeft = first - frozen
    var start = rule.map { $0 + 2 } ?? 0
    var index = first
    while index < columns.count {
      let isLast = index == columns.count - 1
      // The mark of what is beyond the edge has a blank before it.
      let rest = room - start - (isLast ? 0 : 1 + Self.markWidth(columns.count - index - 1))
      let column = columns[index]
      let fits = column.width <= rest || column.width <= room - start && isLast
      guard fits || index == first || (!column.isNumeric && rest >= Self.leastText) else { break }
      let width = fits ? column.width : max(1, rest)
      places.append(Place(index: index, start: start, width: width))
      start += width + Self.gap
      index += 1
      if !fits { break }
    }
    hiddenRight = columns.count - index
  }

  /// The characters of a mark that says how many columns are beyond an edge.
  static func markWidth(_ count: Int) -> Int { count == 0 ? 0 : 1 + String(count).utf8.count }

  /// The numbers of the columns of which rows or items show the fields, in order.
  package var columnsInView: [Int] {
    let rows = isGrid ? places.map(\.index) : []
    if itemColumns == 0 { return rows }
    return Set(rows).union(0..<min(itemColumns, columns.count)).sorted()
  }

  /// Which columns are in view, counted from 1 and without those that stay; nil where all are.
  package var words: String? {
    guard hiddenLeft + hiddenRight > 0, let first = places.dropFirst(frozen).first?.index,
      let last = places.last?.index
    else { return nil }
    let range = first == last ? "column \(first + 1)" : "columns \(first + 1) to \(last + 1)"
    return "\(range) of \(columns.count) in view"
  }
}

extension GridColumns {
  /// The last place from which columns can be shown: all that follow are in view.
  ///
  /// - Complexity: O(columns).
  package func lastFirst(room: Int) -> Int {
    var end = self
    let most = max(0, columns.count - 1 - GridFrame(self, room: room).frozen)
    // Fewer columns fit from one place on than from the next, so that the first one that will do is
    // found by halves.
    var (low, high) = (0, most)
    while low < high {
      let middle = (low + high) / 2
      end.first = middle
      let frame = GridFrame(end, room: room)
      let isWhole =
        frame.hiddenRight == 0
        && frame.places.allSatisfy { place in
          place.width == columns[place.index].width
        }
      if isWhole { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
