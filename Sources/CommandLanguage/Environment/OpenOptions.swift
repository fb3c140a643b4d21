package import Documents
package import Files
package import ManyFiles
package import TableModel

/// What is said about a file when it is opened.
package struct OpenOptions: Sendable, Hashable {
  /// The format to take the file for; nil to find out.
  package var format: String?
  /// The table or view of a database.
  package var table: String?
  /// A query over a database, in SQL.
  package var query: String?
  /// The column of a database's table whose values make sections.
  package var groupBy: String?
  /// The columns that a database's table is ordered by, where the database does not say.
  package var key: String?
  /// How long a server is kept at the moment that its rows were read at.
  package var hold = SnapshotHold.standard
  /// How separated values are written, as far as it is not to be found out.
  package var dialect: StatedDialect
  /// Which mistakes of a text are put up with.
  package var tolerance: Tolerance
  /// Whether all of a text that arrives is waited for: out of a pipe or a compressed file.
  package var waits: Bool
  /// How many bytes may come of such a text; nil for as many as there is room for.
  package var limit: Int?
  /// Whether what is added to the file later belongs to it as well.
  package var follows: Bool
  /// Further files, which are opened together with the one that is named.
  package var others: [String]
  /// How several files follow each other; nil for one file, and for the usual way.
  package var form: ConcatenatedTable.Form?

  package init(
    format: String? = nil, table: String? = nil, query: String? = nil, groupBy: String? = nil,
    key: String? = nil, dialect: StatedDialect = StatedDialect(),
    tolerance: Tolerance = Tolerance(),
    waits: Bool = false, limit: Int? = nil, follows: Bool = false,
    others: [String] = [], form: ConcatenatedTable.Form? = nil
  ) {
    self.format = format
    self.table = table
    self.query = query
    self.groupBy = groupBy
    self.key = key
    self.dialect = dialect
    self.tolerance = tolerance
    self.waits = waits
    self.limit = limit
    self.follows = follows
    self.others = others
    self.form = form
  }

  /// Whether the file is one of many.
  package var isOneOfMany = false

  package var stream: StreamOptions {
    StreamOptions(waits: waits, limit: limit, follows: follows, isOneOfMany: isOneOfMany)
  }

  /// True when something is said that only a database can answer.
  package var asksForDatabase: Bool { table != nil || query != nil || groupBy != nil || key != nil }

  /// What is asked of a database.
  var request: DatabaseRequest {
    var request = DatabaseRequest(table: table, query: query, groupBy: groupBy, key: key)
    request.hold = hold
    return request
  }
}
