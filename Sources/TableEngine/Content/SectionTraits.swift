import TableModel

/// What the layout of a table has to know of a section.
package struct SectionTraits: Sendable, Hashable {
  package var rowCount = 0
  /// See `TableContent.hasUniformRows`.
  package var isUniform = true
  /// True when the first row is a strip; it counts for sections that are uniform and not empty.
  package var beginsWithStrip = false
  package var hasHeader = false
  package var hasFooter = false

  package init() {}
}

extension TableContent {
  /// The traits of sections that are there, asked for one by one.
  package func traits(ofSections range: Range<Int>) -> [SectionTraits] {
    range.map { section in
      var traits = SectionTraits()
      traits.rowCount = rowCount(inSection: section)
      traits.hasHeader = hasHeader(section)
      traits.hasFooter = hasFooter(section)
      guard traits.rowCount > 0 else { return traits }
      traits.isUniform = hasUniformRows(inSection: section)
      guard traits.isUniform else { return traits }
      traits.beginsWithStrip = itemCount(inRow: Address(section, 0)) != nil
      return traits
    }
  }
}
