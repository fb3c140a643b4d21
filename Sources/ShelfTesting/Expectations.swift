import ShellCore
package import TableEngine

/// Expects a viewport to look as it was recorded.
///
/// ```swift
/// expectViewport(
///   of: "Datasets/pulse.plist", after: "down 2; right 3 --row 1", size: "60x7",
///   matches: """
///     ...
///     """)
/// ```
///
/// Works in Swift Testing and in XCTest; a failure shows the difference line by line at the place
/// of the call. In an inline snapshot `[..]` stands for any text in a line, a line `...` for any
/// lines.
///
/// - Parameters:
///   - dataset: the path of a file, seen from the working directory or from a folder above the
///     test's source up to its package, or the name of a bundled dataset.
///   - commands: what is typed before, as in a script.
///   - size: the viewport in characters.
///   - layers: what is looked at; without any, the viewport as `view` prints it.
///   - record: when the snapshot is written instead of compared. A snapshot that is written fails
///     the test once, so that nobody overlooks it.
///   - snapshot: the text itself, or a file. An inline snapshot that is empty is recorded into the
///     source of the test.
/// - Returns: what the viewport looks like; nil when it cannot be shown.
@discardableResult
public func expectViewport(
  of dataset: String, after commands: String = "", size: ViewportSize = .standard,
  layers: [ViewportLayer] = [], record: RecordMode = .standard,
  matches snapshot: Snapshot = .file, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, function: StaticString = #function, line: UInt = #line,
  column: UInt = #column
) -> String? {
  let place = SourcePlace(
    fileID: fileID, filePath: filePath, line: line, column: column)
  let text: String
  do {
    let playback = try Playback(
      of: dataset, after: commands, size: size.size, source: "\(filePath)")
    let names = layers.map(\.rawValue).joined(separator: ",")
    text = try playback.output(of: names.isEmpty ? "view" : "view --layers \(names)")
  } catch {
    place.fail("the viewport could not be shown\n" + error.text)
    return nil
  }
  let failure =
    switch snapshot {
    case .inline(let expected): InlineSnapshot(place, expected).check(text, record)
    case .file(let name):
      FileSnapshot(source: "\(filePath)", function: "\(function)", name: name).check(text, record)
    }
  if let failure { place.fail(failure) }
  return text
}

/// How many characters wide and high a viewport is.
///
/// ```swift
/// let size: ViewportSize = "80x24"
/// ```
public struct ViewportSize: Sendable, Hashable {
  public var columns: Int
  public var lines: Int

  /// - Parameters:
  ///   - columns: 1 to 1,000; other values are brought into this range.
  ///   - lines: likewise.
  public init(columns: Int, lines: Int) {
    self.columns = min(max(columns, 1), 1000)
    self.lines = min(max(lines, 1), 1000)
  }

  /// 80 columns and 20 lines.
  public static let standard = ViewportSize(columns: 80, lines: 20)

  package var size: Size { Size(width: columns, height: lines) }
}

extension ViewportSize: ExpressibleByStringLiteral {
  /// Reads `80x24`; a text that is not a size gives the standard one.
  public init(stringLiteral value: String) {
    let numbers = value.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    if numbers.count == 2, let columns = numbers[0], let lines = numbers[1] {
      self.init(columns: columns, lines: lines)
    } else {
      self = .standard
    }
  }
}

/// One way to look at a viewport.
public enum ViewportLayer: String, Sendable, Hashable, CaseIterable {
  /// What is written.
  case text
  /// How it is styled, a letter for each role.
  case style
  /// Which cell object stands where, a letter for each.
  case id
}

/// Checks an expectation about what the table view did to show a dataset.
///
/// ```swift
/// expectReuse(of: "Datasets/pulse.plist", after: "repeat 20 down") { $0.created <= 60 }
/// ```
///
/// Works in Swift Testing and in XCTest; a failure names the figures.
///
/// - Parameters:
///   - dataset: the path of a file, seen from the working directory or from a folder above the
///     test's source up to its package, or the name of a bundled dataset.
///   - commands: what is typed before, as in a script.
///   - size: the viewport in characters.
///   - isExpected: the expectation.
/// - Returns: the figures; nil when the dataset could not be opened or a command failed.
@discardableResult
public func expectReuse(
  of dataset: String, after commands: String = "", size: ViewportSize = .standard,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ isExpected: (ReuseFigures) throws -> Bool
) rethrows -> ReuseFigures? {
  let place = SourcePlace(
    fileID: fileID, filePath: filePath, line: line, column: column)
  let figures: ReuseFigures
  do {
    let playback = try Playback(
      of: dataset, after: commands, size: size.size, source: "\(filePath)")
    figures = ReuseFigures(playback.statistics)
  } catch {
    place.fail("the table could not be shown\n" + error.text)
    return nil
  }
  if try !isExpected(figures) { place.fail("the figures are not as expected\n\(figures)") }
  return figures
}

/// What a recycling table view did, as numbers.
///
/// The figures are those of the items, or of the rows in a table without items; `rows` and `items`
/// name one of the two.
@dynamicMemberLookup
public struct ReuseFigures: Sendable, Hashable, CustomStringConvertible {
  /// The figures of one table.
  public struct Counters: Sendable, Hashable, CustomStringConvertible {
    /// How often a cell was asked for.
    public let requests: Int
    /// Cells that had to be made because the pool was empty.
    public let created: Int
    /// Cells that came from the pool.
    public let reused: Int
    /// Cells that left the screen for the pool or were refused by its cap.
    public let recycled: Int
    /// Cells that were dropped.
    public let discarded: Int
    /// Cells that wait in the pool now.
    public let pooled: Int
    /// The largest size that the pool ever had.
    public let highWater: Int
    /// Cells on the screen now.
    public let visible: Int
    /// Cells that exist now.
    public let alive: Int

    /// Reused cells for each request, 0 to 1.
    public var hitRate: Double { requests == 0 ? 0 : Double(reused) / Double(requests) }

    public var description: String {
      "requests \(requests), created \(created), reused \(reused), recycled \(recycled), "
        + "discarded \(discarded), pooled \(pooled), highWater \(highWater), visible \(visible), "
        + "alive \(alive)"
    }

    init(_ counters: ReuseCounters) {
      requests = counters.requests
      created = counters.created
      reused = counters.reused
      recycled = counters.recycled
      discarded = counters.discarded
      pooled = counters.pooled
      highWater = counters.highWater
      visible = counters.visible
      alive = counters.alive
    }
  }

  /// The cells of the rows; each strip of items is one.
  public let rows: Counters
  /// The cells of the items in all strips.
  public let items: Counters

  package init(_ statistics: [TableStatistics]) {
    func counters(_ table: TableKind) -> Counters {
      Counters(statistics.first { $0.table == table }?.totals ?? ReuseCounters())
    }
    rows = counters(.rows)
    items = counters(.items)
  }

  /// A figure of the items, or of the rows in a table without items.
  public subscript<Figure>(dynamicMember path: KeyPath<Counters, Figure>) -> Figure {
    items.requests > 0 ? items[keyPath: path] : rows[keyPath: path]
  }

  public var description: String { "rows:  \(rows)\nitems: \(items)" }
}
