import Files
import Foundation
import Synchronization
import TableModel

/// A scan of a text of which several threads may each scan a piece.
protocol PieceScanner: ShapeScanner {
  /// The same place with empty tables, to go on in a new piece.
  func continued() -> Self

  /// A scan that has seen nothing yet.
  func restarted(at start: Int) -> Self

  /// Reads what was passed over so far, before a piece ends.
  mutating func settle(_ file: MappedFile)

  /// Finds where to take up behind a border, by what the records up to here look like; nil when they
  /// give no hint.
  ///
  /// - Parameter reach: how far from a border a place is looked for.
  func guess(_ file: MappedFile, reach: Int) -> (@Sendable (Int) -> Self?)?

  /// True when a scan that has come to the offset at which another began would find what the other
  /// one has assumed.
  func agrees(withGuessOf other: Self, at start: Int) -> Bool
}

/// Scans a file into a `RecordIndex`, piece by piece and on several threads.
///
/// Threads take pieces in turn. One that begins where everything before is known goes on from
/// there; others guess how their piece begins. Pieces are joined in order; a wrong guess is found
/// then, and the piece is scanned again from what is known.
final class PieceIndexer<Scanner: PieceScanner>: BackgroundIndexer {
  private let index: RecordIndex
  private let workers: Int?
  private let chunkSize: Int
  private let head: Scanner
  /// A scan that takes up behind a border, where nothing before it is known.
  private let guess: (@Sendable (Int) -> Scanner?)?
  private let start: Int
  private let work: Guarded<Work>

  private struct Work {
    /// The scan of everything that was joined.
    var joined: Scanner
    /// The next piece to join, and the next to take.
    var nextToJoin = 0
    var nextToTake = 0
    var finished: [Int: Outcome] = [:]
    var isJoining = false
    var isOver = false
    var rescans = 0
  }

  /// A piece that waits to be joined to those before it.
  private enum Outcome {
    case guessed(begin: Scanner, end: Scanner)
    /// Nothing shows how it begins.
    case unknown
  }

  /// How far from the border of a chunk a place between two records is looked for.
  private static var longestReach: Int { 1 << 18 }

  /// - Parameters:
  ///   - head: a scan of the beginning, whose tables are published already.
  ///   - workers: how many threads to use; nil for the number of processors, up to four.
  init(
    index: RecordIndex, head: Scanner, workers: Int? = nil,
    chunkSize: Int = IndexedDocument.Settings.standardChunk
  ) {
    self.index = index
    self.chunkSize = chunkSize
    self.workers = workers
    start = head.offset
    guess = head.guess(index.file, reach: min(Self.longestReach, 8 * chunkSize))
    self.head = head.continued()
    work = Guarded(Work(joined: head.continued()))
  }

  convenience init(index: RecordIndex, head: Scanner, _ settings: IndexedDocument.Settings) {
    self.init(
      index: index, head: head, workers: settings.workers, chunkSize: settings.chunkSize)
  }

  /// Scans the head of a file at once and publishes what it finds.
  ///
  /// - Parameters:
  ///   - size: where the scan may end at the latest, once it is among the records. It ends earlier
  ///     where more rows are known than any screen shows.
  ///   - beginning: a scan that has seen nothing yet.
  /// - Returns: the scan, its tables included.
  static func head(of index: RecordIndex, to size: Int, from beginning: Scanner) -> Scanner {
    let count = index.file.count
    var scanner = beginning
    var end = 0
    repeat {
      end = min(count, end + max(64, min(size, headPiece)))
      scanner.scan(to: end, of: index.file)
    } while end < count && scanner.tracker.trouble == nil
      && !(scanner.tracker.isInside && (end >= size || fillsScreens(scanner.tracker)))
    scanner.settle(index.file)
    if end == count { scanner.finish(index.file) }
    index.publish(scanner.tracker.tables, scanned: scanner.offset)
    return scanner
  }

  private static var headPiece: Int { 1 << 16 }

  /// More rows than any screen shows; rows of items are several lines high.
  private static var plainRows: Int { 192 }
  private static var itemRows: Int { 64 }

  private static func fillsScreens(_ tracker: ShapeTracker) -> Bool {
    let plan = tracker.plan
    guard let level = plan.level(of: .rows) ?? plan.level(of: .sections) else { return false }
    let rows = tracker.tables.count(atLevel: level)
    return rows > (level == plan.depth ? plainRows : itemRows)
  }

  /// How many pieces were scanned twice because the guess was wrong.
  var rescans: Int { work.withLock { $0.rescans } }

