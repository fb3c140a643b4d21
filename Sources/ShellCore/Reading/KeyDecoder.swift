/// Turns the bytes that a terminal sends into keys.
///
/// Whole escape sequences are taken off the input; those it does not know are swallowed, so that
/// no key ever types its own escape sequence. Bytes that are not UTF-8 are dropped.
package struct KeyDecoder: Sendable {
  /// How long to wait for the rest of an escape sequence before Escape is a key, in milliseconds.
  package static let patience: Int32 = 50
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
    case answer(afterEscape: Bool, introducer: UInt8)
    case paste([UInt8])
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let longestSequence = 64

  private var state = State.ground
  private var hasAlt = false
  private var partial: [UInt8] = []

  package init() {}

  /// True while an escape sequence is incomplete: ask again after `patience`.
  package var isWaiting: Bool {
    switch state {
    case .ground, .paste: false
    default: true
    }
  }

  /// Takes bytes and returns the keys that are complete.
  ///
  /// - Complexity: O(bytes).
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { feed(byte, into: &keys) }
    return keys
  }

  /// Settles what an incomplete escape sequence was, when nothing followed in time.
  package mutating func settle() -> [Key] {
    defer {
      if isWaiting { leave() }
    }
    switch state {
    case .escape: return [.escape]
    case .sequence(let bytes) where bytes.isEmpty: return [.alt("[")]
    case .short(let bytes) where bytes.isEmpty: return [.alt("O")]
    case .answer(false, let introducer): return [.alt(Unicode.Scalar(introducer))]
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
    case .answer(let afterEscape, let introducer):
      let isDone = byte == 0x07 || (afterEscape && byte == UInt8(ascii: "\\"))
      state = isDone ? .ground : .answer(afterEscape: byte == 0x1B, introducer: introducer)
    case .paste: feedPaste(byte, into: &keys)
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
      state = .answer(afterEscape: false, introducer: byte)
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
    } else if (0x40...0x7E).contains(byte) || byte < 0x20 || bytes.count >= Self.longestSequence {
      let key = bytes.first == UInt8(ascii: "[") ? nil : Self.key(bytes, byte, hasAlt: hasAlt)
      leave()
      if bytes.elementsEqual("200".utf8), byte == UInt8(ascii: "~") { state = .paste([]) }
      if let key { keys.append(key) }
    } else {
      state = .sequence(bytes + [byte])
    }
  }

  private mutating func feedShort(_ byte: UInt8, after bytes: [UInt8], into keys: inout [Key]) {
    if byte == 0x1B {
      state = .escape
    } else if (0x30...0x3B).contains(byte), bytes.count < Self.longestSequence {
      state = .short(bytes + [byte])
    } else {
      let key =
        switch byte {
        case UInt8(ascii: "c"): Key.wordRight
        case UInt8(ascii: "d"): Key.wordLeft
        default: Self.key(bytes, byte, hasAlt: hasAlt)
        }
      leave()
      if let key { keys.append(key) }
    }
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

extension KeyDecoder {
  /// The key that a sequence's parameters and last byte stand for; nil when it is unknown.
  private static func key(_ parameters: [UInt8], _ final: UInt8, hasAlt: Bool) -> Key? {
    let numbers = String(decoding: parameters, as: UTF8.self).split(separator: ";")
    let modifiers = numbers.count > 1 ? (Int(numbers[1]) ?? 1) - 1 : 0
    let byWord = hasAlt || modifiers & 0b110 != 0
    switch final {
    case UInt8(ascii: "A"): return byWord ? nil : .up
    case UInt8(ascii: "B"): return byWord ? nil : .down
    case UInt8(ascii: "C"): return byWord ? .wordRight : .right
    case UInt8(ascii: "D"): return byWord ? .wordLeft : .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "Z"): return .backTab
    case UInt8(ascii: "M") where numbers.isEmpty: return .character("\r")
    case UInt8(ascii: "~"): return tildeKey(numbers.first.flatMap { Int($0) }, byWord: byWord)
    default: return nil
    }
  }

  private static func tildeKey(_ number: Int?, byWord: Bool) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: byWord ? .deleteWord : .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }
}

/// A key as the terminal reported it.
package enum Key: Sendable, Hashable {
  /// A character, or a control character as its own code: Ctrl-A is U+0001.
  case character(Unicode.Scalar)
  /// A character with Alt held, or after Escape.
  case alt(Unicode.Scalar)
  case up, down, left, right
  case home, end, insert, delete, pageUp, pageDown
  case wordLeft, wordRight, deleteWord, backTab
  case escape
  /// Text from the clipboard, as the terminal sent it.
  case paste(String)
}
