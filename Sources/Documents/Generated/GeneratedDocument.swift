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

/// What a generated table is to contain: `generated:sections=2,rows=100,items=20,kinds=2,seed=7`.
///
/// Counts are per parent; without items the rows are plain records.
package struct GeneratedSpecification: Sendable, Hashable {
  package static let prefix = "generated:"

  package var sections = 1
  package var rows = 100
  package var items = 0
  /// How many kinds (`Cell1`, `Cell2`...) alternate from row to row.
  package var kinds = 1
  package var seed = 1

  package init(sections: Int = 1, rows: Int = 100, items: Int = 0, kinds: Int = 1, seed: Int = 1) {
    self.sections = sections
    self.rows = rows
    self.items = items
    self.kinds = kinds
    self.seed = seed
  }

  private static let keys: [(name: String, path: any WritableKeyPath<Self, Int> & Sendable)] = [
    ("sections", \.sections), ("rows", \.rows), ("items", \.items), ("kinds", \.kinds),
    ("seed", \.seed),
  ]

  /// The largest count of any level.
  private static let countLimit = 1_000_000_000

  /// The largest number of records in all.
  private static let totalLimit = 1_000_000_000_000_000
}

extension GeneratedSpecification {
  /// Reads a specification, with or without the word `generated:` before it.
  ///
  /// - Throws: `DataError.shape` that names the part which is wrong.
  package init(parsing text: String) throws(DataError) {
    self.init()
    let list = text.hasPrefix(Self.prefix) ? text.dropFirst(Self.prefix.count) : text[...]
    var seen: Set<String> = []
    guard !list.isEmpty else { return }
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let name = try apply(part)
      guard seen.insert(name).inserted else {
        throw .shape(message: "'\(name)' is given twice", hint: nil)
      }
    }
    try checkTotal()
  }

  private static let example =
    "for example generated:sections=3,rows=100,items=20,kinds=2,seed=7"

  private mutating func apply(_ part: Substring) throws(DataError) -> String {
    let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(halves[0])
    guard let key = Self.keys.first(where: { $0.name == name }) else {
      let near = Spelling.nearest(to: name, in: Self.keys.map(\.name))
      throw .shape(
        message: "a generated table has no '\(name)'",
        hint: near.map { "did you mean '\($0)'?" } ?? Self.example)
    }
    guard halves.count == 2 else {
      throw .shape(message: "'\(name)' needs a number: \(name)=10", hint: Self.example)
    }
    let least = name == "kinds" ? 1 : name == "seed" ? Int.min : 0
    let most = name == "seed" ? Int.max : Self.countLimit
    guard let value = Int(halves[1]), value >= least, value <= most else {
      let wanted = name == "seed" ? "a whole number" : "a whole number from \(least) to \(most)"
      throw .shape(message: "'\(name)' is '\(halves[1])', not \(wanted)", hint: nil)
    }
    self[keyPath: key.path] = value
    return name
  }

  private func checkTotal() throws(DataError) {
    let (allRows, overflow) = sections.multipliedReportingOverflow(by: rows)
    let (all, more) = allRows.multipliedReportingOverflow(by: max(1, items))
    guard !overflow, !more, all <= Self.totalLimit else {
      throw .shape(message: "a generated table holds at most \(Self.totalLimit) records", hint: nil)
    }
  }
}

extension GeneratedSpecification: CustomStringConvertible {
  package var description: String {
    Self.prefix + Self.keys.map { "\($0.name)=\(self[keyPath: $0.path])" }.joined(separator: ",")
  }
}
