/// Keys and values in the order in which the source wrote them.
///
/// A key that is written twice keeps its first place and its last value.
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
  private(set) var positions: [String: Int]?
  /// Up to so many fields a key is looked for one by one.
  static let scanLimit = 8

  package init() {}

  package init(_ pairs: some Sequence<(String, Value)>) {
    for (key, value) in pairs { self[key] = value }
  }

  /// A record like many others, with a value for each of their keys.
  ///
  /// - Parameter values: as many as there are keys; missing ones are left out.
  /// - Complexity: O(fields), whatever the keys.
  package init(_ keys: RecordKeys, values: some Sequence<Value>) {
    fields = zip(keys.names, values).map { Field(key: $0, value: $1) }
    positions = fields.count == keys.names.count ? keys.positions : nil
  }

  /// The same for values that lie one after the other.
  package init(_ keys: RecordKeys, values: ArraySlice<Value>) {
    fields.reserveCapacity(values.count)
    for (key, value) in zip(keys.names, values) { fields.append(Field(key: key, value: value)) }
    positions = fields.count == keys.names.count ? keys.positions : nil
  }

  /// The record of keys and values as they were written, of which some keys may be there twice.
  ///
  /// - Complexity: O(fields), one look at a hash table for each where there are many.
  package init(written keys: ArraySlice<String>, values: ArraySlice<Value>) {
    fields.reserveCapacity(keys.count)
    guard keys.count > Self.scanLimit else {
      for (key, value) in zip(keys, values) { self[key] = value }
      return
    }
    var positions: [String: Int] = Dictionary(minimumCapacity: keys.count)
    for (key, value) in zip(keys, values) {
      guard let known = positions.updateValue(fields.count, forKey: key) else {
        fields.append(Field(key: key, value: value))
        continue
      }
      positions[key] = known
      fields[known].value = value
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
    if let positions { return positions[key] }
    return fields.firstIndex { $0.key == key }
  }

  private mutating func append(_ field: Field) {
    positions?[field.key] = fields.count
    fields.append(field)
    if positions == nil, fields.count > Self.scanLimit { indexPositions() }
  }

  private mutating func remove(at position: Int) {
    fields.remove(at: position)
    positions = nil
    if fields.count > Self.scanLimit { indexPositions() }
  }

  private mutating func indexPositions() {
    positions = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1.key, $0) })
  }

  package static func == (a: Record, b: Record) -> Bool { a.fields == b.fields }
  package func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}
