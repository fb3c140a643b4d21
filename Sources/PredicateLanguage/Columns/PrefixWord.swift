import TableModel

/// A short prefix of ASCII as one word, to be compared with the first eight bytes of texts.
struct PrefixWord: Sendable {
  /// The prefix, and the bytes that it has.
  private let bytes: UInt64
  private let mask: UInt64
  /// What makes small letters of the text's bytes where the prefix has a letter.
  private let small: UInt64
  /// A bit for each byte that has to be ASCII for the word to tell: those of the prefix and the one
  /// behind it, which could belong to the last character.
  private let deciding: UInt64

  /// - Returns: nil for a needle that no word can stand for.
  init?(_ needle: TextNeedle) {
    let isLiteral = needle.options == .literal
    let text = needle.bytes
    guard !text.isEmpty, text.count < 8, text.allSatisfy({ (1..<0x80).contains($0) }) else {
      return nil
    }
    var (bytes, mask, small, deciding): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for (index, byte) in text.enumerated() {
      let shift = UInt64(8 * index)
      bytes |= UInt64(byte) << shift
      mask |= 0xFF << shift
      deciding |= 0x80 << shift
      if needle.options.contains(.ignoringCase), (0x61...0x7A).contains(byte) {
        small |= 0x20 << shift
      }
    }
    deciding |= 0x80 << UInt64(8 * text.count)
    (self.bytes, self.mask, self.small) = (bytes, mask, isLiteral ? 0 : small)
    self.deciding = isLiteral ? 0 : deciding
  }

  /// The verdicts on the texts of a block, and the rows whose text has to be looked at.
  ///
  /// - Parameters:
  ///   - heads: the first bytes of every row's text.
  ///   - rows: bits behind `first`, the block's first row.
  func verdicts(
    _ heads: [UInt64], from first: Int, _ rows: UInt64
  ) -> (verdicts: UInt64, undecided: UInt64) {
    heads.withUnsafeBufferPointer { heads in
      let block = UnsafeBufferPointer(rebasing: heads[first..<min(heads.count, first &+ 64)])
      var (verdicts, undecided): (UInt64, UInt64) = (0, 0)
      for index in 0..<block.count {
        let head = block[index]
        let shift = UInt64(truncatingIfNeeded: index)
        verdicts |= ((head | small) & mask == bytes ? 1 : 0) &<< shift
        undecided |= (head & deciding != 0 ? 1 : 0) &<< shift
      }
      return (verdicts & rows & ~undecided, undecided & rows)
    }
  }
}
