/// Keys and values in the order in which the source wrote them.
///
/// A key that is written twice keeps its first place and its last value. A reader
/// that meets such a key says so to the record, which then knows how many values it has lost.
///
/// - Complexity: looking a key up is O(1) in records of more than eight fields, O(fields) below.
package struct Record: Sendable, Hashable {
  package struct Field: Sendable, Hashable {
    package let key: String
    package var value: Value

    package init(key: String, value: Value) {
      self.key = key
      self.value = value
    }
  }

  package private(set) var fields: [Field] = []
  /// Where keys stand in a record that is long, or has lost values.
  private(set) var positions: [String: KeyPlace]?
  /// In records of up to this many fields, a key is looked for field by field.
  static let scanLimit = 8

  package init() {}

  package init(_ pairs: some Sequence<(String, Value)>) {
    for (key, value) in pairs { self[key] = value }
  }

  /// A record like many others, with a value for each of their keys.
  ///
  /// - Parameter values: as many as there are keys; missing ones are left out.
  /// - Complexity: O(fields), whatever the keys.
  package init(_ keys: RecordKeys, values: ArraySlice<Value>) {
    fields.reserveCapacity(values.count)
    for (key, value) in zip(keys.names, values) { fields.append(Field(key: key, value: value)) }
    positions = fields.count == keys.names.count ? keys.positions : nil
  }

  /// The record of keys and values as they were written; some keys may be there twice.
  ///
  /// - Complexity: O(fields), one look at a hash table for each where there are many.
  package init(written keys: ArraySlice<String>, values: ArraySlice<Value>) {
    fields.reserveCapacity(keys.count)
    guard keys.count > Self.scanLimit else {
      for (key, value) in zip(keys, values) { self[key] = value }
      return
    }
    var positions: [String: KeyPlace] = Dictionary(minimumCapacity: keys.count)
    for (key, value) in zip(keys, values) {
      guard let known = positions.updateValue(KeyPlace(fields.count), forKey: key) else {
        fields.append(Field(key: key, value: value))
        continue
      }
      positions[key] = known
      fields[known.position].value = value
    }
    if fields.count > Self.scanLimit { self.positions = positions }
  }

  package var count: Int { fields.count }
  package var isEmpty: Bool { fields.isEmpty }
  package var keys: [String] { fields.map(\.key) }
  package var values: [Value] { fields.map(\.value) }

  package subscript(key: String) -> Value? {
    get { position(of: key).map { fields[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): fields[position].value = value
      case (let position?, nil): remove(at: position)
      case (nil, let value?): append(Field(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  private func position(of key: String) -> Int? {
    if let positions { return positions[key]?.position }
    return fields.firstIndex { $0.key == key }
  }

  private mutating func append(_ field: Field) {
    positions?[field.key] = KeyPlace(fields.count)
    fields.append(field)
    if positions == nil, fields.count > Self.scanLimit { indexPositions() }
  }

  private mutating func remove(at position: Int) {
    let repeated = repeatedKeys
    fields.remove(at: position)
    positions = nil
    if fields.count > Self.scanLimit { indexPositions() }
    note(repeated)
  }

  private mutating func indexPositions() {
    positions = Dictionary(
      uniqueKeysWithValues: fields.enumerated().map { ($1.key, KeyPlace($0)) })
  }

  package static func == (a: Record, b: Record) -> Bool { a.fields == b.fields }
  package func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

// MARK: - Keys written more than once

/// Where a key stands in a record, and how often it was written there.
struct KeyPlace: Sendable, Hashable {
  private let index: UInt32
  /// More than one only where values were lost; never more than 65,535.
  let values: UInt16
  /// True for the first key of a record in which any key was written more than once, to be seen at
  /// once.
  let isInLossyRecord: Bool

  var position: Int { Int(index) }

  init(_ position: Int, values: Int = 1, isInLossyRecord: Bool = false) {
    index = UInt32(truncatingIfNeeded: position)
    self.values = UInt16(clamping: values)
    self.isInLossyRecord = isInLossyRecord
  }
}

extension Record {
  /// A key that was written more than once in a record, of whose values the last is kept.
  package struct RepeatedKey: Sendable, Hashable {
    package let key: String
    /// At least two.
    package let values: Int
  }

  /// The keys that were written more than once, in their order; no part of what makes records
  /// equal.
  ///
  /// - Complexity: O(1) where there are none.
  package var repeatedKeys: [RepeatedKey] {
    guard let positions, let first = fields.first,
      positions[first.key]?.isInLossyRecord == true
    else { return [] }
    return fields.compactMap { field in
      guard let values = positions[field.key]?.values, values > 1 else { return nil }
      return RepeatedKey(key: field.key, values: Int(values))
    }
  }

  /// How many values of repeated keys were lost.
  package var lostValues: Int { repeatedKeys.reduce(0) { $0 + $1.values - 1 } }

  /// Notes which keys were written more than once.
  ///
  /// - Parameter keys: all keys as they were written.
  /// - Complexity: O(keys).
  package mutating func noteRepeated(_ keys: some Sequence<String>) {
    var counts: [String: Int] = [:]
    for key in keys { counts[key, default: 0] += 1 }
    note(
      fields.compactMap { field in
        counts[field.key].flatMap { $0 > 1 ? RepeatedKey(key: field.key, values: $0) : nil }
      })
  }

  private mutating func note(_ repeated: [RepeatedKey]) {
    guard !repeated.isEmpty, let first = fields.first else { return }
    if positions == nil { indexPositions() }
    for entry in repeated {
      guard let place = positions?[entry.key] else { continue }
      positions?[entry.key] = KeyPlace(place.position, values: entry.values)
    }
    guard let place = positions?[first.key] else { return }
    positions?[first.key] = KeyPlace(
      place.position, values: Int(place.values), isInLossyRecord: true)
  }
}

extension Value {
  /// The keys that were written more than once in the records of a value, at any depth.
  ///
  /// - Complexity: O(values).
  package var repeatedKeys: [Record.RepeatedKey] {
    switch self {
    case .record(let record): record.repeatedKeys + record.fields.flatMap(\.value.repeatedKeys)
    case .array(let elements): elements.flatMap(\.repeatedKeys)
    default: []
    }
  }
}

/// The keys that the records of a table have in common, prepared once for all of them.
package struct RecordKeys: Sendable {
  /// Each key once.
  let names: [String]
  let positions: [String: KeyPlace]?

  /// - Parameter names: the keys in order; none may stand there twice.
  package init(distinct names: [String]) {
    self.names = names
    let isLong = names.count > Record.scanLimit
    positions =
      isLong
      ? Dictionary(
        names.enumerated().map { ($1, KeyPlace($0)) }, uniquingKeysWith: { first, _ in first })
      : nil
  }

  /// The keys of a record.
  package init(of record: Record) {
    names = record.keys
    positions = record.positions
  }

  /// True when these are the keys, in their order.
  package func are(_ keys: ArraySlice<String>) -> Bool {
    guard keys.count == names.count else { return false }
    for (name, key) in zip(names, keys) where name != key { return false }
    return true
  }
}

/// What stands for a record that is too large to be shown in full: its first short scalars,
/// `{version 4.17.21, license MIT, ...}`, or how many fields it has.
///
/// Fields are added in the order in which the record has them, so that a source need not read more
/// of them than are shown.
package struct RecordPreview: Sendable {
  private var parts: [String] = []
  private static let mostParts = 2
  /// In bytes.
  private static let longestText = 40

  package init() {}

  /// True while another field would be shown.
  package var isOpen: Bool { parts.count < Self.mostParts }

  package mutating func add(_ key: String, _ value: Value) {
    guard isOpen, !value.isContainer, !value.isNull else { return }
    let text = value.plainText
    guard !text.isEmpty, text.utf8.count <= Self.longestText, !text.contains("\n") else { return }
    parts.append("\(key) \(text)")
  }

  /// - Parameter count: how many fields the record has.
  package func text(ofFields count: Int) -> String {
    if parts.isEmpty { return count == 1 ? "{1 field}" : "{\(count) fields}" }
    return "{" + (parts + ["...}"]).joined(separator: ", ")
  }
}
