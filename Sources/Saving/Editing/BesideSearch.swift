import Documents
package import TableModel

/// Looks for a value of a document that stands outside the records of its table: in
/// `search_metadata` beside the `statuses` of `{"statuses": [...], "search_metadata": {...}}`, or in
/// the `name` of a section whose rows are its `members`.
package struct BesideSearch {
  private let matches: (Value) -> Bool
  private let matchesKey: (String) -> Bool
  private let checkpoint: () throws(DataError) -> Void

  /// - Parameters:
  ///   - matches: asked about scalars.
  ///   - matchesKey: asked about keys.
  ///   - checkpoint: called for each container; throws to stop.
  package init(
    checkpoint: @escaping () throws(DataError) -> Void = {},
    where matches: @escaping (Value) -> Bool,
    orKey matchesKey: @escaping (String) -> Bool = { _ in false }
  ) {
    (self.matches, self.matchesKey) = (matches, matchesKey)
    self.checkpoint = checkpoint
  }

  /// The way from the document's root to the first value outside a table's records that matches.
  ///
  /// - Parameter includesParents: whether what stands beside the lists of rows and items, in the
  ///   records of sections and rows, counts as well.
  /// - Returns: nil where there is none, and for tables that are no documents.
  /// - Complexity: O(document) at most; the records themselves are passed over.
  package func path(in source: any TableSource, includesParents: Bool = true)
    throws(DataError) -> FieldPath?
  {
    let base = (source as? EditedSource)?.base ?? source
    guard let document = base as? any DocumentTable else { return nil }
    let shape = document.shape
    let levels = [shape.sections, shape.rows, shape.items].compactMap(\.self).map(\.steps)
    guard let first = levels.first else { return nil }
    return try search(
      document.root, first[...], includesParents ? levels.dropFirst() : [], at: .itself)
  }

  /// - Parameters:
  ///   - steps: what is left of the way to the next part of the table.
  ///   - levels: the ways from each thing there to the parts within it.
  private func search(
    _ node: any DocumentNode, _ steps: ArraySlice<FieldPath.Step>,
    _ levels: ArraySlice<[FieldPath.Step]>, at path: FieldPath
  ) throws(DataError) -> FieldPath? {
    try checkpoint()
    guard let step = steps.first else {
      guard let next = levels.first else { return nil }
      return try forEachChild(of: node, at: path) { child, path throws(DataError) in
        try search(child, next[...], levels.dropFirst(), at: path)
      }
    }
    return try forEachChild(of: node, at: path) { child, path throws(DataError) in
      path.steps.last == step
        ? try search(child, steps.dropFirst(), levels, at: path)
        : isFoundByKey(path) ? path : try search(within: child.value(), at: path)
    }
  }

  private func forEachChild(
    of node: any DocumentNode, at path: FieldPath,
    _ visit: (any DocumentNode, FieldPath) throws(DataError) -> FieldPath?
  ) throws(DataError) -> FieldPath? {
    var (children, index) = (try node.children(), 0)
    while let child = try children.next() {
      let step = child.key.map(FieldPath.Step.key) ?? .index(index)
      if let found = try visit(child.content.node, path.appending(step)) { return found }
      index += 1
    }
    return nil
  }

  private func isFoundByKey(_ path: FieldPath) -> Bool {
    if case .key(let key)? = path.steps.last { matchesKey(key) } else { false }
  }

  private func search(within value: Value, at path: FieldPath) throws(DataError) -> FieldPath? {
    try checkpoint()
    switch value {
    case .record(let record):
      for field in record.fields {
        let path = path.appending(.key(field.key))
        if matchesKey(field.key) { return path }
        if let found = try search(within: field.value, at: path) { return found }
      }
      return nil
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        let path = path.appending(.index(index))
        if let found = try search(within: element, at: path) { return found }
      }
      return nil
    default: return matches(value) ? path : nil
    }
  }
}
