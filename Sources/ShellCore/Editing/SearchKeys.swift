/// The keys of searching the history, wherever it is searched.
extension HistorySearch {
  /// What a key did to the search.
  package enum Step: Sendable, Hashable {
    case changed
    /// There is nothing to go on to.
    case refused
    case ignored
    case done(Ending)
  }

  package enum Ending: Sendable, Hashable {
    /// The match goes into the line; a key that moves the cursor does so there.
    case accept(LineKey?)
    case restore
  }

  /// Does what a key asks for.
  package mutating func take(_ key: Key) -> Step {
    switch key {
    case .character("\r"), .character("\n"), .character("\t"), .character("\u{05}"),
      .character("\u{06}"):
      return .done(.accept(nil))
    case .character("\u{07}"), .escape: return .done(.restore)
    case .character("\u{12}"): return older() ? .changed : .refused
    case .character("\u{13}"): return newer() ? .changed : .refused
    case .character("\u{08}"), .character("\u{7F}"): deleteBackward()
    case .character("\u{01}"): return .done(.accept(.home))
    case .character(let scalar) where scalar.value >= 0x20: type(scalar)
    case .paste(let text):
      for scalar in PastedText.clean(text).unicodeScalars where scalar != "\n" { type(scalar) }
    case .named: return take(key.lineKey)
    default: return .ignored
    }
    return .changed
  }

  private mutating func take(_ key: LineKey?) -> Step {
    switch key {
    case .up: older() ? .changed : .refused
    case .down: newer() ? .changed : .refused
    case .left, .right, .home, .end, .wordLeft, .wordRight: .done(.accept(key))
    case .delete, .deleteWord, nil: .ignored
    }
  }
}
