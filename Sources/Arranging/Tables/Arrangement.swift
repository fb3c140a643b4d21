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
  package var grouping: Grouping?
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

  /// Answers for whole rows or sections of a table at once, by what stands around their records.
  package typealias Units = @Sendable (ColumnStore) throws(DataError) -> KeptUnits

  /// Which of the filters that can be on together it is.
  package let kind: Kind
  /// The words that it was given in.
  package let text: String
  package let matches: Condition
  package let survey: Survey?
  /// Decides on whole rows or sections instead; nothing else is asked then.
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

/// An order of sections by their titles.
package enum SectionOrder: String, Sendable, Hashable, CustomStringConvertible {
  case ascending
  case descending

  package var description: String {
    self == .ascending ? "sort sections" : "sort sections desc"
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
