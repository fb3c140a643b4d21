import TableModel

/// The order of records by sort keys, from the columns of those.
///
/// It is the order of `SortColumns`: stable, and records without a value last.
struct RowOrder: Sendable {
  private let keys: [OrderKey]

  init(_ keys: [OrderKey]) { self.keys = keys }

  /// - Returns: nil when a column is missing.
  init?(_ sortKeys: [SortKey], _ columns: RecordColumns) {
    var keys: [OrderKey] = []
    for key in sortKeys {
      guard let path = key.path.keys, let column = columns.columns[path] else { return nil }
      keys.append(OrderKey(column, ascending: key.ascending))
    }
    self.init(keys)
  }

  /// The beginning of a record's keys.
  @inline(__always)
  func word(_ row: Int) -> OrderWord {
    var word = OrderWord()
    for (index, key) in keys.enumerated() {
      key.append(row, to: &word)
      if word.isFull {
        // What does not fit any more has no part in the word.
        if index < keys.count - 1 { word.close() }
        break
      }
    }
    return word
  }

  /// What follows a record's word, where the first key is a text; nil for others.
  ///
  /// - Parameter step: zero for what follows the word itself.
  @inline(__always)
  func rest(_ row: Int, step: Int) -> (word: OrderWord, isEmpty: Bool)? {
    keys.first.flatMap { $0.rest(row, step: step) }
  }

  /// What the first key says about all rows of the table; nil without keys.
  func firstWords(ask: () throws(DataError) -> Void) throws(DataError) -> FirstWords? {
    guard let key = keys.first else { return nil }
    return try FirstWords(key, ask: ask)
  }

  /// True when a record comes before another one with the same word.
  func precedes(_ a: Int, _ b: Int) -> Bool {
    for key in keys {
      let order = key.compare(a, b)
      if order != 0 { return order < 0 }
    }
    return a < b
  }
}

extension FieldPath {
  /// The keys of a path that has only keys.
  var keys: [String]? {
    var keys: [String] = []
    for step in steps {
      guard case .key(let key) = step else { return nil }
      keys.append(key)
    }
    return keys
  }
}
