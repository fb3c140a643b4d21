/// Turns the bytes that a terminal sends into keys.
///
/// Whole escape sequences are taken off the input; those it does not know are swallowed, so that
/// no key ever types its own escape sequence. What the terminal answers to questions is one key, too.
/// Bytes that are not UTF-8 are dropped.
package struct KeyDecoder: Sendable {
  /// How long to wait for the rest of an escape sequence before Escape is a key, in milliseconds.
  private static let usualPatience: Int32 = 50
  /// The same for the rest of a paste: a terminal may take its time, and one that never sends the end
  /// must not keep all keys.
  private static let pastePatience: Int32 = 2_000
  /// The longest paste, in bytes; what goes beyond it is dropped.
  package static let pasteLimit = 4 * 1024 * 1024

  private enum State: Sendable {
    case ground
    case escape
    /// After `ESC [`; the linux console puts a second bracket before the letter of a function key.
    case sequence([UInt8])
    /// After `ESC O`.
    case short([UInt8])
    /// Inside an answer of the terminal that ends with BEL or `ESC \`.
    case answer([UInt8], afterEscape: Bool)
    case paste([UInt8])
    /// After `ESC [ M`: a button, a column and a line, a byte each.
    case oldMouse([UInt8])
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let longestSequence = 64
  /// Of longer answers only the beginning is kept, in bytes.
  private static let longestAnswer = 4096

  private var state = State.ground
  private var hasAlt = false
  private var partial: [UInt8] = []

  package init() {}

  /// How long to wait for the rest of what has begun, in milliseconds, before it is settled; nil where
  /// nothing has.
  package var patience: Int32? {
    switch state {
    case .ground: nil
    case .paste: Self.pastePatience
    default: Self.usualPatience
    }
  }

  /// True while a paste has no end yet.
  package var isPasting: Bool { if case .paste = state { true } else { false } }

  /// Takes bytes and returns the keys that are complete.
  ///
  /// - Complexity: O(bytes).
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { feed(byte, into: &keys) }
    return keys
  }

  /// Settles what an incomplete escape sequence or paste was, when nothing followed in time.
  package mutating func settle() -> [Key] {
    defer { leave() }
    switch state {
    case .paste(let bytes):
      return [.paste(String(decoding: bytes.prefix(Self.pasteLimit), as: UTF8.self))]
    case .escape: return [.escape]
    case .sequence(let bytes) where bytes.isEmpty: return [.alt("[")]
    case .short(let bytes) where bytes.isEmpty: return [.alt("O")]
    case .answer(let bytes, false) where bytes.count == 1: return [.alt(Unicode.Scalar(bytes[0]))]
    default: return []
    }
  }

  private mutating func leave() {
    state = .ground
    hasAlt = false
  }
}

extension KeyDecoder {
  private mutating func feed(_ byte: UInt8, into keys: inout [Key]) {
    switch state {
    case .ground: feedGround(byte, into: &keys)
    case .escape: feedEscape(byte, into: &keys)
    case .sequence(let bytes): feedSequence(byte, after: bytes, into: &keys)
    case .short(let bytes): feedShort(byte, after: bytes, into: &keys)
    case .answer(_, let afterEscape): feedAnswer(byte, afterEscape: afterEscape, into: &keys)
    case .paste: feedPaste(byte, into: &keys)
    case .oldMouse(let bytes): feedOldMouse(bytes + [byte], into: &keys)
    }
  }

  private mutating func feedGround(_ byte: UInt8, into keys: inout [Key]) {
    if byte == 0x1B {
      partial = []
      state = .escape
    } else if let scalar = decode(byte) {
      keys.append(.character(scalar))
    }
  }

