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
