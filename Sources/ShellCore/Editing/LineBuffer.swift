/// A line of text and the place in it where something is typed.
///
/// Places count characters, as readers see them: nothing can cut one. Every change keeps to that, also
/// where an accent joins the letter before it, or two halves of a picture meet.
struct LineBuffer: Sendable, Hashable {
  /// Longer lines are refused, in characters.
  static let longest = 32 * 1024

  private(set) var characters: [Character] = []
  /// From 0 up to the number of characters.
  private(set) var cursor = 0

  init(_ text: String = "", cursor: Int? = nil) {
    characters = Array(PastedText.composed(text))
    self.cursor = min(max(0, cursor ?? characters.count), characters.count)
  }

  var text: String { String(characters) }
  var count: Int { characters.count }
  var isEmpty: Bool { characters.isEmpty }
  var isAtEnd: Bool { cursor == characters.count }

  func text(_ range: Range<Int>) -> String { String(characters[clamped(range)]) }

  /// Where the cursor is, in bytes of UTF-8.
  var byteOfCursor: Int { characters[..<cursor].reduce(0) { $0 + $1.utf8.count } }

  /// The place of a byte of the text's UTF-8: that of the character it is in.
  func place(ofByte byte: Int) -> Int {
    var (place, offset) = (0, 0)
    while place < characters.count {
      offset += characters[place].utf8.count
      if offset > byte { break }
      place += 1
    }
    return place
  }

  /// Moves the cursor; beyond an end it stays there.
  ///
  /// - Returns: false when it was there already.
  @discardableResult
  mutating func move(to place: Int) -> Bool {
    let place = min(max(0, place), characters.count)
    defer { cursor = place }
    return place != cursor
  }

  /// Puts a text in the place of some characters; the cursor is behind it then.
  ///
  /// - Returns: false when the line would be too long; then nothing is changed.
  /// - Complexity: O(characters) where accents and pictures are involved, else O(characters behind).
  @discardableResult
  mutating func replace(_ range: Range<Int>, with text: String) -> Bool {
    let range = clamped(range)
    let inserted = Array(text)
    guard inserted.isEmpty || characters.count - range.count + inserted.count <= Self.longest else {
      return false
    }
    characters.replaceSubrange(range, with: inserted)
    cursor = range.lowerBound + inserted.count
    let around = max(0, range.lowerBound - 1)..<min(characters.count, cursor + 1)
    if !characters[around].allSatisfy(\.isASCII) { joinCharacters() }
    return true
  }

  mutating func insert(_ text: String) -> Bool { replace(cursor..<cursor, with: text) }

  /// Divides the text into characters anew; the cursor is where it was, or behind the character
  /// that what stood on its sides has become.
  private mutating func joinCharacters() {
    let before = PastedText.composed(String(characters[..<cursor]))
    characters = Array(PastedText.composed(before + String(characters[cursor...])))
    let end = before.utf8.count
    var offset = 0
    cursor = 0
    while cursor < characters.count, offset < end {
      offset += characters[cursor].utf8.count
      cursor += 1
    }
  }

  private func clamped(_ range: Range<Int>) -> Range<Int> {
    range.clamped(to: 0..<characters.count)
  }
}

/// Where words begin and end, for all that moves by words.
package enum LineWords {
  package static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
  }

  /// A character is part of a word as its letter is, whatever accents it has.
  package static func isPart(_ character: Character) -> Bool {
    character.unicodeScalars.first.map(isPart) ?? false
  }

  /// How far it is to the end of the next word; backwards, to the start of the last one.
  package static func length<Elements: Sequence>(
    _ elements: Elements, isPart: (Elements.Element) -> Bool
  ) -> Int {
    var count = 0
    var isInside = false
    for element in elements {
      if isPart(element) { isInside = true } else if isInside { break }
      count += 1
    }
    return count
  }
}
