import CStructuralScan
import TableModel

/// A short prefix of ASCII as one word, to be compared with the first eight bytes of texts in the
/// form that the needle wants: folded, unless it is literal.
struct PrefixWord: Sendable {
  /// The prefix, and the bytes that it has.
  private let bytes: UInt64
  private let mask: UInt64
  /// What makes small letters of the text's bytes where the prefix has a letter.
  private let small: UInt64
  /// The top bit of the byte behind the prefix: beyond ASCII it may belong to the last character.
  private let deciding: UInt64

  /// - Returns: nil for a needle that no word can stand for.
  init?(_ needle: TextNeedle) {
    let isLiteral = needle.options == .literal
    let text = needle.bytes
    guard !text.isEmpty, text.count < 8, text.allSatisfy({ (1..<0x80).contains($0) }) else {
      return nil
    }
    var (bytes, mask, small): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for (index, byte) in text.enumerated() {
      let shift = UInt64(8 * index)
      bytes |= UInt64(byte) << shift
      mask |= 0xFF << shift
      if needle.options.contains(.ignoringCase), (0x61...0x7A).contains(byte) {
        small |= 0x20 << shift
      }
    }
    (self.bytes, self.mask, self.small) = (bytes, mask, isLiteral ? 0 : small)
    deciding = isLiteral ? 0 : 0x80 << UInt64(8 * text.count)
  }

  /// The verdicts on the texts of some blocks, and the rows whose text has to be looked at.
  ///
  /// - Parameters:
  ///   - heads: the first bytes of every row's text in the needle's form.
  ///   - rows: those that are asked, block by block; a block without one is not looked at.
  /// - Complexity: O(rows), without a branch for any of them.
  func verdicts(
    _ heads: [UInt64], _ blocks: Range<Int>, _ rows: [UInt64]
  ) -> (verdicts: [UInt64], undecided: [UInt64]) {
    let wanted = column_prefix(bytes: bytes, mask: mask, small: small, deciding: deciding)
    var verdicts: [UInt64] = Array(repeating: 0, count: rows.count)
    var undecided = verdicts
    // The last block of a column may have fewer words than the others.
    let whole = max(0, min(rows.count, heads.count >> 6 &- blocks.lowerBound))
    heads.withUnsafeBufferPointer { heads in
      guard let first = heads.baseAddress.map({ $0 + blocks.lowerBound &* 64 }) else { return }
      column_prefix_blocks(first, rows, whole, wanted, &verdicts, &undecided)
      guard whole < rows.count else { return }
      let rest = Int32(truncatingIfNeeded: heads.count &- (blocks.lowerBound &+ whole) &* 64)
      let last = column_prefixes_portable(first + whole &* 64, rest, wanted)
      verdicts[whole] = rows[whole] & last.equal & ~last.undecided
      undecided[whole] = rows[whole] & last.equal & last.undecided
    }
    return (verdicts, undecided)
  }
}
