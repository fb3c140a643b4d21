import TableModel

extension TextKeys {
  /// Makes words of sixteen bytes of the keys of many texts.
  ///
  /// Where texts stand is found for all of them before the first byte is read: the processor then
  /// waits for many places in memory at once and not for one after the other.
  /// - Parameters:
  ///   - entries: of rows of which some are texts; others stay as they are.
  ///   - rows: those at whose positions the entries stand.
  ///   - offset: the first byte, of those that not all keys have in common.
  /// - Returns: false, with the entries as they were, when no text has bytes there.
  func extend(
    _ entries: EntrySort.Entries, at rows: RowSort.Rows, from offset: Int
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: Place.self, capacity: entries.count) { places in
      var haveMore = false
      for (index, entry) in entries.enumerated() {
        let place = place(rows[Int(entry.position)], offset)
        places.initializeElement(at: index, to: place)
        haveMore = haveMore || place.first < place.end
      }
      if haveMore { fill(entries, places) }
      return haveMore
    }
  }

  /// Where the rest of a text lies among the bytes of all texts, or of those that are not ASCII.
  private struct Place: BitwiseCopyable {
    var first: Int
    /// -1 for what is no text.
    var end: Int
    /// The text's number, where it is not ASCII; -1 where it is.
    var large: Int
  }

  @inline(__always)
  private func place(_ row: Int, _ offset: Int) -> Place {
    guard contains(row) else { return Place(first: 0, end: -1, large: -1) }
    let code = codes[row]
    if isASCII(code) {
      let (start, end) = (Int(starts[Int(code)]), Int(starts[Int(code) &+ 1]))
      return Place(first: min(start &+ skipped &+ offset, end), end: end, large: -1)
    }
    let count = large.withBytes(code) { $0.count } ?? 0
    return Place(first: min(skipped &+ offset, count), end: count, large: Int(code))
  }

  private func fill(_ entries: EntrySort.Entries, _ places: UnsafeMutableBufferPointer<Place>) {
    bytes.withUnsafeBufferPointer { bytes in
      small.withUnsafeBufferPointer { small in
        for (index, place) in places.enumerated() where place.end >= 0 {
          let (first, end) = (place.first, place.end)
          if place.large < 0 {
            entries[index].high = Self.keys(bytes, first..<end, small)
            entries[index].low = Self.keys(bytes, min(first &+ 8, end)..<end, small)
          } else {
            let words = large.withBytes(UInt32(place.large)) { Self.words($0, from: first) }
            (entries[index].high, entries[index].low) = (words?.first ?? 0, words?.second ?? 0)
          }
        }
      }
    }
  }
}
