extension RandomAccessCollection {
  /// The first position whose element satisfies a condition that holds from there to the end.
  ///
  /// Public, so that each module has a copy made for its own elements: the compiler makes none of
  /// what is `package`.
  /// - Complexity: O(log n).
  @inlinable public func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var (low, size) = (startIndex, count)
    while size > 0 {
      let half = size / 2
      let middle = index(low, offsetBy: half)
      if belongs(self[middle]) {
        size = half
      } else {
        low = index(after: middle)
        size -= half + 1
      }
    }
    return low
  }
}
