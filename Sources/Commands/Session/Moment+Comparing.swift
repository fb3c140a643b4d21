import Arranging
import TableEngine

/// Whether there is anything to take back: a command that only told something is no step.
extension Moment {
  /// True when undo would leave a session as it is.
  ///
  /// What a table view has counted and traced since is not looked at: undo keeps the books.
  ///
  /// - Complexity: O(1) where a table was scrolled or the focus moved, else O(what is selected and
  ///   scrolled).
  func isLike(_ levels: [Level], _ preferences: Preferences) -> Bool {
    guard levels.count == self.levels.count else { return false }
    return zip(self.levels, levels).allSatisfy { saved, level in saved.isLike(level) }
      && preferences == self.preferences
  }
}

extension Moment.SavedLevel {
  fileprivate func isLike(_ other: Level) -> Bool {
    let table = other.table
    guard table === level.table, table.offset == state.offset, table.focus == state.focus,
      other.presenter.marks == marks, table.metrics == metrics,
      table.configuration == configuration, table.state == state
    else { return false }
    return other.revision == level.revision || other.isLike(level)
  }
}

extension Level {
  /// True for the same data, arranged and dressed alike. Columns belong to the data, and are other
  /// ones when that was edited or read again.
  fileprivate func isLike(_ other: Level) -> Bool {
    columns === other.columns && statedShape == other.statedShape && look == other.look
      && arrangement.isLike(other.arrangement) && identities?.path == other.identities?.path
      && groupingBeforeFlattening == other.groupingBeforeFlattening
      && (beforeResults == nil) == (other.beforeResults == nil)
  }
}

extension Arrangement {
  fileprivate func isLike(_ other: Arrangement) -> Bool {
    filters.map(\.text) == other.filters.map(\.text) && grouping == other.grouping
      && sortKeys == other.sortKeys && sectionOrder == other.sectionOrder
  }
}
