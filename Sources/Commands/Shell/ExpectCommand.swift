import Arranging
import CommandLanguage
import Documents
import PredicateLanguage
import TableEngine
import TableModel
import Workspaces

/// `expect`: fails unless a condition over the state of the table holds.
struct ExpectCommand: ShelfCommand {
  static let declaration = Command(
    "expect", .shell, "fail unless a condition holds",
    parameters: [Parameter("CONDITION", .predicate)],
    discussion: """
      A predicate over the numbers of `stats` and `count` and the state: created, reused, \
      recycled, pooled, visible, requests, highWater (of the items, or of the rows in a plain \
      table; rows.created and items.created name the table), count (the records shown; also \
      rows.count, items.count), sections, offset, focus, selected, marked. Of what is seen: cells \
      (those in view, each with address, text, detail, image, accessory, style, name, stale: \
      what belongs to another row), records (those that are shown, up to 1,000). Of what was set and done: table, filter, sort, grouping, settings \
      (settings.poolOrder is 'set pool-order'), done (the commands that undo would take back). A name that there is not, or a value of a kind \
      that what is named never has, is an error; so are keys that no record has under `set strict on`. \
      Passes silently.
      """,
    examples: [
      .init("expect created <= 60", "few cells"),
      .init("select 0.0.3; expect selected CONTAINS \"0.0.3\"", "the selection"),
      .init(
        "sort by title desc; expect records[FIRST].title == \"Row 9\"", "the order", on: "rows.json"
      ),
    ],
    errors: [
      .expectationFailed: "with what was expected and what was found",
      .impossible: "more than 1,000 records are shown, and the condition asks for all of them",
    ],
    related: ["stats", "count"], needs: .everything)

  private let condition: TypedText
  private let line: Range<Int>

  init(_ call: Invocation) throws(CommandError) {
    condition = TypedText(call.rest())
    line = call.range
  }

  func check(in workspace: inout Workspace) throws(CommandError) -> Output.Next {
    _ = try Condition(condition)
    return .carryOn
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let typed = condition
    var condition = try Condition(typed)
    let level = try workspace.current()
    if condition.keyPaths.contains(where: \.namesCount) {
      // Counts that were known before a file changed underneath say nothing about it.
      _ = try reading { () throws(DataError) in try level.shaped.source.sections(0..<1) }
    }
    let record = try workspace.state(for: condition)
    let state = Value.record(record)
    condition = try Condition(typed, keys: KeyCatalog(sampling: [state]))
    for warning in condition.warnings
    where Self.refuses(warning, of: record, isStrict: workspace.preferences.isStrict) {
      throw CommandError(
        ConditionError(refusing: warning, in: condition.source), predicateAt: typed.start)
    }
    let holds: Bool
    do {
      var context = EvaluationContext(isStrict: workspace.preferences.isStrict)
      holds = try condition.evaluate(state, in: &context)
    } catch {
      throw CommandError(.evaluation(error), at: line)
    }
    if holds { return Output() }
    let found = condition.keyPaths.map { path in
      "\(path) = \(Self.brief(state[path: path] ?? path.leadingKey.flatMap { record[$0] }))"
    }
    throw CommandError(
      .expectationFailed(
        expected: condition.format, found: found.joined(separator: ", ")), at: typed.range)
  }

  /// True for what makes a condition prove nothing: a name that there is not, or a value that is
  /// never of the kind that it is compared with.
  ///
  /// The names are known, but for the keys of records, which may be there another time, and for
  /// what lists hold that are empty.
  private static func refuses(_ warning: Diagnostic, of state: Record, isStrict: Bool) -> Bool {
    let path: [String]
    switch warning.problem {
    case .unknownKey(_, let whole, _): path = whole.keys
    case .otherKind(let found): path = found.path
    default: return false
    }
    guard case .array(let elements)? = path.first.flatMap({ state[$0] }), path.count > 1 else {
      return true
    }
    return !elements.isEmpty && (isStrict || path.first != "records")
  }

  /// A value in words; of a long list how much it holds.
  private static func brief(_ value: Value?) -> String {
    switch value {
    case nil: "nothing"
    case .array(let elements)? where elements.count > longestList:
      "\(elements.count) values"
    case let value?: value.plainText
    }
  }

  private static let longestList = 12
}

extension Workspace {
  /// What a condition may ask of the table that is shown and of what was done to it. What costs
  /// something is there only where the condition names it.
  fileprivate func state(for condition: Condition) throws(CommandError) -> Record {
    let level = try current()
    var record = level.state(depth: levels.count)
    record["table"] = .string(breadcrumb.joined(separator: " > "))
    let arrangement = level.arrangement
    record["filter"] = .string(arrangement.filters.map(\.statement).joined(separator: ", "))
    record["sort"] = .string(arrangement.sortKeys.map(\.description).joined(separator: ", "))
    record["grouping"] = .string(arrangement.groupingStatement ?? "")
    record["settings"] = .record(
      Record(Setting.all.map { (Self.key(of: $0), Self.value(of: $0, in: preferences)) }))
    record["done"] = .array(history.past.map { .string($0.label) })
    let names = Set(condition.keyPaths.compactMap(\.leadingKey))
    if names.contains("cells") { record["cells"] = .array(level.cellsInView) }
    if names.contains("records") { record["records"] = .array(try level.fewRecords()) }
    return record
  }

