import DataSources
import PredicateLanguage
import TableModel

extension Session {
  /// A key path that an argument names, checked against the keys of the records.
  ///
  /// Where nothing is open, or a table is empty, any key will do.
  ///
  /// - Complexity: O(1) for keys of the first records; others are looked for in all of them.
  func key(_ word: Word) throws(CommandError) -> FieldPath {
    let keys = try knownKeys()
    if word.text.contains("."), keys.contains(word.text) { return FieldPath(key: word.text) }
    guard let path = FieldPath(parsing: word.text) else {
      throw CommandError(
        .badValue(word.text, argument: "key path", expected: "a.b, tags[0] or `odd key`"),
        at: word.range)
    }
    guard case .key(let first)? = path.steps.first, !keys.contains(first) else { return path }
    if !levels.isEmpty {
      if try anyRecord(has: [first]) { return path }
      if path.steps.count > 1, try anyRecord(has: [word.text]) { return FieldPath(key: word.text) }
    }
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
    var nearest = Spelling.matches(for: key, among: keys)
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
  func anyRecord(has path: [String]) throws(CommandError) -> Bool {
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
    guard let level = levels.last, !plain.keyPaths.isEmpty else { return plain }
    let paths = plain.keyPaths.map { path in
      path.steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
    }
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
      guard let warning = try confirm(warning, in: condition) else { continue }
      if preferences.isStrict, warning.kind == .unknownKey {
        throw CommandError(
          ConditionError(refusing: warning, in: condition.source), predicateAt: start)
      }
      remarks.add(warning, in: condition)
    }
    return remarks
  }

  /// What remains of a warning once all records were looked at.
  private func confirm(_ warning: Diagnostic, in condition: Condition) throws(CommandError)
    -> Diagnostic?
  {
    guard case .unknownKey(let name, _) = warning.problem,
      let (path, known) = condition.path(ofUnknown: name)
    else { return warning }
    if try !anyRecord(has: Array(path[...known])) { return warning }
    // The first records do not tell what lies inside it, either.
    for end in path.indices.dropFirst(known + 1) where !["length", "self"].contains(path[end]) {
      let keys = Array(path[...end])
      if try anyRecord(has: keys) { continue }
      let nearest = keyCatalog()?.nearest(to: keys).first
      let advice = nearest.map { KeyAdvice.key(Condition.spelling(of: $0)) }
      return Diagnostic(.unknownKey(keys.joined(separator: "."), advice: advice), warning.span)
    }
    return nil
  }
}

/// What is to be said of a condition before and after it was asked.
struct ConditionRemarks {
  private(set) var sentences: [String] = []
  /// The terms that no record has: of their values there is nothing more to say.
  private var unknown: [String] = []

  fileprivate mutating func add(_ warning: Diagnostic, in condition: Condition) {
    sentences.append(warning.remark)
    guard case .unknownKey(let name, _) = warning.problem,
      let (path, end) = condition.path(ofUnknown: name)
    else { return }
    unknown.append(Condition.spelling(of: Array(path[...end])))
  }

  /// All that is to be said once a condition was asked.
  func sentences(after run: ConditionRun) -> [String] {
    sentences
      + run.remarks { mismatch in
        !unknown.contains { mismatch.term == $0 || mismatch.term.hasPrefix($0 + ".") }
      }
  }
}

extension Condition {
  /// A path of keys, and the index in it up to which a warning has joined them with points.
  fileprivate func path(ofUnknown name: String) -> (path: [String], end: Int)? {
    for path in keyPaths {
      var keys: [String] = []
      for case .key(let key) in path.steps { keys.append(key) }
      let end = keys.indices.first { keys[...$0].joined(separator: ".") == name }
      if let end { return (keys, end) }
    }
    return nil
  }
}

extension FieldPath {
  /// The key that the path is all of.
  fileprivate var onlyKey: String? {
    guard steps.count == 1, case .key(let key)? = steps.first else { return nil }
    return key
  }
}
