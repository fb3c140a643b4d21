import Arranging
package import Asking
package import CommandLanguage
package import PredicateLanguage
package import TableModel

/// What a question about all records does with the values of a field.
package enum FieldUse {
  /// Tells them apart, or looks into them.
  case values
  /// Puts each record where its one value belongs.
  case groups
  /// Puts them in order or calculates with them, which lists are no good for.
  case order
}

/// Fields of questions about all records mean what they mean in conditions: `tags.name` are the
/// names of all tags, and `tags.@count` is their number. What finds nothing is an error.
extension TableQuestions {
  /// - Complexity: as for `key`; a path of several keys reads its column, which the question reads
  ///   anyway, and one through lists or with an operator reads the records once.
  package func field(_ word: Word, for use: FieldUse = .values) throws(CommandError) -> AskedField {
    var word = keyOfRecord(word)
    if word.text.hasPrefix("SELF.") {
      word.text.removeFirst("SELF.".count)
    } else if let outer = try outerField(word) {
      return outer
    }
    let path = try askedPath(word)
    let isOneKey = path.steps.count == 1 && !word.text.hasPrefix("@")
    guard !path.steps.isEmpty, level != nil, try hasRecords() else {
      return AskedField(path: path)
    }
    if isOneKey { return try plainField(path, for: use, word) }
    let hasOperators = try checkKeys(of: path, word)
    let reading: PathReading
    do throws(PathReading.UnknownOperator) {
      reading = try PathReading(path, hasOperators: hasOperators)
    } catch {
      throw CommandError(
        .impossible(error.problem.description, hint: error.problem.hint), at: word.range)
    }
    if try isPlainEverywhere(path) { return try plainField(path, for: use, word) }
    return try ask(PathSurvey(path, reading), for: use, word)
  }

  /// A field at which conditions find what stands there. Records and lists have no order but their
  /// sizes, which hardly anybody means.
  ///
  /// - Complexity: O(records / 64) with the column, which a sort reads anyway; where there is none
  ///   in a small table, its records are looked at.
  private func plainField(_ path: FieldPath, for use: FieldUse, _ word: Word)
    throws(CommandError) -> AskedField
  {
    guard use != .values, try !isColumnOfScalars(path), let tally = try containers(at: path) else {
      return AskedField(path: path)
    }
    let (lists, records) = (tally.lists, tally.records)
    guard lists + records > 0 else { return AskedField(path: path) }
    if use == .groups {
      guard lists == tally.values else { return AskedField(path: path) }
      throw CommandError(listsToGroupBy: path, tally.lists, word)
    }
    if lists + records == tally.values { throw CommandError(sizesOf: path, tally, word) }
    let notices = [(ValueKind.array, lists), (.record, records)].filter { $0.1 > 0 }
      .map { kind, count in
        Mismatch(purpose: .order, found: kind, term: path.description, outcome: .last)
          .sentence(items: count, outOf: tally.all)
      }
    return try asked(path, notices, word)
  }

  /// How many records have lists, records and any values at all at a path of keys; nil where that is
  /// not known for less than a pass over a large table.
  private func containers(at path: FieldPath) throws(CommandError) -> ContainerTally? {
    guard let keys = path.keys else { return nil }
    let level = try table()
    let source = level.shaped.source
    let (counting, budget) = (environment.counting(source), budget)
    return try reading { () throws(DataError) in
      if let read = try level.columns.columns(
        [keys], by: .path, budget: budget, checkpoint: counting), let column = read.columns[keys]
      {
        let (lists, records) = column.containers
        return ContainerTally(
          lists: lists, records: records, values: column.count - column.absent.population,
          all: column.count)
      }
      let counts = source.counts()
      guard max(counts.rows.known, counts.items.known) < Self.fewRecords else { return nil }
      var tally = ContainerTally()
      try source.scan { _, value throws(DataError) in
        tally.add(value[path: path])
        return true
      }
      return tally
    }
  }

  /// So many are looked at in less time than anybody notices.
  package static let fewRecords = 5000

  /// The path that an argument names; an operator at its head asks the record itself.
  private func askedPath(_ word: Word) throws(CommandError) -> FieldPath {
    if word.text.hasPrefix("@"), try !knownKeys().contains(word.text),
      let path = FieldPath(parsing: word.text, hasSizes: true)
    {
      return path
    }
    return try key(word, hasSizes: true)
  }

  /// A field that cells show: of the records, of what stands around them, or the title or number
  /// that the screen has for it.
  ///
  /// - Complexity: O(1) where the first record has something at the path.
  package func shownField(_ word: Word) throws(CommandError) -> AskedField {
    if let path = ScreenKey.path(parsing: word.text) { return AskedField(path: path) }
    let word = keyOfRecord(word)
    if !word.text.hasPrefix("SELF."), let outer = try outerField(word) { return outer }
    let path = try key(word, hasSizes: true)
    guard path.steps.count > 1, let level = level else { return AskedField(path: path) }
    let first = try reading { () throws(DataError) in try level.catalog.firstRecord() }
    return AskedField(path: first?[path: path] == nil ? try field(word).path : path)
  }

