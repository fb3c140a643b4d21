import TableModel

/// A key by its name, as bindings, help and people write it: `j`, `Ctrl-D`, `Shift-Left`, `F1`.
///
/// What a terminal sends alike has one name: `Ctrl-I` is `Tab`, and `Shift-x` is `X`.
package struct KeyName: Sendable, Hashable {
  /// A key without what is held with it.
  package enum Base: Sendable, Hashable {
    case character(Character)
    case named(Named)
  }

  /// Keys that type nothing, or nothing that could be seen.
  package enum Named: String, Sendable, Hashable, CaseIterable {
    case up = "Up"
    case down = "Down"
    case left = "Left"
    case right = "Right"
    case home = "Home"
    case end = "End"
    case pageUp = "PageUp"
    case pageDown = "PageDown"
    case insert = "Insert"
    case delete = "Delete"
    case enter = "Enter"
    case tab = "Tab"
    case space = "Space"
    case backspace = "Backspace"
    case escape = "Esc"
    case f1 = "F1"
    case f2 = "F2"
    case f3 = "F3"
    case f4 = "F4"
    case f5 = "F5"
    case f6 = "F6"
    case f7 = "F7"
    case f8 = "F8"
    case f9 = "F9"
    case f10 = "F10"
    case f11 = "F11"
    case f12 = "F12"
  }

  /// What is held while a key is pressed; the values are those of terminals.
  package struct Modifiers: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package let base: Base
  package let modifiers: Modifiers

  private init(_ base: Base, _ modifiers: Modifiers) {
    self.base = base
    self.modifiers = modifiers
  }

  package init(_ named: Named, _ modifiers: Modifiers = []) {
    self.init(.named(named), modifiers)
  }

  /// The key that types a character; a control character is the key that sends it, U+0004 Ctrl-D.
  package init(typing scalar: Unicode.Scalar, withAlt: Bool = false) {
    let alt: Modifiers = withAlt ? .alt : []
    switch scalar.value {
    case 0x00: self.init(.space, alt.union(.control))
    case 0x08, 0x7F: self.init(.backspace, alt)
    case 0x09: self.init(.tab, alt)
    case 0x0D: self.init(.enter, alt)
    case 0x1B: self.init(.escape, alt)
    case 0x20: self.init(.space, alt)
    case 0x01..<0x20:
      let letter = Unicode.Scalar(UInt8(scalar.value | 0x40))
      self.init(.character(Self.lowered(Character(letter))), alt.union(.control))
    default:
      let character = Character(scalar)
      let lowered = Self.lowered(character)
      let isCapital = withAlt && lowered != character
      self.init(.character(isCapital ? lowered : character), isCapital ? [.alt, .shift] : alt)
    }
  }

  private static func lowered(_ character: Character) -> Character {
    let small = character.lowercased()
    return small.count == 1 ? small.first ?? character : character
  }
}

extension KeyName: CustomStringConvertible {
  /// The name as it is always written: `Ctrl-D`, `Alt-x`, `Shift-Left`.
  package var description: String {
    var text = ""
    if modifiers.contains(.control) { text += "Ctrl-" }
    if modifiers.contains(.alt) { text += "Alt-" }
    if modifiers.contains(.shift) { text += "Shift-" }
    switch base {
    case .character(let character):
      return text + (modifiers.contains(.control) ? character.uppercased() : String(character))
    case .named(let named): return text + named.rawValue
    }
  }
}

// MARK: - Reading

extension KeyName {
  /// Reads a name as people write it: `Ctrl-D`, `ctrl+d`, `C-d`, `^D`, `<C-d>`, `PgDn`, `Return`.
  ///
  /// Behind `Ctrl` and `Alt` small and capital letters are the same; `Alt-Shift-x` is Alt with `X`.
  package init(parsing text: String) throws(KeyNameError) {
    var rest = text[...]
    if rest.count > 2, rest.first == "<", rest.last == ">" { rest = rest.dropFirst().dropLast() }
    var modifiers: Modifiers = []
    while let (modifier, tail) = Self.firstModifier(of: rest) {
      modifiers.insert(modifier)
      rest = tail
    }
    if let named = Self.named(rest) {
      try self.init(checking: named, modifiers, text)
    } else if rest.count == 1, let character = rest.first, !character.isWhitespace {
      try self.init(checking: character, modifiers, text)
    } else {
      throw .unknown(text, nearest: Self.nearest(to: text, rest: rest))
    }
  }

  private init(
    checking named: Named, _ modifiers: Modifiers, _ text: String
  ) throws(KeyNameError) {
    let possible: [Modifiers]? =
      switch named {
      case .enter, .backspace: [[], .alt]
      case .tab: [[], .alt, .shift]
      case .space: [[], .alt, .control, [.control, .alt]]
      case .escape: [[]]
      default: nil
      }
    if let possible, !possible.contains(modifiers) { throw .neverSent(text) }
    self.init(named, modifiers)
  }

