import Arranging
import Asking
package import CommandLanguage
package import PredicateLanguage
package import Saving
package import TableModel

/// A condition whose keys have found the levels that they belong to.
package struct ScopedCondition {
  package var condition: Condition
  /// What is to be said of the levels: which keys are not those of the records.
  package var notices: [String]
}

// Keys are looked up by their first one, from the records outwards: it belongs to the innermost
// level of which any record has it.

extension TableQuestions {
  /// Looks the keys of a condition up.
  ///
  /// - Parameter start: the character offset of the predicate in the line.
  /// - Throws: under `set strict on`, an error for a key that the level it names does not have.
  /// - Complexity: O(1) where the first records have the keys; otherwise the levels are asked, and
  ///   a key that one of them has is looked for in all records once.
  package func scoped(_ condition: Condition, at start: Int) throws(CommandError) -> ScopedCondition
  {
    guard let level else { return ScopedCondition(condition: condition, notices: []) }
    var levels: [String: OuterLevel] = [:]
    var notices: [String] = []
    if !level.shaped.source.outerLevels.isEmpty {
      for key in condition.headKeys {
        guard let found = try self.level(of: key) else { continue }
        levels[key] = found
        notices.append(try notice(key, found))
      }
    }
    var scoped = levels.isEmpty ? condition : condition.scoped { levels[$0] }
    let problems = try problems(of: scoped)
    if rowsAreRecords { scoped = scoped.takingRowsForRecords }
    for problem in problems {
      if isStrict {
        throw CommandError(
          ConditionError(refusing: problem, in: scoped.source), predicateAt: start)
      }
      notices.append(problem.remark)
    }
    notices += try notesOnLevels(askedBy: scoped)
    return ScopedCondition(condition: scoped, notices: notices)
  }

  /// The level around the records that a key belongs to; nil where it is one of theirs, or where
  /// nothing has it. In a pushed table the levels end at the value that was pushed.
  package func level(of key: String) throws(CommandError) -> OuterLevel? {
    let table = try table()
    let names = try reading { () throws(DataError) in try table.catalog.names() }
    if names.contains(key) { return try isOnlyOfRows(key) ? .row : nil }
    for level in OuterLevel.outwards where level != .document || table.parent == nil {
      guard try anyRecord(of: level, has: AskedPath(keys: [key])) else { continue }
      guard try anyRecord(has: [key]) else { return level }
      return level == .row ? (try isOnlyOfRows(key) ? .row : nil) : nil
    }
    return nil
  }

  /// True for a key of rows, strips and plain ones, that no item has.
  ///
  /// - Complexity: O(1) for a key of the first items, as nearly all are that are asked for; otherwise
  ///   the rows are read, and all items where a row has it.
  private func isOnlyOfRows(_ key: String) throws(CommandError) -> Bool {
    guard try table().shaped.source.outerLevels.contains(.row),
      try !anyItem(has: key, amongFirst: 256), try anyRecord(of: .row, has: AskedPath(keys: [key]))
    else { return false }
    return try !anyItem(has: key, amongFirst: .max)
  }

  private func anyItem(has key: String, amongFirst most: Int) throws(CommandError) -> Bool {
    let table = try table()
    do {
      return try table.catalog.anyItem(
        has: key, amongFirst: most, checkpoint: environment.counting(table.shaped.source))
    } catch {
      throw CommandError(error)
    }
  }

  /// True where the table has nothing but plain rows: each is a record, and `$row` that record itself.
  private var rowsAreRecords: Bool {
    guard let source = level?.shaped.source else { return false }
    return !source.outerLevels.contains(.row) && source.counts().items.known == 0
  }

  /// An argument that names a key of plain rows by way of `$row`, as the key of the records that it is.
  package func keyOfRecord(_ word: Word) -> Word {
    guard rowsAreRecords, let path = FieldPath(parsing: word.text, hasSizes: true),
      OuterLevel(at: path) == .row, path.steps.count > 1, ScreenKey.path(parsing: word.text) == nil
    else { return word }
    let isWhole = path.steps[1] == .key(OuterLevel.recordKey) && path.steps.count > 2
    var word = word
    word.text = FieldPath(Array(path.steps.dropFirst(isWhole ? 2 : 1))).description
    return word
  }

  /// The field around the records that an argument names; nil for one of the records themselves.
  ///
  /// - Complexity: as for `level(of:)`.
  package func outerField(_ word: Word) throws(CommandError) -> AskedField? {
    guard let source = level?.shaped.source,
      let path = FieldPath(parsing: word.text, hasSizes: true),
      case .key(let key)? = path.steps.first
    else { return nil }
    if let named = OuterLevel(at: path) {
      if let screen = ScreenKey.path(parsing: word.text) { return try onScreen(screen, word) }
      guard case .key(let first)? = path.steps.dropFirst().first, !named.showsOnScreen(first),
        source.outerLevels.contains(named), named != .document || level?.parent == nil
      else { return nil }
      let isWhole = first == OuterLevel.recordKey && path.steps.count > 2
      let rest = FieldPath(Array(path.steps.dropFirst(isWhole ? 2 : 1)))
      return AskedField(path: try checked(rest, at: named, word))
    }
    guard !source.outerLevels.isEmpty, let found = try level(of: key) else { return nil }
    return AskedField(path: try checked(path, at: found, word), notices: [try notice(key, found)])
  }

