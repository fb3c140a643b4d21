import Arranging
import CommandLanguage
import TableEngine
import TableModel
import Workspaces

/// What `filter` and `search` have in common. One filter of each kind can be on, and a record is
/// shown when it passes both.
extension RecordFilter {
  /// Narrows the table that is shown, in the place of the filter of the same kind that was on.
  ///
  /// - Parameter asList: whether what is left is shown as the results of a search bar are: in a list
  ///   of its own, while the table that was searched waits with its sections, its scroll position
  ///   and its selection.
  /// - Returns: how many records are left.
  func put(in workspace: inout Workspace, asList: Bool = false) throws(CommandError) -> Output {
    if asList {
      try Self.enterResults(in: &workspace)
    } else if kind == .filter {
      try kind.leaveResults(in: &workspace)
    }
    try Self.narrow(in: &workspace) { arrangement in
      arrangement.filters.removeAll { $0.kind == kind }
      arrangement.filters.append(self)
      if asList { arrangement.flatten() }
    }
    let level = try workspace.current()
    if asList { try level.scrollToTop() }
    return level.keptReport
  }

  /// Arranges other records than before, and keeps the focus in view.
  fileprivate static func narrow(
    in workspace: inout Workspace, _ body: (inout Arrangement) -> Void
  ) throws(CommandError) {
    try workspace.arrange(body)
    let level = try workspace.current()
    try engine { () throws(EngineError) in try level.revealFocus() }
  }

  /// Remembers the table that results in one list take the place of.
  private static func enterResults(in workspace: inout Workspace) throws(CommandError) {
    let level = try workspace.current()
    guard level.beforeResults == nil else { return }
    let before = Level.BeforeResults(
      grouping: level.arrangement.grouping, sortKeys: level.arrangement.sortKeys,
      state: level.table.state, shown: level.shown)
    try workspace.change { $0.beforeResults = before }
  }
}

extension RecordFilter.Kind {
  /// Takes the filter of the kind off.
  func end(in workspace: inout Workspace) throws(CommandError) -> Output {
    let hasLeft = self == .filter ? try leaveResults(in: &workspace) : false
    if !hasLeft {
      try RecordFilter.narrow(in: &workspace) { $0.filters.removeAll { $0.kind == self } }
    }
    let counts = Words.counts(try workspace.current().shown.counts())
    return Output("the \(rawValue) is off\(Mark.dot)\(counts)")
  }

  /// Brings back the table that results in one list took the place of; filters of the kind end with
  /// them.
  ///
  /// - Returns: false when there were no results.
  @discardableResult
  fileprivate func leaveResults(in workspace: inout Workspace) throws(CommandError) -> Bool {
    guard let before = try workspace.current().beforeResults else { return false }
    try workspace.change { $0.beforeResults = nil }
    let isFlat = try workspace.current().arrangement.grouping == .flat
    try workspace.arrange { arrangement in
      arrangement.filters.removeAll { $0.kind == self }
      // Results that were grouped anew stay so: that is wanted, and not what was before.
      guard isFlat else { return }
      arrangement.grouping = before.grouping
      arrangement.sortKeys = before.sortKeys
    }
    if isFlat { try workspace.current().table.restore(before.state) }
    return true
  }
}

extension Arrangement {
  /// Puts all records into one section, in the order that an index would give them.
  fileprivate mutating func flatten() {
    if case .byLetter(let field) = grouping, !sortKeys.contains(where: { $0.path == field }) {
      sortKeys.append(SortKey(field))
    }
    grouping = .flat
  }
}

extension Level {
  /// The filters that are on, a line each.
  var filterReport: Output {
    let filters = arrangement.filters.map(\.statement)
    let levels = arrangement.filters.flatMap(\.outerKeys).compactMap { path -> String? in
      guard let level = OuterLevel(at: path), case .key(let key)? = path.steps.last else {
        return nil
      }
      return "`\(key)` is a key of \(level.plural)"
    }
    return Output(filters.isEmpty ? "no filter is on" : filters.joined(separator: "\n")).with(
      levels)
  }

