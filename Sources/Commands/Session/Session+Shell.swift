import DataSources
import PredicateLanguage
import TableEngine
import TableModel

extension Session {
  func help(_ call: Invocation) throws(CommandError) -> Output {
    let help = Help(commands)
    if call.has("markdown") { return Output(verbatim: help.markdown().trimmingEnd()) }
    if call.has("examples") { return Output(verbatim: help.examplesPage().trimmingEnd()) }
    guard let word = call[0] else { return Output(help.overview().joined(separator: "\n")) }
    if word.text == "error" || word.text == "errors" { return try helpOnErrors(call[1]) }
    if let extra = call[1] {
      throw CommandError(
        .unexpectedArgument(extra.text, usage: call.command.usage), at: extra.range)
    }
    if let command = commands[word.text] {
      return Output(help.page(for: command).joined(separator: "\n"))
    }
    if let topic = HelpTopic.all.first(where: { $0.name == word.text }) {
      return Output("\(topic.name): \(topic.summary)\n\n\(topic.text)")
    }
    if let setting = Setting.named(word.text) {
      return Output("set \(setting.name): \(setting.summary)\nallowed: \(setting.expected)")
    }
    let known = commands.names + HelpTopic.all.map(\.name) + ["errors"] + Setting.all.map(\.name)
    throw CommandError(
      .unknownTopic(word.text, nearest: Spelling.matches(for: word.text, among: known)),
      at: word.range)
  }

  private func helpOnErrors(_ word: Word?) throws(CommandError) -> Output {
    guard let word else { return Output(ErrorTopic.overview.joined(separator: "\n")) }
    guard let code = ErrorCode(rawValue: word.text) else {
      let nearest = Spelling.matches(for: word.text, among: ErrorCode.allCases.map(\.rawValue))
      var error = CommandError(.unknownTopic(word.text, nearest: nearest), at: word.range)
      if nearest.isEmpty { error.proposal = "'help errors' lists the codes" }
      throw error
    }
    return Output(ErrorTopic.of(code).lines.joined(separator: "\n"))
  }

  func apropos(_ call: Invocation) throws(CommandError) -> Output {
    let word = call.rest().text
    let lines = Help(commands).apropos(word, settings: Setting.all)
    return Output(lines.isEmpty ? "nothing about '\(word)'" : lines.joined(separator: "\n"))
  }

  func history(_ call: Invocation) throws(CommandError) -> Output {
    if call.has("transcript") { return .next(.history(.transcript)) }
    if call.has("clear") { return .next(.history(.clear)) }
    let count = try call.count(at: 0)
    return .next(.history(.list(count, holding: call.option("grep")?.text)))
  }

  func time(_ call: Invocation) throws(CommandError) -> Output {
    let text = call.rest().text
    if text.isEmpty {
      throw CommandError(.missingArgument("COMMAND", usage: call.command.usage), at: call.range)
    }
    return .next(.timed(commands: text))
  }

  /// `output FILE`, `output -` and `once FILE`.
  func redirect(_ call: Invocation, once: Bool) throws(CommandError) -> Output {
    guard let word = call[0] else {
      if once {
        throw CommandError(.missingArgument("FILE", usage: call.command.usage), at: call.range)
      }
      return .next(.output(.tell))
    }
    if word.text == "-" { return .next(.output(.standard)) }
    return .next(
      .output(.file(word.text, replacing: call.has("force"), isForOneCommand: once)))
  }

  func source(_ call: Invocation) throws(CommandError) -> Output {
    .next(.source(file: call[0]?.text ?? ""))
  }

  func quit(_ call: Invocation) throws(CommandError) -> Output {
    let status = try call.count(at: 0) ?? 0
    let isForced = call.has("force")
    guard let word = call[0] else { return .next(.quit(0, isForced: isForced)) }
    guard (0...255).contains(status) else {
      throw CommandError(
        .badValue(word.text, argument: "exit status", expected: "0 to 255"), at: word.range)
    }
    return .next(.quit(Int32(status), isForced: isForced))
  }

