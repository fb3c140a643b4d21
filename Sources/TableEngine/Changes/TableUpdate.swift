package import TableModel

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

extension Table {
  /// A refused batch in words: the counts the table knows, those of the content now, the updates.
  ///
  /// - Parameter updates: the batch, just refused; the content has not gone back yet.
  package func updateSummary(_ updates: [TableUpdate]) -> String {
    let before = layout.sections.map(\.rowCount)
    let after = (0..<max(0, content.sectionCount)).map { content.rowCount(inSection: $0) }
    let few = updates.prefix(20).map(\.description).joined(separator: ", ")
    let dots = updates.count > 20 ? ", ..." : ""
    return """
      Data source before updates = { \(Self.counts(before)) }
      Data source after updates = { \(Self.counts(after)) }
      Updates = [ \(few)\(dots) ]
      """
  }

  /// The counts of the first sections; more would only fill the screen.
  private static func counts(_ rows: [Int]) -> String {
    let few = rows.prefix(20).map(String.init).joined(separator: ", ")
    let dots = rows.count > 20 ? ", ..." : ""
    return "\(rows.count) section\(rows.count == 1 ? "" : "s") with row counts: [\(few)\(dots)]"
  }
}
