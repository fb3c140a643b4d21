import CStructuralScan
import TableModel

/// A comparison as it looks to a text on its left.
enum TextTest: Sendable {
  /// The bytes of a text are enough for most of them.
  case probe(TextProbe)
  /// Every distinct text has to be asked.
  case each

  init(_ comparing: Comparing, _ right: Value) {
    self.init(comparing.relation, right, comparing.options)
  }

  init(_ relation: Relation, _ right: Value, _ options: TextOptions) {
    guard case .string(let text) = right else {
      self = .each
      return
    }
    let needle = TextNeedle(text, options: options)
    switch relation {
    case .equal: self = .probe(.needle(needle, .whole, negated: false))
    case .notEqual: self = .probe(.needle(needle, .whole, negated: true))
    case .beginsWith: self = .probe(.needle(needle, .prefix, negated: false))
    case .endsWith: self = .probe(.needle(needle, .suffix, negated: false))
    case .contains: self = .probe(.needle(needle, .anywhere, negated: false))
    case .like: self = .probe(.wildcard(WildcardPattern(text, options: options)))
    case .matches:
      let regex = try? RegexPattern(text, options: options)
      self = regex.map { .probe(.regex($0)) } ?? .each
    default: self = .each
    }
  }
}

/// A search in the bytes of a text.
enum TextProbe: Sendable {
  case needle(TextNeedle, TextNeedle.Place, negated: Bool)
  case wildcard(WildcardPattern)
  case regex(RegexPattern)

  /// The folding under which texts beyond ASCII are searched; nil where they are not.
  var folding: TextOptions? {
    guard case .needle(let needle, _, _) = self, needle.options != .literal else { return nil }
    return needle.options
  }

  /// The prefix that is searched for, where it is a short one.
  var prefix: PrefixWord? {
    if case .needle(let needle, .prefix, negated: false) = self { PrefixWord(needle) } else { nil }
  }

  var cost: Int {
    switch self {
    case .needle(_, .anywhere, _): 6
    case .needle: 4
    case .wildcard: 10
    case .regex: 40
    }
  }

  /// The verdict on a text of a pool; nil when the text has to be asked as a whole.
  @inline(__always)
  func verdict(_ code: UInt32, _ pool: TextPool, _ folded: TextFoldings.Folded?) -> Bool? {
    switch self {
    case .needle(let needle, let place, let negated):
      if needle.options == .literal || pool.isASCII(code) {
        return pool.withBytes(code) { needle.matches(plain: $0, place) } != negated
      }
      return folded?.withBytes(code) { needle.matches(folded: $0, place) != negated }
    case .wildcard(let pattern):
      return pool.isASCII(code) ? pool.withBytes(code, pattern.matches(ascii:)) : nil
    case .regex(let regex):
      return pool.isASCII(code) ? pool.withBytes(code, regex.match(ascii:)) : nil
    }
  }
}

extension TextProbe {
  /// The verdicts on the texts of a block, and the rows whose text has to be asked as a whole.
  ///
  /// - Parameters:
  ///   - folded: the texts beyond ASCII as the probe wants them.
  ///   - rows: bits behind `first`, the block's first row.
  func verdicts(
    _ texts: FieldColumn.Texts, _ folded: TextFoldings.Folded?, from first: Int, _ rows: UInt64
  ) -> (verdicts: UInt64, undecided: UInt64) {
    switch self {
    case .needle(let needle, let place, let negated):
      if needle.options == .literal {
        return Self.scan(texts, from: first, rows) { _, _, text in
          needle.matches(plain: text, place) != negated
        }
      }
      return Self.scan(texts, from: first, rows) { code, isASCII, text in
        if isASCII { return needle.matches(plain: text, place) != negated }
        return folded?.withBytes(code) { needle.matches(folded: $0, place) != negated }
      }
    case .wildcard(let pattern):
      return Self.scan(texts, from: first, rows) { _, isASCII, text in
        isASCII ? pattern.matches(ascii: text) : nil
      }
    case .regex(let regex):
      return Self.scan(texts, from: first, rows) { _, isASCII, text in
        isASCII ? regex.match(ascii: text) : nil
      }
    }
  }

  @inline(__always)
  private static func scan(
    _ texts: FieldColumn.Texts, from first: Int, _ rows: UInt64,
    _ test: (_ code: UInt32, _ isASCII: Bool, UnsafeBufferPointer<UInt8>) -> Bool?
  ) -> (verdicts: UInt64, undecided: UInt64) {
    let pool = texts.pool
    return pool.bytes.withUnsafeBufferPointer { bytes in
      pool.starts.withUnsafeBufferPointer { starts in
        pool.ascii.withUnsafeBufferPointer { ascii in
          texts.codes.withUnsafeBufferPointer { codes in
            var (verdicts, undecided): (UInt64, UInt64) = (0, 0)
            rows.forEachRow { place, bit in
              let code = codes[first &+ place]
              let range = Int(starts[Int(code)])..<Int(starts[Int(code) &+ 1])
              let isASCII = ascii[Int(code >> 6)] >> UInt64(code & 63) & 1 == 1
              let verdict = test(code, isASCII, UnsafeBufferPointer(rebasing: bytes[range]))
              if verdict == true { verdicts |= bit } else if verdict == nil { undecided |= bit }
            }
            return (verdicts, undecided)
          }
        }
      }
    }
  }
}

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
