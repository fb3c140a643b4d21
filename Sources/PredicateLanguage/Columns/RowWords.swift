/// Sets of rows as words of 64 bits, for the same blocks on both sides.
///
/// - Complexity: O(words), all of them.
extension [UInt64] {
  /// False for the empty set.
  var hasRows: Bool { contains { $0 != 0 } }

  /// The rows that are in both.
  func common(_ other: ArraySlice<UInt64>) -> [UInt64] { combined(other) { $0 & $1 } }

  /// The rows that are in this set or the other.
  func with(_ other: ArraySlice<UInt64>) -> [UInt64] { combined(other) { $0 | $1 } }

  /// The rows that are not in the other set.
  func without(_ other: ArraySlice<UInt64>) -> [UInt64] { combined(other) { $0 & ~$1 } }

  @inline(__always)
  private func combined(
    _ other: ArraySlice<UInt64>, _ both: (UInt64, UInt64) -> UInt64
  ) -> [UInt64] {
    withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        Self(unsafeUninitializedCapacity: one.count) { words, count in
          precondition(other.count >= one.count)
          for index in one.indices { words[index] = both(one[index], other[index]) }
          count = one.count
        }
      }
    }
  }
}

/// A set of rows of one block of 64: bit 0 is the block's first row.
extension UInt64 {
  /// Visits the rows of the set in ascending order.
  ///
  ///     let rows: UInt64 = 0b1010
  ///     rows.forEachRow { place, bit in ... }  // (1, 0b0010), then (3, 0b1000)
  ///
  /// - Complexity: O(rows in the set), not of the block.
  @inline(__always)
  func forEachRow<Failure: Error>(
    _ visit: (_ place: Int, _ bit: UInt64) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = self
    while rest != 0 {
      let bit = rest & (~rest &+ 1)
      rest ^= bit
      try visit(bit.trailingZeroBitCount, bit)
    }
  }
}
