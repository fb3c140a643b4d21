import Files

/// A tag as it is written most often, to be compared eight bytes at once.
struct TagWord: Sendable {
  private let bits: UInt64
  private let mask: UInt64
  /// The same for the bytes behind the first eight.
  private let endBits: UInt64
  private let endMask: UInt64
  let length: Int

  /// - Parameter tag: at most 16 bytes.
  init(_ tag: String) {
    let bytes = Array(tag.utf8)
    length = bytes.count
    (bits, mask) = Self.word(bytes.prefix(8))
    (endBits, endMask) = Self.word(bytes.dropFirst(8))
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> (bits: UInt64, mask: UInt64) {
    let bits = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return (bits, bytes.count >= 8 ? ~0 : (1 << UInt64(8 * bytes.count)) - 1)
  }

  /// Eight bytes, the first one lowest.
  @inline(__always)
  static func load(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  /// Whether the tag's first eight bytes are those of a word.
  @inline(__always)
  func stands(in word: UInt64) -> Bool { word & mask == bits }

  /// Whether the bytes behind the first eight are the tag's, too.
  @inline(__always)
  func endStands(at bytes: UnsafePointer<UInt8>) -> Bool {
    endMask == 0 || Self.load(bytes + 8) & endMask == endBits
  }

  @inline(__always)
  func stands(at bytes: UnsafePointer<UInt8>) -> Bool {
    stands(in: Self.load(bytes)) && endStands(at: bytes)
  }
}

/// The tags that nearly all of a property list is made of.
struct UsualTags: Sendable {
  let key = TagWord("<key>")
  let keyEnd = TagWord("</key>")
  let record = TagWord("<dict>")
  let recordEnd = TagWord("</dict>")
  let list = TagWord("<array>")
  let listEnd = TagWord("</array>")
  let text = TagWord("<string>")
  let textEnd = TagWord("</string>")
  let whole = TagWord("<integer>")
  let wholeEnd = TagWord("</integer>")
  let real = TagWord("<real>")
  let realEnd = TagWord("</real>")
  let date = TagWord("<date>")
  let dateEnd = TagWord("</date>")
  let yes = TagWord("<true/>")
  let no = TagWord("<false/>")
}

/// Scalars of property lists as they are written most often.
enum UsualScalars {
  /// At most 18 digits, with or without a minus sign.
  static func isInteger(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = text.first == UInt8(ascii: "-") ? 1 : 0
    guard (1...18).contains(text.count - start) else { return false }
    for index in start..<text.count where !ASCII.isDigit(text[index]) { return false }
    return true
  }

  /// A number in JSON's notation without an exponent.
  static func isReal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = text.first == UInt8(ascii: "-") ? 1 : 0
    let whole = index
    while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
    guard index - whole == 1 || (index > whole && text[whole] != UInt8(ascii: "0")) else {
      return false
    }
    guard index < text.count else { return true }
    guard text[index] == UInt8(ascii: "."), index + 1 < text.count else { return false }
    for place in index + 1..<text.count where !ASCII.isDigit(text[place]) { return false }
    return true
  }

  /// A moment as `2024-02-28T12:00:00Z`, with a day that is right in every month.
  static func isDate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == 20 else { return false }
    for index in 0..<20 {
      let isFine =
        switch index {
        case 4, 7: text[index] == UInt8(ascii: "-")
        case 10: text[index] == UInt8(ascii: "T")
        case 13, 16: text[index] == UInt8(ascii: ":")
        case 19: text[index] == UInt8(ascii: "Z")
        default: ASCII.isDigit(text[index])
        }
      guard isFine else { return false }
    }
    func number(_ index: Int) -> Int { Int(text[index] &- 48) * 10 + Int(text[index + 1] &- 48) }
    return (1...12).contains(number(5)) && (1...28).contains(number(8))
      && number(11) < 24 && number(14) < 60 && number(17) < 60
  }
}
