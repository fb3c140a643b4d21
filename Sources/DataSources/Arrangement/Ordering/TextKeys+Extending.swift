import TableModel

extension TextKeys {
  /// Fills the words of many entries with sixteen bytes each of their texts' keys.
  ///
  /// Where texts stand is found for all of them before the first byte is read: the processor then
  /// waits for many places in memory at once and not for one after the other.
  /// - Parameters:
  ///   - rows: the rows that the entries' positions refer to.
  ///   - offset: the first byte, of those that not all keys have in common.
  /// - Returns: false, with the entries as they were, when no text has bytes there, or one of the
  ///   rows is no text.
  func extend(
    _ entries: EntrySort.Entries, at rows: RowSort.Rows, from offset: Int
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: Place.self, capacity: entries.count) { places in
      var haveMore = false
      for (index, entry) in entries.enumerated() {
        guard let place = place(rows[Int(entry.position)], offset) else { return false }
        places.initializeElement(at: index, to: place)
        haveMore = haveMore || place.first < place.end
      }
      if haveMore { fill(entries, places) }
      return haveMore
    }
  }

  /// Where the rest of a text lies among the bytes of all texts, or of the keys of those that are
  /// not ASCII.
  private struct Place: BitwiseCopyable {
    var first: Int
    var end: Int
    var isASCII: Bool
  }

  /// - Returns: nil for what is no text.
  @inline(__always)
  private func place(_ row: Int, _ offset: Int) -> Place? {
    guard contains(row) else { return nil }
    let code = codes[row]
    let isASCII = isASCII(code)
    let range =
      isASCII ? Int(starts[Int(code)])..<Int(starts[Int(code) &+ 1]) : large.range(code) ?? 0..<0
    return Place(
      first: min(range.lowerBound &+ skipped &+ offset, range.upperBound), end: range.upperBound,
      isASCII: isASCII)
  }

  private func fill(_ entries: EntrySort.Entries, _ places: UnsafeMutableBufferPointer<Place>) {
    bytes.withUnsafeBufferPointer { bytes in
      large.bytes.withUnsafeBufferPointer { large in
        small.withUnsafeBufferPointer { small in
          for (index, place) in places.enumerated() {
            let (first, second) = (place.first, min(place.first &+ 8, place.end))
            if place.isASCII {
              entries[index].high = Self.keys(bytes, first..<place.end, small)
              entries[index].low = Self.keys(bytes, second..<place.end, small)
            } else {
              entries[index].high = Self.word(large, first..<place.end)
              entries[index].low = Self.word(large, second..<place.end)
            }
          }
        }
      }
    }
  }
}
