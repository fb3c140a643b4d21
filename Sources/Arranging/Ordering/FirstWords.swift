import TableModel

/// What a sort looks at first: a word for each row of a table, from the first key alone.
///
/// Where two rows have different words these tell their order, as far as it goes.
struct FirstWords: Sendable {
  /// The words in ascending order, as they are kept with the column.
  private let words: [UInt64]
  private let ascending: Bool

  /// - Complexity: O(rows), on several threads, for the first sort by a column; later ones are
  ///   given the same words.
  init(_ key: OrderKey, ask: () throws(DataError) -> Void) throws(DataError) {
    ascending = key.ascending
    words = try key.column.orderWords.words { () throws(DataError) in
      let upward = key.ascending ? key : OrderKey(key.column, ascending: true)
      return try Self.made(by: upward, ask)
    }
  }

  private static let share = 1 << 16

  private static func made(
    by key: OrderKey, _ ask: () throws(DataError) -> Void
  ) throws(DataError) -> [UInt64] {
    let count = key.column.count
    return try SharedMemory.array(of: count) { words throws(DataError) in
      try WorkCrew.run((count + share - 1) / share, ask: ask) { number, _ in
        for row in number * share..<min(count, (number + 1) * share) { words[row] = key.high(row) }
      }
    }
  }

  /// Words to sort by as they are, without asking about the direction for each.
  struct View {
    private let words: UnsafeBufferPointer<UInt64>
    private let flip: UInt64
    private let addend: UInt64

    /// Descending, a word becomes its distance from the highest word of a value. Rows without a
    /// value share one word, the next higher one, and so come last in either direction.
    fileprivate init(_ words: UnsafeBufferPointer<UInt64>, ascending: Bool) {
      self.words = words
      (flip, addend) = ascending ? (0, 0) : (~0, OrderWord.highestValue &+ 1)
    }

    @inline(__always)
    subscript(row: Int) -> UInt64 { (words[row] ^ flip) &+ addend }
  }

  func withView<T>(_ body: (View) throws(DataError) -> T) throws(DataError) -> T {
    do {
      return try words.withUnsafeBufferPointer { try body(View($0, ascending: ascending)) }
    } catch {
      throw error as? DataError ?? .cancelled
    }
  }
}
