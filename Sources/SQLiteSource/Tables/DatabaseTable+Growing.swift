import TableModel

extension DatabaseTable {
  func advanced() -> (any TableSource)? {
    guard sections.contains(where: { $0.extent != $0.rows.extent }) else { return nil }
    return DatabaseTable(
      columns: columns, sections: sections.map { Section(title: $0.title, rows: $0.rows) })
  }

  /// Counts to the end; what a query returns beyond the limit stays uncounted.
  func settled(checkpoint: () throws(DataError) -> Void) throws(DataError) -> (any TableSource)? {
    for section in sections where !section.rows.extent.isExact {
      while try section.rows.advance() { try checkpoint() }
    }
    return advanced()
  }
}
