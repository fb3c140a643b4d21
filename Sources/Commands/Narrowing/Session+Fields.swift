import DataSources
import PredicateLanguage
import TableModel

/// What a question about all records does with the values of a field.
enum FieldUse {
  /// Tells them apart, or looks into them.
  case values
  /// Puts them in order or calculates with them, which lists are no good for.
  case order
}

/// A field that a question about all records is asked about, with what is to be said of it.
struct AskedField {
  var path: FieldPath
  var notices: [String] = []
}

/// Fields of questions about all records mean what they mean in conditions: `tags.name` are the
/// names of all tags, and `tags.@count` is their number. What finds nothing is an error.
extension Session {
  /// - Complexity: as for `key`; a path of several keys reads its column, which the question reads
  ///   anyway, and one through lists or with an operator reads the records once.
  func field(_ word: Word, for use: FieldUse = .values) throws(CommandError) -> AskedField {
    var word = word
    if word.text.hasPrefix("SELF.") { word.text.removeFirst("SELF.".count) }
    let path = try askedPath(word)
    let isOneKey = path.steps.count == 1 && !word.text.hasPrefix("@")
    guard !path.steps.isEmpty, !isOneKey, !levels.isEmpty, try hasRecords() else {
      return AskedField(path: path)
    }
    let hasOperators = try checkKeys(of: path, word)
    let reading: PathReading
    do throws(PathReading.UnknownOperator) {
      reading = try PathReading(path, hasOperators: hasOperators)
    } catch {
      throw CommandError(
        .impossible(error.problem.description, hint: error.problem.hint), at: word.range)
    }
    if try isPlainEverywhere(path) { return AskedField(path: path) }
    return try ask(PathSurvey(path, reading), for: use, word)
  }

  /// The path that an argument names; an operator at its head asks the record itself.
  private func askedPath(_ word: Word) throws(CommandError) -> FieldPath {
    if word.text.hasPrefix("@"), try !knownKeys().contains(word.text),
      let path = FieldPath(parsing: word.text)
    {
      return path
    }
    return try key(word)
  }

  /// A field that cells show.
  ///
  /// - Complexity: O(1) where the first record has something at the path.
  func shownField(_ word: Word) throws(CommandError) -> FieldPath {
    let path = try key(word)
    guard path.steps.count > 1, let level = levels.last else { return path }
    let first = try reading { () throws(DataError) in try level.catalog.firstRecord() }
    return first?[path: path] == nil ? try field(word).path : path
  }

  /// A field that an argument must name.
  func field(
    _ word: Word?, for use: FieldUse = .values, usage: String
  ) throws(CommandError) -> AskedField {
    guard let word else { throw CommandError(.missingArgument("KEY", usage: usage)) }
    return try field(word, for: use)
  }

  /// Throws for a path of which no record has the keys; those within lists count.
  ///
  /// - Returns: whether keys that begin with `@` are operators: none of the data are written so.
  private func checkKeys(of path: FieldPath, _ word: Word) throws(CommandError) -> Bool {
    var keys: [String] = []
    for case .key(let key) in path.steps where !key.hasPrefix("@") { keys.append(key) }
    let whole = path.steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
    let hasOperators = keys != whole
    if hasOperators, try anyRecord(has: whole) { return false }
    if let last = keys.last, keys.count > 1, ["length", "self"].contains(last) {
      keys.removeLast()
    }
    if keys.isEmpty { return hasOperators }
    if try anyRecord(has: keys) { return hasOperators }
    var missing = Array(keys.prefix(1))
    for key in keys.dropFirst() where try anyRecord(has: missing) { missing.append(key) }
    let nearest = keyCatalog()?.nearest(to: missing) ?? []
    throw CommandError(
      .unknownKey(
        FieldPath(keys: missing).description,
        nearest: nearest.map { FieldPath(keys: $0).description }),
      at: word.range)
  }

  /// True when conditions find nothing else at a path than what stands there, in any record.
  private func isPlainEverywhere(_ path: FieldPath) throws(CommandError) -> Bool {
    guard let keys = path.keys else { return false }
    let level = try current()
    let (counting, budget) = (counting(level.shaped.source), preferences.memoryBudget)
    return try reading { () throws(DataError) in
      let read = try level.columns.columns(
        [keys], by: .path, budget: budget, checkpoint: counting)
      guard let column = read?.columns[keys] else { return false }
      return !column.dependsOnRule && column.isAnywhere
    }
  }

  /// The field that a survey of the records finds.
  private func ask(
    _ blank: PathSurvey, for use: FieldUse, _ word: Word
  ) throws(CommandError) -> AskedField {
    let level = try current()
    var survey = try survey(blank, of: level.shown)
    if survey.isEmpty, !level.shown.isIdentity {
      survey = try self.survey(blank, of: level.shaped.source)
    }
    if survey.isEmpty { throw CommandError(finding: survey, word) }
    if use == .order, survey.lists > 0, survey.lists == survey.plain + survey.computed {
      throw CommandError(lists: survey, word)
    }
    var notices = survey.strangers.map { kind, records in
      Mismatch(
        purpose: .collection, found: kind, term: survey.field.description, outcome: .nothing
      ).sentence(items: records, outOf: survey.records)
    }
    if use == .order, survey.listsAmongOthers > 0 {
      notices.append(
        Mismatch(
          purpose: .order, found: .array, term: survey.field.description, outcome: .last
        ).sentence(items: survey.listsAmongOthers, outOf: survey.records))
    }
    if preferences.isStrict, let first = notices.first {
      throw CommandError(
        .impossible(first, hint: "'set strict off' takes such values for none"), at: word.range)
    }
    return AskedField(path: survey.field, notices: notices)
  }

  private func survey(_ blank: PathSurvey, of source: any TableSource)
    throws(CommandError) -> PathSurvey
  {
    var survey = blank
    let counting = counting(source)
    do {
      try source.scan { _, value throws(DataError) in
        survey.add(value)
        try counting(survey.records)
        return true
      }
    } catch {
      throw CommandError(error)
    }
    return survey
  }
}

extension CommandError {
  /// The error for a path that leads nowhere although its keys are there.
  fileprivate init(finding survey: PathSurvey, _ word: Word) {
    guard let stranger = survey.strangers.first else {
      self.init(
        .impossible(
          "no record here has anything at '\(word.text)'", hint: "'schema' lists the keys"),
        at: word.range)
      return
    }
    self.init(
      .impossible(
        "'\(word.text)' asks a list, and finds \(stranger.kind.phrase)",
        hint: "'schema' shows of which kinds the fields are"),
      at: word.range)
  }

  /// The error for lists where one value of each record is needed.
  fileprivate init(lists survey: PathSurvey, _ word: Word) {
    let hint = survey.listed.map { list, rest in
      "ask for one value: \(list).@count, \(list).@min.\(rest) or \(list)[0].\(rest)"
    }
    self.init(
      .impossible(
        "'\(word.text)' is a list in \(Words.number(survey.lists, "record")), which has no order",
        hint: hint ?? "ask for one value of it, as with '.@count'"),
      at: word.range)
  }
}
