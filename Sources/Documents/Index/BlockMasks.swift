#if arch(x86_64) || arch(arm64)
  import CStructuralScan
#endif

/// What stands where in 64 bytes of JSON: bit i of a mask stands for byte i.
struct BlockMasks: Hashable {
  var quotes: UInt64
  var backslashes: UInt64
  /// `[`, `{`, `]` and `}`, inside texts as well.
  var brackets: UInt64
}

/// What may part separated values in 64 bytes, in quotes or not.
struct CellMasks: Hashable {
  var quotes: UInt64
  var delimiters: UInt64
  /// Line feeds and carriage returns.
  var feeds: UInt64
  var returns: UInt64
}

/// A way to find the masks of a block of 64 bytes.
protocol BlockClassifier {
  static func masks(_ bytes: UnsafePointer<UInt8>) -> BlockMasks
  static func commas(_ bytes: UnsafePointer<UInt8>) -> UInt64
  /// What separated values are parted by.
  static func cells(_ bytes: UnsafePointer<UInt8>, _ delimiter: UInt8) -> CellMasks
  /// Of 32 bytes those that end a run of plain text: quotes, backslashes, controls, and what is
  /// beyond ASCII.
  static func specials(_ bytes: UnsafePointer<UInt8>) -> UInt32
  /// Of 32 bytes of a text those that may end it: quotes and backslashes.
  static func ends(_ bytes: UnsafePointer<UInt8>) -> UInt32
  /// Lists the brackets outside of texts in whole blocks, by their distance from the beginning.
  ///
  /// - Parameters:
  ///   - length: a multiple of 64, at most a `BracketList.stretch`.
  ///   - text: whether the blocks begin inside a text, and then whether they end so.
  ///   - places: has room for a `BracketList.capacity`.
  /// - Returns: how many there are.
  static func brackets(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ text: inout TextState,
    into places: UnsafeMutablePointer<UInt16>
  ) -> Int
  /// Lists at least the braces outside of texts, and the quotes that open texts which begin as names
  /// do, in the same way; two bytes more must be readable.
  static func members(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ text: inout TextState, _ names: NameStarts,
    into places: UnsafeMutablePointer<UInt16>
  ) -> Int
}

/// The first letters of names, as they stand behind a quote, and the second ones.
struct NameStarts: Sendable {
  /// Bit h of element l stands for the byte 16 h + l.
  private(set) var firsts = SIMD16<UInt8>()
  private(set) var seconds = SIMD16<UInt8>()

  /// - Parameter names: those that begin beyond ASCII are left out.
  init(_ names: [String]) {
    for name in names {
      // Behind the last letter there is a quote, and behind that what leads to a value.
      let start = Array("\(name)\"".utf8.prefix(2))
      guard start.allSatisfy({ $0 < 0x80 }) else { continue }
      Self.insert(start[0], to: &firsts)
      for second in start.dropFirst() { Self.insert(second, to: &seconds) }
      if start.count == 1 { for second in ": \t\n\r".utf8 { Self.insert(second, to: &seconds) } }
    }
  }

  private static func insert(_ letter: UInt8, to halves: inout SIMD16<UInt8>) {
    halves[Int(letter & 15)] |= 1 << (letter >> 4)
  }
}

/// Eight bytes at a time in a 64-bit word: runs on any processor.
enum PortableClassifier: BlockClassifier {
  static func masks(_ bytes: UnsafePointer<UInt8>) -> BlockMasks {
    var masks = BlockMasks(quotes: 0, backslashes: 0, brackets: 0)
    for index in 0..<8 {
      let word = load(bytes, index)
      // '[' and '{' differ in one bit only, and so do ']' and '}'.
      let braces = word | 0x2020_2020_2020_2020
      let shift = UInt64(index &* 8)
      masks.quotes |= matches(word, UInt8(ascii: "\"")) &<< shift
      masks.backslashes |= matches(word, UInt8(ascii: "\\")) &<< shift
      masks.brackets |=
        (matches(braces, UInt8(ascii: "{")) | matches(braces, UInt8(ascii: "}"))) &<< shift
    }
    return masks
  }

  static func commas(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    var mask: UInt64 = 0
    for index in 0..<8 {
      mask |= matches(load(bytes, index), UInt8(ascii: ",")) &<< UInt64(index &* 8)
    }
    return mask
  }