  mutating func repeatCommand(_ call: Invocation) throws(CommandError) -> Output {
    let times = try call.count(at: 0) ?? 1
    guard (0...1_000_000).contains(times) else {
      throw CommandError(
        .badValue("\(times)", argument: "number", expected: "0 to 1,000,000"),
        at: call[0]?.range)
    }
    let inner = Statement.statements(in: call.rest(from: 1).text)
    guard let statement = inner.first else {
      throw CommandError(.missingArgument("COMMAND", usage: call.command.usage), at: call.range)
    }
    if statement.name?.text == "repeat" {
      throw CommandError(.impossible("repeat cannot repeat itself", hint: nil), at: call.range)
    }
    return try asAWhole(call.statement) { session throws(CommandError) in
      var last = Output()
      for _ in 0..<times {
        if session.environment.isInterrupted() { throw CommandError(.cancelled) }
        last = try session.run(statement).output
      }
      return last
    }
  }

  func expect(_ call: Invocation) throws(CommandError) -> Output {
    let (text, start) = call.rest()
    let condition = try condition(text, at: start)
    if condition.keyPaths.contains(where: \.namesCount) { try checkThatDataIsThere() }
    let state = Value.record(try state())
    let holds: Bool
    do {
      var context = EvaluationContext()
      holds = try condition.evaluate(state, in: &context)
    } catch {
      throw CommandError(.evaluation(error), at: call.range)
    }
    if holds { return Output() }
    let found = condition.keyPaths.map { path in
      "\(path) = \(state[path: path]?.plainText ?? "nothing")"
    }
    throw CommandError(
      .expectationFailed(
        expected: condition.format, found: found.joined(separator: ", ")),
      at: start..<start + text.count)
  }

  /// Counts that were known before a file changed underneath say nothing about it.
  private func checkThatDataIsThere() throws(CommandError) {
    let level = try current()
    _ = try reading { () throws(DataError) in try level.shaped.source.sections(0..<1) }
  }

  /// The names that `expect` knows, with their values now.
  func state() throws(CommandError) -> Record {
    let level = try current()
    let counts = level.shown.counts()
    let isPlain = counts.items == .exact(0)
    var record = Record()
    for statistics in level.table.statistics {
      var counters = Self.record(of: statistics)
      counters["count"] = .integer(
        (statistics.table == .rows ? counts.rows : counts.items).known)
      record[statistics.table.rawValue] = .record(counters)
      if (statistics.table == .rows) == isPlain {
        for field in counters.fields { record[field.key] = field.value }
      }
    }
    for (name, value) in Self.frameRecord(of: level.table) { record[name] = value }
    for kind in level.table.supplementaryStatistics {
      record[kind.identifier + "s"] = .record(Self.record(of: kind.counters.named))
    }
    record["count"] = .integer((isPlain ? counts.rows : counts.items).known)
    record["sections"] = .integer(counts.sections.known)
    record["offset"] = .integer(level.table.offset)
    record["focus"] = level.table.focus.map { .string($0.description) } ?? .null
    func places(_ addresses: Set<Address>) -> Value {
      .array(addresses.sorted().map { .string($0.description) })
    }
    record["selected"] = places(level.table.selection)
    record["marked"] = places(level.presenter.marks)
    record["level"] = .integer(levels.count)
    record["editing"] = level.table.editing.map { .string($0.description) } ?? .null
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
      ("imagesPending", .integer(table.pendingImages)),
    ]
  }

  private static func record(of statistics: TableStatistics) -> Record {
    var record = record(of: statistics.totals.named + statistics.callbacks.named)
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
  /// True for `count`, `items.count`, `sections`: how much data there is.
  fileprivate var namesCount: Bool {
    guard case .key(let name) = steps.last else { return false }
    return name == "count" || name == "sections"
  }
}
