/// A key as the terminal reported it.
package enum Key: Sendable, Hashable {
  /// A character, or a control character as its own code: Ctrl-A is U+0001.
  case character(Unicode.Scalar)
  /// A character with Alt held, or after Escape.
  case alt(Unicode.Scalar)
  case up, down, left, right
  case home, end, insert, delete, pageUp, pageDown
  case wordLeft, wordRight, deleteWord, backTab
  case escape
  /// Text from the clipboard, as the terminal sent it.
  case paste(String)
}
