/// A movement of vi's command mode over the characters of a line.
enum ViMotion: Sendable, Hashable {
  case left, right
  case start, firstLetter, end, column
  /// To the next word; all that is not blank is one with `big`.
  case word(big: Bool)
  case wordBack(big: Bool)
  case wordEnd(big: Bool)
  case find(Search)

  /// A search for a character: `f` and `t`, backwards `F` and `T`.
  struct Search: Sendable, Hashable {
    var character: Character
    var isForward: Bool
    /// Whether it stops before the character.
    var isTill: Bool
    /// Whether it is repeated: then it does not stay where it is.
    var isRepeated = false
  }

  init?(_ key: Character) {
    switch key {
    case "h", "\u{08}", "\u{7F}": self = .left
    case "l", " ": self = .right
    case "0": self = .start
    case "^": self = .firstLetter
    case "$": self = .end
    case "|": self = .column
    case "w", "W": self = .word(big: key == "W")
    case "b", "B": self = .wordBack(big: key == "B")
    case "e", "E": self = .wordEnd(big: key == "E")
    default: return nil
    }
  }

  /// Whether an operator takes the character at its end, too.
  var isInclusive: Bool {
    switch self {
    case .wordEnd: true
    case .find(let search): search.isForward
    default: false
    }
  }

  /// Where it leads from a place; up to one behind the last character.
  ///
  /// - Returns: nil where what is searched for is not there.
  func target(in characters: [Character], from place: Int, count: Int?) -> Int? {
    let times = max(1, count ?? 1)
    let last = characters.count
    switch self {
    case .left: return max(0, place - times)
    case .right: return min(last, place + times)
    case .start: return 0
    case .firstLetter: return characters.firstIndex { !$0.isWhitespace } ?? max(0, last - 1)
    case .end: return last
    case .column: return min(times - 1, last)
    case .word(let big): return repeated(times, place) { Self.word(characters, $0, big) }
    case .wordBack(let big): return repeated(times, place) { Self.back(characters, $0, big) }
    case .wordEnd(let big): return repeated(times, place) { Self.end(characters, $0, big) }
    case .find(let search): return search.target(in: characters, from: place, times: times)
    }
  }

  /// Where a word ends when it is changed: `cw` leaves the blanks behind it.
  static func changeEnd(_ characters: [Character], _ place: Int, _ count: Int?, big: Bool) -> Int {
    var place = place
    for round in 0..<max(1, count ?? 1) where place < characters.count {
      if round > 0 || characters[place].isWhitespace {
        place = pass(characters, place) { $0.isWhitespace }
        if round == 0 { continue }
      }
      if place < characters.count { place = endOfRun(characters, place, big) }
    }
    return place
  }
}

extension ViMotion {
  /// Goes on until nothing moves.
  private func repeated(_ times: Int, _ place: Int, _ step: (Int) -> Int) -> Int {
    var place = place
    for _ in 0..<times {
      let next = step(place)
      if next == place { break }
      place = next
    }
    return place
  }

  private enum Kind {
    case blank, word, other
  }

  private static func kind(_ character: Character, _ big: Bool) -> Kind {
    if character.isWhitespace { return .blank }
    return big || LineWords.isPart(character) ? .word : .other
  }

  private static func pass(
    _ characters: [Character], _ place: Int, _ condition: (Character) -> Bool
  ) -> Int {
    characters[place...].firstIndex { !condition($0) } ?? characters.count
  }

  private static func endOfRun(_ characters: [Character], _ place: Int, _ big: Bool) -> Int {
    let own = kind(characters[place], big)
    return pass(characters, place) { kind($0, big) == own }
  }

  private static func word(_ characters: [Character], _ place: Int, _ big: Bool) -> Int {
    guard place < characters.count else { return place }
    let end = characters[place].isWhitespace ? place : endOfRun(characters, place, big)
    return pass(characters, end) { $0.isWhitespace }
  }

  private static func back(_ characters: [Character], _ place: Int, _ big: Bool) -> Int {
    var start = place
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    guard start > 0 else { return 0 }
    let own = kind(characters[start - 1], big)
    while start > 0, kind(characters[start - 1], big) == own { start -= 1 }
    return start
  }

  private static func end(_ characters: [Character], _ place: Int, _ big: Bool) -> Int {
    guard place + 1 < characters.count else { return place }
    let start = pass(characters, place + 1) { $0.isWhitespace }
    return start < characters.count ? endOfRun(characters, start, big) - 1 : characters.count - 1
  }
}

extension ViMotion.Search {
  /// The other way round, as `,` goes.
  var reversed: ViMotion.Search {
    var other = self
    other.isForward.toggle()
    return other
  }

  func target(in characters: [Character], from place: Int, times: Int) -> Int? {
    let step = isForward ? 1 : -1
    var found = isTill && isRepeated ? place + step : place
    for _ in 0..<times {
      repeat {
        found += step
      } while characters.indices.contains(found)
        && characters[found] != character
      guard characters.indices.contains(found) else { return nil }
    }
    return isTill ? found - step : found
  }
}
