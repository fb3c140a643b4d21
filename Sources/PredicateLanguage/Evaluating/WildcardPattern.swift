/// The right side of LIKE: `*` is any run of characters, `?` one character, all else is itself.
///
/// `\*`, `\?` and `\\` stand for the character behind the backslash.
struct WildcardPattern: Sendable {
  private enum Symbol<Element: Equatable & Sendable>: Sendable {
    case one
    case run
    case exactly(Element)
  }

  /// Patterns that come down to a search.
  private enum Shape: Sendable {
    case everything
    case needle(TextNeedle, TextNeedle.Place)
    case symbols(characters: [Symbol<Character>], bytes: [Symbol<UInt8>]?)
  }

  private let shape: Shape
  private let options: TextOptions

  init(_ pattern: String, options: TextOptions) {
    let effective = options.effective
    self.options = effective
    let pieces = Self.parse(pattern)
    shape = Self.simpleShape(of: pieces, effective) ?? Self.symbolShape(of: pieces, effective)
  }

  func matches(_ text: String) -> Bool {
    switch shape {
    case .everything: return true
    case .needle(let needle, let place): return needle.matches(text, place)
    case .symbols(let characters, _):
      if let verdict = matchASCII(text) { return verdict }
      return Array(TextFolding.fold(text, options)).withUnsafeBufferPointer {
        Self.match($0, characters) { $0 == $1 }
      }
    }
  }

  /// The answer for text of ASCII; nil when two of its bytes make one character.
  func matches(ascii text: UnsafeBufferPointer<UInt8>) -> Bool? {
    if case .symbols = shape, text.contains(0x0D) { return nil }
    return matches(bytes: text)
  }

  /// The answer for text of ASCII when every byte counts as a character; nil for a pattern that
  /// is not ASCII.
  func matches(bytes text: UnsafeBufferPointer<UInt8>) -> Bool? {
    switch shape {
    case .everything: return true
    case .needle(let needle, let place): return needle.matches(plain: text, place)
    case .symbols(_, let symbols):
      guard let symbols else { return nil }
      if options.contains(.ignoringCase) {
        return Self.match(text, symbols) { $1 == TextFolding.lower($0) }
      }
      return Self.match(text, symbols) { $0 == $1 }
    }
  }

  /// The answer for text in which every byte is a character; nil for other text.
  private func matchASCII(_ text: String) -> Bool? {
    text.utf8.withContiguousStorageIfAvailable { bytes -> Bool? in
      TextFolding.isASCII(bytes) ? matches(ascii: bytes) : nil
    } ?? nil
  }

  // MARK: Reading

  private enum Piece {
    case text(String)
    case one
    case run
  }

  private static func parse(_ pattern: String) -> [Piece] {
    var pieces: [Piece] = []
    var text = ""
    var characters = pattern[...]
    while let character = characters.popFirst() {
      var literal = character
      if character == "\\", let next = characters.first, "*?\\".contains(next) {
        literal = characters.removeFirst()
      } else if character == "*" || character == "?" {
        if !text.isEmpty { pieces.append(.text(text)) }
        text = ""
        pieces.append(character == "*" ? .run : .one)
        continue
      }
      text.append(literal)
    }
    if !text.isEmpty { pieces.append(.text(text)) }
    return pieces
  }

  /// What a text begins with that matches a pattern: all before the first wildcard.
  static func start(of pattern: String) -> String {
    if case .text(let text)? = parse(pattern).first { text } else { "" }
  }

  private static func simpleShape(of pieces: [Piece], _ options: TextOptions) -> Shape? {
    func needle(_ text: String, _ place: TextNeedle.Place) -> Shape {
      .needle(TextNeedle(text, options: options), place)
    }
    switch (pieces.count, pieces.first, pieces.dropFirst().first, pieces.last) {
    case (0, _, _, _): return needle("", .whole)
    case (1, .run, _, _): return .everything
    case (1, .text(let text), _, _): return needle(text, .whole)
    case (2, .text(let text), _, .run): return needle(text, .prefix)
    case (2, .run, _, .text(let text)): return needle(text, .suffix)
    case (3, .run, .text(let text), .run): return needle(text, .anywhere)
    default: return nil
    }
  }

  private static func symbolShape(of pieces: [Piece], _ options: TextOptions) -> Shape {
    var characters: [Symbol<Character>] = []
    for piece in pieces {
      switch piece {
      case .one: characters.append(.one)
      case .run: characters.append(.run)
      case .text(let text):
        characters += TextFolding.fold(text, options).map { .exactly($0) }
      }
    }
    var bytes: [Symbol<UInt8>]? = []
    for symbol in characters {
      switch symbol {
      case .one: bytes?.append(.one)
      case .run: bytes?.append(.run)
      case .exactly(let character):
        guard let byte = character.asciiValue, character != "\r\n" else {
          bytes = nil
          continue
        }
        bytes?.append(.exactly(byte))
      }
    }
    return .symbols(characters: characters, bytes: bytes)
  }

  // MARK: Matching

  /// Goes back to the last run only, which is enough: an earlier run could take no more.
  ///
  /// - Parameter isSame: whether an element of the text is one of the pattern.
  /// - Complexity: O(text x pattern).
  @inline(__always)
  private static func match<Element: Equatable>(
    _ text: UnsafeBufferPointer<Element>, _ symbols: [Symbol<Element>],
    _ isSame: (Element, Element) -> Bool
  ) -> Bool {
    var (place, at) = (0, 0)
    var retry: (place: Int, at: Int)?
    while place < text.count {
      if at < symbols.count, case .run = symbols[at] {
        at += 1
        retry = (place, at)
        if at == symbols.count { return true }
      } else if at < symbols.count, accepts(symbols[at], text[place], isSame) {
        place += 1
        at += 1
      } else if let last = retry {
        place = last.place + 1
        at = last.at
        retry = (place, at)
      } else {
        return false
      }
    }
    return symbols[at...].allSatisfy { if case .run = $0 { true } else { false } }
  }

  @inline(__always)
  private static func accepts<Element>(
    _ symbol: Symbol<Element>, _ element: Element, _ isSame: (Element, Element) -> Bool
  ) -> Bool {
    switch symbol {
    case .one, .run: true
    case .exactly(let wanted): isSame(element, wanted)
    }
  }
}
