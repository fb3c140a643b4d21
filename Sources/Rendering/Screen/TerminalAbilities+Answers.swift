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
      if numbers.dropFirst().contains(4), pictures == .blocks, canShowPixels { pictures = .sixel }
    default: return false
    }
    return true
  }

  /// tmux and screen move text about without what is drawn over it.
  private var canShowPixels: Bool { pictures != nil && !isMultiplexed }
}
