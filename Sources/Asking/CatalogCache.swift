package import PredicateLanguage
import Synchronization
package import TableModel

/// The keys of a table's records: those of the first records, which are read when they are first
/// wanted, and others that were asked for and found farther back.
package final class CatalogCache: Sendable {
  private let source: any TableSource
  private let state = Guarded(State())
  private static let sampleSize = 1000

  private struct State {
    var catalog: KeyCatalog?
    var names: [String]?
    /// What looking through all records has told; a few paths at most.
    var known: [(path: AskedPath, isThere: Bool)] = []
    /// True when the sample is all records.
    var isWhole = false
    var outer: [OuterLevel: CatalogCache] = [:]
    /// Whether any item, and not only a plain row, has a key; as far as that was asked.
    var keysOfItems: [String: Bool] = [:]
  }

  package init(source: any TableSource) {
    self.source = source
  }

  /// The keys of the records of a level around those of the table; nil where there are none.
  package func outer(_ level: OuterLevel) -> CatalogCache? {
    state.withLock { state in
      if let cache = state.outer[level] { return cache }
      let cache = OuterTable(level, of: source).map(CatalogCache.init)
      state.outer[level] = cache
      return cache
    }
  }

  /// The keys of the first records with their kinds, down to a depth.
  ///
  /// - Complexity: O(1) but for the first time.
  package func keys() -> KeyCatalog {
    state.withLock { state in
      if let catalog = state.catalog { return catalog }
      var sample: [Value] = []
      // Records that cannot be read are left to whoever reads them for their own sake.
      try? source.asKnown.scan { _, value throws(DataError) in
        sample.append(value)
        return sample.count < Self.sampleSize
      }
      let keys = KeyCatalog(sampling: sample)
      // More of a text that arrives makes another sample.
      let isShort = sample.count < Self.sampleSize
      if isShort, source.activity?.indexing != nil { return keys }
      state.catalog = keys
      state.isWhole = isShort
      return keys
    }
  }

  /// True when the catalog of keys was made of all records.
  package var isOfAllRecords: Bool { state.withLock { $0.isWhole } }

  /// The keys of the records themselves in order of appearance: of the first ones, and those that
  /// were found farther back.
  ///
  /// - Complexity: O(1) but for the first time.
  package func names() throws(DataError) -> [String] {
    try state.withLock { state throws(DataError) in
      if let names = state.names { return names }
      let names = if let known = source.columnNames { known } else { try firstNames() }
      state.names = names
      return names
    }
  }

  private func firstNames() throws(DataError) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    var count = 0
    try source.asKnown.scan { _, value throws(DataError) in
      for key in value.record?.keys ?? [] where seen.insert(key).inserted { names.append(key) }
      count += 1
      return count < Self.sampleSize
    }
    return names
  }
}

// MARK: - Items

extension CatalogCache {
  /// Whether any item has a key. Where most rows are strips of items and some are plain rows, these
  /// are records as well; but what they have is a key of rows, not of items.
  ///
  /// - Parameter most: how many records are looked at; where none of so few has it, that says nothing
  ///   of the others.
  /// - Complexity: O(1) for what was asked before; otherwise records are read until an item has it.
  package func anyItem(
    has key: String, amongFirst most: Int = .max, checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> Bool {
    if let known = state.withLock({ $0.keysOfItems[key] }) { return known }
    var (isThere, count) = (false, 0)
    try source.scan { address, value throws(DataError) in
      isThere = address.item != nil && value.record?[key] != nil
      count += 1
      try checkpoint(count)
      return !isThere && count < most
    }
    if isThere || most == .max { state.withLock { $0.keysOfItems[key] = isThere } }
    return isThere
  }
}

// MARK: - The first record

extension CatalogCache {
  /// The first record of the table; nil in an empty one.
  package func firstRecord() throws(DataError) -> Value? {
    var first: Value?
    try source.scan { _, value throws(DataError) in
      first = value
      return false
    }
    return first
  }

