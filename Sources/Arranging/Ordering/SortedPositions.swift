import Foundation
import Synchronization
import TableModel

/// Positions in sorted order: the first of them are known at once, the others when a thread has
/// found them. Asking for one of the others waits for it.
///
///     place:       0    1    2  ...  511 | 512 ...  9 999 999
///     position:  481  902   17  ...      | found in the background
///
/// The place of one position is found without the order of all others, and remembered.
final class SortedPositions: Sendable {
  /// How an order is found whose beginning is known.
  struct Work: Sendable {
    /// Sorts everything; calls its argument now and then, which throws to stop the work.
    let all: @Sendable (() throws(DataError) -> Void) throws(DataError) -> [UInt32]
    /// The place of a position, from one look at every record.
    let place: @Sendable (_ position: Int) -> Int
  }

  let count: Int
  private let first: [UInt32]
  private let rest: LateOrder?
  private let isInterrupted: @Sendable () -> Bool

  /// - Parameter positions: all of them.
  init(_ positions: [UInt32]) {
    (count, first, rest, isInterrupted) = (positions.count, positions, nil, { false })
  }

  /// - Parameters:
  ///   - first: the beginning of the order.
  ///   - work: finds all of it; runs on a thread of its own.
  ///   - isInterrupted: true once the user does not want to wait any more.
  init(
    count: Int, first: [UInt32], work: Work,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.count, self.first, self.isInterrupted) = (count, first, isInterrupted)
    rest = LateOrder(work)
    rest?.begin(isAwaited: false)
  }

  deinit { rest?.stop() }

  /// The position that stands at a place in the order; waits for it, however long that takes.
  ///
  /// - Complexity: O(1), once everything is sorted.
  subscript(place: Int) -> Int {
    guard place >= first.count, let rest else { return Int(first[place]) }
    return rest.position(at: place) {}
  }

  /// The same for a reader that can be stopped.
  ///
  /// - Throws: `DataError.cancelled` when it has to wait and the user does not want to.
  func position(at place: Int) throws(DataError) -> Int {
    guard place >= first.count, let rest else { return Int(first[place]) }
    return try rest.position(at: place) { () throws(DataError) in
      if isInterrupted() { throw .cancelled }
    }
  }

  /// The place within a range at which a position stands; nil when it stands elsewhere.
  ///
  /// - Complexity: O(range), or O(count) where the order is not known yet.
  func place(of position: Int, in range: Range<Int>) -> Int? {
    let wanted = UInt32(truncatingIfNeeded: position)
    if let place = first[range.clamped(to: first.indices)].firstIndex(of: wanted) { return place }
    // An order that is known to its end may be of some positions only, with others between them.
    guard let rest, (0..<count).contains(position), let place = rest.place(of: wanted, in: range)
    else { return nil }
    return range.contains(place) ? place : nil
  }

  /// True once nobody has to wait.
  var isComplete: Bool { rest?.isKnown ?? true }
}

extension SortedPositions: Equatable {
  static func == (a: SortedPositions, b: SortedPositions) -> Bool { a === b }
}

/// An order that is found in the background, on a thread of its own.
///
/// One at a time: a newer order makes an older one stop, unless somebody waits for the older one.
/// A stopped order is found when it is asked for. So a hundred sorts that `undo` can return to do
/// not run beside each other.
final class LateOrder: Sendable {
  private let state: Guarded<State>

  private struct State {
    /// Nil once everything is known.
    var work: SortedPositions.Work?
    var positions: [UInt32]?
    var isRunning = false
    var isUnwanted = false
    var waiting = 0
    /// Places that were asked for before all are known.
    var found: [(place: Int, position: UInt32)] = []
  }

  /// Orders that are found one at a time.
  final class Queue: Sendable {
    /// The one that was begun last, while it is being found.
    fileprivate let latest = Guarded<LateOrder?>(nil)

    static let shared = Queue()
  }

  private let queue: Queue

  /// The milliseconds before the work begins, so that an order that is replaced at once costs
  /// nothing. Asking for more than the beginning of the order ends the delay.
  private static let delay = 200
  /// At most this many places are remembered.
  private static let mostFound = 16

  init(_ work: SortedPositions.Work, in queue: Queue = .shared) {
    state = Guarded(State(work: work))
    self.queue = queue
  }

  var isKnown: Bool { state.withLock { $0.positions != nil } }

  var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Stops the sort once nobody needs its result.
  func stop() { state.withLock { $0.isUnwanted = true } }

  /// Begins to find the order, unless that is being done.
  ///
  /// - Parameter isAwaited: false to leave other work a moment.
  func begin(isAwaited: Bool) {
    let (work, earlier) = queue.latest.withLock { latest in
      let work = state.withLock { state in
        defer { (state.isRunning, state.isUnwanted) = (true, false) }
        return state.isRunning ? nil : state.work
      }
      let earlier = latest
      if work != nil { latest = self }
      return (work, earlier)
    }
    guard let work else { return }
    earlier?.giveWay()
    Thread.begin { [self] in
      if !isAwaited { pauseABit() }
      end(with: try? work.all { () throws(DataError) in try goOn() })
    }
  }

  /// Ends the thread's work.
  ///
  /// Unregisters the order in the same step, as `begin` registers it: between two steps this order
  /// could be begun once more, and that run would lose its registration and never give way.
  private func end(with found: [UInt32]?) {
    queue.latest.withLock { latest in
      state.withLock { state in
        (state.isRunning, state.positions) = (false, found)
        if found != nil { (state.work, state.found) = (nil, []) }
      }
      if latest === self { latest = nil }
    }
  }

  /// True while this is the order that a newer one makes give way.
  var isLatest: Bool { queue.latest.withLock { $0 === self } }

  private func giveWay() {
    state.withLock { if $0.waiting == 0 { $0.isUnwanted = true } }
  }

  private func goOn() throws(DataError) {
    if state.withLock({ $0.isUnwanted }) { throw .cancelled }
  }

  private func pauseABit() {
    Pause.upTo(Self.delay) { state.withLock { !$0.isUnwanted && $0.waiting == 0 } }
  }
}

extension LateOrder {
  /// The position at a place; waits until it is known.
  ///
  /// - Parameter ask: called about every millisecond meanwhile; throws to stop waiting, which does
  ///   not stop the work.
  func position<Failure: Error>(
    at place: Int, ask: () throws(Failure) -> Void
  ) throws(Failure) -> Int {
    if let known = known(at: place) { return known }
    state.withLock { $0.waiting += 1 }
    defer { state.withLock { $0.waiting -= 1 } }
    return try Pause.until { () throws(Failure) in
      if let known = known(at: place) { return known }
      try ask()
      begin(isAwaited: true)
      return nil
    }
  }

  private func known(at place: Int) -> Int? {
    let known = state.withLock { state in
      state.positions?[place] ?? state.found.first { $0.place == place }?.position
    }
    return known.map { Int($0) }
  }

  /// The place of a position, which may be outside of the range while the order is not known.
  func place(of position: UInt32, in range: Range<Int>) -> Int? {
    let (positions, work) = state.withLock { ($0.positions, $0.work) }
    if let positions {
      return positions[range.clamped(to: positions.indices)].firstIndex(of: position)
    }
    guard let place = work?.place(Int(position)) else { return nil }
    state.withLock { state in
      if state.found.count == Self.mostFound { state.found.removeFirst() }
      state.found.append((place, position))
    }
    return place
  }
}
