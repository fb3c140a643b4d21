import Foundation
import Synchronization
import TableModel

/// Positions in sorted order: the first of them are there at once, the others when a thread has
/// found them, for which whoever asks waits.
final class SortedPositions: Sendable {
  /// Sorts everything; calls its argument now and then, which throws when nobody wants the result.
  typealias Work = @Sendable (() throws(DataError) -> Void) throws(DataError) -> [UInt32]

  let count: Int
  private let first: [UInt32]
  private let all: All

  /// What the thread and those who wait share; the thread must not keep the positions alive.
  private final class All: Sendable {
    let positions = Mutex<[UInt32]?>(nil)
    let isUnwanted = Atomic<Bool>(false)
  }

  /// - Parameter positions: all of them.
  init(_ positions: [UInt32]) {
    count = positions.count
    first = positions
    all = All()
  }

  /// - Parameters:
  ///   - first: the beginning of the order.
  ///   - work: finds all of it; runs on a thread of its own.
  init(count: Int, first: [UInt32], work: @escaping Work) {
    self.count = count
    self.first = first
    let all = All()
    self.all = all
    Thread {
      let found = try? work { () throws(DataError) in
        if all.isUnwanted.load(ordering: .relaxed) { throw .cancelled }
      }
      if let found { all.positions.withLock { $0 = found } }
    }.start()
  }

  deinit { all.isUnwanted.store(true, ordering: .relaxed) }

  /// The position that stands at a place in the order.
  ///
  /// - Complexity: O(1), once everything is sorted.
  subscript(place: Int) -> Int {
    if place < first.count { return Int(first[place]) }
    while true {
      if let position = all.positions.withLock({ $0?[place] }) { return Int(position) }
      Pause.millisecond()
    }
  }

  /// True once nobody has to wait.
  var isComplete: Bool { first.count == count || all.positions.withLock { $0 != nil } }
}

extension SortedPositions: Equatable {
  static func == (a: SortedPositions, b: SortedPositions) -> Bool { a === b }
}
