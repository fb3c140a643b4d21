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

  /// The order that is being found.
  private static let latest = Mutex<LateOrder?>(nil)

  /// Whoever takes another order within this many milliseconds does not pay for this one; who asks
  /// for more of it than its beginning does not wait for them.
  private static let delay = 200
  /// So many places are remembered.
  private static let mostFound = 16

  init(_ work: SortedPositions.Work) { state = Mutex(State(work: work)) }

  var isKnown: Bool { state.withLock { $0.positions != nil } }

  /// Gives up what is not needed any more.
  func stop() { state.withLock { $0.isUnwanted = true } }

  /// Begins to find the order, unless that is being done.
  ///
  /// - Parameter isAwaited: false to leave other work a moment.
  func begin(isAwaited: Bool) {
    let work = state.withLock { state in
      defer { (state.isRunning, state.isUnwanted) = (true, false) }
      return state.isRunning ? nil : state.work
    }
    guard let work else { return }
    let earlier = Self.latest.withLock { latest in
      defer { latest = self }
      return latest
    }
    earlier?.giveWay()
    Thread { [self] in
      if !isAwaited { pauseABit() }
      let found = try? work.all { () throws(DataError) in try goOn() }
      state.withLock { state in
        (state.isRunning, state.positions) = (false, found)
        if found != nil { (state.work, state.found) = (nil, []) }
      }
      Self.latest.withLock { if $0 === self { $0 = nil } }
    }.start()
  }

  private func giveWay() {
    state.withLock { if $0.waiting == 0 { $0.isUnwanted = true } }
  }

  private func goOn() throws(DataError) {
    if state.withLock({ $0.isUnwanted }) { throw .cancelled }
  }

  private func pauseABit() {
    for _ in 0..<Self.delay {
      if state.withLock({ $0.isUnwanted || $0.waiting > 0 }) { return }
      Pause.millisecond()
    }
  }
}

extension LateOrder {
  /// The position at a place; waits until it is known.
  func position(at place: Int) -> Int {
    let known = state.withLock { state in
      state.positions?[place] ?? state.found.first { $0.place == place }?.position
    }
    if let known { return Int(known) }
    state.withLock { $0.waiting += 1 }
    defer { state.withLock { $0.waiting -= 1 } }
    while true {
      if let position = state.withLock({ $0.positions?[place] }) { return Int(position) }
      begin(isAwaited: true)
      Pause.millisecond()
    }
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
