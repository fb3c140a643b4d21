import Arranging
package import Asking
package import CommandLanguage
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

  /// What is to be said of asking whether a field is nil that whole sections are without, because they
  /// hold records of another kind: they are counted as well.
  ///
  /// - Complexity: O(records) of a small table with several sections; larger ones are of one kind.
  package func hint(onSectionsWithout path: FieldPath) throws(CommandError) -> [String] {
    guard let source = level?.shaped.source, let first = path.steps.first,
      OuterLevel(at: path) == nil
    else { return [] }
    let counts = source.counts()
    guard counts.sections.known > 1, max(counts.rows.known, counts.items.known) < Self.fewRecords
    else { return [] }
    let key = FieldPath([first])
    var (with, without): ([Int: Bool], [Int: Int]) = ([:], [:])
    try reading { () throws(DataError) in
      try source.scan { address, value in
        with[address.section, default: false] =
          with[address.section] == true || value[path: key] != nil
        without[address.section, default: 0] += 1
        return true
      }
    }
    let others = with.filter { !$0.value }.keys.sorted()
    guard !others.isEmpty, others.count < with.count else { return [] }
    let titles = try reading { () throws(DataError) in
      try source.sections(0..<counts.sections.known).map { $0.title ?? "" }
    }
    let names = others.prefix(3).map { titles[$0].isEmpty ? "section \($0)" : titles[$0] }
    let count = others.reduce(0) { $0 + (without[$1] ?? 0) }
    let more = others.count > 3 ? " and \(others.count - 3) more" : ""
    return [
      "no record of \(names.joined(separator: ", "))\(more) has `\(key)`: it is nil for"
        + " \(Words.number(count, "record")) of another kind, too"
    ]
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
