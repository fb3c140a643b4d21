import Files
import Foundation
import Synchronization
import TableModel

/// What is gathered from the text of records, one record after the other.
protocol RecordGatherer: SendableMetatype {
  associatedtype Product: Sendable
  /// How the text leads from one record to the next.
  associatedtype Way: TextWay = RecordWay

  /// Adds records of a list that follow each other, at least one.
  ///
  /// - Parameters:
  ///   - start: where the first one begins.
  ///   - most: how many there are.
  /// - Returns: how many were added, and the offset after the last of them.
  /// - Throws: what is wrong with their text.
  mutating func add(recordsFrom start: Int, atMost most: Int) throws(DataError)
    -> (count: Int, end: Int)

  /// The memory that it takes so far, in bytes.
  var byteCount: Int { get }

  /// Hands over what was gathered.
  mutating func finish() -> Product

  /// True when only a scan of values serves these records.
  var isUnfit: Bool { get }
}

/// The way through a text from record to record.
protocol TextWay {
  /// - Parameter records: the numbers of the records to visit; all of them must be known.
  init(_ table: IndexedTable, _ records: Range<Int>) throws(DataError)

  /// The offset at which the next record begins, blanks before it included.
  var offset: Int { get }

  /// True when the way ended early at a group that only a scan of its values serves.
  var isUnfit: Bool { get }

  /// How many records stand one after the other from the next one on.
  var neighbours: Int { get }

  /// Where the value of the next record begins; nil after the last one.
  mutating func next() throws(DataError) -> Int?

  /// Goes on behind some neighbours, to an offset that whatever has read them gives.
  mutating func pass(_ count: Int, to end: Int) throws(DataError)
}

/// What is gathered from one record at a time, with a walker for its fields.
protocol WalkingGatherer: RecordGatherer {
  var text: RecordText { get }
  var walker: RecordWalker { get set }

  /// True where the walker's slots say all that is wanted of a record.
  func isServed(recordAt start: Int) -> Bool

  /// Adds what the walker has found.
  mutating func addSlots() throws(DataError)

  /// Adds a record that has to be read as a value.
  mutating func add(odd value: Value)
}

extension WalkingGatherer {
  mutating func add(recordsFrom start: Int, atMost most: Int) throws(DataError)
    -> (count: Int, end: Int)
  {
    let end = walker.walk(start)
    guard end >= 0, end - start <= WholeValue.limit, isServed(recordAt: start) else {
      let end = try text.end(ofValueAt: start)
      add(odd: try text.value(in: start..<end))
      return (1, end)
    }
    try addSlots()
    return (1, end)
  }
}

/// What became of all shares of a crew's work.
enum CrewOutcome<Product: Sendable>: Sendable {
  /// What each share has gathered, in the order of the records.
  case gathered([Product])
  case tooLarge
  /// The table has groups or records that only a scan of values serves.
  case unfit
}

/// Gathers from the records of a table on several threads.
///
/// Each thread takes a run of neighbouring records. Nothing that the threads do can be seen until
/// all of it is there.
final class RecordCrew<Gatherer: RecordGatherer>: Sendable {
  /// What became of a thread's share.
  private enum ShareOutcome: Sendable {
    case gathered(Gatherer.Product)
    case failed(DataError)
    case tooLarge
    case unfit
  }

