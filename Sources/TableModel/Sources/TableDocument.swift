/// A document that is open: it can be shown as a table in more than one shape.
package protocol TableDocument: Sendable {
  /// The file's name, or another short name for the title line.
  var name: String { get }

  /// The format's name as people know it, `JSON` for example.
  var format: String { get }

  /// What was found while the document was read and is worth a word: what it has lost, say.
  var remarks: [String] { get }

  /// What is written differently from what was read, when the document is saved; nil for nothing.
  var savingRemark: String? { get }

  /// True when the file was written to, replaced or removed since it was read. What was read may
  /// stay valid all the same.
  ///
  /// - Complexity: a system call or two.
  var hasChanged: Bool { get }

  /// True when the document can no longer be read, because its file was written to in its place.
  ///
  /// - Complexity: a system call or two, a short transaction for a database.
  var isLost: Bool { get }

  /// True where all of the document may be read into memory at once.
  var fitsInMemory: Bool { get }

  /// The document as a table.
  ///
  /// - Parameter shape: how the document maps to sections, rows and items; nil to infer it.
  func table(shape: Shape?) throws(DataError) -> ShapedTable

  /// The document that opens in place of a value of this one, where the value stands for more than
  /// it holds: a row of a database's list for the whole table.
  func document(inside value: Value) throws(DataError) -> (any TableDocument)?
}

extension TableDocument {
  package var remarks: [String] { [] }

  package var savingRemark: String? { nil }

  package var hasChanged: Bool { false }

  package var isLost: Bool { false }

  package var fitsInMemory: Bool { true }

  package func document(inside value: Value) throws(DataError) -> (any TableDocument)? { nil }
}

/// A table together with the shape it was given and the words that say so.
package struct ShapedTable: Sendable {
  package var source: any TableSource
  package var shape: Shape
  /// One line for people: `dictionary of arrays: a section per key, one row of items each`.
  package var explanation: String
  /// Other shapes that would show the document as well.
  package var alternatives: [Shape]
  /// True for a document that is one record, whose fields are the rows.
  package var isRecord: Bool

  package init(
    source: any TableSource, shape: Shape, explanation: String, alternatives: [Shape] = [],
    isRecord: Bool = false
  ) {
    self.source = source
    self.shape = shape
    self.explanation = explanation
    self.alternatives = alternatives
    self.isRecord = isRecord
  }
}

/// How a document maps to sections, rows and items.
///
/// Each path is relative to the one above it, the first to the document's root. A level without
/// a path is not taken from the data: no `sections` means one section, no `items` plain rows.
package struct Shape: Sendable, Hashable {
  package var sections: FieldPath?
  package var rows: FieldPath?
  package var items: FieldPath?
  /// The key whose value titles sections and rows.
  package var title: FieldPath?
  /// True where a row without the list of items is an empty strip, and not a record of its own.
  package var rowsAreStrips = false

  package init(
    sections: FieldPath? = nil, rows: FieldPath? = nil, items: FieldPath? = nil,
    title: FieldPath? = nil
  ) {
    self.sections = sections
    self.rows = rows
    self.items = items
    self.title = title
  }

  /// True where only the items are said: they go on from rows that are known by other means.
  package var saysItemsAlone: Bool { sections == nil && rows == nil && items != nil }

  /// The shape with one more level: the records become rows, and the elements of a list in each of
  /// them its items. Nil where there are three levels already.
  package func unnesting(_ list: FieldPath) -> Shape? {
    var deeper = self
    if let items {
      guard sections == nil || rows == nil else { return nil }
      if sections == nil { deeper.sections = rows ?? .itself }
      deeper.rows = items
    }
    (deeper.items, deeper.rowsAreStrips) = (list, true)
    return deeper
  }
}

/// What to show of a database: all of its tables, one of them, or what a query returns.
package struct DatabaseRequest: Sendable, Hashable {
  /// A table or view.
  package var table: String?
  /// A query in SQL, which may only read.
  package var query: String?
  /// The column whose values make sections.
  package var groupBy: String?
  /// The columns, separated by commas, by which the rows of the table are in an order and of which no
  /// two rows have the same; nil for those that the database knows.
  package var key: String?
  /// How long a server is kept at the moment that its rows were read at.
  package var hold = SnapshotHold.standard

  package init(
    table: String? = nil, query: String? = nil, groupBy: String? = nil, key: String? = nil
  ) {
    (self.table, self.query, self.groupBy, self.key) = (table, query, groupBy, key)
  }
}

/// How long a transaction of a server is kept open without reads, so that all of them see the same
/// moment. While one is open, the server clears away no old rows.
package enum SnapshotHold: Sendable, Hashable {
  case seconds(Int)
  /// As long as the database is open.
  case always
  /// Each statement sees a moment of its own.
  case never

  package static let standard = SnapshotHold.seconds(60)
}
