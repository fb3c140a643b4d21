import Foundation
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
  private let recent = Guarded(Recent())

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

/// A hash table from keys to the numbers of records.
///
/// Numbers are the same key where their values are, however they are written: 3 is 3.0. A text is
/// never a number, and null, lists and records are no keys. It takes about 16 bytes for a number,
/// and for a text a dozen more than it is long.
package struct KeyIndex: Sendable {
  private var numbers: [Int64: UInt32] = [:]
  private var ascii = TextPool(isLastingly: true)
  /// By the number of a text in the pool.
  private var placesOfASCII: [UInt32] = []
  /// The texts that may be equal to others with different bytes.
  private var texts: [String: UInt32] = [:]
  private var others: [DistinctValue: UInt32] = [:]
  /// The records of which a later one has the same key.
  private var repeated: Set<UInt32> = []
  /// The kinds of the keys.
  package private(set) var kinds: Set<ValueKind> = []

  package init() {}

  /// How many different keys there are.
  package var count: Int { numbers.count + placesOfASCII.count + texts.count + others.count }

  /// How many of them belong to more than one record.
  package var repeatedCount: Int { repeated.count }

  /// The form in which a key is looked up; nil for values that can't be keys.
  private enum Form {
    case number(Int64)
    case ascii(String)
    case text(String)
    case other(DistinctValue)

    init?(_ key: Value) {
      switch key {
      case .null, .array, .record: return nil
      case .string(let text):
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
          self = .ascii(text)
        } else {
          // A few characters are equal to one of ASCII, such as the sign for kelvins.
          let plain = text.precomposedStringWithCanonicalMapping
          self = plain.utf8.allSatisfy { $0 < 0x80 } ? .ascii(plain) : .text(plain)
        }
      case .number(let number):
        if number.double.isNaN { return nil }
        self = number.wholeNumber.map(Form.number) ?? .other(DistinctValue(key))
      case .bool, .date, .data: self = .other(DistinctValue(key))
      }
    }
  }

  /// Puts a key in; of several records with one key the first has it.
  ///
  /// - Returns: false for a value that can't be a key.
  @discardableResult
  package mutating func insert(_ key: Value, of record: Int) -> Bool {
    guard let form = Form(key) else { return false }
    let record = UInt32(truncatingIfNeeded: record)
    kinds.insert(key.kind)
    let owner: UInt32
    switch form {
    case .number(let number): owner = Self.note(number, record, in: &numbers)
    case .ascii(var text):
      let code = Int(text.withUTF8 { ascii.code(of: $0) })
      if ascii.isOverfull {
        owner = known(text) ?? Self.note(text, record, in: &texts)
      } else {
        if code == placesOfASCII.count { placesOfASCII.append(record) }
        owner = placesOfASCII[code]
      }
    case .text(let text): owner = Self.note(text, record, in: &texts)
    case .other(let value): owner = Self.note(value, record, in: &others)
    }
    if owner != record { repeated.insert(owner) }
    return true
  }

  private static func note<Key: Hashable>(
    _ key: Key, _ record: UInt32, in places: inout [Key: UInt32]
  ) -> UInt32 {
    if let known = places[key] { return known }
    places[key] = record
    return record
  }

  /// The record that a key belongs to; nil for none.
  package subscript(key: Value) -> Int? {
    guard let form = Form(key) else { return nil }
    return switch form {
    case .number(let number): numbers[number].map(Int.init)
    case .ascii(let text): (known(text) ?? texts[text]).map(Int.init)
    case .text(let text): texts[text].map(Int.init)
    case .other(let value): others[value].map(Int.init)
    }
  }

  private func known(_ text: String) -> UInt32? {
    var text = text
    return text.withUTF8 { ascii.known($0) }.map { placesOfASCII[Int($0)] }
  }
}

extension NumberText {
  /// The integer that the number is exactly, in whatever notation; nil for none.
  ///
  /// - Complexity: O(1) for integers, O(digits) for what is written in another way.
  fileprivate var wholeNumber: Int64? {
    if case .int(let value) = numeric { return value }
    let candidates = [
      integer, double.magnitude < 0x1p53 ? nil : Decimal(string: text).flatMap { Int64("\($0)") },
    ]
    return candidates.compactMap(\.self).first { NumberText(Int($0)).compare(self) == 0 }
  }
}