  private let table: IndexedTable
  private let limit: Int
  private let shares: [Range<Int>]
  private let outcomes: Guarded<[Int: ShareOutcome]> = Guarded([:])
  private let isStopped = Atomic<Bool>(false)
  private let done = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)

  /// A share of fewer records than this is not worth a thread of its own.
  private static var leastShare: Int { 1 << 14 }
  /// Shares begin at multiples of this: masks are joined by words of 64 bits.
  private static var unit: Int { 64 }
  /// How many records, or bytes of them, are read before it is asked whether to go on.
  private static var step: Int { 1 << 10 }
  private static var longestStep: Int { 1 << 20 }
  /// How much text is read before its memory is given back.
  private static var releaseStep: Int { 1 << 24 }

  /// - Parameters:
  ///   - table: one whose index is complete.
  ///   - limit: the most memory that the gatherers may take, in bytes.
  ///   - workers: how many threads to use; nil for what the machine and the table call for.
  init(_ table: IndexedTable, limit: Int, workers: Int? = nil) {
    self.table = table
    self.limit = limit
    let count = table.known.totals.last ?? 0
    let most = min(WorkCrew.size, count / Self.leastShare)
    let workers = max(1, workers ?? most)
    let share = (count / workers / Self.unit + 1) * Self.unit
    let starts = Array(stride(from: 0, to: max(1, count), by: share))
    shares = starts.map { $0..<min(count, $0 + share) }
  }

  /// Gathers from all records.
  ///
  /// - Parameters:
  ///   - gatherer: makes one for a share, given how many records to expect: that of the first
  ///     share expects all.
  ///   - checkpoint: called every millisecond with the number of records read; throwing stops the
  ///     work.
  func run(
    _ gatherer: @escaping @Sendable (Int) -> Gatherer,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> CrewOutcome<Gatherer.Product> {
    let work: @Sendable (Int, WorkCrew) -> Void = { self.outcome($0, $1, gatherer) }
    func ask() throws(DataError) { try checkpoint(done.load(ordering: .relaxed)) }
    try WorkCrew.run(shares.count, ask: ask, work)
    return try joined()
  }

  private func stop() { isStopped.store(true, ordering: .relaxed) }

  private func outcome(_ number: Int, _ crew: WorkCrew, _ gatherer: (Int) -> Gatherer) {
    let expected = number == 0 ? shares.last?.upperBound ?? 0 : shares[number].count
    let outcome: ShareOutcome
    do throws(DataError) {
      outcome = try gather(shares[number], crew, gatherer(expected))
    } catch {
      outcome = .failed(error)
    }
    switch outcome {
    case .gathered, .failed: break
    case .tooLarge, .unfit: stop()
    }
    outcomes.withLock { $0[number] = outcome }
  }

  private func gather(_ records: Range<Int>, _ crew: WorkCrew, _ gatherer: consuming Gatherer)
    throws(DataError) -> ShareOutcome
  {
    var way = try Gatherer.Way(table, records)
    var (count, bytes, asked, released) = (0, 0, way.offset, way.offset)
    while let start = try way.next() {
      let added = try gatherer.add(recordsFrom: start, atMost: way.neighbours)
      try way.pass(added.count, to: added.end)
      count &+= added.count
      guard count >= Self.step || way.offset &- asked >= Self.longestStep else { continue }
      done.add(count, ordering: .relaxed)
      (count, asked) = (0, way.offset)
      if gatherer.isUnfit { return .unfit }
      let now = gatherer.byteCount
      let isWithinLimit = takes(now - bytes)
      bytes = now
      if !isWithinLimit || crew.isStopped || isStopped.load(ordering: .relaxed) {
        return .tooLarge
      }
      if way.offset - released > Self.releaseStep {
        table.index.file.release(released..<way.offset)
        released = way.offset
      }
    }
    if way.isUnfit || gatherer.isUnfit { return .unfit }
    return takes(gatherer.byteCount - bytes) ? .gathered(gatherer.finish()) : .tooLarge
  }

  /// Counts memory that was taken; false when it is more than may be.
  private func takes(_ bytes: Int) -> Bool {
    taken.add(bytes, ordering: .relaxed).newValue <= limit
  }

  /// What the threads have gathered, or the first error in the order of the records.
  private func joined() throws(DataError) -> CrewOutcome<Gatherer.Product> {
    var all: [Int: ShareOutcome] = [:]
    outcomes.withLock { swap(&all, &$0) }
    if all.values.contains(where: { if case .unfit = $0 { true } else { false } }) { return .unfit }
    var gathered: [Gatherer.Product] = []
    for number in shares.indices {
      switch all.removeValue(forKey: number) {
      case .gathered(let product): gathered.append(product)
      case .failed(let error): throw error
      case .tooLarge: return .tooLarge
      case .unfit, nil: return .unfit
      }
    }
    return .gathered(gathered)
  }
}

