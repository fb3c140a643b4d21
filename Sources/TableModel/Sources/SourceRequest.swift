/// The system that keeps the records of a table, a server's database for one, and answers questions about
/// all of them where they are.
///
/// Each answer is exactly what reading the records would come to. Where it would not be, or the system has no
/// answer, there is none, and the records have to be read.
package protocol TableDatabase: Sendable {
  /// Does what it can of a request; nil where that is nothing.
  func asked(_ request: SourceRequest) throws(DataError) -> SourceAnswer?

  /// How many records have each value of a key, in the order in which the values first come up.
  ///
  /// - Parameter limit: the most values that are wanted.
  /// - Returns: nil also where there are more values, or are likely to be many more.
  func valueCounts(of path: [String], limit: Int) throws(DataError) -> [(value: Value, count: Int)]?

  /// Aggregates of all records that have the same values at some keys.
  ///
  /// - Parameters:
  ///   - keys: none for all records together.
  ///   - limit: the most different values of the keys that are wanted.
  func aggregates(_ aggregates: [Aggregate], by keys: [FieldPath], limit: Int) throws(DataError)
    -> AggregateAnswer?

  /// Between which values a key's numbers lie, or its dates.
  func span(of path: [String]) throws(DataError) -> ValueSpan?

  /// How many of a key's numbers, or of its dates, are less than each of some others.
  ///
  /// - Parameter borders: in ascending order.
  func counts(of path: [String], below borders: [Value]) throws(DataError) -> [Int]?

  /// How many records have a text at a key whose other values are numbers or dates for the system: `NaN`,
  /// for example.
  ///
  /// - Returns: `.atLeast(0)` where they are not counted; nil where nothing is known of the values.
  func strayTexts(at path: [String]) throws(DataError) -> Extent?

  /// Whether any record has something at a path of keys, null included; the way may lead through lists.
  func hasValues(at path: [String]) throws(DataError) -> Bool?
}

/// Between which values a key's numbers lie, or its dates, and what else it holds.
package struct ValueSpan: Sendable {
  /// Number or date.
  package var kind: ValueKind
  /// The first and the last by their order; nil without any number or date.
  package var ends: (least: Value, greatest: Value)?
  /// Whether all numbers are whole.
  package var areWhole: Bool
  /// How many numbers or dates there are.
  package var count: Int
  /// How many records have a text in their place.
  package var texts: Int
  package var records: Int

  package init(
    kind: ValueKind, ends: (least: Value, greatest: Value)?, areWhole: Bool, count: Int, texts: Int,
    records: Int
  ) {
    (self.kind, self.ends, self.areWhole) = (kind, ends, areWhole)
    (self.count, self.texts, self.records) = (count, texts, records)
  }
}

/// What a table is to be narrowed to, ordered by and divided by, for a source that can do some of it
/// where the data is: a database on a server, say.
package struct SourceRequest: Sendable, Hashable {
  /// Nil for all records.
  package var filter: FieldFilter?
  /// The first key decides; records that have none come last, whatever the direction.
  package var order: [FieldOrder]
  /// A section for each value of this key, in the order of a sort, records without one last.
  package var groupKey: [String]?

  package init(
    filter: FieldFilter? = nil, order: [FieldOrder] = [], groupKey: [String]? = nil
  ) {
    (self.filter, self.order, self.groupKey) = (filter, order, groupKey)
  }

  /// The first key of all that is asked.
  var firstKeys: Set<String> {
    Set((filter?.paths ?? []).compactMap(\.first))
      .union(order.compactMap(\.path.first)).union(groupKey?.prefix(1) ?? [])
  }

  package var isEmpty: Bool { filter == nil && order.isEmpty && groupKey == nil }
}

/// A key to order records by.
package struct FieldOrder: Sendable, Hashable {
  package var path: [String]
  package var isAscending: Bool

  package init(_ path: [String], isAscending: Bool = true) {
    (self.path, self.isAscending) = (path, isAscending)
  }
}

/// What a source has made of a request: another table, and what is left to do with it.
package struct SourceAnswer: Sendable {
  /// Shows at least the records that were asked for.
  package var source: any TableSource
  /// How many records the filter was asked about, and nil where the source filters nothing.
  package var filtered: Int?
  /// True where no other records are shown. Otherwise the filter has to be asked again.
  package var isExact: Bool
  package var isOrdered: Bool
  package var isGrouped: Bool

  package init(
    source: any TableSource, filtered: Int?, isExact: Bool, isOrdered: Bool, isGrouped: Bool
  ) {
    (self.source, self.filtered, self.isExact) = (source, filtered, isExact)
    (self.isOrdered, self.isGrouped) = (isOrdered, isGrouped)
  }
}