  /// Whether the first record has something at each of these paths.
  package func firstRecordHas(_ paths: [AskedPath]) throws(DataError) -> Bool {
    guard let first = try firstRecord() else { return true }
    return paths.allSatisfy { $0.isFound(in: first) }
  }
}

// MARK: - All records

extension CatalogCache {
  /// Whether any record has something at a path, null included; as in conditions, the way may lead
  /// through lists.
  ///
  /// - Parameters:
  ///   - columns: the columns of the table; what is read for this is kept there.
  ///   - budget: the memory that columns may take, in bytes.
  /// - Complexity: O(1) for what was asked before and for columns of a database, and one statement for keys
  ///   within them on a server; otherwise one field of all records is read, or the whole records where the
  ///   field can't be read as a column.
  package func anyRecord(
    has path: AskedPath, columns: ColumnStore, budget: Int,
    checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> Bool {
    let known = state.withLock { state in state.known.first { $0.path == path } }
    if let known { return known.isThere }
    let isThere = try look(for: path, columns, budget, checkpoint)
    state.withLock { state in
      state.known.append((path, isThere))
      if isThere, path.isPlain, path.steps.count == 1, let name = path.keys.first,
        state.names?.contains(name) == false
      {
        state.names?.append(name)
      }
    }
    return isThere
  }

  private func look(
    for path: AskedPath, _ columns: ColumnStore, _ budget: Int,
    _ checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> Bool {
    let keys = path.keys
    if let names = source.columnNames {
      if path.isPlain, keys.count == 1 { return names.contains(keys[0]) }
      // Most columns of a database hold nothing deeper, but what is derived may.
      guard let first = keys.first, names.contains(first),
        source.underived.columnNames?.contains(first) == false
          || source.mayHoldValues(inside: first)
      else { return false }
    }
    if path.isPlain, let isThere = try source.database?.hasValues(at: keys) { return isThere }
    // The columns of a part of the records say nothing of the others.
    if path.isPlain, !columns.source.isNarrowed {
      let read = try columns.columns([keys], by: .path, budget: budget, checkpoint: checkpoint)
      if let column = read?.columns[keys] {
        if column.isAnywhere { return true }
        // A column does not cover what lies inside lists along the path.
        if keys.count == 1 { return false }
      }
    }
    var (isThere, count) = (false, 0)
    try source.scan { _, value throws(DataError) in
      count += 1
      if count & 0xFFF == 0 { try checkpoint(count) }
      isThere = path.isFound(in: value)
      return !isThere
    }
    return isThere
  }
}

extension FieldColumn {
  /// True when some record has the field.
  package var isAnywhere: Bool {
    absent.population < count || (nulls?.population ?? 0) > 0
  }
}

/// What a path of more than one step finds in all records of a table: as steps from value to
/// value, and as conditions read it.
package struct PathSurvey {
  package private(set) var records = 0
  /// Records that have something at the path itself, null included.
  package private(set) var plain = 0
  /// Those of them where it is a list.
  package private(set) var plainLists = 0
  /// Records where only conditions find something: behind a list, or because a list was asked.
  package private(set) var computed = 0
  /// Those of them where it is a list.
  package private(set) var lists = 0
  /// The first list on the way, and the way from its elements; nil where no key leads through one.
  package private(set) var listed: (list: FieldPath, rest: FieldPath)?
  /// The kinds of values that an operator could do nothing with, with the records that have them.
  package private(set) var strangers: [(kind: ValueKind, records: Int)] = []

  private let path: FieldPath
  private let reading: PathReading

  package init(_ path: FieldPath, _ reading: PathReading) {
    (self.path, self.reading) = (path, reading)
  }

  package mutating func add(_ record: Value) {
    records += 1
    if let value = record[path: path] {
      plain += 1
      if case .array = value { plainLists += 1 }
      return
    }
    let (value, strangers) = reading.read(record)
    if let value {
      computed += 1
      if case .array = value {
        lists += 1
        if lists == 1 { listed = firstList(in: record) }
      }
    }
    for kind in ValueKind.allCases where strangers.contains(kind) { count(kind) }
  }

  private func firstList(in record: Value) -> (list: FieldPath, rest: FieldPath)? {
    for end in 1..<path.steps.count {
      let list = FieldPath(Array(path.steps[..<end]))
      guard case .array? = record[path: list] else { continue }
      let rest = FieldPath(Array(path.steps[end...]))
      return rest.keys?.contains { $0.hasPrefix("@") } == false ? (list, rest) : nil
    }
    return nil
  }

  private mutating func count(_ kind: ValueKind) {
    if let index = strangers.firstIndex(where: { $0.kind == kind }) {
      strangers[index].records += 1
    } else {
      strangers.append((kind, 1))
    }
  }

  /// The records with a list that stands among other values: all lists go by their size.
  package var listsAmongOthers: Int {
    lists + (plainLists < plain || computed > lists ? plainLists : 0)
  }

  /// True when nothing was found.
  package var isEmpty: Bool { plain == 0 && computed == 0 }

  /// The path that finds all that there is to find.
  package var field: FieldPath { computed > 0 ? reading.field : path }
}
