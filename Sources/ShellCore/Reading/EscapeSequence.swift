import Commands

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
