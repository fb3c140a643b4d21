package import TableEngine

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
