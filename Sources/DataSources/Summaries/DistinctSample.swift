import TableModel

/// The distinct ones among a few values.
///
/// Each insertion looks through the hashes of all of them, which for a few is quicker than a set,
/// whose type has to be made at run time first.
struct DistinctSample {
  private var hashes: [Int] = []
  private var values: [DistinctValue] = []

  var count: Int { values.count }

  /// - Complexity: O(distinct values).
  mutating func insert(_ value: Value) {
    let value = DistinctValue.digest(of: value)
    let hash = value.hashValue
    for (other, index) in zip(hashes, hashes.indices) where other == hash {
      if values[index] == value { return }
    }
    hashes.append(hash)
    values.append(value)
  }
}
