import TableModel

/// The texts of a column as they are collated.
final class TextKeys: Sendable {
  let rows: [UInt64]
  let codes: [UInt32]
  private let pool: TextPool
  /// The pool's own, kept here because asking a generic function of another module is slow.
  let bytes: [UInt8]
  let starts: [UInt32]
  private let ascii: [UInt64]
  /// For each ASCII byte the byte that stands for it in a key.
  let small: [UInt8]
  /// The keys of the texts beyond ASCII, each made once.
  let large: TextFoldings.Folded
  /// How many bytes the keys of all texts have in common at the start.
  let skipped: Int

  /// The number under which a column keeps these keys; the foldings of conditions have small ones.
  private static let form: UInt8 = 255

  /// - Parameter kept: what the column keeps for sorts.
  init(_ texts: FieldColumn.Texts, _ kept: KeptWords) {
    rows = texts.rows.words
    codes = texts.codes
    pool = texts.pool
    (bytes, starts, ascii) = (pool.bytes, pool.starts, pool.ascii)
    small = Collation.asciiKeys
    large = texts.foldings.folded(
      texts.pool, form: Self.form, fold: { Collation.key(for: $0) }, checkpoint: {})
    let large = large
    skipped = kept.commonBeginning { Self.commonPrefix(of: texts.pool, large) }
  }

  /// True for a row that is a text.
  @inline(__always)
  func contains(_ row: Int) -> Bool { rows[row >> 6] >> UInt64(row & 63) & 1 == 1 }

  /// Sixteen bytes of a key, the first one highest, filled up with zeros.
  struct Words {
    var first: UInt64 = 0
    var second: UInt64 = 0
  }

  /// The first bytes of the key of a row's text, behind the beginning that all keys share:
  /// `https://` orders no addresses.
  @inline(__always)
  func words(_ row: Int) -> Words {
    let code = codes[row]
    if isASCII(code) {
      let (start, end) = (Int(starts[Int(code)]), Int(starts[Int(code) &+ 1]))
      let first = min(start &+ skipped, end)
      return bytes.withUnsafeBufferPointer { bytes in
        small.withUnsafeBufferPointer { small in
          Words(
            first: Self.keys(bytes, first..<end, small),
            second: Self.keys(bytes, min(first &+ 8, end)..<end, small))
        }
      }
    }
    guard let range = large.range(code) else { return Words() }
    let first = min(range.lowerBound &+ skipped, range.upperBound)
    return large.bytes.withUnsafeBufferPointer { bytes in
      Words(
        first: Self.word(bytes, first..<range.upperBound),
        second: Self.word(bytes, min(first &+ 8, range.upperBound)..<range.upperBound))
    }
  }

  /// What stands for the first eight bytes of a range of ASCII, filled up with zeros.
  @inline(__always)
  static func keys(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ small: UnsafeBufferPointer<UInt8>
  ) -> UInt64 {
    let first = range.lowerBound
    guard first &+ 8 <= bytes.count else { return word(bytes, range) { small[Int($0)] } }
    // Bytes behind the range become zeros, whose key is zero; a shift by 64 bits gives no bits.
    let ascii =
      UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: first, as: UInt64.self)
      .littleEndian & ((1 << UInt64(8 &* min(8, range.count))) &- 1)
    var keys: UInt64 = 0
    for index: UInt64 in 0..<8 {
      keys = keys &<< 8 | UInt64(small[Int(truncatingIfNeeded: ascii &>> (8 &* index) & 0xFF)])
    }
    return keys
  }

  /// The first eight bytes of a range, the first one highest, filled up with zeros.
  @inline(__always)
  static func word(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ key: (UInt8) -> UInt8 = { $0 }
  ) -> UInt64 {
    var (word, shift): (UInt64, UInt64) = (0, 56)
    for index in range.prefix(8) {
      word |= UInt64(key(bytes[index])) &<< shift
      shift &-= 8
    }
    return word
  }

  @inline(__always)
  func isASCII(_ code: UInt32) -> Bool {
    ascii[Int(code >> 6)] >> UInt64(code & 63) & 1 == 1
  }

  @inline(__always)
  private func withASCII<T>(_ code: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    let range = Int(starts[Int(code)])..<Int(starts[Int(code) + 1])
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// The order of two rows' texts, as `SortValue` has it.
  func compare(_ a: Int, _ b: Int) -> Int {
    let (codeA, codeB) = (codes[a], codes[b])
    if codeA == codeB { return 0 }
    let order =
      isASCII(codeA) && isASCII(codeB)
      ? withASCII(codeA) { a in withASCII(codeB) { compare(ascii: a, $0) } }
      : compare(anyKeys: codeA, codeB)
    return order ?? Collation.compareExactly(pool.text(codeA), pool.text(codeB))
  }

  /// - Returns: nil for texts that differ in more than their keys.
  @inline(__always)
  private func compare(
    ascii a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let count = min(a.count, b.count)
    var index = 0
    while index &+ 8 <= count, Self.word(a, index) == Self.word(b, index) { index &+= 8 }
    var isSame = a.count == b.count
    while index < count {
      if a[index] != b[index] {
        let (keyA, keyB) = (small[Int(a[index])], small[Int(b[index])])
        if keyA != keyB { return keyA < keyB ? -1 : 1 }
        isSame = false
      }
      index &+= 1
    }
    if a.count != b.count { return a.count < b.count ? -1 : 1 }
    return isSame ? 0 : nil
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> UInt64 {
    UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// The same where one of the texts is not ASCII.
  private func compare(anyKeys a: UInt32, _ b: UInt32) -> Int? {
    let order = withKey(a) { a in
      withKey(b) { b in
        for index in 0..<min(a.count, b.count) where a[index] != b[index] {
          return a[index] < b[index] ? -1 : 1
        }
        return a.count == b.count ? 0 : a.count < b.count ? -1 : 1
      }
    }
    if order != 0 { return order }
    return pool.withBytes(a) { a in pool.withBytes(b) { a.elementsEqual($0) } } ? 0 : nil
  }

  private func withKey<T>(_ code: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    if let result = large.withBytes(code, body) { return result }
    return withASCII(code) { bytes in bytes.map { small[Int($0)] }.withUnsafeBufferPointer(body) }
  }

  /// How many bytes all keys have in common; found out with the first text, which is cut.
  private static func commonPrefix(of pool: TextPool, _ large: TextFoldings.Folded) -> Int {
    guard pool.count > 0 else { return 0 }
    let first = Array(Collation.key(for: pool.text(0)).utf8)
    var common = first.count
    let small = Collation.asciiKeys
    for code in 0..<UInt32(pool.count) {
      if common == 0 { return 0 }
      if pool.isASCII(code) {
        common = pool.withBytes(code) { bytes in
          var shared = 0
          while shared < min(common, bytes.count), small[Int(bytes[shared])] == first[shared] {
            shared += 1
          }
          return shared
        }
      } else {
        common =
          zip(Collation.key(for: pool.text(code)).utf8, first.prefix(common))
          .prefix { $0 == $1 }.count
      }
    }
    return common
  }
}

extension TextKeys {
  /// Fills the words of many entries with sixteen bytes each of their texts' keys.
  ///
  /// Where texts stand is found for all of them before the first byte is read: the processor then
  /// waits for many places in memory at once and not for one after the other.
  /// - Parameters:
  ///   - rows: the rows that the entries' positions refer to.
  ///   - offset: the first byte, counted from behind the beginning that all keys share.
  /// - Returns: false, with the entries as they were, when no text has bytes there, or one of the
  ///   rows holds something else.
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

  /// - Returns: nil for a row that holds something else.
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