  static func cells(_ bytes: UnsafePointer<UInt8>, _ delimiter: UInt8) -> CellMasks {
    var masks = CellMasks(quotes: 0, delimiters: 0, feeds: 0, returns: 0)
    for index in 0..<8 {
      let word = load(bytes, index)
      let shift = UInt64(index &* 8)
      masks.quotes |= matches(word, UInt8(ascii: "\"")) &<< shift
      masks.delimiters |= matches(word, delimiter) &<< shift
      masks.feeds |= matches(word, UInt8(ascii: "\n")) &<< shift
      masks.returns |= matches(word, UInt8(ascii: "\r")) &<< shift
    }
    return masks
  }

  static func specials(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    var mask: UInt64 = 0
    for index in 0..<4 {
      let word = load(bytes, index)
      // A plain byte has its top bit clear, and one of the two bits 0x40 and 0x20 set.
      let isLow = ~(word &<< 1 | word &<< 2) & 0x8080_8080_8080_8080
      let found =
        matches(word, UInt8(ascii: "\"")) | matches(word, UInt8(ascii: "\\"))
        | gathered(isLow | word & 0x8080_8080_8080_8080)
      mask |= found &<< UInt64(index &* 8)
    }
    return UInt32(truncatingIfNeeded: mask)
  }

  static func brackets(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ text: inout TextState,
    into places: UnsafeMutablePointer<UInt16>
  ) -> Int {
    bracketsByMasks(bytes, length, &text, into: places)
  }

  static func members(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ text: inout TextState, _ names: NameStarts,
    into places: UnsafeMutablePointer<UInt16>
  ) -> Int {
    bracketsByMasks(bytes, length, &text, withTexts: true, into: places)
  }

  static func ends(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    var mask: UInt64 = 0
    for index in 0..<4 {
      let word = load(bytes, index)
      let found = matches(word, UInt8(ascii: "\"")) | matches(word, UInt8(ascii: "\\"))
      mask |= found &<< UInt64(index &* 8)
    }
    return UInt32(truncatingIfNeeded: mask)
  }

  @inline(__always)
  private static func load(_ bytes: UnsafePointer<UInt8>, _ index: Int) -> UInt64 {
    let raw = UnsafeRawPointer(bytes)
    return UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
  }

  /// A bit for each of the eight bytes that equal a byte.
  @inline(__always)
  private static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let difference = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    // The top bit of each byte that is zero, exactly: the sum never carries into the next byte.
    let zeros = ~(((difference & low) &+ low) | difference | low)
    return gathered(zeros)
  }

  /// The top bits of the eight bytes, all other bits being clear, next to each other.
  @inline(__always)
  private static func gathered(_ tops: UInt64) -> UInt64 {
    ((tops &>> 7) &* 0x0102_0408_1020_4080) &>> 56
  }
}

