package import TableModel

/// Something that happened to a cell, or to the table as a whole.
package struct TraceEvent: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case create
    /// An empty pool gave nothing: the data source makes the cell.
    case dequeueNil
    /// A cell was taken or made and not returned: it is lost.
    case leak
    case reuse
    case prepareForReuse
    case willDisplay
    case didEndDisplaying
    case recycle
    case discard
    /// Shown again from a position cache without being configured.
    case revive
    /// Off the screen but exempt from recycling.
    case retain
    /// Back with its row after that, without having been asked for.
    case reattach
    case beginEditing
    case endEditing
    case reconfigure
    case highlight
    case willSelect
    case didSelect
    case willDeselect
    case didDeselect
    case accessoryTapped
    case prefetch
    case cancelPrefetch
    case stale
    case imageApplied
    case imageRejected
    case reloadData
    case memoryWarning
    /// The engine started afresh, because of a setting or on demand.
    case restart
  }

  package var frame: Int
  package var kind: Kind
  package var table: TableStatistics.Table
  /// Nil for what happens to the whole table.
  package var identifier: String?
  package var cell: CellID?
  package var address: Address?

  package init(
    frame: Int, kind: Kind, table: TableStatistics.Table, identifier: String? = nil,
    cell: CellID? = nil, address: Address? = nil
  ) {
    self.frame = frame
    self.kind = kind
    self.table = table
    self.identifier = identifier
    self.cell = cell
    self.address = address
  }
}