/// The way through the text from record to record, over the borders of their groups.
struct RecordWay: TextWay {
  private let table: IndexedTable
  private let text: RecordText
  /// The records that are left.
  private var records: Range<Int>
  /// The offset at which the next one begins, blanks before it included.
  private(set) var offset = 0
  /// The first record behind the group of the next one.
  private var groupEnd = 0
  /// The number of the next group.
  private var nextGroup = 0
  private var isInRecord = false
  private let isSequence: Bool

  /// True when the way ended early at a group that is neither a list nor a record: only a scan of its
  /// values serves it.
  private(set) var isUnfit = false

  /// - Parameter records: the numbers of the records to visit; all of them must be known.
  init(_ table: IndexedTable, _ records: Range<Int>) throws(DataError) {
    self.table = table
    self.records = records
    text = RecordText(file: table.index.file)
    isSequence = table.plan.isSequence && table.plan.depth == 1
    guard let first = records.first else { return }
    if table.plan.depth == 1 {
      groupEnd = table.known.totals[0]
      isInRecord = !isSequence && table.known.container.map { isRecord($0) } ?? false
    } else {
      groupEnd = first
      nextGroup = table.known.numberOfLowestGroup(withRecord: first) ?? 0
      try enterGroup()
    }
    offset = try table.start(ofRecord: first)
  }

  private func isRecord(_ container: Int) -> Bool {
    text.file.bytes[container] == UInt8(ascii: "{")
  }

  /// Goes to the next group that has records.
  private mutating func enterGroup() throws(DataError) {
    while groupEnd <= records.lowerBound {
      let level = table.plan.depth - 1
      guard let group = table.known.group(atLevel: level, nextGroup) else {
        throw .changedUnderneath(file: text.file.path)
      }
      nextGroup += 1
      guard !group.children.isEmpty else { continue }
      let container = group.entry.hasContainer ? group.entry.containerOffset : text.file.count
      let bracket = text.file.bytes[container]
      guard bracket == UInt8(ascii: "[") || bracket == UInt8(ascii: "{") else {
        isUnfit = true
        return
      }
      isInRecord = bracket == UInt8(ascii: "{")
      groupEnd = group.children.upperBound
      offset = container + 1
    }
  }

  /// Where the value of the next record begins; nil after the last one.
  @inline(__always)
  mutating func next() throws(DataError) -> Int? {
    guard !records.isEmpty else { return nil }
    if records.lowerBound == groupEnd { try enterGroup() }
    if isUnfit { return nil }
    let bytes = text.file.bytes
    while ASCII.isBlank(bytes[offset]) { offset &+= 1 }
    return isInRecord ? try keyed() : offset
  }

  private func keyed() throws(DataError) -> Int {
    guard let value = text.cursor(at: offset).keyedValue() else { throw broken(offset) }
    return value
  }

  /// How many records stand one after the other from the next one on, with no key between them.
  var neighbours: Int {
    isInRecord ? 1 : min(records.upperBound, groupEnd) &- records.lowerBound
  }

  /// Goes on behind some neighbours, the last of which ends at an offset.
  @inline(__always)
  mutating func pass(_ count: Int, to end: Int) throws(DataError) {
    records = records.lowerBound &+ count..<records.upperBound
    offset = end
    if isSequence { return }
    let bytes = text.file.bytes
    while ASCII.isBlank(bytes[offset]) { offset &+= 1 }
    if records.lowerBound < groupEnd {
      guard bytes[offset] == UInt8(ascii: ",") else { throw broken(offset) }
      offset &+= 1
    } else {
      let bracket = isInRecord ? UInt8(ascii: "}") : UInt8(ascii: "]")
      guard bytes[offset] == bracket else { throw broken(offset) }
    }
  }

  private func broken(_ offset: Int) -> DataError {
    FileText(file: text.file).structureError(at: offset, isSequence: table.plan.isSequence)
  }
}
