package import TableModel

/// A list or a dictionary within a document, as a table of its own.
package enum DocumentPart {
  /// Opens the list or dictionary at a path of keys, with a record for each element. Where the path
  /// leads through a list, the elements of all the inner lists are gathered.
  ///
  /// - Throws: where the path leads nowhere, what is said of the whole path.
  /// - Complexity: that of opening the document in another shape; large files stay where they are.
  package static func table(at path: FieldPath, of document: any TableDocument)
    throws(DataError) -> any TableSource
  {
    do throws(DataError) {
      return try document.table(shape: Shape(rows: path)).source
    } catch {
      guard case .shape = error else { throw error }
      for shape in shapes(through: path) {
        if let table = try? document.table(shape: shape) { return table.source }
      }
      throw error
    }
  }

  /// The shapes in which a path leads through one list, and through two.
  private static func shapes(through path: FieldPath) -> [Shape] {
    let steps = path.steps
    func part(_ range: Range<Int>) -> FieldPath { FieldPath(Array(steps[range])) }
    var shapes: [Shape] = []
    for first in 1..<max(steps.count, 1) {
      shapes.append(Shape(sections: part(0..<first), rows: part(first..<steps.count)))
    }
    for first in 1..<max(steps.count, 1) {
      for second in first + 1..<max(steps.count, first + 1) {
        shapes.append(
          Shape(
            sections: part(0..<first), rows: part(first..<second),
            items: part(second..<steps.count)))
      }
    }
    return shapes
  }
}
