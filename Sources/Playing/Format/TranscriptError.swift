import Workspaces

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

extension TranscriptError: CustomStringConvertible {
  /// `file:line: error: message`, and a hint where there is a next step.
  package var description: String {
    let hint = hint.map { "\n  hint: \($0)" } ?? ""
    return "\(location): error: \(message)\(hint)"
  }

  package var location: String {
    switch self {
    case .unreadable(let file, _), .unwritable(let file, _), .nothingFound(let file): file
    case .notUTF8(let file, let line, _), .malformed(_, let file, let line): "\(file):\(line)"
    }
  }

  package var message: String {
    switch self {
    case .unreadable(_, let reason): "cannot read the file: \(reason)"
    case .unwritable(_, let reason): "cannot write the file: \(reason)"
    case .notUTF8(_, _, let byte): "the text is not valid UTF-8 at byte \(byte)"
    case .nothingFound: "there is no *.shelf.md file here"
    case .malformed(let problem, _, _): problem.message
    }
  }

  package var hint: String? {
    if case .malformed(let problem, _, _) = self { problem.hint } else { nil }
  }
}

extension TranscriptError.Problem {
  var message: String {
    switch self {
    case .unclosedFence: "this block is never closed"
    case .unclosedFrontMatter: "the front matter is never closed"
    case .unknownVersion(let version): "version '\(version)' of the format is not known"
    case .unknownKey(let key, _): "unknown key '\(key)'"
    case .badKey(let key, let expected): "'\(key)' needs \(expected)"
    case .badSyntax(let explanation): explanation
    case .unknownFence(let word): "unknown kind of block '\(word)'"
    case .badAttributes: "the attributes cannot be read"
    case .unknownAttribute(let name, _): "unknown attribute '\(name)'"
    case .badAttribute(let name, let expected): "attribute '\(name)' needs \(expected)"
    case .repeatedAttribute(let name): "attribute '\(name)' appears twice"
    case .outputBeforeInput: "output without an input before it"
    case .outputAfterStatus: "output after the '?' line"
    case .strayContinuation: "'...>' without an input right before it"
    case .strayStatus: "a '?' line without an input before it"
    case .badStatus(let text): "'? \(text)' is not a valid status"
    case .trailingBlank: "spaces at the end of a line"
    case .badEscape: "unknown escape in this line"
    case .notTheProgram(let word): "'$ \(word)' does not start with the program's name"
    case .badKeyDirective(let word, _): "'\(word)' is not a key directive"
    case .badFixtureName(let name): "'\(name)' is not a valid name for a file of the page"
    case .textBeforeFixture: "text before the first file's name"
    case .badQuiz: "a quiz needs answers '- [ ]' and '- [x]', one of them right"
    }
  }

  var hint: String? {
    switch self {
    case .unclosedFence: "close it with a line of as many marks as it was opened with"
    case .unclosedFrontMatter: "close it with a line '---'"
    case .unknownVersion: "this program knows version \(FrontMatterReader.version)"
    case .unknownKey(_, let nearest), .unknownAttribute(_, let nearest):
      nearest.first.map { "did you mean '\($0)'?" }
    case .unknownFence: "one of: shelf, shelf-keys, shelf-files"
    case .badAttributes: "they look like {setup size=60x9 name=\"first look\"}"
    case .outputBeforeInput:
      "an input begins with 'shelf> '; a session that is copied, with '$ shelf FILE'"
    case .strayContinuation, .strayStatus: "an input begins with 'shelf> '"
    case .badStatus: "one of: ok, error(CODE), or an exit status"
    case .trailingBlank: "remove them, or write the line with ' (esc)'"
    case .badEscape: "one of: \\\\, \\t, \\r, \\e, \\xNN, \\u{N}"
    case .notTheProgram: "only the shell itself can be started: $ shelf ARGUMENTS"
    case .badKeyDirective(_, let expected): "expected \(expected)"
    case .badFixtureName: "names are relative and stay inside: data/small.json"
    case .textBeforeFixture: "a file begins with a line '-- NAME --'"
    default: nil
    }
  }
}