  /// The title or the number of a row or a section, asked of the records. The data has them only while
  /// what is on the screen stands as it does there.
  private func onScreen(_ path: FieldPath, _ word: Word) throws(CommandError) -> AskedField {
    let arrangement = try table().arrangement
    switch arrangement.grouping {
    case nil: break
    case .byValue(let field, _, _)?
    where OuterLevel(at: path) == .section && ScreenKey(path) == .title:
      return AskedField(
        path: field, notices: ["`\(path)` is `\(field)` here, by which the records are grouped"])
    case let grouping?:
      throw CommandError(
        .impossible(
          "'\(path)' is not in the data while the records are \(grouping.participle)",
          hint: "'\(grouping.ending)' first"), at: word.range)
    }
    if ScreenKey(path) == .index, arrangement.movesUnits {
      throw CommandError(
        .impossible(
          "'\(path)' counts what is in another order now than in the data", hint: "'sort off' first"
        ),
        at: word.range)
    }
    return AskedField(path: path)
  }

  /// The path from a record to a field of the record around it, which has to be there.
  private func checked(_ path: FieldPath, at level: OuterLevel, _ word: Word)
    throws(CommandError) -> FieldPath
  {
    let hasOperators = path.steps.contains { step in
      if case .key(let key) = step { key.hasPrefix("@") } else { false }
    }
    if let asked = AskedPath(path, hasOperators: hasOperators),
      let missing = try missingStart(of: asked, at: level)
    {
      let nearest = outerCatalog(level)?.keys().nearest(to: missing.keys) ?? []
      throw CommandError(
        .unknownKey(
          level.path(to: missing.keys), nearest: nearest.map { level.path(to: $0) }),
        at: word.range)
    }
    let head = FieldPath.Step.key(level.fieldKey)
    guard hasOperators else { return FieldPath([head] + path.steps) }
    do throws(PathReading.UnknownOperator) {
      return FieldPath([head] + (try PathReading(path).field.steps))
    } catch {
      throw CommandError(
        .impossible(error.problem.description, hint: error.problem.hint), at: word.range)
    }
  }

  /// Which level a key was found at, and where it is to be found, too.
  private func notice(_ key: String, _ level: OuterLevel) throws(CommandError) -> String {
    let spelled = Condition.spelling(of: [key])
    let quoted = spelled.hasPrefix("`") ? spelled : "`\(spelled)`"
    let found = "\(quoted) is a key of \(level.plural)"
    for other in OuterLevel.outwards.drop(while: { $0 != level }).dropFirst()
    where try anyRecord(of: other, has: AskedPath(keys: [key])) {
      return "\(found); `\(other.path(to: [key]))` is that of \(other.plural)"
    }
    return found
  }

  /// Keys that are asked of the records of a level, of which none has them.
  private func problems(of condition: Condition) throws(CommandError) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for level in OuterLevel.outwards {
      for (path, span) in condition.askedPaths(of: level) {
        guard let missing = try missingStart(of: path, at: level) else { continue }
        problems.append(
          Diagnostic(
            .unknownPlaceKey(
              level.variable, key: Condition.spelling(of: missing.keys),
              nearest: nearest(to: missing, at: level)),
            span))
      }
    }
    return problems
  }

  /// What was probably meant by a path that no record of a level has, as it is written outright.
  private func nearest(to missing: AskedPath, at level: OuterLevel) -> String? {
    if let known = outerCatalog(level)?.keys().nearest(to: missing.keys).first {
      return level.path(to: known)
    }
    guard missing.keys.count == 1, level != .document else { return nil }
    return Spelling.nearest(to: missing.keys[0], in: ScreenKey.allCases.map(\.rawValue))
      .map { "\(level.variable).\($0)" }
  }

  private func missingStart(of path: AskedPath, at level: OuterLevel)
    throws(CommandError) -> AskedPath?
  {
    for place in path.places where try !anyRecord(of: level, has: path.through(place)) {
      return path.through(place)
    }
    return nil
  }

  /// What `$document` belongs to is the file, also where a value of it was pushed.
  private func outerCatalog(_ level: OuterLevel) -> CatalogCache? {
    if level == .row, rowsAreRecords { return self.level?.catalog }
    let owner = level == .document ? document ?? self.level : self.level
    return owner?.catalog.outer(level)
  }

  private func anyRecord(of level: OuterLevel, has path: AskedPath)
    throws(CommandError) -> Bool
  {
    if level == .row, rowsAreRecords { return try anyRecord(has: path) }
    let owner = level == .document ? document ?? self.level : self.level
    guard let owner, let catalog = owner.catalog.outer(level),
      let columns = owner.columns.outer(level)
    else { return false }
    do {
      return try catalog.anyRecord(
        has: path, columns: columns, budget: budget,
        checkpoint: environment.counting(columns.source))
    } catch {
      throw CommandError(error)
    }
  }
}

