import Arranging
import TableEngine
package import TableModel

/// The places that the focus has jumped from, for `jump back` and `jump forward`: the way of a
/// browser through pages.
///
/// ```
///   back: a  b  c  |  focus  |  forward: d  e
/// ```
package struct JumpList: Sendable, Hashable {
  /// The latest is the last.
  package private(set) var back: [KeptPlace] = []
  /// The next one is the last.
  package private(set) var forward: [KeptPlace] = []

  /// As many places are kept, the latest ones.
  package static let limit = 100

  package init() {}

  package enum Direction { case back, forward }

  /// Notes a place that the focus has jumped from: from there the way goes on anew.
  package mutating func note(_ origin: KeptPlace) {
    forward = []
    add(origin, to: \.back)
  }

  /// Takes steps of the way.
  ///
  /// - Parameters:
  ///   - present: where the focus is.
  ///   - place: where a place is now, nil where it is not shown: such places are passed over.
  /// - Returns: where the way leads, after how many steps; nil where it goes no further.
  package mutating func go(
    _ direction: Direction, steps: Int, from present: KeptPlace,
    place: (KeptPlace) -> Address?
  ) -> (place: Address, steps: Int)? {
    let (source, target) =
      direction == .back
      ? (\JumpList.back, \JumpList.forward) : (\JumpList.forward, \JumpList.back)
    var here = present
    var passed: [KeptPlace] = []
    var reached: (place: Address, steps: Int)?
    while (reached?.steps ?? 0) < steps, let next = self[keyPath: source].popLast() {
      guard let address = place(next) else {
        passed.append(next)
        continue
      }
      if address == place(here) { continue }
      for left in [here] + passed { add(left, to: target) }
      passed = []
      here = next
      reached = (address, (reached?.steps ?? 0) + 1)
    }
    for left in passed.reversed() { add(left, to: source) }
    return reached
  }

  /// Changes what is known of all places.
  package mutating func update(_ body: (inout KeptPlace) -> Void) {
    for index in back.indices { body(&back[index]) }
    for index in forward.indices { body(&forward[index]) }
  }

  private mutating func add(
    _ place: KeptPlace, to list: WritableKeyPath<JumpList, [KeptPlace]>
  ) {
    self[keyPath: list].append(place)
    if self[keyPath: list].count > Self.limit { self[keyPath: list].removeFirst() }
  }
}

extension [Level] {
  /// Notes where the focus was before a command that has moved it further than to a neighbour.
  ///
  /// A focus that was carried along with its record has not moved, and commands that follow the list
  /// of jumps change it themselves.
  mutating func noteJump(since moment: Moment) {
    guard let top = indices.last, count == moment.levels.count,
      let origin = moment.levels.part(of: top, { $0.state.focus })
    else { return }
    let table = part(of: top) { $0.table }
    let focus = table.focus
    // Most commands leave the focus where it is or move it a step: nothing more is looked at then.
    let isSame =
      moment.levels.part(of: top) { $0.level.shown.reverse } === part(of: top) { $0.shown.reverse }
    if isSame {
      guard let focus, focus != origin, !table.isNeighbour(focus, of: origin) else { return }
    }
    let (before, level) = (moment.levels[top].level, self[top])
    guard before.table === level.table, before.columns === level.columns,
      before.jumps == level.jumps
    else { return }
    let kept = before.kept(origin)
    // An empty table has no focus; the place is kept so that it can be returned to.
    if !isSame, let focus, kept.base == level.shown.baseAddress(of: focus) { return }
    self[top].jumps.note(kept)
  }
}

extension Table {
  /// True for the item beside another one, and for any place in the row above or below.
  fileprivate func isNeighbour(_ address: Address, of other: Address) -> Bool {
    if address.rowAddress == other.rowAddress {
      return abs((address.item ?? 0) - (other.item ?? 0)) <= 1
    }
    return row(other.rowAddress, advancedBy: 1) == address.rowAddress
      || row(other.rowAddress, advancedBy: -1) == address.rowAddress
  }
}
