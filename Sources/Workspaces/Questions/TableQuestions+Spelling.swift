package import CommandLanguage
import PredicateLanguage
import TableModel

/// Keys with blanks, which have to be written in backquotes.
extension TableQuestions {
  /// Does something with a statement; where it fails for a key with blanks, the error says so.
  package func advisingOnBlanks<T>(
    in statement: Statement, _ body: () throws(CommandError) -> T
  ) throws(CommandError) -> T {
    do { return try body() } catch { throw advised(error, on: statement) }
  }

  /// An error together with how to write the statement, where several of its words are one key.
  ///
  /// - Complexity: O(words squared), and only for errors that a key can have caused.
  package func advised(_ error: CommandError, on statement: Statement) -> CommandError {
    switch error.reason {
    case .unknownKey, .unexpectedArgument, .badValue, .unreadable: break
    default: return error
    }
    guard error.proposal == nil, let line = lineQuotingKeys(statement) else { return error }
    var error = error
    error.proposal = "a key with blanks is written in backquotes: '\(line)'"
    return error
  }

  /// A statement with a key in backquotes that is several of its words; nil without one.
  package func lineQuotingKeys(_ statement: Statement) -> String? {
    // A key with a blank has two words, behind the command's own.
    guard (3...Self.mostWords).contains(statement.words.count), let names = try? knownKeys(),
      let catalog = keyCatalog
    else { return nil }
    let paths = (names.map { [$0] } + catalog.paths).filter { path in
      path.contains { $0.contains(" ") }
    }
    let keys = paths.map { (typed: $0.joined(separator: ".").lowercased(), FieldPath(keys: $0)) }
    return keys.isEmpty ? nil : Self.quotingKey(statement.words, among: keys)
  }

  private static let mostWords = 40

  /// The statement with the longest run of words that is a key in backquotes; nil without one.
  private static func quotingKey(
    _ words: [Word], among keys: [(typed: String, path: FieldPath)]
  ) -> String? {
    for count in stride(from: words.count - 1, to: 1, by: -1) {
      for start in 1...words.count - count {
        let run = words[start..<start + count].map(\.raw).joined(separator: " ")
        let head = run.prefix(upTo: run.lastIndex(of: "=").map(run.index(after:)) ?? run.startIndex)
        let tail = run.hasSuffix(",") ? "," : ""
        let name = run.dropFirst(head.count).dropLast(tail.count).lowercased()
        guard let path = keys.first(where: { $0.typed == name })?.path else { continue }
        let rest = words[(start + count)...].map(\.raw)
        return (words[..<start].map(\.raw) + ["\(head)\(path)\(tail)"] + rest)
          .joined(separator: " ")
      }
    }
    return nil
  }
}
