import Arranging
import Asking
package import CommandLanguage
package import PredicateLanguage
package import TableModel

/// Asks about all records of a table: which keys they have, what a field means in them, and which of
/// them fulfil a condition.
///
/// What was found stays with the table, in its ``CatalogCache`` and its columns, so that the same
/// question is cheap when it is asked again.
package struct TableQuestions {
  /// The table; nil where none is open.
  package let level: Level?
  /// The table of the file that a value was pushed from; the table itself where none was.
  package let document: Level?
  /// Whether what is probably not meant is an error.
  package let isStrict: Bool
  /// The memory that columns may take, in bytes.
  package let budget: Int
  package let environment: Environment

  /// The table.
  ///
  /// - Throws: an error that says how to open one.
  package func table() throws(CommandError) -> Level {
    guard let level else { throw CommandError(.noTable) }
    return level
  }
}

extension Workspace {
  /// Asks about the records of the table that is shown.
  package var questions: TableQuestions {
    TableQuestions(
      level: levels.last, document: levels.first, isStrict: preferences.isStrict,
      budget: preferences.memoryBudget,
      environment: environment)
  }
}

// MARK: - Keys

extension TableQuestions {
  /// A key path that an argument names, checked against the keys of the records. As in conditions,
  /// a key with a point in it is written in backquotes.
  ///
  /// Where nothing is open, or a table is empty, any key will do.
  ///
  /// - Parameter hasSizes: whether `[SIZE]` asks a list for its size.
  /// - Complexity: O(1) for keys of the first records; others are looked for in all of them.
  package func key(_ word: Word, hasSizes: Bool = false) throws(CommandError) -> FieldPath {
    let keys = try knownKeys()
    guard let path = FieldPath(parsing: word.text, hasSizes: hasSizes) else {
      if level != nil, let literal = try literalKey(word) {
        throw CommandError(.unknownKey(word.text, nearest: [literal]), at: word.range)
      }
      throw CommandError(
        .badValue(word.text, argument: "key path", expected: "a.b, tags[0] or `odd key`"),
        at: word.range)
    }
    guard case .key(let first)? = path.steps.first, !keys.contains(first) else { return path }
    if level != nil, try anyRecord(has: [first]) { return path }
    if let place = OuterLevel(at: path)?.variable ?? Self.placeVariable(first) {
      throw try noKey(place, word)
    }
    if keys.isEmpty, try !hasRecords() { return path }
    throw try unknownKey(first, word, among: keys)
  }

  /// The error for a variable in the place of a key. Records may have a key that is written alike.
  private func noKey(_ place: String, _ word: Word) throws(CommandError) -> CommandError {
    let literal = FieldPath(key: place).description
    let hint =
      if level != nil, try anyRecord(has: [place]) {
        "the key of the records is written in backquotes: \(literal)"
      } else {
        "conditions know it: 'filter \(word.text) == ...'; see 'help predicates'"
      }
    return CommandError(
      .impossible("'\(place)' tells where a record is and is not one of its keys", hint: hint),
      at: word.range)
  }

  /// Whether there is any record that could have keys.
  package func hasRecords() throws(CommandError) -> Bool {
    guard let level else { return false }
    return try reading { () throws(DataError) in try level.catalog.firstRecord() != nil }
  }

  /// The error for a key that no record has. In a table whose rows are the fields of a record, the
  /// title of a row may be meant; values that are no records have no keys at all.
  private func unknownKey(_ key: String, _ word: Word, among keys: [String])
    throws(CommandError) -> CommandError
  {
    if level != nil, let literal = try literalKey(word) {
      return CommandError(.unknownKey(word.text, nearest: [literal]), at: word.range)
    }
    var nearest = Spelling.matches(for: key, among: keys).map { FieldPath(key: $0).description }
    if nearest.isEmpty, word.text == key, let catalog = keyCatalog {
      nearest = catalog.nearest(to: [key]).map { FieldPath(keys: $0).description }
    }
    var error = CommandError(.unknownKey(key, nearest: nearest), at: word.range)
    let title = FieldPath(parsing: word.text)?.onlyKey ?? word.text
    var row = try rowAddress(titled: word.text)
    if row != nil {
      error.reason = .unknownKey(word.text, nearest: [])
    } else {
      row = try rowAddress(titled: title)
    }
    if let row {
      error.proposal = "it is the title of a row, whose value is the record: 'show \(row)'"
    } else if keys.isEmpty {
      error.proposal = "the records here are values without keys: SELF is the value itself"
    }
    return error
  }

  /// Refuses the name of a key that there is already.
  package func refuseKnown(_ name: String, at range: Range<Int>) throws(CommandError) {
    let owner = try anyRecord(has: [name]) ? "the records" : level(of: name)?.plural
    guard let owner else { return }
    throw CommandError(
      .impossible(
        "'\(name)' is a key of \(owner) already", hint: "give the new key another name"),
      at: range)
  }

  /// How a word is to be written that is a key as it stands, points and all.
  package func literalKey(_ word: Word) throws(CommandError) -> String? {
    let spelled = FieldPath(key: word.text).description
    guard spelled != word.text, !word.text.contains("`"), try anyRecord(has: [word.text]) else {
      return nil
    }
    return spelled
  }

  /// How to name a row that goes by a key of the data, in a table of one section.
  private func rowAddress(titled title: String) throws(CommandError) -> String? {
    let source = try table().shown
    return try reading { () throws(DataError) -> String? in
      guard source.counts().sections == .exact(1), try source.rowsGoByKey(inSection: 0),
        try source.rows(0..<Self.rowsLookedAt, inSection: 0).contains(where: { $0.title == title })
      else { return nil }
      return AddressPattern.spelled(title: title)
    }
  }

  /// Records have fewer fields than this; anything larger is a dictionary, where nobody guesses.
  private static let rowsLookedAt = 1000

  /// The variable of conditions that a word is.
  private static func placeVariable(_ word: String) -> String? {
    guard word.hasPrefix("$") else { return nil }
    return ConditionOptions.placeVariables.contains(String(word.dropFirst())) ? word : nil
  }

  /// The keys of the first records in order of appearance, and those that were found since.
  package func knownKeys() throws(CommandError) -> [String] {
    guard let level else { return [] }
    return try reading { () throws(DataError) in try level.catalog.names() }
  }

  /// The keys of the first records, with their kinds.
  package var keyCatalog: KeyCatalog? { level?.catalog.keys() }

  /// Whether any record of the unarranged table has a key, looking through all of them.
  package func anyRecord(has keys: [String]) throws(CommandError) -> Bool {
    try anyRecord(has: AskedPath(keys: keys))
  }

  /// The beginning of a path at which no record has anything; nil where one has all of it.
  package func missingStart(of path: AskedPath) throws(CommandError) -> AskedPath? {
    let places = path.places
    guard let last = places.last, try !anyRecord(has: path.through(last)) else { return nil }
    for place in places where try !anyRecord(has: path.through(place)) {
      return path.through(place)
    }
    return nil
  }

  func anyRecord(has path: AskedPath) throws(CommandError) -> Bool {
    let level = try table()
    do {
      return try level.catalog.anyRecord(
        has: path, columns: level.columns, budget: budget,
        checkpoint: environment.counting(level.shaped.source))
    } catch {
      throw CommandError(error)
    }
  }
}

extension FieldPath {
  /// The key that the path is all of.
  fileprivate var onlyKey: String? {
    guard steps.count == 1, case .key(let key)? = steps.first else { return nil }
    return key
  }
}

// MARK: - Spelling

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
