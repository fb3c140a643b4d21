import Files
package import TableModel

/// A table over the text of a mapped file: only an index of it is in memory.
///
/// It shows the moment at which it was made; `advanced()` gives a table that knows more, if the
/// index has grown. Windows read the text of what they show and check it. Sizes don't matter: of
/// ten million items about a megabyte is kept.
package struct IndexedTable: TableSource {
  let index: RecordIndex
  let known: IndexSnapshot
  package let shape: Shape
  private let handle: IndexHandle
  /// Whether scans end where what is known does.
  private(set) var isFrozen = false

  /// - Parameter handle: keeps the work in the background going as long as a table needs it.
  init(index: RecordIndex, shape: Shape, handle: IndexHandle) {
    self.index = index
    self.shape = shape
    self.handle = handle
    known = index.snapshot
    isFrozen = isFollowed
  }

  /// True for a file that may go on growing after all that it holds is known.
  private var isFollowed: Bool { index.file.arriving?.followed != nil }

  var plan: LevelPlan { known.plan }
  /// The text, asked in its notation.
  var content: any TextNotation { index.content }
  var titles: TitleRule { TitleRule(path: shape.title) }

  package func counts() -> Counts {
    let sections = sectionTotal
    let rows: Extent
    switch plan.level(of: .rows) {
    case let level?: rows = extent(known.totals[level - 1] + known.loose.count)
    case nil: rows = sections
    }
    let items = plan.level(of: .items).map { extent(known.totals[$0 - 1]) } ?? .exact(0)
    return Counts(sections: sections, rows: rows, items: items)
  }

  private func extent(_ count: Int) -> Extent {
    known.isComplete ? .exact(count) : .atLeast(count)
  }

  var sectionTotal: Extent {
    guard let level = plan.level(of: .sections) else { return .exact(1) }
    return extent(known.totals[level - 1] + looseSections)
  }

  /// One when loose fields stand in a section of their own, before the others.
  var looseSections: Int { known.loose.isEmpty ? 0 : 1 }

  /// How the keys of the text are written; nil until all of it was checked.
  var keySpelling: KeySpelling? { handle.keySpelling }

  package var activity: SourceActivity? { handle.activity }

  /// The table as it is known now.
  var now: IndexedTable { IndexedTable(index: index, shape: shape, handle: handle) }

  package func advanced() -> (any TableSource)? {
    let newer = now
    return newer.known.isBehind(known) ? newer : nil
  }

  package var asKnown: any TableSource {
    guard index.file.endsAnywhere else { return self }
    var table = now
    table.isFrozen = true
    return table
  }

  package func grown(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  {
    if isFollowed { return try settled(checkpoint: checkpoint) }
    guard !known.isComplete else { return nil }
    let records = known.totals.last ?? 0
    // Going through all of it each time is not to happen too often.
    _ = try index.wait(checkpoint: checkpoint) { newer in
      known.isBehind(newer)
        && ((newer.totals.last ?? 0) > records + records / 2
          || index.file.arriving?.isQuiet ?? false)
    }
    return advanced()
  }

  /// How many bytes are known before anything is asked that is not on the first screen.
  private static let beginning = 1 << 21

  package func begun(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  {
    guard !known.isComplete, known.scanned < Self.beginning else { return nil }
    do throws(DataError) {
      _ = try index.wait(checkpoint: checkpoint) { known in
        known.scanned >= Self.beginning || index.file.arriving?.isQuiet ?? false
      }
    } catch .cancelled {
      throw .cancelled
    } catch {
      // What is wrong with the text is reported where something is read behind it.
    }
    return advanced()
  }

  package func settled(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  {
    guard isFollowed || !known.isComplete else { return nil }
    _ = try index.wait(checkpoint: checkpoint) { $0.isComplete }
    return advanced()
  }

  /// Runs a read over a file that is as it was when it was mapped, before and after.
  func reading<Result>(_ read: () throws(DataError) -> Result) throws(DataError) -> Result {
    try index.file.reading(read)
  }
}
