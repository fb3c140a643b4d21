import TableModel

/// The texts of a column as they are collated.
struct TextKeys: Sendable {
  let rows: RowMask
  private let codes: [UInt32]
  private let pool: TextPool
  /// For each ASCII byte the byte that stands for it in a key.
  private let small: [UInt8]
  /// How many bytes the keys of all texts have in common at the start.
  private let skipped: Int

  init(_ texts: FieldColumn.Texts) {
    rows = texts.rows
    codes = texts.codes
    pool = texts.pool
    small = Collation.asciiKeys
    skipped = Self.commonPrefix(of: texts.pool)
  }

  /// The first 16 bytes of the key of a row's text that not all keys have in common.
  @inline(__always)
  func leading(_ row: Int) -> (UInt64, UInt64) {
    let code = codes[row]
    guard pool.isASCII(code) else {
      let key = Array(Collation.key(for: pool.text(code)).utf8.dropFirst(skipped).prefix(16))
      return key.withUnsafeBufferPointer { Self.words($0) { $0 } }
    }
    return pool.withBytes(code) { bytes in
      small.withUnsafeBufferPointer { small in
        let rest = UnsafeBufferPointer(rebasing: bytes[min(skipped, bytes.count)...])
        return Self.words(rest) { small[Int($0)] }
      }
    }
  }

  @inline(__always)
  private static func words(
    _ bytes: UnsafeBufferPointer<UInt8>, _ key: (UInt8) -> UInt8
  ) -> (UInt64, UInt64) {
    var (first, second): (UInt64, UInt64) = (0, 0)
    let count = min(16, bytes.count)
    var shift: UInt64 = 56
    for index in 0..<min(8, count) {
      first |= UInt64(key(bytes[index])) &<< shift
      shift &-= 8
    }
    shift = 56
    for index in 8..<max(8, count) {
      second |= UInt64(key(bytes[index])) &<< shift
      shift &-= 8
    }
    return (first, second)
  }

  /// The order of two rows' texts, as `SortValue` has it.
  func compare(_ a: Int, _ b: Int) -> Int {
    let (codeA, codeB) = (codes[a], codes[b])
    if codeA == codeB { return 0 }
    if pool.isASCII(codeA), pool.isASCII(codeB) {
      let order = pool.withBytes(codeA) { a in pool.withBytes(codeB) { compare(ascii: a, $0) } }
      if let order { return order }
    }
    return Collation.compare(pool.text(codeA), pool.text(codeB))
  }

  /// - Returns: nil for texts that differ in more than their keys.
  private func compare(
    ascii a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var isSame = a.count == b.count
    for index in 0..<min(a.count, b.count) where a[index] != b[index] {
      let (keyA, keyB) = (small[Int(a[index])], small[Int(b[index])])
      if keyA != keyB { return keyA < keyB ? -1 : 1 }
      isSame = false
    }
    if a.count != b.count { return a.count < b.count ? -1 : 1 }
    return isSame ? 0 : nil
  }

  /// How many bytes all keys have in common; found out with the first text, which is cut.
  private static func commonPrefix(of pool: TextPool) -> Int {
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