  /// A field that an argument must name.
  package func field(
    _ word: Word?, for use: FieldUse = .values, usage: String
  ) throws(CommandError) -> AskedField {
    guard let word else { throw CommandError(.missingArgument("KEY", usage: usage)) }
    return try field(word, for: use)
  }

  /// Throws for a path of which no record has the keys; those within lists count.
  ///
  /// - Returns: whether keys that begin with `@` are operators: none of the data are written so.
  private func checkKeys(of path: FieldPath, _ word: Word) throws(CommandError) -> Bool {
    let whole = path.steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
    let hasOperators = whole.contains { $0.hasPrefix("@") }
    if hasOperators, try anyRecord(has: whole) { return false }
    guard let asked = AskedPath(path, hasOperators: hasOperators),
      let missing = try missingStart(of: asked)
    else { return hasOperators }
    var nearest = try literalKey(word).map { [$0] } ?? []
    if nearest.isEmpty, let catalog = keyCatalog {
      let respelled = catalog.respelling(of: whole, from: missing.keys.count)
      nearest = (respelled.map { [$0] } ?? catalog.nearest(to: missing.keys))
        .map { FieldPath(keys: $0).description }
    }
    throw CommandError(
      .unknownKey(FieldPath(keys: missing.keys).description, nearest: nearest), at: word.range)
  }

  /// True for a column of a database in which no value holds others: nothing has to be read to know it.
  private func isColumnOfScalars(_ path: FieldPath) throws(CommandError) -> Bool {
    let source = try table().shaped.source
    guard let keys = path.keys, keys.count == 1, source.counts().rows.known > 0,
      let names = source.underived.columnNames, names.contains(keys[0])
    else { return false }
    return !source.mayHoldValues(inside: keys[0])
  }

  /// True when conditions find nothing else at a path than what stands there, in any record.
  private func isPlainEverywhere(_ path: FieldPath) throws(CommandError) -> Bool {
    guard let keys = path.keys else { return false }
    let level = try table()
    let (counting, budget) = (environment.counting(level.shaped.source), budget)
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
    let level = try table()
    var survey = try survey(blank, of: level.shown)
    if survey.isEmpty, !level.shown.isIdentity {
      survey = try self.survey(blank, of: level.shaped.source)
    }
    // What a server has left of its records has nothing there; that others have was found out before.
    if survey.isEmpty, survey.strangers.isEmpty, level.shaped.source.isNarrowed {
      return try asked(survey.field, [], word)
    }
    if survey.isEmpty { throw CommandError(finding: survey, word) }
    if use == .order, survey.lists > 0, survey.lists == survey.plain + survey.computed {
      throw CommandError(lists: survey, "which has no order", word)
    }
    if use == .groups, survey.lists > 0 {
      throw CommandError(lists: survey, "and a group is of one value", word)
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
    return try asked(survey.field, notices, word)
  }

  private func asked(_ path: FieldPath, _ notices: [String], _ word: Word)
    throws(CommandError) -> AskedField
  {
    if isStrict, let first = notices.first {
      throw CommandError(
        .impossible(first, hint: "'set strict off' takes such values for none"), at: word.range)
    }
    return AskedField(path: path, notices: notices)
  }

  package func survey(_ blank: PathSurvey, of source: any TableSource)
    throws(CommandError) -> PathSurvey
  {
    var survey = blank
    let counting = environment.counting(source)
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

// MARK: - Expressions

extension TableQuestions {
  /// Reads an expression, as `derive` and `watch` take it.
  ///
  /// - Throws: syntax errors with their place in the line, and under `set strict on` unknown keys.
  /// - Complexity: as for `scoped`.
  package func expression(_ typed: TypedText) throws(CommandError) -> AskedExpression {
    let condition = try ValueExpression(typed, keys: keyCatalog).condition
    let scoped = try scoped(condition, at: typed.start)
    let remarks = try remarks(on: scoped.condition, at: typed.start)
    return AskedExpression(
      expression: ValueExpression(of: scoped.condition),
      document: document.flatMap { $0.table === level?.table ? nil : $0.data },
      notices: scoped.notices + remarks.sentences)
  }
}

extension ValueExpression {
  /// - Throws: syntax errors with their place in the line.
  package init(_ typed: TypedText, keys: KeyCatalog? = nil) throws(CommandError) {
    do {
      try self.init(parsing: typed.text, keys: keys)
    } catch {
      throw CommandError(error, predicateAt: typed.start)
    }
  }
}
