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
