package import Commands

/// A key as the terminal reported it, or something else that came in between keys.
package enum Key: Sendable, Hashable {
  /// A character, or a control character as its own code: Ctrl-A is U+0001, Enter U+000D.
  case character(Unicode.Scalar)
  /// A character with Alt held, or after Escape.
  case alt(Unicode.Scalar)
  /// A key that is not a character, with what was held.
  case named(KeyName.Named, KeyName.Modifiers)
  /// Text from the clipboard, as the terminal sent it.
  case paste(String)
  case mouse(MouseEvent)
  /// What the terminal answers when it is asked for its abilities, from its Escape on, without the
  /// bytes that end a string.
  case answer(String)
}

extension Key {
  package static let up = Key.named(.up, [])
  package static let down = Key.named(.down, [])
  package static let left = Key.named(.left, [])
  package static let right = Key.named(.right, [])
  package static let home = Key.named(.home, [])
  package static let end = Key.named(.end, [])
  package static let delete = Key.named(.delete, [])
  package static let pageUp = Key.named(.pageUp, [])
  package static let pageDown = Key.named(.pageDown, [])
  package static let escape = Key.named(.escape, [])

  /// The name that bindings know the key by; nil for what is not a key.
  package var name: KeyName? {
    switch self {
    case .character(let scalar): KeyName(typing: scalar)
    case .alt(let scalar): KeyName(typing: scalar, withAlt: true)
    case .named(let named, let modifiers): KeyName(named, modifiers)
    case .paste, .mouse, .answer: nil
    }
  }
}

/// What a key that is not a character does wherever a line is edited. Shift makes no difference,
/// and Alt is as good as Ctrl.
package enum LineKey: Sendable, Hashable {
  case up, down, left, right, home, end, delete
  case wordLeft, wordRight, deleteWord
}

extension Key {
  /// What the key does to a line; nil for characters, and for keys that do nothing.
  package var lineKey: LineKey? {
    guard case .named(let named, let modifiers) = self else { return nil }
    let byWord = !modifiers.isDisjoint(with: [.control, .alt])
    switch named {
    case .up: return byWord ? nil : .up
    case .down: return byWord ? nil : .down
    case .left: return byWord ? .wordLeft : .left
    case .right: return byWord ? .wordRight : .right
    case .home: return .home
    case .end: return .end
    case .delete: return byWord ? .deleteWord : .delete
    default: return nil
    }
  }
}

/// What the mouse did, and where.
package struct MouseEvent: Sendable, Hashable {
  package enum Button: Sendable, Hashable {
    case left, middle, right
  }

  package enum Direction: Sendable, Hashable {
    case up, down, left, right
  }

  package enum Action: Sendable, Hashable {
    case press(Button)
    case release(Button)
    /// The pointer moved while a button was held.
    case drag(Button)
    case wheel(Direction)
  }

  package var action: Action
  /// The place on the screen, from 0.
  package var column: Int
  package var line: Int
  package var modifiers: KeyName.Modifiers

  package init(_ action: Action, column: Int, line: Int, modifiers: KeyName.Modifiers = []) {
    self.action = action
    self.column = column
    self.line = line
    self.modifiers = modifiers
  }
}

extension KeyName {
  /// What a terminal sends for the key, in the encoding of xterm.
  package var sequence: String {
    switch base {
    case .character(let character): return sequence(of: character)
    case .named(let named):
      if let code = Self.codes[named] {
        if named == .tab, modifiers.contains(.shift) { return "\u{1B}[Z" }
        let typed = named == .space && modifiers.contains(.control) ? "\0" : code
        return modifiers.contains(.alt) ? "\u{1B}" + typed : typed
      }
      return sequence(of: named)
    }
  }

  private func sequence(of character: Character) -> String {
    var typed = String(character)
    if modifiers.contains(.shift) { typed = typed.uppercased() }
    if modifiers.contains(.control), let code = typed.uppercased().utf8.first {
      typed = String(Character(Unicode.Scalar(code & 0x1F)))
    }
    return modifiers.contains(.alt) ? "\u{1B}" + typed : typed
  }

  private func sequence(of named: Named) -> String {
    let held = modifiers.isEmpty ? "" : ";\(modifiers.rawValue + 1)"
    if let letter = Self.letters[named] {
      let isFunction = "PQRS".contains(letter)
      if held.isEmpty { return isFunction ? "\u{1B}O\(letter)" : "\u{1B}[\(letter)" }
      return "\u{1B}[1\(held)\(letter)"
    }
    return "\u{1B}[\(Self.numbers[named] ?? 0)\(held)~"
  }

  private static let codes: [Named: String] = [
    .enter: "\r", .tab: "\t", .space: " ", .backspace: "\u{7F}", .escape: "\u{1B}",
  ]
  private static let letters: [Named: Character] = [
    .up: "A", .down: "B", .right: "C", .left: "D", .home: "H", .end: "F", .f1: "P", .f2: "Q",
    .f3: "R", .f4: "S",
  ]
  private static let numbers: [Named: Int] = [
    .insert: 2, .delete: 3, .pageUp: 5, .pageDown: 6, .f5: 15, .f6: 17, .f7: 18, .f8: 19, .f9: 20,
    .f10: 21, .f11: 23, .f12: 24,
  ]
}
