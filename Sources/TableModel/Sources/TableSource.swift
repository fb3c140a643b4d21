/// How many there are: exactly, or at least while an index is still growing.
package enum Extent: Sendable, Hashable {
  case exact(Int)
  case atLeast(Int)

  /// The number that can be used now.
  package var known: Int {
    switch self {
    case .exact(let count), .atLeast(let count): count
    }
  }

  package var isExact: Bool {
    if case .exact = self { true } else { false }
  }

  package static func + (a: Extent, b: Extent) -> Extent {
    a.isExact && b.isExact ? .exact(a.known + b.known) : .atLeast(a.known + b.known)
  }
}

/// Totals over a whole table. A plain table, whose rows are its records, has no items.
package struct Counts: Sendable, Hashable {
  package var sections: Extent
  package var rows: Extent
  package var items: Extent

  package init(sections: Extent, rows: Extent, items: Extent) {
    self.sections = sections
    self.rows = rows
    self.items = items
  }
}

/// What is known of a section without reading its rows.
package struct SectionInfo: Sendable, Hashable {
  package var title: String?
  package var footer: String?
  package var rows: Extent
  /// True when the rows are all plain or all strips, so that they are equally high.
  package var isUniform: Bool
  /// Whether rows that are all of one kind are strips; nil where one of them has to be read to know.
  package var areStrips: Bool?

  package init(
    title: String? = nil, footer: String? = nil, rows: Extent, isUniform: Bool = true
  ) {
    self.title = title
    self.footer = footer
    self.rows = rows
    self.isUniform = isUniform
  }

  /// Notes that some of the rows are strips, and the others plain.
  package mutating func setKinds(strips: Int, plain: Int) {
    areStrips = strips == 0 ? false : plain == 0 ? true : nil
    isUniform = areStrips != nil
  }
}

/// What is known of a row without reading its items.
package struct RowInfo: Sendable, Hashable {
  package var title: String?
  /// The key that leads to the row in a dictionary; nil in a list, or where it is not known.
  package var key: String?
  /// The number of items of a strip; nil for a plain row, which is a record itself.
  package var items: Extent?

  package init(title: String? = nil, key: String? = nil, items: Extent? = nil) {
    self.title = title
    self.key = key
    self.items = items
  }
}

