import Arranging
import DataSources
import PredicateLanguage
import TableModel

extension Session {
  /// A key path that an argument names, checked against the keys of the records. As in conditions,
  /// a key with a point in it is written in backquotes.
  ///
  /// Where nothing is open, or a table is empty, any key will do.
  ///
  /// - Parameter hasSizes: whether `[SIZE]` asks a list for its size.
  /// - Complexity: O(1) for keys of the first records; others are looked for in all of them.
  func key(_ word: Word, hasSizes: Bool = false) throws(CommandError) -> FieldPath {
    let keys = try knownKeys()
    guard let path = FieldPath(parsing: word.text, hasSizes: hasSizes) else {
      if !levels.isEmpty, let literal = try literalKey(word) {
        throw CommandError(.unknownKey(word.text, nearest: [literal]), at: word.range)
      }
      throw CommandError(
        .badValue(word.text, argument: "key path", expected: "a.b, tags[0] or `odd key`"),
        at: word.range)
    }
    guard case .key(let first)? = path.steps.first, !keys.contains(first) else { return path }
    if !levels.isEmpty, try anyRecord(has: [first]) { return path }
    if let place = Self.placeVariable(first) {
      throw CommandError(
        .impossible(
          "'\(place)' tells where a record is and is not one of its keys",
          hint: "conditions know it: 'filter \(word.text) == ...'; see 'help predicates'"),
        at: word.range)
    }
    if keys.isEmpty, try !hasRecords() { return path }
    throw try unknownKey(first, word, among: keys)
  }

  /// Whether there is any record that could have keys.
  func hasRecords() throws(CommandError) -> Bool {
    guard let level = levels.last else { return false }
    return try reading { () throws(DataError) in try level.catalog.firstRecord() != nil }
  }

