package import Arranging

/// What narrows and orders a table, as the commands that say so.
extension Arrangement {
  /// All of it: `filter Views > 20000`, `sort by Title`.
  package var statements: [String] {
    filters.map(\.statement)
      + [sortStatement, sectionOrder?.description, groupingStatement].compactMap(\.self)
  }

  /// `sort by price desc, name`; nil where records are in the data's order.
  package var sortStatement: String? {
    sortKeys.isEmpty ? nil : "sort by " + sortKeys.map(\.description).joined(separator: ", ")
  }

  /// `group by level`; nil where sections are as in the data.
  package var groupingStatement: String? {
    switch grouping {
    case nil: nil
    case .flat: "flatten"
    case .byValue(let path, _, _): "group by \(path)"
    case .byLetter(let path): "index by \(path)"
    }
  }
}

extension RecordFilter {
  /// The command that says it: `filter Views > 20000`.
  package var statement: String { "\(kind.rawValue) \(text)" }
}

extension RecordFilter.Kind {
  /// The command that ends it.
  package var ending: String { "\(rawValue) off" }
}
