import Arranging
import Asking
import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

/// `filter`: the records that fulfil a condition.
enum FilterCommand: ShelfCommand {
  case report, off
  case keep(TypedText, asList: Bool)

  private static let flat = CommandOption(
    "flat", nil, "show what is left as one list, until `filter off`")

  static let declaration = Command(
    "filter", .narrow, "keep the records for which a predicate is true",
    parameters: [Parameter("PREDICATE", .predicate, optional: true)], options: [flat],
    discussion: """
      Takes an NSPredicate format string. Items, rows and sections that lose everything \
      disappear; `filter off` brings them back, `filter` alone says what is on. See 'help \
      predicates'. A note says which keys no record has, and how many values could not be compared \
      or cast; under `set strict on` these are errors.
      With --flat the matches are in one section without an index, as the results of a search \
      bar do; `filter off` brings the table back with its sections, its scroll position and \
      its selection.
      """,
    examples: [
      .init("filter Views > 20000", "by number"),
      .init("filter Title BEGINSWITH[c] \"the\" OR Title CONTAINS[cd] \"cafe\"", "by text"),
      .init(
        "filter price < 20 AND NOT (countryOfOrigin IN {\"Peru\", \"Chile\"})",
        "with a list and NOT", on: "catalog.json"),
      .init("filter Views > 20000; filter off", "on and off"),
      .init(
        "index by name; filter --flat name BEGINSWITH[c] \"ma\"; filter off",
        "as a search bar does", on: "catalog.json"),
    ],
    errors: [.predicateSyntax: "with the place and what was expected"],
    related: ["search", "count", "sort"], needs: .everything, effect: .change)

  /// What other commands have before a predicate.
  private enum Leader: String, Keyword { case `where` }

  init(_ call: Invocation) throws(CommandError) {
    guard let typed = call.text() else {
      self = .report
      return
    }
    if call.isOnlyOff {
      self = .off
      return
    }
    if call.keyword(Leader.self) != nil, call[1]?.raw.first?.isLetter ?? false {
      var error = CommandError(
        .unexpectedArgument("where", usage: call.command.usage), at: call[0]?.range)
      error.proposal = "write 'filter \(call.rest(from: 1).text)'"
      throw error
    }
    self = .keep(typed, asList: call.has(Self.flat))
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    if case .keep(let typed, _) = self { _ = try Condition(typed) }
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .report: try workspace.current().filterReport
    case .off: try RecordFilter.Kind.filter.end(in: &workspace)
    case .keep(let typed, let asList): try Self.filter(typed, asList: asList, in: &workspace)
    }
  }

  private static func filter(
    _ typed: TypedText, asList: Bool, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    let questions = workspace.questions
    let scoped = try questions.scoped(
      Condition(typed, keys: questions.keyCatalog), at: typed.start)
    let condition = scoped.condition
    let remarks = try questions.remarks(on: condition, at: typed.start)
    let level = try workspace.current()
    let run = ConditionRun(
      condition, in: level.shaped.source, isStrict: questions.isStrict,
      document: questions.document?.shaped.source,
      isCancelled: workspace.environment.isInterrupted, meter: workspace.environment.meter)
    let budget = questions.budget
    // Results in one list are those of the table as it was before they took its place.
    let before = asList ? level.arrangementBeforeResults : nil
    let units: RecordFilter.Units = { columns throws(DataError) in
      try run.keptUnits(from: columns, budget: budget)
    }
    var filter = RecordFilter(
      condition.format, kind: .filter,
      survey: { columns throws(DataError) in try run.selection(from: columns, budget: budget) },
      units: condition.decidesOnUnits(of: level.shaped.source) ? units : nil,
      prepare: { source, arrangement, arrange throws(DataError) in
        try run.enter(source, before ?? arrangement, arrange)
      },
      matches: { address, value throws(DataError) in try run.matches(address, value) })
    if !questions.isStrict { filter.say(condition) }
    filter.outerKeys = OuterLevel.outwards.flatMap { level in
      condition.askedPaths(of: level).compactMap { asked in
        asked.path.keys.first.map { FieldPath(keys: [level.fieldKey, $0]) }
      }
    }
    var output: Output
    do {
      output = try filter.put(in: &workspace, asList: asList)
    } catch {
      if let failure = run.failure, failure != .cancelled {
        throw CommandError(.evaluation(failure), at: typed.range)
      }
      throw error
    }
    let narrowed = try workspace.current()
    output.notices =
      scoped.notices
      + remarks.sentences(
        after: run, matches: narrowed.shown.tally?.kept ?? 0, in: narrowed)
    return output.with(try Self.notes(on: condition, answeredBy: narrowed, questions, remarks))
  }
}

extension FilterCommand {
  /// What is to be said where a server has filtered, or could not.
  private static func notes(
    on condition: Condition, answeredBy level: Level, _ questions: TableQuestions,
    _ remarks: ConditionRemarks
  ) throws(CommandError) -> [String] {
    let whole = level.shaped.source.unnarrowed
    guard whole.isOnServer,
      let filter = level.arrangement.filters.first(where: { $0.kind == .filter })
    else { return [] }
    if filter.isNarrowing {
      return try reading { () throws(DataError) in
        try questions.servedRemarks(
          on: condition, whole, besides: remarks, isWhole: filter.isServed)
      }
    }
    let count = Words.grouped(whole.counts().rows.known)
    return [
      "the server can't say this with the meaning that it has here: all \(count) rows were read"
    ]
  }
}

extension RecordFilter {
  /// Notes what a condition says of fields.
  fileprivate mutating func say(_ condition: PredicateLanguage.Condition) {
    guard !condition.readsPlaces, let said = condition.fieldFilter else { return }
    (fields, fieldsSayAll) = (said.filter, said.isWhole)
  }
}

extension Level {
  /// How records stand that results in one list are taken from: without any filter.
  fileprivate var arrangementBeforeResults: Arrangement {
    Arrangement(
      grouping: beforeResults.map(\.grouping) ?? arrangement.grouping,
      sortKeys: beforeResults?.sortKeys ?? arrangement.sortKeys)
  }
}
