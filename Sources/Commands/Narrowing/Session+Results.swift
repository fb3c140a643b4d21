import Arranging
import TableEngine
import TableModel

/// Results of a flat filter: as a search display shows them, in a list of their own, while the
/// table that was searched waits with its sections, its scroll position and its selection.
extension Session {
  /// Remembers the table that the results take the place of.
  mutating func enterResults() throws(CommandError) {
    let level = try current()
    guard level.beforeResults == nil else { return }
    let before = Level.BeforeResults(
      grouping: level.arrangement.grouping, sortKeys: level.arrangement.sortKeys,
      state: level.table.state)
    try change { $0.beforeResults = before }
  }

  /// Brings back the table that the results took the place of.
  ///
  /// - Parameter prefix: how the filters begin that end with the results.
  /// - Returns: false when there were no results.
  @discardableResult
  mutating func leaveResults(endingFilters prefix: String) throws(CommandError) -> Bool {
    guard let before = try current().beforeResults else { return false }
    try change { $0.beforeResults = nil }
    let isFlat = try current().arrangement.grouping == .flat
    try arrange { arrangement in
      arrangement.filters.removeAll { $0.text.hasPrefix(prefix) }
      // Whoever grouped the results anew wants that and not what was before.
      guard isFlat else { return }
      arrangement.grouping = before.grouping
      arrangement.sortKeys = before.sortKeys
    }
    if isFlat { try current().table.restore(before.state) }
    return true
  }

  func scrollToTop() throws(CommandError) {
    let level = try current()
    let table = level.table
    try engine { () throws(EngineError) in try table.scroll(to: table.minOffset) }
    let first = try reading { () throws(DataError) in try Level.firstPlace(level.shown) }
    table.moveFocus(to: first)
  }
}

extension Level {
  /// How records stand that results in one list are taken from: without any filter.
  var arrangementBeforeResults: Arrangement {
    Arrangement(
      grouping: beforeResults.map(\.grouping) ?? arrangement.grouping,
      sortKeys: beforeResults?.sortKeys ?? arrangement.sortKeys)
  }
}

extension Arrangement {
  /// Puts all records into one section, in the order that an index would give them.
  mutating func flatten() {
    if case .byLetter(let field) = grouping, !sortKeys.contains(where: { $0.path == field }) {
      sortKeys.append(SortKey(field))
    }
    grouping = .flat
  }
}
