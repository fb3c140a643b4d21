import PredicateLanguage
import TableModel

extension Session {
  /// A key path that an argument names, checked against the keys of the records.
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
    guard case .key(let first)? = path.steps.first, !keys.isEmpty, !keys.contains(first) else {
      return path
    }
    if try anyRecord(has: [first]) { return path }
    if path.steps.count > 1, try anyRecord(has: [word.text]) { return FieldPath(key: word.text) }
    if let place = Self.placeVariable(first) {
      throw CommandError(
        .impossible(
          "'\(place)' tells where a record stands and is no key of it",
          hint: "conditions know it: 'filter \(word.text) == ...'; see 'help predicates'"),
        at: word.range)
    }
    throw CommandError(
      .unknownKey(first, nearest: Spelling.matches(for: first, among: keys)), at: word.range)
  }

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
    let checkpoint = checkpoint
    do {
      return try level.catalog.anyRecord(
        has: path, columns: level.columns, budget: preferences.memoryBudget
      ) { _ throws(DataError) in try checkpoint() }
    } catch {
      throw CommandError(error)
    }
  }

  /// What is probably not meant in a condition, without keys that only the first records lack.
  func remarks(on condition: Condition) throws(CommandError) -> [String] {
    var remarks: [String] = []
    for warning in condition.warnings {
      if let remark = try remark(on: warning, in: condition) { remarks.append(remark) }
    }
    return remarks
  }

  private func remark(on warning: Diagnostic, in condition: Condition) throws(CommandError)
    -> String?
  {
    guard case .unknownKey(let name, _) = warning.problem,
      let (path, known) = condition.path(ofUnknown: name)
    else { return warning.remark }
    if try !anyRecord(has: Array(path[...known])) { return warning.remark }
    // Of what lies in it the first records tell nothing, either.
    for end in path.indices.dropFirst(known + 1) where !["length", "self"].contains(path[end]) {
      if try anyRecord(has: Array(path[...end])) { continue }
      let key = path[...end].joined(separator: ".")
      return Problem.unknownKey(key, nearest: nil).description
    }
    return nil
  }
}

extension Condition {
  /// A path of keys and the place in it up to which a warning has joined them by points.
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