/// What a condition says of the fields of one record, in a form that any source can render in its
/// own language: neither the syntax of predicates nor SQL.
///
/// A record fulfils the filter or it doesn't, as under a condition: there is no third verdict, nil
/// differs from every value, and values of different kinds are neither equal nor in order. What
/// can't be said here at all is left out of it: see `Condition.fieldFilter`.
package indirect enum FieldFilter: Sendable, Hashable {
  /// The keys from the record to a field; more than one where the field lies within another one.
  package typealias Path = [String]

  /// Every record, or none.
  case constant(Bool)
  /// The field is null, or not there.
  case isNil(Path)
  /// A truth value counts as 0 or 1 beside numbers.
  case compare(Path, Relation, Operand)
  /// Both bounds lie within.
  case between(Path, Operand, Operand)
  /// The field equals at least one of these.
  case oneOf(Path, [Operand])
  /// The field is text in which another text is found.
  case search(Path, Place, FieldText)
  /// The field is a list with an element that equals this one.
  case contains(Path, Value)
  case all([FieldFilter])
  case any([FieldFilter])
  case not(FieldFilter)

  /// How a field stands to a value, spelled as in SQL.
  package enum Relation: String, Sendable, Hashable {
    case equal = "="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// What a field is compared with.
  package enum Operand: Sendable, Hashable {
    case text(FieldText)
    /// A value that is neither text nor null.
    case value(Value)
  }

  /// Where a text is looked for in a field. Matches begin and end between characters, unless bytes
  /// are compared, and the empty text is found nowhere.
  package enum Place: Sendable, Hashable {
    case prefix
    case suffix
    /// Also in a list that has the text as an element.
    case anywhere
    /// The text is a pattern with `*` and `?`; `folded` is what stands before the first of them.
    case like
    /// The text is a regular expression, and `folded` is empty.
    case matches
  }
}

/// A text that fields are compared with.
package struct FieldText: Sendable, Hashable {
  /// Which texts are the same.
  package enum Comparison: Sendable, Hashable {
    /// Those of the same bytes.
    case bytes
    /// Those of the same characters, however these are stored: `é` as one scalar or as two.
    case characters
    /// Those that are the same without what is ignored.
    case folded(ignoringCase: Bool, ignoringMarks: Bool)
  }

  /// The text as it was written.
  package var text: String
  /// The text as it is compared: in normalisation form C and without what is ignored, except where
  /// bytes are compared. Folded text of ASCII is what ASCII letters become without their case.
  package var folded: String
  package var comparison: Comparison

  package init(_ text: String, folded: String, comparison: Comparison) {
    (self.text, self.folded, self.comparison) = (text, folded, comparison)
  }

  /// True when only the same bytes are the same text.
  package var isFoundByBytes: Bool {
    switch comparison {
    case .bytes: true
    case .characters: Self.hasOneSpelling(folded)
    case .folded: false
    }
  }

  /// True when no other bytes are the same characters: three letters of ASCII have twins beyond it.
  package static func hasOneSpelling(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 && !"K;`".utf8.contains($0) }
  }
}

extension FieldFilter {
  /// The ways to all fields that are asked.
  var paths: [Path] {
    switch self {
    case .constant: []
    case .isNil(let path), .compare(let path, _, _), .between(let path, _, _), .oneOf(let path, _),
      .search(let path, _, _), .contains(let path, _):
      [path]
    case .all(let parts), .any(let parts): parts.flatMap(\.paths)
    case .not(let inner): inner.paths
    }
  }
}

extension FieldFilter {
  /// The ways to the fields that are asked for what is less or greater than numbers or dates.
  package var orderedPaths: Set<Path> {
    switch self {
    case .compare(let path, let relation, .value) where relation != .equal: [path]
    case .between(let path, .value, .value): [path]
    case .all(let parts), .any(let parts):
      parts.reduce(into: []) { $0.formUnion($1.orderedPaths) }
    case .not(let inner): inner.orderedPaths
    default: []
    }
  }
}

/// What a comparison says of the value of one field, in terms that an index can search.
package enum FieldBound: Sendable, Hashable {
  /// The end of a range of numbers.
  package struct Limit: Sendable, Hashable {
    package var number: Number
    /// True when the number itself lies within.
    package var isIncluded: Bool

    package init(_ number: Number, isIncluded: Bool) {
      self.number = number
      self.isIncluded = isIncluded
    }
  }

  package enum Number: Sendable, Hashable {
    case integer(Int64)
    case real(Double)
  }

  /// Numbers between two others; without one of them, up to or from the other one.
  case numbers(lower: Limit?, upper: Limit?)
  /// This text, byte by byte.
  case text(String)
}

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