#if arch(x86_64) || arch(arm64)
  /// Vector instructions that every processor of the architecture has.
  enum VectorClassifier: BlockClassifier {
    @inline(__always)
    static func masks(_ bytes: UnsafePointer<UInt8>) -> BlockMasks {
      let masks = structural_classify64(bytes)
      return BlockMasks(
        quotes: masks.quotes, backslashes: masks.backslashes, brackets: masks.brackets)
    }

    @inline(__always)
    static func commas(_ bytes: UnsafePointer<UInt8>) -> UInt64 { structural_commas64(bytes) }

    @inline(__always)
    static func cells(_ bytes: UnsafePointer<UInt8>, _ delimiter: UInt8) -> CellMasks {
      let masks = structural_cells64(bytes, delimiter)
      return CellMasks(
        quotes: masks.quotes, delimiters: masks.delimiters, feeds: masks.feeds,
        returns: masks.returns)
    }

    @inline(__always)
    static func specials(_ bytes: UnsafePointer<UInt8>) -> UInt32 { structural_specials32(bytes) }

    @inline(__always)
    static func ends(_ bytes: UnsafePointer<UInt8>) -> UInt32 { structural_ends32(bytes) }

    static func brackets(
      _ bytes: UnsafePointer<UInt8>, _ length: Int, _ text: inout TextState,
      into places: UnsafeMutablePointer<UInt16>
    ) -> Int {
      brackets(bytes, length, &text, into: places, Processor.own)
    }

    static func members(
      _ bytes: UnsafePointer<UInt8>, _ length: Int, _ text: inout TextState, _ names: NameStarts,
      into places: UnsafeMutablePointer<UInt16>
    ) -> Int {
      members(bytes, length, &text, names, into: places, Processor.own)
    }
  }

  /// What a processor has beyond what all of its kind have.
  enum Processor: Int, CaseIterable {
    case least, newer, newest

    /// The one that this program runs on.
    static let own = {
      #if arch(x86_64)
        switch structural_processor() {
        case structural_newest: newest
        case structural_newer: newer
        default: least
        }
      #else
        least
      #endif
    }()
  }

  extension VectorClassifier {
    /// - Parameter processor: no newer one than the own.
    static func brackets(
      _ bytes: UnsafePointer<UInt8>, _ length: Int, _ text: inout TextState,
      into places: UnsafeMutablePointer<UInt16>, _ processor: Processor
    ) -> Int {
      #if arch(x86_64)
        if processor != .least {
          return text.passed { state in
            processor == .newest
              ? structural_brackets_newest(bytes, length, &state, places)
              : structural_brackets(bytes, length, &state, places)
          }
        }
      #endif
      return bracketsByMasks(bytes, length, &text, into: places)
    }

    /// - Parameter processor: no newer one than the own.
    static func members(
      _ bytes: UnsafePointer<UInt8>, _ length: Int, _ text: inout TextState, _ names: NameStarts,
      into places: UnsafeMutablePointer<UInt16>, _ processor: Processor
    ) -> Int {
      #if arch(x86_64)
        if processor != .least {
          return text.passed { state in
            withUnsafeBytes(of: names) { names in
              let letters = names.bindMemory(to: structural_letters.self).baseAddress
              return processor == .newest
                ? structural_members_newest(bytes, length, &state, letters, places)
                : structural_members(bytes, length, &state, letters, places)
            }
          }
        }
      #endif
      return bracketsByMasks(bytes, length, &text, withTexts: true, into: places)
    }
  }

  #if arch(x86_64)
    extension TextState {
      /// Follows quotes as a function in C does.
      @inline(__always)
      fileprivate mutating func passed(_ scan: (inout structural_text) -> Int) -> Int {
        var state = structural_text(within: inText, escape: escape)
        defer { self = TextState(inText: state.within, escape: state.escape) }
        return scan(&state)
      }
    }
  #endif

  typealias NativeClassifier = VectorClassifier
#else
  typealias NativeClassifier = PortableClassifier
#endif

/// Follows quotes and escapes from block to block.
struct TextState: Sendable, Hashable {
  /// All ones inside a text, else zero.
  var inText: UInt64 = 0
  /// One when the next byte is escaped.
  var escape: UInt64 = 0

  /// The bytes of the next block that lie inside texts, opening quotes included.
  @inline(__always)
  mutating func advance(quotes: UInt64, backslashes: UInt64) -> UInt64 {
    var open = quotes
    if backslashes | escape != 0 { open &= ~escaped(backslashes) }
    let inside = Self.parities(of: open) ^ inText
    inText = UInt64(bitPattern: Int64(bitPattern: inside) &>> 63)
    return inside
  }

  /// For each bit whether an odd number of bits is set up to it, itself included.
  @inline(__always)
  static func parities(of bits: UInt64) -> UInt64 {
    var parities = bits
    parities ^= parities &<< 1
    parities ^= parities &<< 2
    parities ^= parities &<< 4
    parities ^= parities &<< 8
    parities ^= parities &<< 16
    parities ^= parities &<< 32
    return parities
  }

  /// The bytes that follow a backslash which is not escaped itself.
  ///
  /// Goes from one such backslash to the next; most blocks of most files have none.
  @inline(__always)
  private mutating func escaped(_ backslashes: UInt64) -> UInt64 {
    var escaped = escape
    var rest = backslashes & ~escape
    escape = 0
    while rest != 0 {
      let first = rest & (0 &- rest)
      escaped |= first &<< 1
      escape = first &>> 63
      rest &= ~(first | first &<< 1)
    }
    return escaped
  }
}

extension BlockMasks {
  /// Leaves what stands in the first bytes.
  mutating func cut(to length: Int) {
    let kept = (1 as UInt64) &<< UInt64(length) &- 1
    quotes &= kept
    backslashes &= kept
    brackets &= kept
  }
}
