import TableModel

/// The order of records by sort keys, from the columns of those.
///
/// It is the order of `SortColumns`: stable, and records without a value last.
struct RowOrder: Sendable {
  /// Most sorts have no other key, and going through a list costs more than asking it.
  private let first: OrderKey?
  private let others: [OrderKey]

  init(_ keys: [OrderKey]) {
    first = keys.first
    others = Array(keys.dropFirst())
  }

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
    first?.append(row, to: &word)
    for key in others {
      // What does not fit any more has no part in the word.
      if word.isFull {
        word.close()
        break
      }
      key.append(row, to: &word)
    }
    return word
  }

  /// Replaces the words of entries, which are all the same, with what follows them: the next bytes
  /// where the first key is a text, else the beginning of all keys. False at the end of the keys.
  ///
  /// - Parameter step: zero for entries whose words hold nothing but the first word.
  func extend(_ entries: EntrySort.Entries, at rows: RowSort.Rows, step: Int) -> Bool {
    guard let first else { return false }
    if first.isText(rows[Int(entries[0].position)]) {
      return first.extend(entries, at: rows, step: step)
    }
    if step > 0 { return false }
    for index in entries.indices {
      let position = entries[index].position
      entries[index] = OrderEntry(word(rows[Int(position)]), position)
    }
    return true
  }

  /// What the first key says about all rows of the table; nil without keys.
  func firstWords(ask: () throws(DataError) -> Void) throws(DataError) -> FirstWords? {
    guard let first else { return nil }
    return try FirstWords(first, ask: ask)
  }

  /// True when a record comes before another one with the same word.
  func precedes(_ a: Int, _ b: Int) -> Bool {
    if let order = first?.compare(a, b), order != 0 { return order < 0 }
    for key in others {
      let order = key.compare(a, b)
      if order != 0 { return order < 0 }
    }
    return a < b
  }
}
