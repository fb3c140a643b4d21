import Synchronization

/// The first eight bytes of a column's texts, row by row, made when they are first wanted and then
/// kept: most prefixes are found without a look at the texts themselves.
package final class TextHeads: Sendable {
  private let known = Mutex<[UInt64]>([])

  var byteCount: Int { known.withLock { 8 * $0.count } }

  /// For each row the beginning of its text, the first byte lowest, filled up with zeros; anything
  /// for rows that are no texts.
  ///
  /// - Complexity: O(rows) for the first time.
  package func heads(of texts: FieldColumn.Texts) -> [UInt64] {
    known.withLock { known in
      if known.count != texts.codes.count { known = Self.make(texts.codes, texts.pool) }
      return known
    }
  }

  private static func make(_ codes: [UInt32], _ pool: TextPool) -> [UInt64] {
    guard pool.count > 0 else { return Array(repeating: 0, count: codes.count) }
    return pool.bytes.withUnsafeBytes { bytes in
      pool.starts.withUnsafeBufferPointer { starts in
        codes.map { code in
          let (start, end) = (Int(starts[Int(code)]), Int(starts[Int(code) &+ 1]))
          if start &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
            // A shift by as many bits as there are gives nothing.
            return word & ((1 << UInt64(8 * min(8, end &- start))) &- 1)
          }
          return (start..<min(end, start + 8)).reversed().reduce(0) {
            $0 << 8 | UInt64(bytes[$1])
          }
        }
      }
    }
  }
}
