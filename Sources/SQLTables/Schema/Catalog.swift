package import TableModel

/// The tables and views of a database, in the order of their names.
package struct Catalog: Sendable {
  package let relations: [Relation]

  package init(_ relations: [Relation]) { self.relations = relations }
}

extension Catalog {
  /// The table or view of a name: exactly, or else whatever the case of its letters.
  ///
  /// - Throws: `DataError.shape` that proposes the nearest name.
  package func relation(named name: String) throws(DataError) -> Relation {
    let found =
      relations.first { $0.label == name || $0.qualifiedName == name }
      ?? relations.first { $0.label.lowercased() == name.lowercased() }
    if let found { return found }
    throw .shape(message: "the database has no table '\(name)'", hint: nearest(to: name))
  }

  /// `did you mean 'products'?`, or the names there are.
  func nearest(to name: String) -> String? {
    let names = relations.map(\.label)
    if let near = Spelling.nearest(to: name, in: names) { return "did you mean '\(near)'?" }
    return names.isEmpty ? "it has no tables at all" : "its tables: " + Self.list(names)
  }

  private static let shortest = 8

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(shortest).joined(separator: ", ")
    return names.count > shortest ? shown + " and \(names.count - shortest) more" : shown
  }

  /// The same error of a query, with the nearest name of a table or column.
  package func explaining(_ error: DataError) -> DataError {
    guard case .shape(let message, nil) = error else { return error }
    if let name = Self.name(after: "no such table: ", in: message) {
      return .shape(message: message, hint: nearest(to: name))
    }
    if let name = Self.name(after: "no such column: ", in: message) {
      let columns = relations.flatMap { $0.columns.map(\.name) }
      let near = Spelling.nearest(to: name, in: columns).map { "did you mean '\($0)'?" }
      return .shape(message: message, hint: near)
    }
    return error
  }

  /// The last part of a name that may be qualified: `p.nme` is `nme`.
  private static func name(after words: String, in message: String) -> String? {
    guard message.hasPrefix(words) else { return nil }
    return message.dropFirst(words.count).split(separator: ".").last.map(String.init)
  }
}
