/// Where something stands in a text: line and column from 1, byte offset from 0.
package struct TextPlace: Sendable, Hashable {
  package var line: Int
  /// Counted in characters.
  package var column: Int
  package var byte: Int

  package init(line: Int, column: Int, byte: Int) {
    self.line = line
    self.column = column
    self.byte = byte
  }
}

/// Why data could not be read.
package enum DataError: Error, Sendable, Hashable {
  case notFound(file: String)
  case unreadable(file: String, reason: String)
  case unknownFormat(file: String, hint: String)
  /// The text breaks its format's grammar. `source` is the line it stands in, for the caret.
  case malformed(file: String, at: TextPlace, message: String, source: String?)
  /// The file is a binary format and broken at a byte.
  case damaged(file: String, byte: Int, message: String)
  case tooDeep(file: String, at: TextPlace?, limit: Int)
  case shape(message: String, hint: String?)
  case changedUnderneath(file: String)
  case cancelled
}
