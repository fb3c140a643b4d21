import TableModel

/// How often the delegate is asked for heights.
///
/// The platform asks far more often than it has to: for every row when the data is reloaded and
/// again when it is laid out, and twice more for each row whose cell it asks for. The answers do
/// not change in between, so content is asked once and the rest is counted.
extension Table {
  func countHeights(_ count: Int) {
    guard configuration.policy.heightRounds > 0 else { return }
    rowLedger.callbacks.heightForRow += count
    report.heights += count
  }

  /// Counts how often heights are looked up when a row's cell is requested, in sections where
  /// heights differ.
  ///
  /// - Parameter isDequeued: whether the cell came from asking for it by its place, in which the
  ///   table looks up the height too.
  func countHeights(of slot: Slot, in lane: CellLane, isDequeued: Bool) {
    guard layout.hasMeasuredSections, lane.table == .rows, configuration.policy.heightRounds > 1,
      layout.asksForHeights(inSection: slot.address.section)
    else { return }
    let looksUp =
      isDequeued && configuration.policy.reusesCells && !configuration.dequeue.givesNothing
    countHeights(looksUp ? 2 : 1)
  }
}
