/// Why commands could not be read.
package enum ReadError: Error, Sendable, Hashable {
  /// - Parameter byte: offset from the start of the input, from 0.
  case invalidUTF8(file: String?, line: Int, byte: Int)
  case nulByte(file: String?, line: Int, byte: Int)
  /// A quote or a bracket is still open where the input ends.
  case unclosed(Character, file: String?, line: Int, column: Int)
  case tooLong(file: String?, line: Int, limit: Int)
  /// The system refuses; `reason` is its own message.
  case unreadable(file: String?, reason: String)
}
