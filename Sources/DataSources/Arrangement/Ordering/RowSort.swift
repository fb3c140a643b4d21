import Foundation
import Synchronization
import TableModel

/// Sorts some of the records of a table.
struct RowSort: Sendable {
  private let order: RowOrder
  private let rows: Rows

  /// The records to sort, in the order in which they stand.
  enum Rows: Sendable {
    case range(Range<Int>)
    case list([UInt32])

    /// - Parameter kept: nil for all rows of the range.
    init(_ range: Range<Int>, keeping kept: RowMask?) {
      guard let kept, kept.population(in: range) < range.count else {
        self = .range(range)
        return
      }
      var list: [UInt32] = []
      kept.forEach(in: range) { list.append(UInt32(truncatingIfNeeded: $0)) }
      self = .list(list)
    }

    var count: Int {
      switch self {
      case .range(let range): range.count
      case .list(let list): list.count
      }
    }

    @inline(__always)
    subscript(position: Int) -> Int {
      switch self {
      case .range(let range): range.lowerBound &+ position
      case .list(let list): Int(list[position])
      }
    }
  }

  /// A record's position with the beginning of its keys.
  private struct Entry {
    var high: UInt64
    var low: UInt64
    var position: UInt32
  }

  /// From how many records on things are done in another way.
  struct Limits: Sendable {
    /// They are dealt out before they are sorted, and to several threads.
    var many = 1 << 16
    /// They are sorted in the background: below, nobody could have looked at them before.
    var late = 1 << 18
    /// So many are found at once then.
    var first = 512
  }

  private let limits: Limits

  init(_ order: RowOrder, _ rows: Rows, limits: Limits = Limits()) {
    self.order = order
    self.rows = rows
    self.limits = limits
  }

  /// Into so many parts, as powers of two.
  private static let partBits: UInt64 = 12
  private static let comparisonsPerQuestion = 1 << 16

  /// The records' positions in sorted order; nil when they are in order as they stand.
  ///
  /// - Parameter ask: called every few thousand steps; throws to stop the work.
  /// - Complexity: O(n) when in order, else O(n log n) comparisons of words.
  func sorted(ask: () throws(DataError) -> Void) throws(DataError) -> [UInt32]? {
    if try isInOrder(ask) { return nil }
    if rows.count >= limits.many { return try dealtOut(highs(ask), ask) }
    var entries = (0..<rows.count).map(entry)
    do {
      try entries.withUnsafeMutableBufferPointer { try sort($0, ask) }
    } catch {
      throw error as? DataError ?? .cancelled
    }
    return entries.map(\.position)
  }

  /// The same with the first screens of many records at once, and the rest in a while.
  func sortedSoon(ask: () throws(DataError) -> Void) throws(DataError) -> SortedPositions? {
    guard rows.count >= limits.late else {
      return try sorted(ask: ask).map(SortedPositions.init)
    }
    if try isInOrder(ask) { return nil }
    let highs = try highs(ask)
    return SortedPositions(count: rows.count, first: first(limits.first, highs)) {
      (ask) throws(DataError) in try dealtOut(highs, ask)
    }
  }

  @inline(__always)
  private func entry(_ position: Int) -> Entry {
    let word = order.word(rows[position])
    return Entry(
      high: word.high, low: word.low, position: UInt32(truncatingIfNeeded: position))
  }

  private func isInOrder(_ ask: () throws(DataError) -> Void) throws(DataError) -> Bool {
    guard rows.count > 1 else { return true }
    var before = order.word(rows[0])
    for position in 1..<rows.count {
      if position % Self.comparisonsPerQuestion == 0 { try ask() }
      let word = order.word(rows[position])
      if word < before { return false }
      if word == before, order.precedes(rows[position], rows[position - 1]) { return false }
      before = word
    }
    return true
  }

  @inline(__always)
  private func precedes(_ a: Entry, _ b: Entry) -> Bool {
    if a.high != b.high { return a.high < b.high }
    if a.low != b.low { return a.low < b.low }
    return order.precedes(rows[Int(a.position)], rows[Int(b.position)])
  }

  private func sort(
    _ entries: UnsafeMutableBufferPointer<Entry>, _ ask: () throws(DataError) -> Void
  ) throws(DataError) {
    var entries = entries
    var comparisons = 0
    do {
      try entries.sort { a, b in
        comparisons &+= 1
        if comparisons % Self.comparisonsPerQuestion == 0 { try ask() }
        return precedes(a, b)
      }
    } catch let error as DataError {
      throw error
    } catch {
      throw .cancelled
    }
  }
}

// MARK: - Many records

