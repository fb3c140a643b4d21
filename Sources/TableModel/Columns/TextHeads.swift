import Synchronization

/// The first eight bytes of a column's texts, row by row, made when they are first wanted and then
/// kept: prefixes are found without a look at the texts themselves.
package final class TextHeads: Sendable {
  /// By form; texts that are ASCII have one form only, which stands under nil.
  private let known = Mutex<[UInt8?: [UInt64]]>([:])

  var byteCount: Int { known.withLock { $0.values.reduce(0) { $0 + 8 * $1.count } } }

  /// For each row the beginning of its text, the first byte lowest, filled up with zeros; anything
  /// for rows that are no texts.
  ///
  /// - Parameters:
  ///   - folded: the texts beyond ASCII in another form, and the number of that form; nil for the
  ///     texts as they are.
  /// - Complexity: O(rows) for the first time.
  package func heads(
    of texts: FieldColumn.Texts, folded: (texts: TextFoldings.Folded, form: UInt8)? = nil
  ) -> [UInt64] {
    let folded = folded.flatMap { $0.texts.isEmpty ? nil : $0 }
    return known.withLock { known in
      if let heads = known[folded?.form] { return heads }
      let heads = Self.make(texts.codes, texts.pool, folded?.texts)
      known[folded?.form] = heads
      return heads
    }
  }

  private static func make(
    _ codes: [UInt32], _ pool: TextPool, _ folded: TextFoldings.Folded?
  ) -> [UInt64] {
    guard pool.count > 0 else { return Array(repeating: 0, count: codes.count) }
    return pool.bytes.withUnsafeBufferPointer { bytes in
      pool.starts.withUnsafeBufferPointer { starts in
        codes.map { code in
          if let folded, !pool.isASCII(code), let head = folded.withBytes(code, { head($0) }) {
            return head
          }
          let (start, end) = (Int(starts[Int(code)]), Int(starts[Int(code) &+ 1]))
          if start &+ 8 <= bytes.count {
            let word = UnsafeRawBufferPointer(bytes).loadUnaligned(
              fromByteOffset: start, as: UInt64.self
            ).littleEndian
            // A shift by as many bits as there are gives nothing.
            return word & ((1 << UInt64(8 * min(8, end &- start))) &- 1)
          }
          return head(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        }
      }
    }
  }

  private static func head(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    text.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
