package import TableModel

/// How the records of a table are written as records with fields: with their keys, where those are
/// wanted, and with what is not a record under a name of its own.
package struct RecordFields: Sendable {
  /// The fields of all records, in order of first appearance.
  package private(set) var names: [String] = []
  /// The name for values that are no records; another one where records have such a field.
  package private(set) var valueName = "value"
  /// The name of the field for keys; nil where they are not wanted.
  package let keyName: String?
  private var known: Set<String> = []
  private var hasOthers = false

  package init(keyName: String?) {
    self.keyName = keyName
    avoidNames()
  }

  /// Takes a record's fields among those that are known.
  package mutating func take(_ value: Value) {
    guard let record = value.record else {
      if !value.isNull { hasOthers = true }
      return
    }
    for field in record.fields where known.insert(field.key).inserted { names.append(field.key) }
    avoidNames()
  }

  /// Gives the values that are no records a name that nothing else has.
  private mutating func avoidNames() {
    var number = 2
    while known.contains(valueName) || valueName == keyName {
      valueName = "value \(number)"
      number += 1
    }
  }

  /// One column for each field that was taken, and one for values that are no records.
  package var columns: [String] {
    let values = hasOthers ? [valueName] : []
    return (keyName.map { [$0] } ?? []) + names + values
  }

  /// A value as one of the records.
  ///
  /// - Throws: `DataError.shape` for a record that has the field for keys already.
  package func record(of value: Value, key: String?) throws(DataError) -> Value {
    guard let keyName else {
      return value.record == nil ? .record(Record([(valueName, value)])) : value
    }
    var fields = [(keyName, key.map(Value.string) ?? .null)]
    if let record = value.record {
      guard record[keyName] == nil else {
        throw .shape(
          message: "the records already have a field '\(keyName)'",
          hint: "give the keys another name")
      }
      fields += record.fields.map { ($0.key, $0.value) }
    } else {
      fields.append((valueName, value))
    }
    return .record(Record(fields))
  }
}