extension RowSort {
  /// Deals the records out to parts that follow each other in order, and sorts those.
  private func dealtOut(
    _ highs: [UInt64], _ ask: () throws(DataError) -> Void
  ) throws(DataError) -> [UInt32] {
    let parts = Parts(highs, bits: Self.partBits)
    let entries = UnsafeMutableBufferPointer<Entry>.allocate(capacity: rows.count)
    defer { entries.deallocate() }
    var next = parts.starts
    for position in 0..<rows.count {
      if position % Self.comparisonsPerQuestion == 0 { try ask() }
      let part = parts.part(of: highs[position])
      entries.initializeElement(at: next[part], to: entry(position))
      next[part] += 1
    }
    try sort(Shared(entries: entries), parts, ask)
    return entries.map(\.position)
  }

  /// The upper halves of all words.
  func highs(_ ask: () throws(DataError) -> Void) throws(DataError) -> [UInt64] {
    var highs: [UInt64] = []
    highs.reserveCapacity(rows.count)
    for position in 0..<rows.count {
      if position % Self.comparisonsPerQuestion == 0 { try ask() }
      highs.append(order.word(rows[position]).high)
    }
    return highs
  }

  /// Memory of which every thread touches another part.
  private struct Shared: @unchecked Sendable {
    let entries: UnsafeMutableBufferPointer<Entry>
  }

  /// Sorts the parts on several threads.
  private func sort(
    _ shared: Shared, _ parts: Parts, _ ask: () throws(DataError) -> Void
  ) throws(DataError) {
    let crew = Crew(workers: min(4, ProcessInfo.processInfo.activeProcessorCount))
    for _ in 0..<crew.workers {
      Thread {
        while let part = crew.take(below: parts.count) {
          let range = parts.starts[part]..<parts.starts[part + 1]
          let entries = UnsafeMutableBufferPointer(rebasing: shared.entries[range])
          try? sort(entries) { () throws(DataError) in
            if crew.isStopped { throw .cancelled }
          }
        }
        crew.leave()
      }.start()
    }
    do throws(DataError) {
      while !crew.hasLeft {
        try ask()
        Pause.millisecond()
      }
    } catch {
      crew.stop()
      while !crew.hasLeft { Pause.millisecond() }
      throw error
    }
  }

  /// The threads that sort parts.
  private final class Crew: Sendable {
    let workers: Int
    private let next = Atomic<Int>(0)
    private let left: Atomic<Int>
    private let stopped = Atomic<Bool>(false)

    init(workers: Int) {
      self.workers = workers
      left = Atomic(workers)
    }

    var isStopped: Bool { stopped.load(ordering: .relaxed) }
    var hasLeft: Bool { left.load(ordering: .acquiring) == 0 }

    func stop() { stopped.store(true, ordering: .relaxed) }

    func leave() { left.subtract(1, ordering: .releasing) }

    /// The next part that nobody has; nil when there is none.
    func take(below count: Int) -> Int? {
      let part = next.add(1, ordering: .relaxed).oldValue
      return part < count && !isStopped ? part : nil
    }
  }

  /// Parts by the first bits in which words differ.
  struct Parts: Sendable {
    private let least: UInt64
    private let shift: UInt64
    /// Where each part begins; one more than there are parts.
    let starts: [Int]

    var count: Int { starts.count - 1 }

    init(_ highs: [UInt64], bits: UInt64) {
      var (least, most) = (UInt64.max, UInt64.min)
      for high in highs { (least, most) = (min(least, high), max(most, high)) }
      let width = UInt64(64 - (most &- least).leadingZeroBitCount)
      self.least = least
      shift = width > bits ? width - bits : 0
      var starts = Array(repeating: 0, count: 1 << Int(bits) + 1)
      for high in highs { starts[Int((high &- least) >> shift) + 1] += 1 }
      for part in 1..<starts.count { starts[part] += starts[part - 1] }
      self.starts = starts
    }

    @inline(__always)
    func part(of high: UInt64) -> Int { Int((high &- least) >> shift) }
  }
}

// MARK: - The first of many

extension RowSort {
  /// The positions of the first records in sorted order.
  ///
  /// - Parameter highs: the upper halves of all words.
  /// - Complexity: O(n + count^2) mostly; a nanosecond or two for a record that is not among them.
  func first(_ count: Int, _ highs: [UInt64]) -> [UInt32] {
    var best: [Entry] = []
    var bound = UInt64.max
    for position in highs.indices where highs[position] <= bound {
      let entry = entry(position)
      if best.count == count, let last = best.last, !precedes(entry, last) { continue }
      let place = best.partitioningIndex { precedes(entry, $0) }
      best.insert(entry, at: place)
      if best.count > count { best.removeLast() }
      if best.count == count, let last = best.last { bound = last.high }
    }
    return best.map(\.position)
  }
}
