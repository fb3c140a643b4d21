import Arranging
import PredicateLanguage
import TableModel

/// Tells where records stand, for the variables of a condition; reads each title once while
/// records come in order.
struct PlaceReader: Sendable {
  let source: any TableSource
  /// Where records are shown that come by other addresses; nil where they come by those shown.
  private let shown: ShownPlaces?
  private var section: (index: Int, value: Value)?
  private var row: (address: Address, value: Value)?

  init(source: any TableSource) {
    self.source = source
    shown = nil
  }

  /// For records that come by their addresses in the base of a table.
  init(showing table: ArrangedTable) {
    source = table
    shown = table.isIdentity ? nil : ShownPlaces(table)
  }

  mutating func place(of address: Address) throws(DataError) -> EvaluationContext.Place {
    let address = shown?.address(ofBase: address) ?? address
    if section?.index != address.section {
      let info = try source.sections(address.section..<address.section + 1).first
      section = (address.section, Self.titled(info?.title, address.section))
      row = nil
    }
    if row?.address != address.rowAddress {
      // A plain row's own title is its key; reading it costs as much as the record itself.
      let index = address.row ?? 0
      let info = try source.rows(index..<index + 1, inSection: address.section).first
      row = (address.rowAddress, Self.titled(info?.title, index))
    }
    return EvaluationContext.Place(
      section: section?.value ?? .null, row: row?.value ?? .null,
      index: address.item ?? address.row ?? 0, sectionIndex: address.section,
      rowIndex: address.row ?? 0)
  }

  private static func titled(_ title: String?, _ index: Int) -> Value {
    .record(Record([("title", title.map { .string($0) } ?? .null), ("index", .integer(index))]))
  }
}
