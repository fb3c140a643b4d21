package import TableModel

/// A column of a grid: the field that it shows, and the room that it has for as long as it is shown.
package struct GridColumn: Sendable, Hashable {
  /// From the record, or from what stands around it: `$section.age`.
  package var path: FieldPath
  /// What stands above the column: the path as it is typed.
  package var title: String
  /// In characters.
  package var width: Int
  /// How many of these are behind the units of a number: the decimal point and what follows it.
  package var fraction: Int
  /// True where most values are numbers: the title stands at the right, as they do.
  package var isNumeric: Bool
  /// To how many decimals numbers are rounded; nil where they are shown as they are written.
  package var decimals: Int?

  package init(
    _ path: FieldPath, title: String, width: Int, fraction: Int = 0, isNumeric: Bool = false,
    decimals: Int? = nil
  ) {
    (self.path, self.title, self.width) = (path, title, max(1, width))
    (self.fraction, self.isNumeric, self.decimals) = (fraction, isNumeric, decimals)
  }

  /// The last key of the path, for where there is little room.
  var shortTitle: String {
    path.steps.count > 1 ? FieldPath(Array(path.steps.suffix(1))).description : title
  }

  /// The title, or as many of the last keys of the path as fit behind an ellipsis.
  func title(in room: Int, charset: Charset) -> String {
    var steps = path.steps[...]
    var text = title
    while DisplayWidth.of(DisplaySafe.line(text, charset: charset)) > room, steps.count > 1 {
      steps = steps.dropFirst()
      text = charset.ellipsis + FieldPath(Array(steps)).description
    }
    // Where not even the last key fits, its beginning says more than its end.
    return steps.count > 1 || text.count <= room ? text : path.steps.count > 1 ? shortTitle : title
  }

  /// The widths that a column can be given.
  package static let widths = 1...1000

  /// The column as it can be typed, with its width: `price:8.2`.
  package var words: String { "\(title):\(width)" + (decimals.map { ".\($0)" } ?? "") }
}

/// The columns in which plain rows are shown as a grid, and items as small tables.
///
/// Widths are measured once, when the columns are chosen, so that nothing jumps while the rows move.
package struct GridColumns: Sendable, Hashable {
  /// How the columns were chosen.
  package enum Origin: Sendable, Hashable {
    /// One by one.
    case keys
    /// By the first records: the fields that fit, or all of them.
    case auto, all
  }

  package var columns: [GridColumn]
  package var origin: Origin
  /// True for those that a setting asks for, and not the user for this table.
  package var isUsual = false
  /// How many fields were too many for `auto`.
  package var leftOut = 0
  /// How many of the first columns stay where they are.
  package var frozen = 0
  /// Which of the others is the first in view.
  package var first = 0

  package init(_ columns: [GridColumn], origin: Origin) {
    self.columns = columns
    self.origin = origin
  }

  /// The columns with their widths, as they can be typed, and how many stay.
  package var words: String {
    columns.map(\.words).joined(separator: " ")
      + (frozen > 0 ? Mark.dot + "\(frozen) frozen" : "")
  }

  /// All that decides what is shown.
  package var state: String { first > 0 ? words + Mark.dot + "from \(first)" : words }

  /// The same for machines.
  package var record: Value {
    let list = columns.map { column in
      Value.record(
        Record([
          ("key", .string(column.title)), ("width", .integer(column.width)),
          ("decimals", column.decimals.map { .integer($0) } ?? .null),
        ]))
    }
    return .record(
      Record([
        ("columns", .array(list)), ("frozen", .integer(frozen)), ("first", .integer(first)),
      ]))
  }

  /// Which column is the first in view when some characters have passed the edge, at least one column.
  package func first(from first: Int, passing characters: Int) -> Int {
    var (place, rest) = (first, abs(characters))
    let step = characters < 0 ? -1 : 1
    while rest > 0 {
      let passed = step > 0 ? place + frozen : place + frozen - 1
      guard columns.indices.contains(passed), passed >= frozen else { break }
      rest -= columns[passed].width + GridFrame.gap
      place += step
    }
    return place
  }

  /// A width as it is typed behind a key: `20`, or `8.2` for two decimals.
  package struct Width: Sendable, Hashable {
    package var width: Int
    package var decimals: Int?

    /// - Returns: nil for what is no width, or one that no column can have.
    package init?(parsing text: some StringProtocol) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { part in
        part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
      }
      guard (1...2).contains(parts.count), numbers.count == parts.count,
        GridColumn.widths.contains(numbers[0])
      else { return nil }
      width = numbers[0]
      if numbers.count == 2 {
        guard numbers[1] == 0 || numbers[1] + 2 <= width else { return nil }
        decimals = numbers[1]
      }
    }
  }
}

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