  /// Scans in the background.
  func start(then finished: @escaping @Sendable () -> Void = {}) {
    let head = work.withLock { $0.joined }
    let isOver = head.offset >= count || head.tracker.trouble != nil
    if isOver, !index.plan.gathersLooseFields {
      work.withLock { $0.isOver = true }
      index.end(head.tracker)
    }
    Thread.begin { [self] in
      index.letTheScreenGoFirst()
      // Counting processors takes half as long as reading a file's head: so only after the first
      // screen.
      let workers = max(1, workers ?? WorkCrew.size)
      let crew = Crew(left: Atomic(workers))
      for _ in 0..<workers - 1 { Thread.begin { self.take(part: crew, finished) } }
      take(part: crew, finished)
    }
  }

  private func take(part crew: Crew, _ finished: @Sendable () -> Void) {
    run()
    if crew.leave() { finished() }
  }

  /// The threads that are still at work.
  private final class Crew: Sendable {
    private let left: Atomic<Int>

    init(left: consuming Atomic<Int>) { self.left = left }

    /// True for the last one.
    func leave() -> Bool { left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
  }
}

extension PieceIndexer {
  private var count: Int { index.file.count }

  /// Where a piece nominally begins.
  private func border(_ piece: Int) -> Int { start + piece * chunkSize }

  /// Takes pieces until there are none.
  func run() {
    if index.plan.gathersLooseFields { return scanWhole() }
    while let piece = take() {
      if let scanner = takeOverJoined(for: piece) {
        join(extended(scanner, piece))
      } else if let begin = guess?(border(piece)) {
        finish(piece, .guessed(begin: begin, end: extended(begin, piece)))
      } else {
        finish(piece, .unknown)
      }
      joinFinished()
    }
  }

  private func take() -> Int? {
    work.withLock { work in
      let piece = work.nextToTake
      guard !work.isOver, !index.isCancelled, border(piece) < count else {
        if index.isCancelled, !work.isOver {
          work.isOver = true
          index.finish(.cancelled)
        }
        return nil
      }
      work.nextToTake += 1
      return piece
    }
  }

  /// The scan up to a piece, when all before it is joined and nobody else goes on from there.
  private func takeOverJoined(for piece: Int) -> Scanner? {
    work.withLock { work in
      guard work.nextToJoin == piece, !work.isJoining, !work.isOver else { return nil }
      work.isJoining = true
      return work.joined
    }
  }

  /// Scans to the end of a piece, and on to the next place where a scan may be cut.
  private func extended(_ scanner: Scanner, _ piece: Int) -> Scanner {
    var scanner = scanner
    let begin = scanner.offset
    let nominal = min(count, border(piece + 1))
    let next = guess?(nominal)?.offset
    scanner.scan(to: max(begin, next ?? nominal), of: index.file)
    while scanner.offset < count, !scanner.tracker.isInside, scanner.tracker.trouble == nil,
      !index.isCancelled
    {
      scanner.scan(
        to: min(count, scanner.offset + 1 << 20), of: index.file)
    }
    scanner.settle(index.file)
    index.file.release(begin..<scanner.offset)
    return scanner
  }
}

// MARK: - Joining

extension PieceIndexer {
  private func finish(_ piece: Int, _ outcome: Outcome) {
    work.withLock { $0.finished[piece] = outcome }
  }

  /// Joins all pieces whose turn it is, unless another thread is at it.
  private func joinFinished() {
    while let (piece, outcome, joined) = nextFinished() {
      if case .guessed(let begin, let end) = outcome,
        joined.agrees(withGuessOf: begin, at: begin.offset)
      {
        join(end)
      } else {
        work.withLock { $0.rescans += 1 }
        join(extended(joined, piece))
      }
    }
  }

  private func nextFinished() -> (Int, Outcome, Scanner)? {
    work.withLock { work in
      guard !work.isJoining, !work.isOver,
        let outcome = work.finished.removeValue(forKey: work.nextToJoin)
      else { return nil }
      work.isJoining = true
      return (work.nextToJoin, outcome, work.joined)
    }
  }

  /// Publishes a piece that goes on where the joined ones ended.
  private func join(_ scanner: Scanner) {
    if scanner.tracker.trouble == .repeatedKey { return scanWhole() }
    let isEnd = scanner.offset >= count || scanner.tracker.trouble != nil
    var scanner = scanner
    if isEnd { scanner.finish(index.file) }
    if scanner.tracker.trouble == .repeatedKey { return scanWhole() }
    index.publish(scanner.tracker.tables, scanned: scanner.offset)
    work.withLock { work in
      work.joined = scanner.continued()
      work.nextToJoin += 1
      work.isJoining = false
      work.isOver = work.isOver || isEnd
    }
    if isEnd { index.end(scanner.tracker) }
  }

  /// Scans everything as one piece: for documents in which a later part changes an earlier one.
  private func scanWhole() {
    let isMine = work.withLock { work in
      defer { work.isOver = true }
      return !work.isOver
    }
    guard isMine else { return }
    index.scanWhole(
      head.restarted(at: index.content.start), by: chunkSize)
  }
}
