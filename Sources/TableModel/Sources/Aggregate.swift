/// What is worked out of the records of a group.
package struct Aggregate: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// How many records there are; with a field, those that have a value there.
    case count
    case sum
    case mean
    case min
    case max
    /// The value below which this part of the numbers lies, from 0 to 1; between two numbers it is
    /// taken in proportion.
    case quantile(Double)
    /// The standard deviation of the numbers as all there are, not as a sample of more.
    case deviation
    /// How many different values there are, null apart.
    case distinct
  }

  package var kind: Kind
  /// Nil for the number of records.
  package var field: FieldPath?

  package init(_ kind: Kind, of field: FieldPath? = nil) {
    (self.kind, self.field) = (kind, field)
  }

  /// True for what is worked out of numbers alone.
  package var wantsNumbers: Bool {
    switch kind {
    case .sum, .mean, .quantile, .deviation: true
    case .count, .min, .max, .distinct: false
    }
  }
}

/// What the data's own system has worked out of the records that have the same values at some keys.
package struct AggregateAnswer: Sendable {
  package struct Line: Sendable {
    package var keys: [Value]
    package var records: Int
    /// One for each aggregate; null where there is nothing that it is of.
    package var cells: [Value]

    package init(keys: [Value], records: Int, cells: [Value]) {
      (self.keys, self.records, self.cells) = (keys, records, cells)
    }
  }

  /// What is in all records at a key that aggregates are of.
  package struct Field: Sendable {
    package var path: [String]
    package var kind: ValueKind
    /// How many records have a value there.
    package var present: Int

    package init(path: [String], kind: ValueKind, present: Int) {
      (self.path, self.kind, self.present) = (path, kind, present)
    }
  }

  /// In any order.
  package var lines: [Line]
  package var fields: [Field]

  package init(lines: [Line], fields: [Field]) { (self.lines, self.fields) = (lines, fields) }
}
