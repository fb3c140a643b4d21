package import TableModel

/// How the records of a table are written as records with fields: with their keys, where those are
/// wanted, and with what is not a record under a name of its own.
package struct RecordFields: Sendable {
  /// The fields of all records, in order of first appearance.
  package private(set) var names: [String] = []
  /// The name for values that are no records; another one where records have such a field.
  package private(set) var valueName = "value"
  /// The names of fields that records get before their own.
  package let added: [String]
  private var known: Set<String> = []
  private var hasOthers = false

  package init(adding added: [String] = []) {
    self.added = added
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
    while known.contains(valueName) || added.contains(valueName) {
      valueName = "value \(number)"
      number += 1
    }
  }

  /// One column for each field that was taken, and one for values that are no records.
  package var columns: [String] {
    let values = hasOthers ? [valueName] : []
    return added + names + values
  }

  /// A value as one of the records.
  ///
  /// - Parameter values: those of the added fields, in their order.
  /// - Throws: `DataError.shape` for a record that has such a field already.
  package func record(of value: Value, adding values: [Value]) throws(DataError) -> Value {
    if added.isEmpty {
      return value.record == nil ? .record(Record([(valueName, value)])) : value
    }
    var fields = zip(added, values).map { ($0, $1) }
    if let record = value.record {
      if let taken = added.first(where: { record[$0] != nil }) {
        throw .shape(
          message: "the records already have a field '\(taken)'",
          hint: taken.hasPrefix("$")
            ? "it is written already; leave it out"
            : "give the keys another name, or say the level, as in $row.\(taken)")
      }
      fields += record.fields.map { ($0.key, $0.value) }
    } else {
      fields.append((valueName, value))
    }
    return .record(Record(fields))
  }
}