  /// The error for a key that no record has. In a table whose rows are the fields of a record, the
  /// title of a row may be meant; values that are no records have no keys at all.
  private func unknownKey(_ key: String, _ word: Word, among keys: [String])
    throws(CommandError) -> CommandError
  {
    if !levels.isEmpty, let literal = try literalKey(word) {
      return CommandError(.unknownKey(word.text, nearest: [literal]), at: word.range)
    }
    var nearest = Spelling.matches(for: key, among: keys).map { FieldPath(key: $0).description }
    if nearest.isEmpty, word.text == key, let catalog = keyCatalog() {
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

  /// How a word is to be written that is a key as it stands, points and all.
  func literalKey(_ word: Word) throws(CommandError) -> String? {
    let spelled = FieldPath(key: word.text).description
    guard spelled != word.text, !word.text.contains("`"), try anyRecord(has: [word.text]) else {
      return nil
    }
    return spelled
  }

  /// How to name a row that goes by a key of the data, in a table of one section.
  private func rowAddress(titled title: String) throws(CommandError) -> String? {
    let source = try current().shown
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
    guard let level = levels.last else { return [] }
    return try reading { () throws(DataError) in try level.catalog.names() }
  }

  /// The keys of the first records, with their kinds.
  func keyCatalog() -> KeyCatalog? { levels.last?.catalog.keys() }

  /// Whether any record of the unarranged table has a key, looking through all of them.
  func anyRecord(has keys: [String]) throws(CommandError) -> Bool {
    try anyRecord(has: AskedPath(keys: keys))
  }

  /// The beginning of a path at which no record has anything; nil where one has all of it.
  func missingStart(of path: AskedPath) throws(CommandError) -> AskedPath? {
    let places = path.places
    guard let last = places.last, try !anyRecord(has: path.through(last)) else { return nil }
    for place in places where try !anyRecord(has: path.through(place)) {
      return path.through(place)
    }
    return nil
  }

  private func anyRecord(has path: AskedPath) throws(CommandError) -> Bool {
    let level = try current()
    do {
      return try level.catalog.anyRecord(
        has: path, columns: level.columns, budget: preferences.memoryBudget,
        checkpoint: counting(level.shaped.source))
    } catch {
      throw CommandError(error)
    }
  }

  /// A predicate as `condition` reads it, with warnings of keys that the records lack.
  ///
  /// - Complexity: O(1) where the first record has all the keys; otherwise those of the first
  ///   thousand records are wanted.
  func conditionKnowingKeys(_ text: String, at start: Int) throws(CommandError) -> Condition {
    let plain = try condition(text, at: start)
    let paths = plain.askedPaths
    guard let level = levels.last, !paths.isEmpty else { return plain }
    let hasAll = try reading { () throws(DataError) in
      try level.catalog.firstRecordHas(paths)
    }
    return hasAll ? plain : try condition(text, at: start, keys: level.catalog.keys())
  }

  /// Remarks on what is probably not meant in a condition; keys that only the first records lack
  /// are left out.
  ///
  /// - Parameter start: the character offset of the predicate in the line.
  /// - Throws: under `set strict on`, an error for a key that no record has.
  func remarks(on condition: Condition, at start: Int) throws(CommandError) -> ConditionRemarks {
    var remarks = ConditionRemarks()
    for warning in condition.warnings {
      guard let warning = try confirm(warning) else { continue }
      if preferences.isStrict, warning.kind == .unknownKey {
        throw CommandError(
          ConditionError(refusing: warning, in: condition.source), predicateAt: start)
      }
      remarks.add(warning)
    }
    return remarks
  }

  /// What remains of a warning once all records were looked at.
  private func confirm(_ warning: Diagnostic) throws(CommandError) -> Diagnostic? {
    guard case .unknownKey(let missing, let whole, var advice) = warning.problem else {
      return warning
    }
    // The first records do not tell what lies inside it, either.
    guard let start = try missingStart(of: whole) else { return nil }
    if start != missing { advice = keyCatalog()?.advice(on: start, of: whole) }
    let literal = [whole.keys.joined(separator: ".")]
    if advice == nil, whole.isPlain, whole.steps.count > 1, try anyRecord(has: literal) {
      advice = .key(Condition.spelling(of: literal))
    }
    return Diagnostic(.unknownKey(start, of: whole, advice: advice), warning.span)
  }
}

/// What is to be said of a condition before and after it was asked.
struct ConditionRemarks {
  private var warnings: [Diagnostic] = []
  /// The terms that no record has: of their values there is nothing more to say.
  private var unknown: [String] = []

  fileprivate mutating func add(_ warning: Diagnostic) {
    warnings.append(warning)
    guard case .unknownKey(let path, _, _) = warning.problem else { return }
    unknown.append(Condition.spelling(of: path.keys))
  }

  /// All that is to be said before a condition is asked of the records of a table.
  var sentences: [String] { warnings.map(\.remark) }

  /// All that is to be said once a condition was asked.
  ///
  /// - Parameters:
  ///   - matches: how many records fulfil it.
  ///   - level: the table, whose columns tell what a sample does not.
  func sentences(after run: ConditionRun, matches: Int, in level: Level) -> [String] {
    let asked = run.asked
    return warnings.filter { warning in
      guard case .otherKind(let other) = warning.problem else { return true }
      return level.bearsOut(other, matches: matches, of: asked)
    }.map(\.remark)
      + run.remarks { mismatch in
        !unknown.contains { mismatch.term == $0 || mismatch.term.hasPrefix($0 + ".") }
      }
  }
}

extension Level {
  /// Whether what the first records tell of a key holds of all records, as far as that is known:
  /// from a column that was read, or else from what a condition has found.
  ///
  /// - Complexity: O(1).
  fileprivate func bearsOut(_ other: OtherKind, matches: Int, of asked: Int) -> Bool {
    if catalog.isOfAllRecords { return true }
    if let column = columns.kept(other.path) {
      return other.literal == .text
        ? column.texts == nil : column.numbers == nil && column.truths == nil
    }
    return other.isEquality ? matches == 0 : matches == asked
  }
}

extension FieldPath {
  /// The key that the path is all of.
  fileprivate var onlyKey: String? {
    guard steps.count == 1, case .key(let key)? = steps.first else { return nil }
    return key
  }
}
