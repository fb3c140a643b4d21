package import TableModel

/// What a table asks of the one who fills it: the data source and delegate of a table view.
///
/// All answers are for the arrangement that is shown now (after filters, sorting, grouping).
/// The engine asks for what it needs in the order of its policy and never for everything.
package protocol TableContent: AnyObject {
  var sectionCount: Int { get }
  func rowCount(inSection section: Int) -> Int

  /// True when all rows of the section are as high as the metrics say for their kind and are all
  /// of the same kind (all plain or all strips), so that the layout needs no row table.
  func hasUniformRows(inSection section: Int) -> Bool

  /// The number of items in a strip; nil for a plain row.
  func itemCount(inRow row: Address) -> Int?

  func hasHeader(_ section: Int) -> Bool
  func hasFooter(_ section: Int) -> Bool

  /// All that the layout has to know about the sections of a range, in order: one question for many
  /// sections. Sections missing at the end of the answer have no rows.
  func traits(ofSections range: Range<Int>) -> [SectionTraits]

  /// The height of a row in points, nil for the metrics' own.
  func height(ofRow row: Address) -> Int?

  /// The reuse identifier for a row or an item; nil for a cell that is never pooled.
  func identifier(for address: Address) -> String?

  /// A name for the record that stays the same when rows move, when the data has one.
  func stableIdentity(of address: Address) -> String?

  /// Announces the windows that are about to be configured, so that they can be read in batches.
  func willShow(_ windows: [TableWindow])

  /// What to write into the cell for an address.
  func content(for address: Address) -> CellContent

  /// What writes as `content(for:)` does at this moment, whatever changes later, so that a cell can be
  /// written when it is first looked at; nil where cells are to be written as they are configured.
  var laterWriter: (any CellWriter)? { get }
}

/// Writes cells from what does not change any more, and cannot fail.
package protocol CellWriter: AnyObject {
  func content(for address: Address) -> CellContent
}

extension TableContent {
  package func height(ofRow row: Address) -> Int? { nil }
  package func stableIdentity(of address: Address) -> String? { nil }
  package func willShow(_ windows: [TableWindow]) {}
  package var laterWriter: (any CellWriter)? { nil }
}

/// A range of rows in a section, or of items in a row.
package enum TableWindow: Sendable, Hashable {
  case rows(section: Int, Range<Int>)
  case items(row: Address, Range<Int>)
}

/// Which of the two tables a cell belongs to: the list of rows, or a strip of items in one of them.
package enum TableKind: String, Sendable, Hashable, CaseIterable {
  case rows
  case items
}

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

/// One change of the data, as the table is informed of it in a batch.
///
/// An address with a section alone names a section, with a row a row, with an item an item.
/// What is deleted, reloaded or moved away is named by its place before the batch, what is
/// inserted or moved to by its place after it.
package enum TableUpdate: Sendable, Hashable {
  case delete(Address)
  case insert(Address)
  case reload(Address)
  case move(from: Address, to: Address)
}

extension TableUpdate: CustomStringConvertible {
  package var description: String {
    switch self {
    case .delete(let address): "delete \(Self.name(address))"
    case .insert(let address): "insert \(Self.name(address))"
    case .reload(let address): "reload \(Self.name(address))"
    case .move(let from, let to): "move \(Self.name(from)) to \(to)"
    }
  }

  private static func name(_ address: Address) -> String {
    let kind = address.row == nil ? "section" : address.item == nil ? "row" : "item"
    return "\(kind) \(address)"
  }
}

/// What a row is known by when its place may change: its stable identity, or else its address.
package enum RowKey: Sendable, Hashable {
  case stable(String)
  case address(Address)
}
