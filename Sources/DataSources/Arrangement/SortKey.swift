package import TableModel

/// One criterion of a sort order: a field and a direction.
package struct SortKey: Sendable, Hashable {
  package var path: FieldPath
  package var ascending: Bool

  package init(_ path: FieldPath, ascending: Bool = true) {
    self.path = path
    self.ascending = ascending
  }
}

extension SortKey: CustomStringConvertible {
  package var description: String { ascending ? "\(path)" : "\(path) desc" }
}
