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
        let around = Mutex(Surroundings(of: base, for: [lookup.key]))
        return { address, record throws(DataError) in
          let scoped = try around.withLock { around throws(DataError) in
            try around?.scoped(.record(Record()), at: address)
          }
          return try lookup.value(of: scoped?[path: lookup.key] ?? .null)
        }
      })
  }
}