  private init(
    checking character: Character, _ modifiers: Modifiers, _ text: String
  ) throws(KeyNameError) {
    let isAlt = modifiers.contains(.alt)
    if modifiers.contains(.control) {
      guard !modifiers.contains(.shift), let code = Self.controlCode(of: character) else {
        throw .neverSent(text)
      }
      self.init(typing: code, withAlt: isAlt)
      if isAlt, base == .named(.escape) { throw .neverSent(text) }
      return
    }
    let small = Self.lowered(character)
    let isShifted = modifiers.contains(.shift)
    guard isShifted else {
      self.init(.character(isAlt ? small : character), modifiers)
      return
    }
    let capital = small.uppercased()
    guard capital.count == 1, let large = capital.first, large != small else {
      throw .neverSent(text)
    }
    self.init(.character(isAlt ? small : large), isAlt ? modifiers : [])
  }

  /// What a terminal sends for a character with Ctrl; nil where that is nothing of its own.
  private static func controlCode(of character: Character) -> Unicode.Scalar? {
    guard let ascii = character.asciiValue else { return nil }
    switch ascii {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "@")...UInt8(ascii: "_"):
      return Unicode.Scalar(ascii & 0x1F)
    case UInt8(ascii: "/"): return "\u{1F}"
    case UInt8(ascii: "?"): return "\u{7F}"
    default: return nil
    }
  }
}

extension KeyName {
  private static let modifierWords: [(words: [String], modifier: Modifiers)] = [
    (["ctrl", "control", "ctl", "c"], .control),
    (["alt", "meta", "option", "opt", "m", "a"], .alt), (["shift", "s"], .shift),
  ]

  private static let otherNames: [String: Named] = [
    "pgup": .pageUp, "pgdn": .pageDown, "pgdown": .pageDown, "page-up": .pageUp,
    "page-down": .pageDown, "prior": .pageUp, "next": .pageDown, "return": .enter, "ret": .enter,
    "cr": .enter, "escape": .escape, "spc": .space, "spacebar": .space, "bs": .backspace,
    "del": .delete, "ins": .insert, "arrowup": .up, "arrowdown": .down, "arrowleft": .left,
    "arrowright": .right,
  ]

  private static func named(_ word: Substring) -> Named? {
    let word = word.lowercased()
    return otherNames[word] ?? Named.allCases.first { $0.rawValue.lowercased() == word }
  }

  /// The modifier that a text begins with, and what follows its hyphen.
  private static func firstModifier(of text: Substring) -> (Modifiers, Substring)? {
    if text.count == 2, text.first == "^" { return (.control, text.dropFirst()) }
    guard let (head, tail) = split(text) else { return nil }
    let word = head.lowercased()
    return modifierWords.first { $0.words.contains(word) }.map { ($0.modifier, tail) }
  }

  /// What stands before the first hyphen or plus, and what stands behind it; nil if either is
  /// nothing.
  private static func split(_ text: Substring) -> (head: Substring, tail: Substring)? {
    guard let place = text.dropFirst().firstIndex(where: { $0 == "-" || $0 == "+" }) else {
      return nil
    }
    let tail = text[place...].dropFirst()
    return tail.isEmpty ? nil : (text[..<place], tail)
  }

  /// Names that were probably meant.
  private static func nearest(to text: String, rest: Substring) -> [String] {
    let held = text.dropLast(rest.count)
    if let (head, tail) = split(rest),
      let word = Spelling.nearest(to: String(head), in: modifierWords.flatMap(\.words)),
      let name = try? KeyName(parsing: "\(held)\(word)-\(tail)")
    {
      return [name.description]
    }
    let names = Named.allCases.map(\.rawValue) + otherNames.keys.sorted()
    var found: [String] = []
    for near in Spelling.matches(for: String(rest), among: names) {
      guard let name = try? KeyName(parsing: held + near),
        !found.contains(name.description)
      else { continue }
      found.append(name.description)
    }
    return found
  }
}

/// Why a text is not the name of a key.
package enum KeyNameError: Error, Sendable, Hashable {
  case unknown(String, nearest: [String])
  /// Terminals send nothing for it, or the same as for another key.
  case neverSent(String)
}

extension KeyNameError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let text, _): "'\(text)' is not the name of a key"
    case .neverSent(let text): "terminals have no key '\(text)' of its own"
    }
  }

  package var hint: String {
    switch self {
    case .unknown(_, let nearest) where !nearest.isEmpty:
      "nearest: \(nearest.joined(separator: ", "))"
    default: "keys are called j, J, Ctrl-D, Alt-x, PageDown, Shift-Left, F1, Enter, Space or Tab"
    }
  }
}
