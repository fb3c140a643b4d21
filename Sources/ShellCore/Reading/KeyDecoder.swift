import Commands

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

/// An escape sequence of a terminal, taken apart: which key it stands for.
///
/// Terminals differ in how they send a key; all encodings in use are known: those of xterm, rxvt and
/// the linux console, with and without modifiers.
struct EscapeSequence {
  /// What stands between the introducer and the last byte.
  var bytes: [UInt8]
  var final: UInt8
  /// Whether another Escape stood before it.
  var hasAlt: Bool
  /// True for `ESC O`, false for `ESC [`.
  var isShort = false

  /// The key; nil when it is unknown, or nothing that concerns anybody.
  var key: Key? {
    if isShort { return shortKey }
    switch bytes.first {
    case UInt8(ascii: "["): return Self.consoleKeys[final].map { named($0, []) }
    case UInt8(ascii: "<"): return mouseKey
    case UInt8(ascii: "?"), UInt8(ascii: ">"), UInt8(ascii: "="): return answer
    default: break
    }
    switch final {
    case UInt8(ascii: "~"): return numberedKey(held)
    case UInt8(ascii: "^"): return numberedKey(.control)
    case UInt8(ascii: "$"): return numberedKey(.shift)
    case UInt8(ascii: "@"): return numberedKey([.control, .shift])
    case UInt8(ascii: "Z"): return .named(.tab, .shift)
    case UInt8(ascii: "R") where !isFunctionKey: return answer
    case UInt8(ascii: "c"), UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "y"):
      return bytes.isEmpty ? shiftedKey : answer
    default:
      return Self.letterKeys[final].map { named($0, held) } ?? (bytes.isEmpty ? shiftedKey : nil)
    }
  }

  /// After `ESC O` stands a modifier alone, or none.
  private var shortKey: Key? {
    if final == UInt8(ascii: "M") { return .character("\r") }
    if let key = Self.letterKeys[final] {
      return named(key, numbers.count == 1 ? Self.modifiers(numbers[0]) : held)
    }
    return Self.rxvtArrows[final].map { named($0, .control) }
  }

  /// An arrow with Shift as rxvt sends it.
  private var shiftedKey: Key? { Self.rxvtArrows[final].map { named($0, .shift) } }

  private func numberedKey(_ modifiers: KeyName.Modifiers) -> Key? {
    numbers.first.flatMap { Self.numberedKeys[$0] }.map { named($0, modifiers) }
  }

  private func named(_ key: KeyName.Named, _ modifiers: KeyName.Modifiers) -> Key {
    .named(key, hasAlt ? modifiers.union(.alt) : modifiers)
  }

  /// True where `R` ends a key and not the report of a place: a modifier stands behind the line 1.
  private var isFunctionKey: Bool {
    bytes.isEmpty || numbers.count == 2 && numbers[0] == 1 && (2...16).contains(numbers[1])
  }

  private var answer: Key {
    .answer("\u{1B}[" + String(decoding: bytes + [final], as: UTF8.self))
  }
}

extension EscapeSequence {
  private var numbers: [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
  }

  private var held: KeyName.Modifiers {
    let numbers = numbers
    return numbers.count > 1 ? Self.modifiers(numbers[1]) : []
  }

  /// What is held, from a number that is one more than its bits; Meta counts as Alt.
  private static func modifiers(_ number: Int) -> KeyName.Modifiers {
    guard (2...16).contains(number) else { return [] }
    let bits = UInt8(number - 1)
    let modifiers = KeyName.Modifiers(rawValue: bits & 7)
    return bits & 8 != 0 ? modifiers.union(.alt) : modifiers
  }

  private static let letterKeys: [UInt8: KeyName.Named] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "P"): .f1, UInt8(ascii: "Q"): .f2, UInt8(ascii: "R"): .f3, UInt8(ascii: "S"): .f4,
  ]

  private static let rxvtArrows: [UInt8: KeyName.Named] = [
    UInt8(ascii: "a"): .up, UInt8(ascii: "b"): .down, UInt8(ascii: "c"): .right,
    UInt8(ascii: "d"): .left,
  ]

  /// The function keys of the linux console, behind `ESC [ [`.
  private static let consoleKeys: [UInt8: KeyName.Named] = [
    UInt8(ascii: "A"): .f1, UInt8(ascii: "B"): .f2, UInt8(ascii: "C"): .f3, UInt8(ascii: "D"): .f4,
    UInt8(ascii: "E"): .f5,
  ]

  private static let numberedKeys: [Int: KeyName.Named] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .f1, 12: .f2, 13: .f3, 14: .f4, 15: .f5, 17: .f6, 18: .f7, 19: .f8, 20: .f9, 21: .f10,
    23: .f11, 24: .f12,
  ]
}

extension EscapeSequence {
  /// `ESC [ < button ; column ; line M`, with `m` for a button that is let go; places count from 1.
  private var mouseKey: Key? {
    let numbers = bytes.dropFirst().split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0,
      let action = mouseAction(numbers[0])
    else { return nil }
    var modifiers: KeyName.Modifiers = []
    if numbers[0] & 4 != 0 { modifiers.insert(.shift) }
    if numbers[0] & 8 != 0 { modifiers.insert(.alt) }
    if numbers[0] & 16 != 0 { modifiers.insert(.control) }
    return .mouse(
      MouseEvent(action, column: numbers[1] - 1, line: numbers[2] - 1, modifiers: modifiers))
  }

  private func mouseAction(_ code: Int) -> MouseEvent.Action? {
    let low = code & 3
    guard (0..<128).contains(code), final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else {
      return nil
    }
    if code & 64 != 0 {
      let directions: [MouseEvent.Direction] = [.up, .down, .left, .right]
      return final == UInt8(ascii: "M") ? .wheel(directions[low]) : nil
    }
    let buttons: [MouseEvent.Button] = [.left, .middle, .right]
    guard low < buttons.count else { return nil }
    if final == UInt8(ascii: "m") { return .release(buttons[low]) }
    return code & 32 != 0 ? .drag(buttons[low]) : .press(buttons[low])
  }
}
