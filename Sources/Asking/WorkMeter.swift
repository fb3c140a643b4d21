import Synchronization
package import TableModel

/// How far the command that runs has come, for whoever shows it meanwhile.
///
/// The thread that works notes it where it asks whether it should stop, at the cost of one or two
/// stores; no clock is looked at. Any other thread may read it.
package final class WorkMeter: Sendable {
  /// What is counted.
  package enum Unit: Int, Sendable {
    case records
    case bytes
    /// Parts of a thousand.
    case thousandths
  }

  package struct Reading: Sendable, Hashable {
    package var unit: Unit
    package var done: Int
    /// How many there are; nil where nobody knows.
    package var whole: Int?
    /// How many of those that are done match; nil where nothing is looked for.
    package var matching: Int?

    package init(unit: Unit, done: Int, whole: Int?, matching: Int? = nil) {
      (self.unit, self.done, self.whole, self.matching) = (unit, done, whole, matching)
    }
  }

  private let unit = Atomic<Int>(0)
  private let done = Atomic<Int>(-1)
  private let whole = Atomic<Int>(-1)
  private let matching = Atomic<Int>(-1)

  package init() {}

  /// What was noted last; nil where nothing was since the last reset.
  package var reading: Reading? {
    let count = done.load(ordering: .relaxed)
    guard count >= 0, let unit = Unit(rawValue: unit.load(ordering: .relaxed)) else { return nil }
    let all = whole.load(ordering: .relaxed)
    let hits = matching.load(ordering: .relaxed)
    return Reading(
      unit: unit, done: count, whole: all >= 0 ? all : nil, matching: hits >= 0 ? hits : nil)
  }

  /// Begins a part of the work in which other things are counted.
  package func begin(_ unit: Unit, of whole: Int?) {
    self.unit.store(unit.rawValue, ordering: .relaxed)
    self.whole.store(whole ?? -1, ordering: .relaxed)
    matching.store(-1, ordering: .relaxed)
    done.store(0, ordering: .relaxed)
  }

  /// Begins work over the records of a table: its items, or its rows where it has none.
  package func begin(recordsOf source: any TableSource) {
    let counts = source.counts()
    begin(.records, of: counts.items.known > 0 ? counts.items.known : counts.rows.known)
  }

  /// Notes how many are done.
  package func note(_ count: Int) { done.store(count, ordering: .relaxed) }

  /// Notes how many of those that are done match.
  package func note(matching count: Int) { matching.store(count, ordering: .relaxed) }

  /// Notes that another one is done.
  package func count() { add(1) }

  /// Only one thread works, so that nothing is lost between reading and writing.
  package func add(_ count: Int) {
    done.store(done.load(ordering: .relaxed) &+ count, ordering: .relaxed)
  }

  /// Notes which part of the work is done, from 0 to 1, where nothing can be counted.
  package func tell(part: Double) {
    if unit.load(ordering: .relaxed) != Unit.thousandths.rawValue || reading == nil {
      begin(.thousandths, of: 1000)
    }
    note(Int(part * 1000))
  }

  /// Forgets what was noted.
  package func reset() { done.store(-1, ordering: .relaxed) }
}
