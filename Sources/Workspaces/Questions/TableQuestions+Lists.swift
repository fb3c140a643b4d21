import Arranging
package import Asking
package import CommandLanguage
import Documents
import PredicateLanguage
package import TableModel

extension TableQuestions {
  /// What is to be said of asking whether a path is nil that leads through lists.
  ///
  /// - Complexity: O(1) with the column of the path, which the condition reads anyway; where there
  ///   are lists, and in small tables, the records are read.
  package func hint(onNilAt path: FieldPath) throws(CommandError) -> [String] {
    guard let level, let keys = path.keys, keys.count > 1, try mayLeadThroughLists(keys, level),
      let reading = try? PathReading(path, hasOperators: false)
    else { return [] }
    let found = try survey(PathSurvey(path, reading), of: level.shaped.source)
    guard found.lists > 0, let listed = found.listed else { return [] }
    return [
      "`\(listed.list)` is a list in \(Words.number(found.lists, "record")), and a list is never"
        + " nil: ask ANY \(path) != nil, or \(listed.list).@count > 0"
    ]
  }

  /// What is to be said of asking whether a field is nil that whole sections are without, as those of
  /// a document that holds records of several kinds: they are counted as well.
  ///
  /// - Complexity: O(records), from the column of the key where there is one.
  package func hint(onSectionsWithout path: FieldPath) throws(CommandError) -> [String] {
    guard let level, case .key(let key)? = path.steps.first, OuterLevel(at: path) == nil,
      (2...Self.mostKinds).contains(level.shaped.source.counts().sections.known)
    else { return [] }
    let source = level.shaped.source
    let sections = try reading { () throws(DataError) in
      try self.sections(of: level, with: key)
    }
    let others = sections.filter { !$0.value.haveKey }.keys.sorted()
    guard !others.isEmpty, others.count < sections.count else { return [] }
    let names = try others.prefix(3).map { section throws(CommandError) in
      let title = try reading { () throws(DataError) in
        try source.sections(section..<section + 1).first?.title
      }
      return title.flatMap { $0.isEmpty ? nil : $0 } ?? "section \(section)"
    }
    let count = others.reduce(0) { $0 + (sections[$1]?.records ?? 0) }
    let more = others.count > 3 ? " and \(others.count - 3) more" : ""
    return [
      "no record of \(names.joined(separator: ", "))\(more) has"
        + " \(Self.quoted(key)): \(Words.number(count, "record")) there"
        + " \(count == 1 ? "counts" : "count") as nil"
    ]
  }

  /// Documents have few kinds of records; what has more sections than that has one kind.
  private static let mostKinds = 1000

  private static func quoted(_ key: String) -> String {
    let spelled = Condition.spelling(of: [key])
    return spelled.hasPrefix("`") ? spelled : "`\(spelled)`"
  }

  /// How many records each section has, and whether any of them has a key.
  private func sections(of level: Level, with key: String)
    throws(DataError) -> [Int: (records: Int, haveKey: Bool)]
  {
    let counting = environment.counting(level.shaped.source)
    var sections: [Int: (records: Int, haveKey: Bool)] = [:]
    let read = try level.columns.columns([[key]], by: .path, budget: budget, checkpoint: counting)
    if let read, let column = read.columns[[key]] {
      for run in read.directory.runs {
        let hasKey = run.records.contains {
          !column.absent.contains($0) || column.nulls?.contains($0) ?? false
        }
        let before = sections[run.start.section] ?? (0, false)
        sections[run.start.section] = (
          before.records + run.records.count, before.haveKey || hasKey
        )
      }
      return sections
    }
    let path = FieldPath(key: key)
    var count = 0
    try level.shaped.source.scan { address, value throws(DataError) in
      count += 1
      try counting(count)
      let before = sections[address.section] ?? (0, false)
      sections[address.section] = (before.records + 1, before.haveKey || value[path: path] != nil)
      return true
    }
    return sections
  }

