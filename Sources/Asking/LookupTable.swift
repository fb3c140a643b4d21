import Synchronization
package import TableModel

/// The records of another table by a key of theirs, for records that refer to them.
///
/// What is kept is the hash table of the keys and the places of the records; these are read when
/// they are asked for, and the last of them are remembered.
package final class LookupTable: Sendable {
  package let source: any TableSource
  /// The field that is the key; nil for the keys of a dictionary.
  package let key: FieldPath?
  package let index: KeyIndex
  /// Records without a key, which nothing finds.
  package let unnamed: Int
  private let directory: RecordDirectory
  /// Fields that were asked for of all records.
  private let columns: ColumnStore
  private let recent = Mutex(Recent())

  private struct Recent {
    var values: [Int: Value] = [:]
    var size = 0
  }

  /// What may be remembered of the records, in bytes.
  private static let mostRecent = 8 << 20

  /// - Parameters:
  ///   - key: the field that is the key, also around the records (`$section.id`); every element of a
  ///     list is a key. Nil for the keys of a dictionary.
  ///   - budget: the memory that columns may take, in bytes.
  ///   - checkpoint: called now and then with the number of records read; throwing stops the work.
  /// - Returns: nil where the keys of a dictionary are wanted and there is none.
  /// - Complexity: O(records), of which the key is read.
  package init?(
    _ source: any TableSource, by key: FieldPath?, budget: Int, checkpoint: Checkpoint
  ) throws(DataError) {
    let source = try source.settled { () throws(DataError) in try checkpoint(0) } ?? source
    (self.source, self.key) = (source, key)
    columns = ColumnStore(source: source)
    var building = Building()
    if let key {
      try building.add(key, columns, budget, checkpoint)
    } else {
      guard try building.addRows(of: source, checkpoint) else { return nil }
    }
    (index, directory, unnamed) = (building.index, building.directory, building.unnamed)
  }

  /// How many records there are.
  package var count: Int { directory.count }

  /// The number of the record that a key belongs to; nil for none.
  package func record(of key: Value) -> Int? {
    if let found = index[key] { return found }
    // The keys of dictionaries are texts, also where they are the digits of a number.
    guard self.key == nil, case .number(let number) = key else { return nil }
    let text = number.integer.map { NumberText(Int($0)).text } ?? number.text
    return index[.string(text)]
  }

  /// A record.
  package func value(of record: Int) throws(DataError) -> Value {
    if let known = recent.withLock({ $0.values[record] }) { return known }
    let value = try source.value(at: directory.address(of: record)) ?? .null
    let size = value.roughSize
    recent.withLock { recent in
      if recent.size + size > Self.mostRecent { recent = Recent() }
      recent.values[record] = value
      recent.size += size
    }
    return value
  }

  /// How many records are remembered.
  var remembered: Int { recent.withLock { $0.values.count } }

  /// A field of all records; nil where it would take more memory than it may.
  func column(
    _ path: [String], by rule: FieldRule, budget: Int, checkpoint: Checkpoint
  ) throws(DataError) -> FieldColumn? {
    if let read = try columns.columns([path], by: rule, budget: budget, checkpoint: checkpoint) {
      return read.count == directory.count ? read.columns[path] : nil
    }
    return directory.count <= Self.few ? try smallColumn(path, by: rule) : nil
  }

  /// Of so few records a column is made, though asking each of them is as quick: many others may
  /// refer to them.
  private static let few = 1 << 13

  private func smallColumn(_ path: [String], by rule: FieldRule) throws(DataError) -> FieldColumn? {
    var builder = FieldColumn.Builder(expecting: count)
    let field = FieldPath(keys: path)
    try source.scan { _, value throws(DataError) in
      builder.append(value[path: field], member: KeyReading.members(path, of: value), by: rule)
      return true
    }
    guard builder.count == directory.count, builder.byteCount <= Self.mostRecent else { return nil }
    return builder.finish()
  }
}

extension LookupTable {
  /// A hash table while it is filled.
  private struct Building {
    var index = KeyIndex()
    var directory = RecordDirectory()
    var unnamed = 0

    mutating func add(
      _ key: FieldPath, _ columns: ColumnStore, _ budget: Int, _ checkpoint: Checkpoint
    ) throws(DataError) {
      if let keys = key.keys,
        let read = try columns.columns(
          [keys], by: .keyValue, budget: budget, checkpoint: checkpoint),
        let column = read.columns[keys]
      {
        directory = read.directory
        for record in 0..<column.count {
          if record & 0xFFF == 0 { try checkpoint(record) }
          add(column.value(at: record), of: record)
        }
        return
      }
      try columns.source.scan(for: [key]) { address, value throws(DataError) in
        if directory.count & 0xFFF == 0 { try checkpoint(directory.count) }
        let found = key.keys.map { KeyReading.members($0, of: value) } ?? value[path: key]
        add(found ?? .null, of: directory.count)
        directory.append(address)
        return true
      }
    }

    private mutating func add(_ key: Value, of record: Int) {
      guard case .array = key else {
        if !index.insert(key, of: record) { unnamed += 1 }
        return
      }
      var isNamed = false
      for element in key.flattened where index.insert(element, of: record) { isNamed = true }
      if !isNamed { unnamed += 1 }
    }

    private static let window = 1024

    /// - Returns: false where no row has a key.
    mutating func addRows(of source: any TableSource, _ checkpoint: Checkpoint)
      throws(DataError) -> Bool
    {
      let counts = source.counts()
      guard counts.items.known == 0 else { return false }
      for (section, info) in try source.sections(0..<counts.sections.known).enumerated() {
        for start in stride(from: 0, to: info.rows.known, by: Self.window) {
          try checkpoint(directory.count)
          let rows = try source.rows(start..<start + Self.window, inSection: section)
          for (row, info) in zip(start..., rows) {
            guard let key = info.key else { return false }
            index.insert(.string(key), of: directory.count)
            directory.append(Address(section, row))
          }
        }
      }
      return true
    }
  }
}

extension Value {
  /// The elements of a list, those of lists in it among them; a value that is none alone.
  var flattened: [Value] {
    guard case .array(let elements) = self else { return [self] }
    return elements.flatMap(\.flattened)
  }
}
