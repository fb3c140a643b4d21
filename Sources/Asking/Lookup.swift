import Synchronization
package import TableModel

/// Records of another table that the records of a table refer to, as a key of theirs.
package struct Lookup: Sendable {
  /// The field that refers to them, also around the records.
  package let key: FieldPath
  package let table: LookupTable

  package init(_ key: FieldPath, in table: LookupTable) {
    (self.key, self.table) = (key, table)
  }

  /// The record that a value refers to; for a list, those that its elements refer to.
  ///
  /// - Returns: nil where there is none; elements that refer to none are left out.
  /// - Complexity: O(1) and what reading a record takes that was not read lately.
  package func value(of key: Value) throws(DataError) -> Value? {
    guard case .array = key else {
      return try table.record(of: key).map { record throws(DataError) in
        try table.value(of: record)
      }
    }
    var found: [Value] = []
    for element in key.flattened {
      if let record = table.record(of: element) { found.append(try table.value(of: record)) }
    }
    return .array(found)
  }

  /// For each value of a column the record that it refers to, a negative number for none.
  ///
  /// - Returns: nil where there are lists among the values.
  /// - Complexity: O(values), and one look into the hash table for each.
  package func records(of column: FieldColumn, _ checkpoint: Checkpoint)
    throws(DataError) -> [Int32]?
  {
    guard column.containers.lists == 0 else { return nil }
    var records = [Int32](repeating: -1, count: column.count)
    // Texts that have the same number are looked up once.
    var known: [UInt32: Int32] = [:]
    let texts = column.texts.flatMap { $0.pool.isInterning ? $0 : nil }
    for row in records.indices {
      if row & 0xFFF == 0 { try checkpoint(row) }
      if let texts, texts.rows.contains(row) {
        let code = texts.codes[row]
        if let record = known[code] {
          records[row] = record
        } else {
          records[row] = record(of: column.value(at: row))
          known[code] = records[row]
        }
      } else {
        records[row] = record(of: column.value(at: row))
      }
    }
    return records
  }

  private func record(of key: Value) -> Int32 {
    table.record(of: key).map { Int32(truncatingIfNeeded: $0) } ?? -1
  }

  /// A field of the records that a column refers to.
  ///
  /// - Parameters:
  ///   - path: the keys that lead to the field; none for the records themselves.
  ///   - limit: the memory that it may take, in bytes.
  /// - Returns: nil where records have to be asked one by one: some refer to several, or the
  ///   field is too large.
  package func column(
    _ path: [String], by rule: FieldRule, of keys: FieldColumn, limit: Int, _ checkpoint: Checkpoint
  ) throws(DataError) -> FieldColumn? {
    guard let records = try records(of: keys, checkpoint),
      let column = try table.column(path, by: rule, budget: limit, checkpoint: checkpoint)
    else { return nil }
    return column.gathered(records, limit: limit)
  }
}

extension DerivedField {
  /// A key that has the records that others refer to.
  ///
  /// A column of it is the other table's, in the order in which records refer to it.
  /// - Parameter typed: what was typed in front of `as NAME`.
  package init(_ name: String, _ lookup: Lookup, typed: String) {
    let outer = OuterLevel(at: lookup.key)
    let keys = lookup.key.steps.first.flatMap { if case .key(let key) = $0 { key } else { nil } }
    self.init(
      name, expression: typed, keys: outer == nil ? keys.map { [$0] } : [],
      readsPlaces: outer != nil, origin: .lookup,
      columns: {
        table, path, rule, limit, checkpoint throws(DataError) in
        guard outer == nil, let keys = lookup.key.keys,
          let read = try RecordColumns.read(
            [keys], by: .path, of: table, limit: limit, checkpoint: checkpoint),
          let column = read.columns[keys],
          let found = try lookup.column(path, by: rule, of: column, limit: limit, checkpoint)
        else { return nil }
        return RecordColumns(directory: read.directory, columns: [path: found])
      },
      reading: { base in
        guard outer != nil else {
          return { _, record throws(DataError) in
            try lookup.value(of: record[path: lookup.key] ?? .null)
          }
        }
        let around = Guarded(Surroundings(of: base, for: [lookup.key]))
        return { address, record throws(DataError) in
          let scoped = try around.withLock { around throws(DataError) in
            try around?.scoped(.record(Record()), at: address)
          }
          return try lookup.value(of: scoped?[path: lookup.key] ?? .null)
        }
      })
  }
}

