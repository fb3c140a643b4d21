package import TableModel

/// A table that shows the rows and items of a base table in an arrangement.
///
/// It reads windows through to the base, so a window costs what it shows. What isn't rearranged
/// takes no memory:
///
/// - an empty arrangement takes none, of ten rows or of 10^8
/// - a filter takes at most 1.1 bits for each row or item that it was asked about
/// - a sort takes 4 bytes for each record
/// - a regrouping takes 4 bytes for each record from columns, at most 16 from records
package struct ArrangedTable: Sendable {
  package let base: any TableSource
  /// What was counted when the table was arranged; nil when nothing had to be read.
  package internal(set) var tally: Tally?
  /// The letters along the edge, in a table that is indexed.
  package let indexTitles: IndexTitles?
  let layout: Layout
  let reverse: ReverseIndex
  /// Nil when the base's counts, which may still be growing, are the table's own.
  let ownCounts: Counts?

  /// Records read and records left.
  package struct Tally: Sendable, Hashable {
    package var kept: Int
    package var dropped: Int
    /// The records kept that are items of strips in the base.
    var keptItems = 0
    /// The rows or sections that were kept or dropped as a whole; nil without such a filter.
    package var units: Units?

    /// Rows or sections that were asked for, and how many of them are kept.
    package struct Units: Sendable, Hashable {
      package var level: OuterLevel
      package var kept: Int
      package var count: Int
    }

    package init(kept: Int = 0, dropped: Int = 0) {
      self.kept = kept
      self.dropped = dropped
    }
  }

  /// - Parameter keptItems: the items that a narrowed layout shows, where nothing was counted.
  init(
    base: any TableSource, layout: Layout, tally: Tally? = nil, indexTitles: IndexTitles? = nil,
    keptItems: Int = 0
  ) {
    self.base = base
    self.layout = layout
    self.tally = tally
    self.indexTitles = indexTitles
    reverse = ReverseIndex(layout)
    ownCounts = layout.counts(keptItems: tally?.keptItems ?? keptItems)
  }

  /// The arrangement of another table over a base that has the same records at the same places.
  package init(_ other: ArrangedTable, over base: any TableSource) {
    self.base = base
    (layout, tally, indexTitles) = (other.layout, other.tally, other.indexTitles)
    (reverse, ownCounts) = (other.reverse, other.ownCounts)
  }

  /// The base as it is.
  package init(base: any TableSource) {
    self.init(base: base, layout: .identity)
  }

  /// True for the same arrangement of the same data, made at once.
  package func isSame(as other: ArrangedTable) -> Bool { reverse === other.reverse }

  /// True when sections, rows and records stand one after the other as in the base.
  ///
  /// - Complexity: O(sections + rows whose items were rearranged).
  package var keepsOrder: Bool {
    switch layout {
    case .identity: !base.isReordered
    case .narrowed(let sections): sections.areInBaseOrder && sections.allSatisfy(\.isAscending)
    case .gathered(let sections): sections.allSatisfy(\.records.isAscending)
    }
  }

  /// True when every address is the base's own.
  package var isIdentity: Bool {
    if case .identity = layout { true } else { false }
  }
}