  /// `poolOrder` for `pool-order`: a minus would be read as one.
  private static func key(of setting: Setting) -> String {
    let words = setting.name.split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }

  private static func value(of setting: Setting, in preferences: Preferences) -> Value {
    let text = setting.get(preferences)
    return Int(text).map { .integer($0) } ?? .string(text)
  }
}

extension Level {
  /// What the cells in view show: those of rows, or in their place those of a row's items.
  fileprivate var cellsInView: [Value] {
    table.snapshot().rows.flatMap { $0.strip?.cells ?? [$0.cell] }.map { cell in
      let content = cell.content
      func text(_ text: String?) -> Value { text.map { .string($0) } ?? .null }
      return .record(
        Record([
          ("address", .string(cell.address.description)), ("text", .string(content.text)),
          ("detail", text(content.detail)), ("image", text(content.image)),
          ("accessory", .string(content.accessory.rawValue)),
          ("style", .string(content.style.name)), ("name", .string(cell.id.description)),
          ("stale", .string(cell.stale.map(\.description).joined(separator: ", "))),
        ]))
    }
  }

  /// The records that are shown.
  ///
  /// - Throws: where there are so many that asking for all of them cannot be meant.
  fileprivate func fewRecords() throws(CommandError) -> [Value] {
    let limit = 1000
    var records: [Value] = []
    try reading { () throws(DataError) in
      try shown.scan { _, value throws(DataError) in
        records.append(value)
        return records.count <= limit
      }
    }
    guard records.count <= limit else {
      let hint = "a filter shows fewer; 'count' needs no records"
      throw CommandError(.impossible("more than 1,000 records are shown", hint: hint))
    }
    return records
  }

  /// The names that `expect` knows, with their values now.
  ///
  /// - Parameter depth: how many tables are open, this one the last.
  func state(depth: Int) -> Record {
    let counts = shown.counts()
    let isPlain = counts.items == .exact(0)
    var record = Record()
    for statistics in table.statistics {
      var counters = Self.record(of: statistics)
      counters["count"] = .integer(
        (statistics.table == .rows ? counts.rows : counts.items).known)
      record[statistics.table.rawValue] = .record(counters)
      if (statistics.table == .rows) == isPlain {
        for field in counters.fields { record[field.key] = field.value }
      }
    }
    for (name, value) in Self.frameRecord(of: table) { record[name] = value }
    for kind in table.supplementaryStatistics {
      record[kind.identifier + "s"] = .record(Self.record(of: kind.counters.named))
    }
    record["count"] = .integer((isPlain ? counts.rows : counts.items).known)
    record["sections"] = .integer(counts.sections.known)
    record["offset"] = .integer(table.offset)
    record["focus"] = table.focus.map { .string($0.description) } ?? .null
    func places(_ addresses: Set<Address>) -> Value {
      .array(addresses.sorted().map { .string($0.description) })
    }
    record["selected"] = places(table.selection)
    record["marked"] = places(presenter.marks)
    record["level"] = .integer(depth)
    record["editing"] = table.editing.map { .string($0.description) } ?? .null
    return record
  }

  /// What the frames were and cost, and the state of the content.
  private static func frameRecord(of table: Table) -> [(String, Value)] {
    let totals = table.frameTotals
    return [
      ("frames", .integer(table.frameCount)), ("contentHeight", .integer(table.contentHeight)),
      ("cost", .integer(totals.cost)), ("hitch", .integer(totals.hitch)),
      ("drift", .integer(totals.drift)),
      ("invisibleRequests", .integer(totals.invisibleRequests)),
      ("repeatedBinds", .integer(totals.repeatedBinds)),
      ("prefetchHits", .integer(totals.rowPrefetch.hits)),
      ("prefetchWaste", .integer(totals.rowPrefetch.waste)),
      ("prefetchLate", .integer(totals.rowPrefetch.late)),
      ("itemPrefetchHits", .integer(totals.itemPrefetch.hits)),
      ("itemPrefetchWaste", .integer(totals.itemPrefetch.waste)),
      ("itemPrefetchLate", .integer(totals.itemPrefetch.late)),
      ("imagesApplied", .integer(totals.asyncApplied)),
      ("imagesRejected", .integer(totals.asyncRejected)),
      ("imagesRead", .integer(totals.imagesRead)), ("comparisons", .integer(totals.comparisons)),
      ("subviews", .integer(table.lastFrame.subviews)),
      ("imagesPending", .integer(table.pendingImages)),
    ]
  }

  private static func record(of statistics: TableStatistics) -> Record {
    var record = record(of: statistics.totals.named + statistics.namedCalls)
    record["stale"] = .record(Self.record(of: statistics.stale.named))
    return record
  }

  private static func record(of figures: [(name: String, figure: NamedFigure)]) -> Record {
    Record(
      figures.map { name, figure in
        switch figure {
        case .count(let count): (name, .integer(count))
        case .share(let share): (name, .double(share))
        }
      })
  }
}

extension FieldPath {
  fileprivate var leadingKey: String? {
    guard case .key(let name) = steps.first else { return nil }
    return name
  }

  /// True for `count`, `items.count`, `sections`: how much data there is.
  fileprivate var namesCount: Bool {
    guard case .key(let name) = steps.last else { return false }
    return name == "count" || name == "sections"
  }
}
