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
  package var request: DatabaseRequest {
    var request = DatabaseRequest(table: table, query: query, groupBy: groupBy, key: key)
    request.hold = hold
    return request
  }
}

/// What can be said about how separated values are written, when they are opened: the names of
/// options, of `open` as of the program.
package enum DialectOption: String, Keyword {
  case delimiter, header, quote, types

  package enum HeaderWord: String, Keyword { case yes, no }

  package enum TypesWord: String, Keyword { case text }
}

extension DialectOption {
  /// The only values that there are; none where there are too many to be listed.
  package var choices: [String] {
    switch self {
    case .delimiter: []
    case .header: HeaderWord.words
    case .quote: NoneWord.words
    case .types: TypesWord.words
    }
  }

  /// What a value may be, for errors.
  package var expected: String {
    choices.isEmpty
      ? "a sign such as ; or |, or tab, comma, semicolon, pipe or space" : Words.choice(choices)
  }

  package var summary: String {
    switch self {
    case .delimiter: "what stands between separated values, such as ';' or tab"
    case .header: "whether the first line of separated values names the columns"
    case .quote: "with none, quotes in separated values are characters like others"
    case .types: "with text, separated values are texts and nothing else"
    }
  }

  /// The option of a command.
  package var option: CommandOption {
    CommandOption(
      rawValue,
      self == .delimiter
        ? Parameter("CHARACTER", .text) : Parameter("WORD", .choice(choices)), summary)
  }

  /// Says in a dialect what a value means.
  ///
  /// - Returns: false for a value that the option doesn't have.
  package func state(_ word: String, in dialect: inout StatedDialect) -> Bool {
    switch self {
    case .delimiter:
      guard let delimiter = StatedDialect.delimiter(word) else { return false }
      dialect.delimiter = delimiter
    case .header:
      guard let header = HeaderWord(rawValue: word) else { return false }
      dialect.hasHeader = header == .yes
    case .quote:
      guard NoneWord(rawValue: word) != nil else { return false }
      dialect.hasQuotes = false
    case .types:
      guard TypesWord(rawValue: word) != nil else { return false }
      dialect.hasTypes = false
    }
    return true
  }

  /// The value by which a dialect says something, for a line that opens the file again; nil where it
  /// says nothing.
  package func word(of dialect: StatedDialect) -> String? {
    switch self {
    case .delimiter:
      dialect.delimiter.map {
        $0 == UInt8(ascii: "\t") ? "tab" : String(UnicodeScalar($0))
      }
    case .header:
      dialect.hasHeader.map { ($0 ? HeaderWord.yes : .no).rawValue }
    case .quote: dialect.hasQuotes ? nil : NoneWord.none.rawValue
    case .types: dialect.hasTypes ? nil : TypesWord.text.rawValue
    }
  }
}

extension StatedDialect {
  /// What a line says of separated values.
  package init(statedIn call: Invocation) throws(CommandError) {
    self.init()
    for option in DialectOption.allCases {
      guard let word = call.option(option.rawValue) else { continue }
      guard option.state(word.text, in: &self) else {
        throw CommandError(
          .badValue(word.text, argument: option.rawValue, expected: option.expected),
          at: word.range)
      }
    }
  }
}
