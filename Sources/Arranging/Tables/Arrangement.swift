package import TableModel

/// What a table is narrowed to, regrouped by and sorted by: the steps, without a table.
///
/// The order in which steps were given doesn't matter. Filters are given the base table's addresses,
/// grouping sees what they leave (though groups keep the order they have unfiltered), and
/// sorting orders what stands in a strip or section then. A filter that asks where a record stands
/// can have the table arranged as it is without any filter.
package struct Arrangement: Sendable {
  /// A record is shown when it passes all of them.
  package var filters: [RecordFilter]
  /// Nil leaves sections, rows and items as the base has them.
  package var grouping: Grouping? {
    didSet {
      if case .groups? = sectionOrder, grouping != oldValue { sectionOrder = nil }
    }
  }
  /// The first key decides; further ones only where those before are equal.
  package var sortKeys: [SortKey]
  /// Nil leaves sections where the base or the grouping put them.
  package var sectionOrder: SectionOrder?
  /// True where the base table stands in the order or in the groups by itself.
  package var isOrderServed = false
  package var isGroupingServed = false

  package init(
    filters: [RecordFilter] = [], grouping: Grouping? = nil, sortKeys: [SortKey] = [],
    sectionOrder: SectionOrder? = nil
  ) {
    self.sectionOrder = sectionOrder
    self.filters = filters
    self.grouping = grouping
    self.sortKeys = sortKeys
  }

  /// True when a table in this arrangement is the base as it is.
  package var isIdentity: Bool {
    filters.isEmpty && grouping == nil && sortKeys.isEmpty && sectionOrder == nil
  }

  /// What is left to do where the base table does some of it by itself.
  var unserved: Arrangement {
    var rest = self
    rest.filters.removeAll(where: \.isServed)
    if isOrderServed { rest.sortKeys = [] }
    if isGroupingServed { rest.grouping = nil }
    return rest
  }

  /// Sections made from the records, whatever sections they stand in.
  package enum Grouping: Sendable, Hashable {
    /// All records in one section without a title.
    case flat
    /// A section for each distinct value of a field.
    case byValue(of: FieldPath, order: GroupOrder = .firstAppearance, asStrips: Bool = false)
    /// A section for each letter that a field's text begins with.
    case byLetter(of: FieldPath)

    package var isByValue: Bool { if case .byValue = self { true } else { false } }
    package var isByLetter: Bool { if case .byLetter = self { true } else { false } }
  }

  package enum GroupOrder: Sendable, Hashable {
    case firstAppearance
    /// By the groups' values as in a sort, the group without a value last.
    case sorted
  }
}

extension Arrangement {
  /// The keys around records that filters, orders and groups ask for, each once.
  package var outerKeys: [FieldPath] {
    let paths =
      filters.flatMap(\.outerKeys) + sortKeys.map(\.path) + (grouping?.field.map { [$0] } ?? [])
    let outer = paths.filter { OuterLevel(at: $0) != nil && ScreenKey($0) == nil }.map {
      FieldPath(Array($0.steps.prefix(2)))
    }
    return outer.enumerated().filter { !outer[..<$0].contains($1) }.map(\.element)
  }
}

/// A condition on records, with the words it was given in.
package struct RecordFilter: Sendable {
  /// Whether a record is shown, given its address in the base table. An error stops everything.
  package typealias Condition = @Sendable (Address, Value) throws(DataError) -> Bool

  /// Answers for all records of a table at once, from its columns; nil when that is not worth it.
  package typealias Survey = @Sendable (ColumnStore) throws(DataError) -> RecordSelection?

  /// Answers for whole rows or sections of a table at once, by what stands around their records; nil
  /// where records have to be asked.
  package typealias Units = @Sendable (ColumnStore) throws(DataError) -> KeptUnits?

  /// Which of the filters that can be on together it is.
  package let kind: Kind
  /// The words that it was given in.
  package let text: String
  package let matches: Condition
  package let survey: Survey?
  /// Decides on whole rows or sections instead; where it does, nothing else is asked.
  package let units: Units?
  /// Gets the table before its records come up, where their places have to be known.
  let prepare: Preparation?
  /// What the condition says of fields, for a source that can find the records itself; nil where that is
  /// nothing.
  package var fields: FieldFilter?
  /// Whether that is all that the condition says.
  package var fieldsSayAll = false
  /// True where the base table shows no other records.
  package var isServed = false
  /// True where the base table has decided on some of the records by itself.
  package var isNarrowing = false
  /// The keys that are asked of what stands around the records: `$section.age`.
  package var outerKeys: [FieldPath] = []

  /// The kinds of filters, one of each at most, by the names of their commands.
  package enum Kind: String, Sendable {
    /// A predicate.
    case filter
    /// A text.
    case search
  }

  /// Called with the base table whenever it is arranged: after an edit it is another one, in which
  /// records have other addresses.
  ///
  /// The arrangement has no filters; what it is handed to arranges the base.
  package typealias Preparation =
    @Sendable (
      _ base: any TableSource, Arrangement,
      _ arrange: (Arrangement) throws(DataError) -> ArrangedTable
    ) throws(DataError) -> Void

  /// - Parameters:
  ///   - survey: a faster way to the same answers.
  ///   - units: the way to them where the answer is the same for all that a row or section holds.
  package init(
    _ text: String, kind: Kind = .filter, survey: Survey? = nil, units: Units? = nil,
    prepare: Preparation? = nil, matches: @escaping Condition
  ) {
    self.text = text
    self.kind = kind
    self.survey = survey
    self.units = units
    self.prepare = prepare
    self.matches = matches
  }
}