  private func mayLeadThroughLists(
    _ keys: [String], _ level: Level
  ) throws(CommandError) -> Bool {
    let source = level.shaped.source
    let (counting, budget) = (environment.counting(source), budget)
    return try reading { () throws(DataError) in
      let read = try level.columns.columns([keys], by: .path, budget: budget, checkpoint: counting)
      if let column = read?.columns[keys] { return column.dependsOnRule || !column.isAnywhere }
      let counts = source.counts()
      return max(counts.rows.known, counts.items.known) < Self.fewRecords
    }
  }
}

/// What a field holds that has no order.
package struct ContainerTally {
  package var lists = 0
  package var records = 0
  /// Everything but null.
  package var values = 0
  package var all = 0

  package mutating func add(_ value: Value?) {
    all += 1
    switch value {
    case nil, .null: return
    case .array: lists += 1
    case .record: records += 1
    default: break
    }
    values += 1
  }
}

extension CommandError {
  /// The error for records and lists where values with an order are needed.
  package init(sizesOf path: FieldPath, _ tally: ContainerTally, _ word: Word) {
    let kind = tally.lists > 0 ? (tally.records > 0 ? "a list or a record" : "a list") : "a record"
    self.init(
      .impossible(
        "'\(word.text)' is \(kind) in \(Words.number(tally.values, "record")), which has no order",
        hint: tally.records == 0
          ? "'\(path).@count' is the size of the list; 'unnest \(path)' makes records of its elements"
          : "'schema' lists the keys inside"),
      at: word.range)
  }

  /// The error for lists that records were to be grouped by.
  package init(listsToGroupBy path: FieldPath, _ lists: Int, _ word: Word) {
    self.init(
      .impossible(
        "'\(word.text)' is a list in \(Words.number(lists, "record")), and a group is of one value",
        hint:
          "'\(path).@count' is the size of the list; 'unnest \(path)' makes records of its elements"
      ), at: word.range)
  }

  /// The error for a path that leads nowhere although its keys are there.
  package init(finding survey: PathSurvey, _ word: Word) {
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
  package init(lists survey: PathSurvey, _ reason: String, _ word: Word) {
    let hint = survey.listed.map { list, rest in
      "ask for one value: \(list).@count, \(list).@min.\(rest) or \(list)[0].\(rest); "
        + "'unnest \(list)' makes records of them"
    }
    self.init(
      .impossible(
        "'\(word.text)' is a list in \(Words.number(survey.lists, "record")), \(reason)",
        hint: hint ?? "ask for one value of it, as with '.@count'"),
      at: word.range)
  }
}

// MARK: - Lists that the levels are made of

extension TableQuestions {
  /// Says of lists that the rows, or the items, are made of that they are no keys of what is around these.
  func notesOnLevels(askedBy condition: Condition) throws(CommandError) -> [String] {
    guard let level else { return [] }
    let shaped = level.shaped
    // The names cost a look at the first records, which most conditions need not have.
    func isOfRecords(_ key: String) throws(CommandError) -> Bool {
      try reading { () throws(DataError) in try level.catalog.names() }.contains(key)
    }
    var notes: [String] = []
    for outer in [OuterLevel.row, .section] {
      guard let key = shaped.shape.list(below: outer), let list = key.keys, !list.isEmpty else {
        continue
      }
      let isNamed = condition.askedPaths(of: outer).contains { $0.path.keys.starts(with: list) }
      let isBare = list.count == 1 && condition.headKeys.contains(list[0])
      guard isNamed || isBare else { continue }
      if !isNamed, try isOfRecords(list[0]) { continue }
      let inner = outer == .section && shaped.shape.rows != nil ? "rows" : "items"
      notes.append(
        "the \(inner) are made of `\(key)`, which is no key of the \(outer.plural) then;"
          + " '\(Self.words(forRowsOf: outer, in: shaped.shape))' has it as one, and `\(key).@count` too"
      )
    }
    return notes
  }

  /// The shape in which the records of a level are rows, as it is typed.
  private static func words(forRowsOf level: OuterLevel, in shape: Shape) -> String {
    switch level {
    case .section, .document: "shape --rows \(shape.sections ?? .itself)"
    case .row:
      "shape " + (shape.sections.map { "--sections \($0) " } ?? "")
        + "--rows \(shape.rows ?? .itself)"
    }
  }
}
