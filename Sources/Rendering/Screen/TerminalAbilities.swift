/// What a terminal can do beyond moving its cursor.
package struct TerminalAbilities: Sendable, Hashable {
  package enum Colours: Int, Sendable, Hashable, CaseIterable {
    case none = 0
    /// The terminal's own, the bright ones included.
    case sixteen = 16
    /// xterm's cube and greys as well.
    case table = 256
    /// Red, green and blue in 256 steps each.
    case direct = 16_777_216
  }

  package var colours: Colours
  /// True when it shows a frame at once that is marked as one (private mode 2026).
  package var synchronises: Bool
  /// True when it moves a region of lines on demand (DECSTBM with SU and SD).
  package var scrollsRegions: Bool
  /// True when it blanks a number of characters on demand (ECH).
  package var erasesCharacters: Bool
  package var charset: Charset
  /// How it shows pictures; nil where it can't.
  package var pictures: PictureForm?
  /// True inside tmux or screen.
  package var isMultiplexed = false
  /// True where it has answered a question.
  package var answers = false
  /// How large a character is, as far as the terminal says so.
  package var cell = PixelSize(width: 10, height: 20)

  package init(
    colours: Colours = .sixteen, synchronises: Bool = false, scrollsRegions: Bool = false,
    erasesCharacters: Bool = false, charset: Charset = .unicode
  ) {
    self.colours = colours
    self.synchronises = synchronises
    self.scrollsRegions = scrollsRegions
    self.erasesCharacters = erasesCharacters
    self.charset = charset
    pictures = colours == .none || charset == .ascii ? nil : .blocks
  }
}

extension TerminalAbilities.Colours {
  /// The colours of styles within what there is.
  package var palette: Palette {
    switch self {
    case .none: .colourless
    case .sixteen: .simple
    case .table: .standard
    case .direct: .direct
    }
  }
}

/// What is known about a terminal, as the environment and the terminal itself say it.
package struct TerminalDescription: Sendable, Hashable {
  /// The value of `TERM`.
  package var name: String?
  /// The value of `COLORTERM`.
  package var colourName: String?
  /// The value of `NO_COLOR`; colours are left away unless it is empty.
  package var noColour: String?
  /// How many colours the terminfo database says that there are.
  package var colourCount: Int?
  /// What the terminal answered when it was asked for mode 2026.
  package var synchronises = false
  package var charset = Charset.unicode
  /// True where the environment says that tmux or screen is between.
  package var isMultiplexed = false

  package init(name: String?, colourName: String? = nil, noColour: String? = nil) {
    self.name = name
    self.colourName = colourName
    self.noColour = noColour
  }
}

extension TerminalAbilities {
  /// What a terminal can, as far as its description says it; nothing is tried that it may not know.
  package init(of terminal: TerminalDescription) {
    let name = (terminal.name ?? "").lowercased()
    let isKnown = Self.families.contains { name.hasPrefix($0) } || name == "st"
    self.init(
      colours: Self.colours(of: terminal, name), synchronises: terminal.synchronises,
      scrollsRegions: isKnown,
      // The description of GNU screen does not have it.
      erasesCharacters: (isKnown && !name.hasPrefix("screen")) || name.hasPrefix("linux"),
      charset: terminal.charset)
    isMultiplexed =
      terminal.isMultiplexed || name.hasPrefix("tmux") || name.hasPrefix("screen")
  }

  /// How the names of terminals begin that understand what xterm does.
  private static let families = [
    "xterm", "screen", "tmux", "rxvt", "alacritty", "foot", "kitty", "wezterm", "ghostty",
    "contour", "konsole", "vte", "gnome", "iterm", "mintty", "st-",
  ]

  private static func colours(of terminal: TerminalDescription, _ name: String) -> Colours {
    if let no = terminal.noColour, !no.isEmpty { return .none }
    if ["", "dumb", "vt52", "vt100", "vt102", "vt220", "vt320"].contains(name) { return .none }
    let colourName = (terminal.colourName ?? "").lowercased()
    let count = terminal.colourCount
    if ["truecolor", "24bit"].contains(colourName) || name.hasSuffix("-direct") { return .direct }
    if let count, count >= Colours.direct.rawValue { return .direct }
    if name.contains("256col") || count.map({ $0 >= 256 }) == true { return .table }
    if let count, count < 8, colourName.isEmpty { return .none }
    return .sixteen
  }
}

// MARK: - Answers

/// A terminal is asked what it can do, and answers among the keys, or never.
extension TerminalAbilities {
  /// What asks a terminal for its abilities; empty for those that might show the question.
  ///
  /// They are kitty's graphics, frames that are shown at once (mode 2026), the pixels of a character,
  /// and what kind of terminal it is, which all of them answer.
  package var questions: String {
    guard scrollsRegions else { return "" }
    let synchronised = "\u{1B}[?2026$p"
    if pictures == nil || isMultiplexed { return synchronised + "\u{1B}[c" }
    return "\u{1B}_Gi=\(Self.questionNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + synchronised
      + "\u{1B}[16t\u{1B}[c"
  }

  private static let questionNumber = 31

  /// Asks a terminal whether it is well, which it answers when it has come so far, and the answer.
  package static let readiness = (question: "\u{1B}[5n", answer: "\u{1B}[0n")

  /// Takes over what the terminal has answered.
  ///
  /// - Returns: false for an answer to another question.
  @discardableResult
  package mutating func learn(from answer: String) -> Bool {
    if answer.hasPrefix("\u{1B}_G") {
      guard answer.contains("i=\(Self.questionNumber)") else { return false }
      if answer.hasSuffix(";OK"), canShowPixels { pictures = .kitty }
      return true
    }
    guard answer.hasPrefix("\u{1B}["), let final = answer.last else { return false }
    let body = answer.dropFirst(2).dropLast()
    let numbers = body.drop { $0 == "?" }.split(separator: ";").map { part in
      Int(part.prefix { $0.isASCII && $0.isNumber }) ?? -1
    }
    switch final {
    case "y" where numbers.first == 2026:
      synchronises = numbers.count > 1 && [1, 2, 3].contains(numbers[1])
    case "t" where numbers.count == 3 && numbers[0] == 6:
      guard (1...500).contains(numbers[1]), (1...500).contains(numbers[2]) else { return true }
      cell = PixelSize(width: numbers[2], height: numbers[1])
    case "c" where body.hasPrefix("?"):
      answers = true
      if numbers.dropFirst().contains(4), pictures == .blocks, canShowPixels { pictures = .sixel }
    default: return false
    }
    return true
  }

  /// tmux and screen move text about without what is drawn over it.
  private var canShowPixels: Bool { pictures != nil && !isMultiplexed }
}