extension OuterLevel {
  /// How a condition says a path of keys of the level outright.
  fileprivate func path(to keys: [String]) -> String {
    let record = keys.first.map(showsOnScreen) ?? false ? ".\(Self.recordKey)" : ""
    return "\(variable)\(record).\(Condition.spelling(of: keys))"
  }
}

extension Arrangement {
  /// Whether rows or sections stand in another order than in the data.
  fileprivate var movesUnits: Bool {
    sectionOrder != nil || sortKeys.contains { OuterLevel(at: $0.path) != nil }
  }
}

extension Arrangement.Grouping {
  fileprivate var participle: String {
    switch self {
    case .flat: "flattened"
    case .byValue: "grouped"
    case .byLetter: "indexed"
    }
  }

  fileprivate var ending: String {
    switch self {
    case .flat: "flatten off"
    case .byValue: "group off"
    case .byLetter: "index off"
    }
  }
}

// MARK: - Notes on outer keys

// A key that stands without a level means the innermost one that has it. What was asked stays asked of the
// level that was found then; where data changes so that the key would mean another one, that is said.

extension Level {
  /// What is to be said where edits give records a key that a filter or an order asks further out.
  ///
  /// - Complexity: O(what the edits write), and nothing where no such key is asked.
  package func notesOnKeys(writtenBy edits: [DataEdit]) -> [String] {
    arrangement.outerKeys.compactMap { path in
      guard let level = OuterLevel(at: path), case .key(let key) = path.steps[1],
        edits.contains(where: { $0.gives(key, within: level) })
      else { return nil }
      return Self.note(key, asked: level, "records have it now, too")
    }
  }

  /// What is to be said where records that come to a file that is followed have a key that the filter asks
  /// further out.
  ///
  /// - Complexity: O(new records) for each such key, and nothing without one.
  func notesOnKeys(arrivedIn grown: any TableSource) -> [String] {
    guard isFollowing, let before = shown.tally?.kept else { return [] }
    return arrangement.outerKeys.compactMap { path in
      guard let level = OuterLevel(at: path), case .key(let key) = path.steps[1] else { return nil }
      let having = RecordFilter(key) { _, record in record[path: FieldPath(key: key)] != nil }
      let after = try? shown.grown(to: grown, Arrangement(filters: [having]))?.tally?.kept
      guard let after, after > before else { return nil }
      return Self.note(key, asked: level, "records have it now, too")
    }
  }

  static func note(_ key: String, asked level: OuterLevel, _ change: String) -> String {
    "`\(key)` was found in \(level.plural) and is still asked there, as \(level.variable).\(key):"
      + " \(change)"
  }
}

extension TableQuestions {
  /// What is to be said where a table that was read again has keys at other levels.
  ///
  /// - Complexity: as for `level(of:)`, for each key that is asked further out.
  package func notesOnMovedKeys() throws(CommandError) -> [String] {
    guard let table = level else { return [] }
    var notes: [String] = []
    for path in table.arrangement.outerKeys {
      guard let asked = OuterLevel(at: path), case .key(let key) = path.steps[1] else { continue }
      let found = try self.level(of: key)
      if found == asked { continue }
      let change: String
      if let found {
        change = "\(found.plural) have it now"
      } else {
        change = try anyRecord(has: [key]) ? "records have it now, too" : "nothing has it now"
      }
      notes.append(Level.note(key, asked: asked, change))
    }
    return notes
  }
}

extension DataEdit {
  /// Whether the edit writes a record that lies inside a level and has a key.
  fileprivate func gives(_ key: String, within level: OuterLevel) -> Bool {
    switch self {
    case .delete, .move: false
    case .update(let place, let value), .insert(let place, .item(let value)):
      (place.item != nil || level > .row) && value[path: FieldPath(key: key)] != nil
    case .insert(_, .row(let row)): row.gives(key, within: level)
    case .insert(_, .section(_, let rows, _)): rows.contains { $0.gives(key, within: level) }
    }
  }
}

extension NewRow {
  fileprivate func gives(_ key: String, within level: OuterLevel) -> Bool {
    let path = FieldPath(key: key)
    switch content {
    case .record(let value): return level > .row && value[path: path] != nil
    case .items(let items):
      return items.contains { $0[path: path] != nil } || level > .row && fields[key] != nil
    }
  }
}
