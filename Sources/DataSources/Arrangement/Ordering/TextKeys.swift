import TableModel

/// The texts of a column as they are collated.
final class TextKeys: Sendable {
  private let rows: [UInt64]
  private let codes: [UInt32]
  private let pool: TextPool
  /// For each ASCII byte the byte that stands for it in a key.
  private let small: [UInt8]
  /// The keys of the texts beyond ASCII, each made once.
  private let large: TextFoldings.Folded
  /// How many bytes the keys of all texts have in common at the start.
  private let skipped: Int

  /// The number under which a column keeps these keys; the foldings of conditions have small ones.
  private static let form: UInt8 = 255

  init(_ texts: FieldColumn.Texts) {
    rows = texts.rows.words
    codes = texts.codes
    pool = texts.pool
    small = Collation.asciiKeys
    large = texts.foldings.folded(texts.pool, form: Self.form) { Collation.key(for: $0) }
    skipped = Self.commonPrefix(of: texts.pool, large)
  }

  /// True for a row that is a text.
  @inline(__always)
  func contains(_ row: Int) -> Bool { rows[row >> 6] >> UInt64(row & 63) & 1 == 1 }

  /// Sixteen bytes of a key, the first one highest, filled up with zeros.
  struct Words {
    var first: UInt64 = 0
    var second: UInt64 = 0
    /// True when the key ends before.
    var isEmpty = true
  }

  /// Bytes of the key of a row's text, of those that not all keys have in common.
  @inline(__always)
  func words(_ row: Int, from offset: Int = 0) -> Words {
    let code = codes[row]
    if pool.isASCII(code) {
      return pool.withBytes(code) { bytes in
        small.withUnsafeBufferPointer { small in
          Self.words(bytes, from: skipped &+ offset) { small[Int($0)] }
        }
      }
    }
    return large.withBytes(code) { Self.words($0, from: skipped &+ offset) { $0 } } ?? Words()
  }

  @inline(__always)
  private static func words(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ key: (UInt8) -> UInt8
  ) -> Words {
    var words = Words()
    words.isEmpty = start >= bytes.count
    var shift: UInt64 = 56
    for index in min(start, bytes.count)..<min(start &+ 8, bytes.count) {
      words.first |= UInt64(key(bytes[index])) &<< shift
      shift &-= 8
    }
    shift = 56
    for index in min(start &+ 8, bytes.count)..<min(start &+ 16, bytes.count) {
      words.second |= UInt64(key(bytes[index])) &<< shift
      shift &-= 8
    }
    return words
  }

  /// The order of two rows' texts, as `SortValue` has it.
  func compare(_ a: Int, _ b: Int) -> Int {
    let (codeA, codeB) = (codes[a], codes[b])
    if codeA == codeB { return 0 }
    let order = withKey(codeA) { keyA, isSmallA in
      withKey(codeB) { compare(keyA, isSmallA, $0, $1) }
    }
    if order != 0 || areSame(codeA, codeB) { return order }
    return Collation.compareExactly(pool.text(codeA), pool.text(codeB))
  }

  /// Gives the key of a text to a body, as ASCII that `small` turns into the key, or as it is.
  @inline(__always)
  private func withKey<T>(
    _ code: UInt32, _ body: (UnsafeBufferPointer<UInt8>, _ isSmall: Bool) -> T
  ) -> T {
    if let result = large.withBytes(code, { body($0, false) }) { return result }
    return pool.withBytes(code) { body($0, true) }
  }

  private func compare(
    _ a: UnsafeBufferPointer<UInt8>, _ isSmallA: Bool, _ b: UnsafeBufferPointer<UInt8>,
    _ isSmallB: Bool
  ) -> Int {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] || isSmallA != isSmallB {
      let keyA = isSmallA ? small[Int(a[index])] : a[index]
      let keyB = isSmallB ? small[Int(b[index])] : b[index]
      if keyA != keyB { return keyA < keyB ? -1 : 1 }
    }
    return a.count == b.count ? 0 : a.count < b.count ? -1 : 1
  }

  private func areSame(_ a: UInt32, _ b: UInt32) -> Bool {
    pool.withBytes(a) { a in pool.withBytes(b) { a.elementsEqual($0) } }
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
