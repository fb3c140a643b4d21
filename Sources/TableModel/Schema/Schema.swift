/// The fields of a table's records: their kinds, extremes, and how many records have them.
package struct Schema: Sendable, Hashable {
  /// In order of first appearance, fields inside a field right after it.
  package var fields: [FieldSummary]
  /// How many records were read.
  package var records: Int
  /// False when reading stopped at the sample's size, with records left.
  package var isComplete: Bool
  /// True when records have more different fields than are listed.
  package var isTruncated: Bool

  package init(
    fields: [FieldSummary] = [], records: Int = 0, isComplete: Bool = true,
    isTruncated: Bool = false
  ) {
    self.fields = fields
    self.records = records
    self.isComplete = isComplete
    self.isTruncated = isTruncated
  }

  package subscript(path: FieldPath) -> FieldSummary? {
    fields.first { $0.path == path }
  }

  /// The first field as deep as any that is listed which holds records.
  package var deeper: FieldPath? {
    let depth = 2
    return fields.first { field in
      field.path.steps.count >= depth && field.kinds.contains { $0.kind == .record }
    }?.path
  }
}

/// What is known of one field over many records.
package struct FieldSummary: Sendable, Hashable {
  package var path: FieldPath
  /// How often each kind occurs, the most frequent first, without null.
  package var kinds: [KindCount]
  package var nulls: Int
  /// Records that don't have the field.
  package var missing: Int
  /// The extremes of the most frequent kind, when it is number, text or date.
  package var minimum: Value?
  package var maximum: Value?
  /// Different values, null apart; equal numbers are one value however they are written.
  package var distinct: Int
  /// True when there are at least `distinct` different values, and counting stopped there.
  package var distinctIsCapped: Bool

  /// The last key of the path, or the path when it has none.
  package var name: String {
    if case .key(let key)? = path.steps.last { key } else { path.description }
  }

  /// Values that aren't null.
  package var count: Int { kinds.reduce(0) { $0 + $1.count } }
}

/// How often values of a kind occur.
package struct KindCount: Sendable, Hashable {
  package var kind: ValueKind
  package var count: Int

  package init(_ kind: ValueKind, _ count: Int) {
    self.kind = kind
    self.count = count
  }
}
