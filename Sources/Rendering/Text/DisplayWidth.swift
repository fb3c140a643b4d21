import TableModel

/// How many columns of a terminal a text takes.
///
/// Measured with a table of our own, so that a picture is the same on every machine: characters
/// are what readers see as one (extended grapheme clusters); marks and format characters take no
/// column, wide and full-width ones two, and no character takes more than two.
package enum DisplayWidth {
  /// The version of Unicode that widths are taken from.
  package static let unicodeVersion = WidthTable.unicodeVersion

  /// The columns of a text.
  ///
  /// - Complexity: O(bytes); plain ASCII is only counted.
  package static func of(_ text: some StringProtocol) -> Int {
    if isPlainASCII(text) { return text.utf8.count }
    return simpleWidth(of: text) ?? text.reduce(0) { $0 + of($1) }
  }

  /// The columns of one character: 0, 1 or 2. Control characters count as none.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    var width = 0
    var previous = first
    for scalar in scalars {
      if scalar == emojiSelector, widthClass(of: previous) == .emoji { width += 1 }
      width += columns(of: scalar)
      if width >= 2 { return 2 }
      previous = scalar
    }
    return width
  }

  /// The columns of a scalar that stands alone.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x7F { return scalar.value < 0x20 ? 0 : 1 }
    return widthClass(of: scalar).columns
  }

  /// True when every byte is a printable ASCII character, which takes one column.
  static func isPlainASCII(_ text: some StringProtocol) -> Bool {
    let whole = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
    return whole ?? text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}

extension DisplayWidth {
  /// The columns of a text of simple scalars; nil when it has others.
  static func simpleWidth(of text: some StringProtocol) -> Int? {
    var width = 0
    for scalar in text.unicodeScalars {
      let columns = simpleColumns(of: scalar)
      if columns == 0 { return nil }
      width += columns
    }
    return width
  }

  /// The columns of a scalar that is harmless and always a character of its own between others
  /// of this kind, so that no search for the ends of characters is needed; 0 for all others.
  static func simpleColumns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x370..<0x378, 0x391..<0x483: 1
    case 0x2010..<0x2028, 0x2030..<0x205F, 0x2190..<0x231A, 0x2500..<0x25FD: 1
    case 0x3041..<0x3097, 0x30A1..<0x3100, 0x4E00..<0xA000, 0xAC00..<0xD7A4: 2
    case 0xFF01..<0xFF61: 2
    default: 0
    }
  }

  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"

  private enum WidthClass: UInt32 {
    case zero
    case narrow
    case wide
    /// One column wide, two when an emoji selector follows.
    case emoji

    var columns: Int {
      switch self {
      case .zero: 0
      case .narrow, .emoji: 1
      case .wide: 2
      }
    }
  }

  /// - Complexity: O(log runs of the table).
  private static func widthClass(of scalar: Unicode.Scalar) -> WidthClass {
    let key = scalar.value << 2 | 3
    return WidthTable.runs.withUnsafeBufferPointer { runs in
      var low = 0
      var high = runs.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if runs[middle] <= key { low = middle } else { high = middle }
      }
      return WidthClass(rawValue: runs[low] & 3) ?? .narrow
    }
  }
}

extension DisplayWidth {
  /// The most columns that a terminal may give a character about which they disagree: signs that are
  /// also emoji, those of new versions of Unicode, and what several scalars join to. 0 for all others.
  static func reach(of character: Character) -> UInt8 {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    let marks = scalars.dropFirst()
    if marks.allSatisfy({ (0x300..<0x370).contains($0.value) }), !isDoubtful(first) { return 0 }
    let seen = scalars.reduce(0) { $0 + (columns(of: $1) > 0 ? 2 : 0) }
    return UInt8(min(255, max(2, seen)))
  }

  /// True for scalars that not all terminals give the same number of columns.
  private static func isDoubtful(_ scalar: Unicode.Scalar) -> Bool {
    if simpleColumns(of: scalar) > 0 { return false }
    let kind = widthClass(of: scalar)
    if kind == .wide { return scalar.value < 0x2E80 || scalar.value >= 0x1_0000 }
    return kind != .narrow || scalar.value >= 0x2E80
  }
}

/// Where a text that is too long loses characters.
package enum Truncation: String, Sendable, Hashable, CaseIterable {
  case head
  case middle
  case tail
}

/// On which side of its room a text stands.
package enum Alignment: Sendable, Hashable {
  case leading
  case center
  case trailing
}

extension DisplayWidth {
  /// The text, shortened to a number of columns if it is longer.
  ///
  /// Cuts between characters; where a wide one does not fit any more, the result is a column
  /// shorter than the limit.
  package static func truncate(
    _ text: String, to columns: Int, at place: Truncation = .tail, charset: Charset = .current
  ) -> String {
    if of(text) <= columns { return text }
    let mark = charset.ellipsis
    let room = columns - of(mark)
    guard room > 0 else { return prefix(of: mark, columns: columns) }
    switch place {
    case .tail: return prefix(of: text, columns: room) + mark
    case .head: return mark + suffix(of: text, columns: room)
    case .middle:
      let head = (room + 1) / 2
      return prefix(of: text, columns: head) + mark + suffix(of: text, columns: room - head)
    }
  }

  /// The text with blanks around it up to a number of columns; longer text is returned as it is.
  package static func pad(
    _ text: String, to columns: Int, _ alignment: Alignment = .leading
  ) -> String {
    let missing = columns - of(text)
    guard missing > 0 else { return text }
    let left =
      switch alignment {
      case .leading: 0
      case .center: missing / 2
      case .trailing: missing
      }
    return String(repeating: " ", count: left) + text
      + String(repeating: " ", count: missing - left)
  }

  /// Exactly the columns of a range: the window through which a longer line is seen.
  ///
  /// A wide character that the window's edge cuts in half becomes a blank, and a line that ends
  /// inside the window is continued with blanks, so the result is always as wide as the window.
  package static func cut(_ text: String, columns window: Range<Int>) -> String {
    var result = ""
    var column = 0
    for character in text {
      if column >= window.upperBound { break }
      let next = column + of(character)
      if column >= window.lowerBound, next <= window.upperBound {
        if next > column || column > window.lowerBound { result.append(character) }
      } else if next > window.lowerBound {
        result += " "
      }
      column = next
    }
    let missing = window.upperBound - max(column, window.lowerBound)
    return missing > 0 ? result + String(repeating: " ", count: missing) : result
  }

  /// As many characters from the start as fit.
  static func prefix(of text: some StringProtocol, columns: Int) -> String {
    var width = 0
    return String(
      text.prefix {
        width += of($0)
        return width <= columns
      })
  }

  /// As many characters from the end as fit.
  static func suffix(of text: String, columns: Int) -> String {
    var width = 0
    let kept = text.reversed().prefix {
      width += of($0)
      return width <= columns
    }
    return String(kept.reversed())
  }
}

/// Which characters the product may use for its own marks; data keeps its characters in both.
package enum Charset: String, Sendable, Hashable, CaseIterable {
  case unicode
  case ascii

  /// What stands for text that was left out.
  package var ellipsis: String { self == .unicode ? "…" : "..." }

  /// The set of the work under way, where nobody says another.
  package static var current: Charset { Mark.isPlain ? .ascii : .unicode }
}
