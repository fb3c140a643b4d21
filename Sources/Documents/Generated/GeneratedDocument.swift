package import TableModel

/// A table of invented records, for demonstrations, tests and measurements.
package struct GeneratedDocument: TableDocument {
  package let specification: GeneratedSpecification

  package init(specification: GeneratedSpecification) {
    self.specification = specification
  }

  package var name: String { "generated" }

  package var format: String { "generated" }

  /// The table. It is computed and has no document behind it, so it knows no other shape.
  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    guard shape == nil else {
      throw .shape(
        message: "a generated table has the shape it was made with",
        hint: "state it when opening: generated:sections=3,rows=100,items=20")
    }
    let isPlain = specification.items == 0
    return ShapedTable(
      source: GeneratedTable(specification),
      shape: Shape(sections: .itself, rows: .itself, items: isPlain ? nil : .itself),
      explanation: isPlain ? "generated: plain rows" : "generated: rows of items")
  }
}