/// What becomes of the records of a table that refer to those of another one.
package struct LookupTally: Sendable {
  package private(set) var records = 0
  /// Records that refer to others, all of which are there.
  package private(set) var found = 0
  /// Records without a key.
  private var without = 0
  /// Records whose key is not there.
  private var unmatched = 0
  /// Records with a list of which some elements are not there.
  private var partial = 0
  /// The first key that is not there, and the first such element of a list.
  private var examples: (key: Value?, element: Value?)
  private let lookup: Lookup

  package init(_ lookup: Lookup) { self.lookup = lookup }

  mutating func add(_ key: Value) {
    records += 1
    if key.isNull {
      without += 1
    } else if let missing = key.flattened.first(where: { lookup.table.record(of: $0) == nil }) {
      if case .array = key {
        partial += 1
        if examples.element == nil { examples.element = missing }
      } else {
        unmatched += 1
        if examples.key == nil { examples.key = missing }
      }
    } else {
      found += 1
    }
  }

  /// Counts all records of a table.
  ///
  /// - Complexity: O(records), of which the key is read as a column.
  package mutating func count(
    _ columns: ColumnStore, budget: Int, _ checkpoint: Checkpoint
  ) throws(DataError) {
    if let keys = lookup.key.keys,
      let read = try columns.columns([keys], by: .path, budget: budget, checkpoint: checkpoint),
      let column = read.columns[keys]
    {
      for row in 0..<column.count {
        if row & 0xFFF == 0 { try checkpoint(row) }
        add(column.value(at: row))
      }
      return
    }
    try columns.source.scan(for: [lookup.key]) { _, value throws(DataError) in
      if records & 0xFFF == 0 { try checkpoint(records) }
      add(value[path: lookup.key] ?? .null)
      return true
    }
  }
}

extension LookupTally {
  /// What is missing and what is there more than once, a sentence each.
  ///
  /// - Parameters:
  ///   - name: the key that the records get.
  ///   - place: what the other table is called.
  ///   - grouped: writes a count.
  package func sentences(
    _ name: String, in place: String, grouped: (Int) -> String
  ) -> [String] {
    let table = lookup.table
    if table.count == 0 { return ["\(place) has no records"] }
    let (name, key) = (Self.quoted(name), Self.quoted(lookup.key))
    func records(_ count: Int, _ one: String, _ many: String) -> String {
      count == 1 ? "1 record \(one)" : "\(grouped(count)) records \(many)"
    }
    func whose(_ count: Int) -> String { (count == 1 ? "its " : "their ") + key }
    var sentences: [String] = []
    if unmatched > 0 {
      sentences.append(
        "\(records(unmatched, "has", "have")) no \(name): \(whose(unmatched)) is not in \(place)"
          + Self.such(examples.key))
    }
    if partial > 0 {
      sentences.append(
        "\(records(partial, "lacks", "lack")) a part of \(name): not all of \(whose(partial))"
          + " is in \(place)" + Self.such(examples.element))
    }
    if without > 0 { sentences.append("\(records(without, "has", "have")) no \(key)") }
    return sentences + tableSentences(place, grouped) + [kindSentence].compactMap(\.self)
  }

  private static func quoted(_ path: FieldPath) -> String { quoted("\(path)") }

  private static func quoted(_ name: String) -> String { name.hasPrefix("`") ? name : "`\(name)`" }

  private static func such(_ example: Value?) -> String {
    guard let example else { return "" }
    let text = example.plainText.prefix(40)
    return ", such as " + (example.kind == .text ? "\"\(text)\"" : text)
  }

  /// What is to be said of the other table.
  private func tableSentences(_ place: String, _ grouped: (Int) -> String) -> [String] {
    guard let key = lookup.table.key else { return [] }
    let (repeated, unnamed) = (lookup.table.index.repeatedCount, lookup.table.unnamed)
    let name = Self.quoted(key)
    var sentences: [String] = []
    if repeated > 0 {
      let values =
        repeated == 1 ? "1 value of \(name) is" : "\(grouped(repeated)) values of \(name) are"
      sentences.append("\(values) repeated in \(place); the first record of each is taken")
    }
    if unnamed > 0 {
      let have =
        unnamed == 1 ? "1 record of \(place) has" : "\(grouped(unnamed)) records of \(place) have"
      sentences.append("\(have) no \(name)")
    }
    return sentences
  }

  /// Why what was not found can't be there, where the keys are of kinds that are never equal.
  private var kindSentence: String? {
    guard let example = examples.key ?? examples.element, let key = lookup.table.key
    else { return nil }
    let kinds = lookup.table.index.kinds
    guard !kinds.isEmpty, !kinds.contains(example.kind) else { return nil }
    let others = ValueKind.allCases.filter(kinds.contains).map(\.rawValue)
    return "\(Self.quoted(lookup.key)) is \(example.kind.rawValue) and \(Self.quoted(key)) is"
      + " \(others.joined(separator: " or ")): these are never equal"
  }
}
