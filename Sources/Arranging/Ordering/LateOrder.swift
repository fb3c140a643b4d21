import Foundation
import Synchronization
import TableModel

/// An order that is found in the background, on a thread of its own.
///
/// One at a time: an order that nobody waits for gives way to a newer one, and is found when it is
/// asked for. So a hundred sorts that can be taken back do not run beside each other.
final class LateOrder: Sendable {
  private let state: Mutex<State>

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

  /// The orders of which one is found at a time.
  final class Queue: Sendable {
    /// The one that was begun last, while it is being found.
    fileprivate let latest = Mutex<LateOrder?>(nil)

    static let shared = Queue()
  }

  private let queue: Queue

  /// Whoever picks another order within this many milliseconds does not pay for this one; whoever
  /// asks for more of this one than its beginning does not have to wait that long.
  private static let delay = 200
  /// So many places are remembered.
  private static let mostFound = 16

  init(_ work: SortedPositions.Work, in queue: Queue = .shared) {
    state = Mutex(State(work: work))
    self.queue = queue
  }

  var isKnown: Bool { state.withLock { $0.positions != nil } }

  var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Gives up what is not needed any more.
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
