import TableModel

/// Passes that would crash a table view: they are not started, and the exception that would be
/// raised is recorded. The cells stay as they were.
extension Table {
  /// The first exception since it was last asked for.
  package func takeException() -> CellException? {
    defer { exception = nil }
    return exception
  }

  /// Fills a screen that was emptied before its pass was refused, this once with a data source that
  /// behaves correctly. If the screen was kept, no cells are requested.
  package func fillAfterException() {
    let style = configuration.dequeue
    configuration.dequeue = .registered
    frameUnchecked()
    configuration.dequeue = style
  }

  /// True when a pass would raise an exception, which is noted.
  ///
  /// - Complexity: O(1) for data sources that do as they should, else O(entering cells).
  func raises(_ pass: Pass) -> Bool {
    guard configuration.dequeue.mayFail, configuration.policy.reusesCells else { return false }
    guard let problem = problem(of: pass) else { return false }
    exception = exception ?? problem
    return true
  }

  private func problem(of pass: Pass) -> CellException? {
    let lane = pass.lane
    let wanted = pass.entering.map { pass.slots[$0] }.filter { asks(for: $0, in: lane) }
    switch configuration.dequeue {
    case .registered, .optional, .unnamed, .leaking: return nil
    case .unregistered:
      return wanted.lazy.compactMap { slot in
        self.name(for: slot, strip: pass.strip).map {
          .unregistered(identifier: $0, slot.address)
        }
      }.first
    case .single:
      let first = lane.visible.isEmpty ? 1 : 0
      return wanted.dropFirst(first).first.map { .sameCellTwice($0.address) }
    case .forgetful: return missingCell(wanted, pass)
    }
  }

  /// The first place for which the pools will have nothing.
  private func missingCell(_ wanted: [Slot], _ pass: Pass) -> CellException? {
    let lane = pass.lane
    var taken: [String: Int] = [:]
    for slot in wanted {
      guard let name = name(for: slot, strip: pass.strip) else { continue }
      let number = identifiers.number(of: name)
      var there = lane.pools.count(number)
      if !configuration.policy.findsByPlace {
        there += lane.kept.cells.count { $0.identifier == number }
      }
      if configuration.policy.order == .recycleFirst {
        there += pass.leaving.count { $0.identifier == number }
      }
      if taken[name, default: 0] >= there { return .noCell(slot.address) }
      taken[name, default: 0] += 1
    }
    return nil
  }

  /// True for a place whose cell the data source will be asked for.
  private func asks(for slot: Slot, in lane: CellLane) -> Bool {
    if configuration.nested == .orthogonal, lane.table == .rows,
      content.itemCount(inRow: slot.address) != nil
    {
      return false
    }
    let isBound = (lane.kept.cells + lane.exempt).contains { $0.slot.position == slot.position }
    return !isBound && lane.stored[key(ofRow: slot.address)] == nil
  }
}
