/// Why a page cannot be read as a transcript, or cannot be rewritten.
package enum TranscriptError: Error, Sendable, Hashable {
  case unreadable(file: String, reason: String)
  case unwritable(file: String, reason: String)
  /// - Parameter byte: offset from the start of the file, from 0.
  case notUTF8(file: String, line: Int, byte: Int)
  /// A folder without pages.
  case nothingFound(path: String)
  /// - Parameter line: from 1.
  case malformed(Problem, file: String, line: Int)

  /// What is wrong with a line.
  package enum Problem: Error, Sendable, Hashable {
    case unclosedFence
    case unclosedFrontMatter
    case unknownVersion(String)
    case unknownKey(String, nearest: [String])
    case badKey(String, expected: String)
    case badSyntax(String)
    case unknownFence(String)
    case badAttributes
    case unknownAttribute(String, nearest: [String])
    case badAttribute(String, expected: String)
    case repeatedAttribute(String)
    case outputBeforeInput
    case outputAfterStatus
    case strayContinuation
    case strayStatus
    case badStatus(String)
    case trailingBlank
    case badEscape
    case notTheProgram(String)
    case badKeyDirective(String, expected: String)
    case badFixtureName(String)
    case textBeforeFixture
    case badQuiz
  }
}
