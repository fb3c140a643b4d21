import Foundation
import Synchronization
import TableModel

/// Reads columns from the text of a table on several threads.
///
/// Each thread takes a run of neighbouring records; what it has built is joined to what those
/// before it have. Nothing that the threads do can be seen until all of it is there.
final class ColumnReader: Sendable {
  /// What became of a thread's share.
  private enum Outcome: Sendable {
    case built([FieldColumn.Builder])
    case failed(DataError)
    case tooLarge
    /// The table has groups that only a scan of values serves.
    case unfit
  }

  private let table: IndexedTable
  private let paths: [[String]]
  private let rule: FieldRule
  private let limit: Int
  private let shares: [Range<Int>]
  private let outcomes: Mutex<[Int: Outcome]> = Mutex([:])
  private let isStopped = Atomic<Bool>(false)
  private let done = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)

  /// A thread of its own is worth at least so many records.
  private static let leastShare = 1 << 14
  /// Shares begin at multiples of this: masks are joined by words of 64 bits.
  private static let unit = 64

  /// - Parameters:
  ///   - table: one whose index is complete.
  ///   - limit: the most memory that the columns may take, in bytes.
  ///   - workers: how many threads to use; nil for what the machine and the table call for.
  init(
    _ table: IndexedTable, paths: [[String]], by rule: FieldRule, limit: Int, workers: Int? = nil
  ) {
    self.table = table
    self.paths = paths
    self.rule = rule
    self.limit = limit
    let count = table.known.totals.last ?? 0
    let most = min(4, ProcessInfo.processInfo.activeProcessorCount, count / Self.leastShare)
    let workers = max(1, workers ?? most)
    let share = (count / workers / Self.unit + 1) * Self.unit
    let starts = Array(stride(from: 0, to: max(1, count), by: share))
    shares = starts.map { $0..<min(count, $0 + share) }
  }

  /// Reads the columns.
  ///
  /// - Parameters:
  ///   - directory: the addresses of the records.
  ///   - checkpoint: called every millisecond with the number of records read; throwing stops the
  ///     work.
  /// - Returns: nil for a table that is not served in this way.
  func read(
    _ directory: RecordDirectory, checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? {
    for number in shares.indices { Thread { self.outcome(number) }.start() }
    do throws(DataError) {
      while !isFinished {
        try checkpoint(done.load(ordering: .relaxed))
        Pause.millisecond()
      }
    } catch {
      stop()
      while !isFinished { Pause.millisecond() }
      throw error
    }
    return try joined(directory)
  }

  private var isFinished: Bool { outcomes.withLock { $0.count == shares.count } }

  private func stop() { isStopped.store(true, ordering: .relaxed) }

  private func outcome(_ number: Int) {
    var gatherer = ColumnGatherer(
      table.text, paths: paths, by: rule,
      expecting: number == 0 ? shares.last?.upperBound ?? 0 : shares[number].count)
    let outcome: Outcome
    do throws(DataError) {
      outcome = try gather(shares[number], &gatherer)
    } catch {
      outcome = .failed(error)
    }
    if case .built = outcome {} else if case .failed = outcome {} else { stop() }
    outcomes.withLock { $0[number] = outcome }
  }

  private func gather(_ records: Range<Int>, _ gatherer: inout ColumnGatherer)
    throws(DataError) -> Outcome
  {
    var way = try RecordWay(table, records)
    var (count, bytes, released) = (0, 0, way.offset)
    while let start = try way.next() {
      try way.pass(try gatherer.add(recordAt: start))
      count &+= 1
      guard count & 0x3FF == 0 else { continue }
      done.add(0x400, ordering: .relaxed)
      let now = gatherer.byteCount
      let isWithinLimit = takes(now - bytes)
      bytes = now
      if !isWithinLimit || isStopped.load(ordering: .relaxed) { return .tooLarge }
      if way.offset - released > Self.releaseStep {
        table.index.file.release(released..<way.offset)
        released = way.offset
      }
    }
    if way.isUnfit { return .unfit }
    return takes(gatherer.byteCount - bytes) ? .built(gatherer.builders) : .tooLarge
  }

  /// Counts memory that was taken; false when it is more than may be.
  private func takes(_ bytes: Int) -> Bool {
    taken.add(bytes, ordering: .relaxed).newValue <= limit
  }

  /// How much text is read before its memory is given back.
  private static let releaseStep = 1 << 24
}

extension ColumnReader {
  /// Joins what the threads have built, or gives the first error in the order of the records.
  private func joined(_ directory: RecordDirectory) throws(DataError) -> ColumnReading? {
    let all = outcomes.withLock { $0 }
    if all.values.contains(where: { if case .unfit = $0 { true } else { false } }) { return nil }
    var parts: [[FieldColumn.Builder]] = []
    for number in shares.indices {
      switch all[number] {
      case .built(let builders): parts.append(builders)
      case .failed(let error): throw error
      case .tooLarge: return .tooLarge
      case .unfit, nil: return nil
      }
    }
    var columns: [[String]: FieldColumn] = [:]
    for (index, path) in paths.enumerated() {
      guard let column = Self.column(index, &parts) else { return .tooLarge }
      columns[path] = column
    }
    return .columns(RecordColumns(directory: directory, columns: columns))
  }

  private static func column(_ index: Int, _ parts: inout [[FieldColumn.Builder]]) -> FieldColumn? {
    var whole = FieldColumn.Builder()
    swap(&whole, &parts[0][index])
    for part in parts.indices.dropFirst() {
      var next = FieldColumn.Builder()
      swap(&next, &parts[part][index])
      whole.append(next)
    }
    return whole.finish()
  }
}