  private mutating func feedEscape(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    case 0x1B: hasAlt = true
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "O"): state = .short([])
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      state = .answer([byte], afterEscape: false)
    default:
      guard let scalar = decode(byte) else {
        if partial.isEmpty { leave() }
        return
      }
      leave()
      keys.append(.alt(scalar))
    }
  }

  private mutating func feedSequence(
    _ byte: UInt8, after bytes: [UInt8], into keys: inout [Key]
  ) {
    if byte == 0x1B {
      hasAlt = false
      state = .escape
    } else if bytes.isEmpty, byte == UInt8(ascii: "[") {
      state = .sequence([byte])
    } else if bytes.isEmpty, byte == UInt8(ascii: "M") {
      state = .oldMouse([])
    } else if Self.isLast(byte, after: bytes) || bytes.count >= Self.longestSequence {
      let key = EscapeSequence(bytes: bytes, final: byte, hasAlt: hasAlt).key
      leave()
      if bytes.elementsEqual("200".utf8), byte == UInt8(ascii: "~") { state = .paste([]) }
      if let key { keys.append(key) }
    } else {
      state = .sequence(bytes + [byte])
    }
  }

  /// A mouse as terminals reported it that do not know larger windows; a button that is let go has no
  /// name there.
  private mutating func feedOldMouse(_ bytes: [UInt8], into keys: inout [Key]) {
    guard bytes.count == 3 else {
      state = .oldMouse(bytes)
      return
    }
    leave()
    let numbers = bytes.map { Int($0) - 32 }
    let isRelease = numbers[0] & 0x43 == 3
    let code = isRelease ? numbers[0] & ~3 : numbers[0]
    let report = EscapeSequence(
      bytes: Array("<\(code);\(numbers[1]);\(numbers[2])".utf8),
      final: UInt8(ascii: isRelease ? "m" : "M"), hasAlt: false)
    if let key = report.key { keys.append(key) }
  }

  private mutating func feedShort(_ byte: UInt8, after bytes: [UInt8], into keys: inout [Key]) {
    if byte == 0x1B {
      state = .escape
    } else if (0x30...0x3B).contains(byte), bytes.count < Self.longestSequence {
      state = .short(bytes + [byte])
    } else {
      let key = EscapeSequence(bytes: bytes, final: byte, hasAlt: hasAlt, isShort: true).key
      leave()
      if let key { keys.append(key) }
    }
  }

  /// True for the byte that ends a sequence. rxvt ends some with a dollar sign.
  private static func isLast(_ byte: UInt8, after bytes: [UInt8]) -> Bool {
    if (0x40...0x7E).contains(byte) || byte < 0x20 { return true }
    return byte == UInt8(ascii: "$") && (1...2).contains(bytes.count)
      && bytes.allSatisfy { (0x30...0x39).contains($0) }
  }

  private mutating func feedAnswer(_ byte: UInt8, afterEscape: Bool, into keys: inout [Key]) {
    guard case .answer(var bytes, _) = state else { return }
    state = .ground  // gives up the second reference, so that the append happens in place
    if afterEscape, byte != UInt8(ascii: "\\") {
      // It was no answer but a key with Alt, or one that was cut off.
      (hasAlt, partial) = (false, [])
      state = .escape
      feedEscape(byte, into: &keys)
      return
    }
    if byte == 0x07 || afterEscape {
      keys.append(.answer("\u{1B}" + String(decoding: bytes, as: UTF8.self)))
      leave()
      return
    }
    if byte != 0x1B, bytes.count < Self.longestAnswer { bytes.append(byte) }
    state = .answer(bytes, afterEscape: byte == 0x1B)
  }

  private mutating func feedPaste(_ byte: UInt8, into keys: inout [Key]) {
    guard case .paste(var bytes) = state else { return }
    state = .ground  // gives up the second reference, so that the append happens in place
    bytes.append(byte)
    let tail = Self.pasteEnd
    if byte == tail.last, bytes.count >= tail.count, bytes.suffix(tail.count).elementsEqual(tail) {
      let text = bytes.dropLast(tail.count).prefix(Self.pasteLimit)
      keys.append(.paste(String(decoding: text, as: UTF8.self)))
      return
    }
    if bytes.count > Self.pasteLimit + 4096 {
      bytes.removeSubrange(Self.pasteLimit..<(bytes.count - 8))
    }
    state = .paste(bytes)
  }

  /// Adds a byte to the character in progress; the character once it is complete.
  private mutating func decode(_ byte: UInt8) -> Unicode.Scalar? {
    if byte < 0x80 {
      partial = []
      return Unicode.Scalar(byte)
    }
    if byte >= 0xC0 { partial = [] }
    partial.append(byte)
    guard let text = String(validating: partial, as: UTF8.self) else {
      if partial.count >= 4 || partial[0] < 0xC2 { partial = [] }
      return nil
    }
    partial = []
    // U+0080 to U+009F are control characters that no keyboard has.
    return text.unicodeScalars.first { $0.value >= 0xA0 }
  }
}