/// A table of tables, read in windows: sections -> rows -> items.
///
/// Everything above the data sources reads through this protocol. Windows cost what they show,
/// whatever the size of the source; only `scan` reads everything. Asking beyond a count gives a
/// shorter answer, not an error. Sources are immutable or publish growth atomically, so that a
/// viewport may read while an index is being built.
package protocol TableSource: Sendable {
  func counts() -> Counts

  /// The sections of a range, in order.
  func sections(_ range: Range<Int>) throws(DataError) -> [SectionInfo]

  /// The rows of a range within a section, in order.
  func rows(_ range: Range<Int>, inSection section: Int) throws(DataError) -> [RowInfo]

  /// The records of plain rows. A row of items gives the record that its items were taken from, where
  /// there is one.
  ///
  /// - Parameter fields: which fields to read; the batch holds them in this order.
  func records(_ range: Range<Int>, inSection section: Int, fields: [FieldPath])
    throws(DataError) -> RecordBatch

  /// The items of a strip.
  func items(_ range: Range<Int>, inRow row: Address, fields: [FieldPath])
    throws(DataError) -> RecordBatch

  /// The whole value at an address: an item, a plain row's record, a strip's items as an array.
  func value(at address: Address) throws(DataError) -> Value?

  /// Visits every record (item, or plain row) in order.
  ///
  /// - Complexity: O(everything). The visitor stops the scan by returning false.
  func scan(_ visit: (Address, Value) throws(DataError) -> Bool) throws(DataError)

  /// Fields of all records as columns, by a way that is quicker than a scan.
  ///
  /// - Parameters:
  ///   - paths: the keys that lead to each field.
  ///   - rule: what a key finds in a value that is not a record.
  ///   - limit: the most memory that the columns may take, in bytes.
  ///   - checkpoint: called now and then with the number of records read; throwing stops the work.
  /// - Returns: nil where a scan has to do.
  func readColumns(
    _ paths: [[String]], by rule: FieldRule, limit: Int,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading?

  /// The fields of all records, by a way that is quicker than a scan.
  ///
  /// - Parameters:
  ///   - depth: how many keys deep fields are listed.
  ///   - distinctCap: how many different values of a field are counted at most.
  ///   - limit: the most memory that the different values may take, in bytes.
  ///   - checkpoint: called now and then with the number of records read; throwing stops the work.
  /// - Returns: nil where a scan has to do.
  func readSchema(depth: Int, distinctCap: Int, limit: Int, checkpoint: Checkpoint)
    throws(DataError) -> Schema?

  /// The records whose field lies within a bound, where an index of the data finds them without
  /// reading the others.
  ///
  /// An answer also means that in every record of the table the field is either of the bound's kind
  /// or absent: no comparison with the bound mismatches.
  /// - Returns: at least these records; nil where no index serves, or where it finds too many to be
  ///   quicker than reading the field of all.
  func records(where key: String, within bound: FieldBound) throws(DataError) -> RecordSelection?

  /// True where the rows of a section are titled by keys of the data, which need not stand in
  /// their records.
  func rowsGoByKey(inSection section: Int) throws(DataError) -> Bool

  /// How many records there are: items of strips, and plain rows beside them.
  ///
  /// - Complexity: O(sections), and O(rows) of those that have both plain rows and strips.
  func recordCount() throws(DataError) -> Int

  /// The keys that every record has, in their order, where the source knows them without reading
  /// records (no record has other keys): the columns of a database. Nil where only the records
  /// say.
  var columnNames: [String]? { get }

  /// What is to be known of keys besides their values: that moments have no time zone, say.
  var remarksOnKeys: [String] { get }

  /// Whether values of one of these keys may hold others.
  func mayHoldValues(inside key: String) -> Bool

  /// The levels around the records of which the data has records: a user around their friends.
  var outerLevels: [OuterLevel] { get }

  /// The same table without the keys that are derived.
  var underived: any TableSource { get }

  /// The same table with all records, where this one shows those that a request has left.
  var unnarrowed: any TableSource { get }

  /// Whether a request has left some of the records, or all in another order.
  var isNarrowed: Bool { get }

  /// Whether a request has put records into another order than that of the data.
  var isReordered: Bool { get }

  /// Whether everything is in memory and no read can fail: what is shown can be read when somebody
  /// looks at it.
  var isInMemory: Bool { get }

  /// What answers questions about all records in place of reading them; nil where nothing does.
  var database: (any TableDatabase)? { get }

  /// Whether reading all records brings them here from another machine's database.
  var isOnServer: Bool { get }

  /// Where the record at an address stands in another table that was made of the same data by a
  /// request.
  ///
  /// - Returns: nil where it is not there.
  func place(of address: Address, in other: any TableSource) throws(DataError) -> Address?

  /// Where the record at an address stands in the data, and the table of the data. Where it is
  /// shown does not change what stands around it.
  ///
  /// - Returns: nil where nothing is there.
  func inData(_ address: Address) throws(DataError) -> DataPlace?

  /// The record of a level around an address, without the list that the table shows of it. The
  /// record of a plain row is the row's own.
  ///
  /// - Returns: nil where nothing is there, or something that is not a record.
  func outerRecord(_ level: OuterLevel, around address: Address) throws(DataError) -> Value?

  /// What is still being done in the background; nil for a source that was read completely.
  var activity: SourceActivity? { get }

  /// The same table with all that has become known since this one was made; nil when nothing has.
  ///
  /// A source keeps its counts, so that a frame can rely on them; growth is taken over by going
  /// on to another source.
  func advanced() -> (any TableSource)?

  /// The same table with more than a first screen known, for which it waits a moment; nil when that
  /// is known already.
  ///
  /// - Parameter checkpoint: called now and then; throws to stop waiting.
  func begun(checkpoint: () throws(DataError) -> Void) throws(DataError) -> (any TableSource)?

  /// The same table with more known than in this one, for which it waits; nil when all is known.
  ///
  /// - Parameter checkpoint: called now and then; throws to stop waiting.
  func grown(checkpoint: () throws(DataError) -> Void) throws(DataError) -> (any TableSource)?

  /// The same table with no more than is known now, where more is still to come from elsewhere: for
  /// samples, which wait for nobody.
  var asKnown: any TableSource { get }

  /// The same table with exact counts, for which it waits; nil when they are exact already.
  ///
  /// - Parameter checkpoint: called now and then; throws to stop waiting.
  func settled(checkpoint: () throws(DataError) -> Void) throws(DataError) -> (any TableSource)?
}

extension TableSource {
  /// Whether all counts are known.
  package var isCounted: Bool { activity?.indexing == nil }

  package func readColumns(
    _ paths: [[String]], by rule: FieldRule, limit: Int,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> ColumnReading? { nil }

  package func readSchema(depth: Int, distinctCap: Int, limit: Int, checkpoint: Checkpoint)
    throws(DataError) -> Schema?
  { nil }

  package func records(where key: String, within bound: FieldBound)
    throws(DataError) -> RecordSelection?
  { nil }

  package func rowsGoByKey(inSection section: Int) throws(DataError) -> Bool { false }

  package func recordCount() throws(DataError) -> Int {
    let counts = counts()
    let window = 1024
    var records = counts.items.known
    for start in stride(from: 0, to: counts.sections.known, by: window) {
      for (section, info) in zip(start..., try sections(start..<start + window)) {
        var row = 0
        // The first row of a uniform section speaks for all of them.
        repeat {
          let rows = try rows(row..<row + (info.isUniform ? 1 : window), inSection: section)
          let plain = rows.count { $0.items == nil }
          records += info.isUniform && plain == 1 ? info.rows.known : plain
          row += window
        } while !info.isUniform && row < info.rows.known
      }
    }
    return records
  }

  package var columnNames: [String]? { nil }
  package var remarksOnKeys: [String] { [] }
  package func mayHoldValues(inside key: String) -> Bool { false }
  package var outerLevels: [OuterLevel] { [] }
  package var underived: any TableSource { self }
  package var unnarrowed: any TableSource { self }
  package var isNarrowed: Bool { false }
  package var isReordered: Bool { false }
  package var isInMemory: Bool { false }
  package var isOnServer: Bool { false }
  package var database: (any TableDatabase)? { nil }
  package func place(of address: Address, in other: any TableSource) throws(DataError) -> Address? {
    nil
  }

  package func inData(_ address: Address) throws(DataError) -> DataPlace? {
    DataPlace(source: self, address: address)
  }

  package func outerRecord(_ level: OuterLevel, around address: Address)
    throws(DataError) -> Value?
  { nil }

  package var activity: SourceActivity? { nil }
  package func advanced() -> (any TableSource)? { nil }
  package func begun(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  { nil }
  package func grown(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  { try settled(checkpoint: checkpoint) }
  package var asKnown: any TableSource { self }
  package func settled(checkpoint: () throws(DataError) -> Void)
    throws(DataError) -> (any TableSource)?
  { nil }
}

/// An address in the table that shows the data as it is.
package struct DataPlace: Sendable {
  package let source: any TableSource
  package let address: Address

  package init(source: any TableSource, address: Address) {
    (self.source, self.address) = (source, address)
  }
}

/// Called now and then by work over many records, with the number done so far.
///
/// Throwing stops the work with nothing changed: throw `DataError.cancelled` for Ctrl-C.
package typealias Checkpoint = (Int) throws(DataError) -> Void

/// What a source still does behind the prompt.
package struct SourceActivity: Sendable, Hashable {
  /// How far the counts are known, from 0 to 1; nil when they are known completely.
  package var indexing: Double?
  /// How many bytes have come so far of a text whose end nobody knows: then `indexing` is 0. Nil for
  /// any other.
  package var received: Int?
  /// How far the text has been checked, from 0 to 1; nil when that is not under way.
  package var verifying: Double?
  /// True when the whole text was checked and found right.
  package var isVerified: Bool
  /// True for a file that is followed: whatever is added to it comes, and nothing is checked before
  /// it is read.
  package var isFollowing: Bool
  /// What was found in the text and is worth a word, once all of it was checked.
  package var remarks: [String]
  /// Those of the remarks that say what an answer about all records leaves out, or why it may not fit
  /// earlier ones.
  package var leftOut: [String]
  /// The first mistake that was found.
  package var error: DataError?

  package init(
    indexing: Double? = nil, received: Int? = nil, verifying: Double? = nil,
    isVerified: Bool = false, isFollowing: Bool = false, remarks: [String] = [],
    leftOut: [String] = [],
    error: DataError? = nil
  ) {
    self.indexing = indexing
    self.received = received
    self.verifying = verifying
    self.isVerified = isVerified
    self.isFollowing = isFollowing
    self.remarks = remarks
    self.leftOut = leftOut
    self.error = error
  }
}
