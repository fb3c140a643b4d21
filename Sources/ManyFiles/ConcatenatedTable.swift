package import TableModel

/// The tables of several files as one: the sections of each behind those of the file before, or
/// the rows of all of them in one list.
///
/// It shows the moment at which it was made; files that have been opened since are in the table that
/// `advanced()` gives. Windows are read from the files that they lie in.
package struct ConcatenatedTable: TableSource {
  /// How the files follow each other.
  package enum Form: String, Sendable, CaseIterable {
    /// Each file's sections, titled by its name.
    case sections
    /// One list of rows. Records get the key `file`, unless they have one of their own.
    case rows
  }

  let handle: Handle
  let form: Form
  let known: FileSeries.Snapshot
  /// The number of each file's first section, or of its first row; behind them that of the end.
  let bases: [Int]

  /// The key of the file's name in one list.
  static let fileKey = "file"

  /// Stops the work in the background when no table needs it any more.
  final class Handle: Sendable {
    let series: FileSeries
    init(_ series: FileSeries) { self.series = series }
    deinit { series.cancel() }
  }

  init(_ handle: Handle, _ form: Form) {
    self.init(handle, form, handle.series.snapshot())
  }

  private init(_ handle: Handle, _ form: Form, _ known: FileSeries.Snapshot) {
    (self.handle, self.form, self.known) = (handle, form, known)
    var bases = [0]
    for part in known.parts { bases.append((bases.last ?? 0) + Self.size(of: part, form)) }
    self.bases = bases
  }

  private static func size(of part: FileSeries.Part, _ form: Form) -> Int {
    form == .rows ? part.counts.rows.known : max(1, part.counts.sections.known)
  }

  var series: FileSeries { handle.series }

  // MARK: Counts

  package func counts() -> Counts {
    var (rows, items) = (0, 0)
    for part in known.parts {
      rows += part.counts.rows.known
      items += part.counts.items.known
    }
    return Counts(
      sections: form == .rows ? .exact(1) : extent(bases.last ?? 0), rows: extent(rows),
      items: extent(items))
  }

  private func extent(_ count: Int) -> Extent {
    known.isComplete ? .exact(count) : .atLeast(count)
  }

  package func recordCount() throws(DataError) -> Int {
    known.parts.reduce(0) { $0 + $1.records }
  }

  // MARK: Growth

  package func advanced() -> (any TableSource)? {
    let newer = series.snapshot()
    return known.isOlder(than: newer) ? ConcatenatedTable(handle, form, newer) : nil
  }

  package func settled(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  {
    if known.isComplete { return nil }
    let last = try Pause.until { () throws(DataError) -> FileSeries.Snapshot? in
      let now = series.snapshot()
      if now.isComplete { return now }
      try checkpoint()
      return nil
    }
    return ConcatenatedTable(handle, form, last)
  }

  package func grown(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  {
    if known.isComplete { return nil }
    let newer = try Pause.until { () throws(DataError) -> FileSeries.Snapshot? in
      let now = series.snapshot()
      if known.isOlder(than: now) { return now }
      try checkpoint()
      return nil
    }
    return ConcatenatedTable(handle, form, newer)
  }

  package var activity: SourceActivity? {
    let now = series.snapshot()
    let failed = now.parts.indices.filter { now.parts[$0].failure != nil }
    var remarks = failed.prefix(FileSeries.mostNamed).map { index in
      let error = now.parts[index].failure
      let place = error?.location.map { " (\($0))" } ?? ""
      let rows = now.parts[index].counts.rows.known
      let what = rows == 0 ? "can't be read" : "can't be read to its end"
      return "'\(series.titles[index])' \(what): \(error.map { "\($0)" } ?? "")\(place)"
    }
    if now.isComplete, failed.count > FileSeries.mostNamed {
      remarks.append(
        "\(failed.count) files can't be read; \(FileSeries.mostNamed) of them are named")
    }
    let noticed = series.noticed
    let share = Double(now.parts.count) / Double(max(1, series.paths.count))
    return SourceActivity(
      indexing: now.isComplete ? nil : share, isVerified: now.isComplete,
      remarks: remarks + noticed.remarks, leftOut: remarks + noticed.remarks, error: noticed.error)
  }

  package var outerLevels: [OuterLevel] {
    let first = known.parts.indices.first { known.parts[$0].failure == nil }
    let levels = first.flatMap { try? source($0).outerLevels } ?? []
    return form == .rows ? levels.filter { $0 == .row } : levels
  }
}

// MARK: - Places

extension ConcatenatedTable {
  /// A place in one of the files.
  struct Place {
    var part: Int
    var address: Address
  }

  /// The table of a file as this table knows it.
  func source(_ part: Int) throws(DataError) -> any TableSource {
    if let growing = known.parts[part].growing { return growing }
    return try series.source(part)
  }

  /// The files in which a window of sections or rows lies, with their parts of it.
  func parts(of window: Range<Int>) -> [(part: Int, range: Range<Int>)] {
    let window = window.clamped(to: 0..<(bases.last ?? 0))
    guard !window.isEmpty else { return [] }
    var parts: [(part: Int, range: Range<Int>)] = []
    var part = bases.partitioningIndex { $0 > window.lowerBound } - 1
    while part < known.parts.count, bases[part] < window.upperBound {
      let range = window.clamped(to: bases[part]..<bases[part + 1])
      if !range.isEmpty {
        parts.append((part, range.lowerBound - bases[part]..<range.upperBound - bases[part]))
      }
      part += 1
    }
    return parts
  }

  /// Where something stands in its file; nil where there is nothing.
  func place(_ address: Address) -> Place? {
    let number = form == .rows ? address.row ?? 0 : address.section
    guard form == .sections || address.section == 0,
      let (part, range) = parts(of: number..<number + 1).first
    else { return nil }
    var address = address
    if form == .sections {
      address.section = range.lowerBound
    } else if address.row != nil {
      address.section = section(ofRow: range.lowerBound, in: part)
      address.row = range.lowerBound - known.parts[part].rowStarts[address.section]
    }
    return Place(part: part, address: address)
  }

  private func section(ofRow row: Int, in part: Int) -> Int {
    known.parts[part].rowStarts.partitioningIndex { $0 > row } - 1
  }

  /// The parts of a window of rows in one section each.
  func pieces(_ rows: Range<Int>, inSection section: Int) -> [(part: Int, section: Int, Range<Int>)]
  {
    guard form == .rows else {
      return place(Address(section)).map { [($0.part, $0.address.section, rows)] } ?? []
    }
    var pieces: [(part: Int, section: Int, Range<Int>)] = []
    for (part, range) in section == 0 ? parts(of: rows) : [] {
      let starts = known.parts[part].rowStarts
      var first = range.lowerBound
      while first < range.upperBound {
        let local = self.section(ofRow: first, in: part)
        let next = local + 1 < starts.count ? starts[local + 1] : Int.max
        let end = min(range.upperBound, next)
        pieces.append((part, local, first - starts[local]..<end - starts[local]))
        first = end
      }
    }
    return pieces
  }

  /// Where a record of a file stands in this table.
  func address(of address: Address, in part: Int, _ bases: [Int]) -> Address {
    var address = address
    if form == .sections {
      address.section += bases[part]
    } else {
      address.row = address.row.map {
        bases[part] + known.parts[part].rowStarts[address.section] + $0
      }
      address.section = 0
    }
    return address
  }
}

// MARK: - Columns: those of the files, joined

extension ConcatenatedTable {
  package func readColumns(
    _ paths: [[String]], by rule: FieldRule, limit: Int,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? {
    if form == .rows, paths.contains(where: { $0.first == Self.fileKey || $0.first == "self" }) {
      return nil
    }
    if let all = try settled(checkpoint: { () throws(DataError) in try checkpoint(0) }) {
      return try all.readColumns(paths, by: rule, limit: limit, checkpoint: checkpoint)
    }
    var builders = paths.map { _ in FieldColumn.Builder() }
    var directory = RecordDirectory()
    for part in known.parts.indices where known.parts[part].records > 0 {
      let (taken, before) = (builders.reduce(0) { $0 + $1.byteCount }, directory.count)
      let read = try RecordColumns.readPart(
        paths, by: rule, of: source(part), limit: limit - taken
      ) { count throws(DataError) in try checkpoint(before + count) }
      guard case .columns(let columns) = read else { return .tooLarge }
      for run in columns.directory.runs {
        let start = address(of: run.start, in: part, bases)
        if form == .rows, start.item == nil {
          // Rows of one file follow those of another one in the same list.
          for record in run.records {
            directory.append(address(of: run.address(of: record), in: part, bases))
          }
        } else {
          directory.append(start, count: run.records.count)
        }
      }
      for (index, path) in paths.enumerated() {
        guard let column = columns.columns[path], column.count == columns.count else { return nil }
        builders[index].append(column)
      }
    }
    guard directory.count < Int(UInt32.max) else { return .tooLarge }
    var found: [[String]: FieldColumn] = [:]
    for (path, builder) in zip(paths, builders) {
      guard let column = builder.finish() else { return .tooLarge }
      found[path] = column
    }
    return .columns(RecordColumns(directory: directory, columns: found))
  }
}