/// An order of sections: by their titles, or of groups by the values that made them.
package enum SectionOrder: Sendable, Hashable, CustomStringConvertible {
  case ascending
  case descending
  case groups(by: FieldPath, isAscending: Bool)

  package var description: String {
    switch self {
    case .ascending: "sort sections"
    case .descending: "sort sections desc"
    case .groups(let field, let isAscending):
      "sort sections by \(SortKey(field, ascending: isAscending))"
    }
  }
}

/// One step at a time. For several use an `Arrangement`, which reads the table once.
extension TableSource {
  /// Items ordered within their strip, plain rows within their section; stable, records without
  /// the field last in either direction.
  ///
  /// - Complexity: one scan, O(n log n) comparisons of values computed once for each record.
  package func sorted(
    by keys: [SortKey], checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> ArrangedTable {
    try ArrangedTable(base: self, sortKeys: keys, checkpoint: checkpoint)
  }

  /// A section for each distinct value of a field, titled with it.
  ///
  /// - Parameter asStrips: true for one strip a section instead of plain rows.
  /// - Complexity: one scan, O(n), and O(g log g) for the order of g groups.
  package func grouped(
    by field: FieldPath, order: Arrangement.GroupOrder = .firstAppearance, asStrips: Bool = false,
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> ArrangedTable {
    try ArrangedTable(
      base: self, grouping: .byValue(of: field, order: order, asStrips: asStrips),
      checkpoint: checkpoint)
  }

  /// A section for each letter that a field's text begins with, sorted by that field, and the
  /// titles of an index beside it.
  ///
  /// - Complexity: one scan, O(n log n) comparisons.
  package func indexed(
    by field: FieldPath, checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> ArrangedTable {
    try ArrangedTable(base: self, grouping: .byLetter(of: field), checkpoint: checkpoint)
  }

  /// All records as plain rows of one section.
  ///
  /// - Complexity: O(rows); records aren't read.
  package func flattened(
    checkpoint: @escaping Checkpoint = { _ in }
  ) throws(DataError) -> ArrangedTable {
    try ArrangedTable(base: self, grouping: .flat, checkpoint: checkpoint)
  }
}

// MARK: - What a source does by itself

extension Arrangement {
  /// What a source can be asked to do of it by itself; nil for nothing.
  ///
  /// Filters that follow each other, groups by letters, strips and the order of sections are done here.
  package var request: SourceRequest? {
    var request = SourceRequest()
    if filters.count == 1 { request.filter = filters[0].fields }
    let orders = sortKeys.map { key in
      key.path.keys.map { FieldOrder($0, isAscending: key.ascending) }
    }
    if !orders.contains(where: { $0 == nil }) { request.order = orders.compactMap(\.self) }
    if case .byValue(let field, order: .sorted, asStrips: false) = grouping, sectionOrder == nil {
      request.groupKey = field.keys
    }
    return request.isEmpty ? nil : request
  }

  /// Arranges the records of a table, of which the table itself does as much as it can.
  ///
  /// - Parameter whole: the table with all records.
  /// - Returns: the table to be arranged further, and of how many records a filter was asked there. Nil
  ///   where the whole table has to be arranged here.
  package mutating func serve(from whole: any TableSource) throws(DataError)
    -> (source: any TableSource, filtered: Int?)?
  {
    (isOrderServed, isGroupingServed) = (false, false)
    for index in filters.indices {
      (filters[index].isServed, filters[index].isNarrowing) = (false, false)
    }
    guard let request, let answer = try whole.database?.asked(request) else { return nil }
    if request.filter != nil, answer.filtered != nil {
      filters[0].isNarrowing = true
      filters[0].isServed = answer.isExact && filters[0].fieldsSayAll
    }
    isOrderServed = answer.isOrdered
    isGroupingServed = answer.isGrouped
    return (answer.source, answer.filtered)
  }
}

extension ArrangedTable {
  /// The table with a count of what filters have dropped, some of which the base has dropped itself.
  ///
  /// - Parameter count: the records without any filter.
  package func outOf(_ count: Int) throws(DataError) -> ArrangedTable {
    var table = self
    let kept: Int
    if let tally { kept = tally.kept } else { kept = try recordCount() }
    table.tally = tally ?? Tally(kept: kept)
    table.tally?.dropped = count - kept
    return table
  }
}

/// The letters along the edge of an indexed table, each with the section it scrolls to.
package struct IndexTitles: Sendable, Hashable {
  /// All 27, whether or not they have a section.
  package let titles: [String]
  /// For each title the section it leads to: its own, else the next that exists, else the last.
  package let targets: [Int]

  /// - Parameter filled: ascending positions in `Collation.titles` that have a section, one each.
  init(filled: [Int]) {
    titles = Collation.titles
    var targets: [Int] = []
    var section = 0
    for title in titles.indices where !filled.isEmpty {
      while section < filled.count - 1, filled[section] < title { section += 1 }
      targets.append(section)
    }
    self.targets = targets
  }

  /// The section to scroll to for the title at a position; nil when the table is empty.
  package func section(at title: Int) -> Int? {
    targets.indices.contains(title) ? targets[title] : nil
  }

  /// The section to scroll to for a letter, `é` for `E` and `7` for `#`; nil in an empty table.
  package func section(for letter: String) -> Int? {
    section(at: Collation.titleIndex(of: letter))
  }
}