  /// How many records pass the filters.
  fileprivate var keptReport: Output {
    guard let tally = shown.tally else { return Output(Words.counts(shown.counts())) }
    let place = table.isSecondTable ? "\(Mark.dot)in a second table" : ""
    let total = Words.grouped(tally.kept + tally.dropped)
    if tally.kept == 0 {
      let off = arrangement.filters.last?.kind ?? .filter
      return Output(
        "0 of \(total) records match\(units(tally)); clear with '\(off.ending)'\(place)")
    }
    return Output("\(Words.grouped(tally.kept)) of \(total) records match\(units(tally))\(place)")
  }

  /// How many rows or sections were kept, where these were asked.
  private func units(_ tally: ArrangedTable.Tally) -> String {
    guard let units = tally.units, units.level != .document else { return "" }
    let count = "\(Words.grouped(units.kept)) of \(Words.grouped(units.count))"
    return ", in \(count) \(units.level.plural)"
  }

  fileprivate func scrollToTop() throws(CommandError) {
    try engine { () throws(EngineError) in
      try table.scroll(to: table.minOffset, way: .scrollToPosition)
    }
    let first = try reading { () throws(DataError) in try Level.firstPlace(shown) }
    table.moveFocus(to: first)
  }
}

// MARK: - What the commands that order and group have in common

extension Arrangement {
  /// Arranges the same records in another way. The focus stays on its record or, until it was moved
  /// from the first one, on the first one.
  ///
  /// - Parameter revealsFocus: whether the focus is scrolled into view; sections that are made anew
  ///   are shown from where the table stands.
  /// - Returns: what is to be said of a focus that moved with its record.
  static func change(
    in workspace: inout Workspace, revealsFocus: Bool = false,
    _ body: (inout Arrangement) -> Void
  ) throws(CommandError) -> String {
    let before = try workspace.current()
    let focus = before.table.focus
    let first = try reading { () throws(DataError) in try Level.firstPlace(before.shown) }
    let isAtRest = !before.isFocusPlaced && focus == first
    try workspace.arrange(body)
    try workspace.change { $0.isFocusPlaced = !isAtRest }
    let level = try workspace.current()
    if isAtRest {
      let first = try reading { () throws(DataError) in try Level.firstPlace(level.shown) }
      level.table.moveFocus(to: first)
    }
    if revealsFocus { try engine { () throws(EngineError) in try level.revealFocus() } }
    guard !isAtRest, let now = level.table.focus, now != focus else { return "" }
    return "\(Mark.dot)the focus stays on its record, now \(now)"
  }

  /// Makes other sections.
  ///
  /// - Parameters:
  ///   - grouping: nil for the sections of the data.
  ///   - message: what has happened, said before the counts.
  static func regroup(
    by grouping: Grouping?, _ message: String, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    let focus = try change(in: &workspace) { $0.grouping = grouping }
    let counts = Words.counts(try workspace.current().shown.counts())
    return Output("\(message)\(Mark.dot)\(counts)\(focus)")
  }

  /// Makes sections of a field's values, and says how many there are.
  static func group(
    as grouping: Grouping, by field: AskedField, _ words: String, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    let focus = try change(in: &workspace) { $0.grouping = grouping }
    let sections = Words.number(try workspace.current().shown.counts().sections, "section")
    return Output("\(words) \(field.path): \(sections)\(focus)").with(field.notices)
  }

  /// Ends the sections that one command makes; those that another one makes stay.
  ///
  /// - Parameter isMeant: whether the command makes sections of such a kind.
  static func endGrouping(
    _ message: String, in workspace: inout Workspace, where isMeant: (Grouping) -> Bool
  ) throws(CommandError) -> Output {
    let level = try workspace.current()
    let grouping = level.arrangement.grouping
    // What is flattened may have been grouped before, which 'flatten off' would bring back.
    let before = grouping == .flat ? level.groupingBeforeFlattening : nil
    guard grouping == nil || [grouping, before].contains(where: { $0.map(isMeant) == true }) else {
      return Output("nothing changed: \(level.arrangement.groupingWords)")
    }
    try workspace.change { $0.groupingBeforeFlattening = nil }
    return try regroup(by: nil, message, in: &workspace)
  }
}
