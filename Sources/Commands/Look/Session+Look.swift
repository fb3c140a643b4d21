import Arranging
import DataSources
import PredicateLanguage
package import Rendering
import TableEngine
import TableModel

extension Session {
  func view(_ call: Invocation) throws(CommandError) -> Output {
    let level = try current()
    let picture = picture(of: level, withChrome: !call.has("table"))
    @Sendable func json() -> [String] { [ViewEncoder.json.encode(picture).trimmingEnd()] }
    if call.has("json") { return Output(lines: [], json: json()) }
    if let word = call.option("layers") {
      let text = ViewEncoder.layers(try layers(word)).encode(picture)
      var output = Output(text.trimmingEnd())
      output.json = json()
      return output
    }
    var output = Output(lines: picture.lines, json: json())
    output.tell(fields: Self.visibleFields(picture.snapshot))
    return output
  }

  /// Address, text and detail of each cell in view.
  private static func visibleFields(_ snapshot: ViewportSnapshot) -> [[String]] {
    snapshot.rows.flatMap { $0.strip?.cells ?? [$0.cell] }.map { cell in
      [cell.address.description, cell.content.text, cell.content.detail ?? ""]
    }
  }

  private func layers(_ word: Word) throws(CommandError) -> [PictureLayer] {
    var layers: [PictureLayer] = []
    for name in word.text.split(separator: ",") {
      guard let layer = PictureLayer(rawValue: String(name)) else {
        throw CommandError(
          .badValue(
            String(name), argument: "layer",
            expected: PictureLayer.allCases.map(\.rawValue).joined(separator: ", ")),
          at: word.range)
      }
      layers.append(layer)
    }
    return layers
  }

  /// The viewport with title and reuse lines; nothing when no table is open.
  package func picture() -> [StyledLine] {
    levels.last.map { picture(of: $0, withChrome: true).lines } ?? []
  }

  /// The viewport of a level as it is drawn.
  func picture(of level: Level, withChrome: Bool) -> ViewPicture {
    let renderer = ViewportRenderer(device: preferences.device, charset: preferences.charset)
    let snapshot = level.table.snapshot()
    let chrome = chrome(level, snapshot)
    return withChrome
      ? renderer.view(snapshot, chrome: chrome) : renderer.table(snapshot, chrome: chrome)
  }

  /// What stands around the cells now.
  private func chrome(_ level: Level, _ snapshot: ViewportSnapshot) -> ViewChrome {
    var chrome = ViewChrome(name: levels.first?.title ?? level.title)
    chrome.breadcrumb = Array(breadcrumb.dropFirst())
    chrome.counts = level.shown.counts()
    if !level.arrangement.filters.isEmpty { chrome.total = level.countsWithoutFilters }
    chrome.conditions = conditions(level)
    for header in snapshot.headers { addSection(header.section, to: &chrome, level) }
    for row in snapshot.rows {
      let address = row.cell.address
      addSection(address.section, to: &chrome, level)
      guard row.strip != nil, let info = level.presenter.row(address) else { continue }
      chrome.rowTitles[address] = info.title
      if let items = info.items { chrome.itemExtents[address] = items }
    }
    if level.showsIndex, let titles = level.shown.indexTitles {
      let top = snapshot.rows.first?.cell.address.section
      chrome.index = ViewChrome.Index(
        titles: titles.titles, current: top.flatMap { titles.targets.firstIndex(of: $0) })
    }
    chrome.overlay = preferences.overlay
    chrome.cellNames = preferences.cellNames
    chrome.labelBackground = preferences.labelBackground
    chrome.showsSelection = preferences.showsSelection
    chrome.layouts = Dictionary(
      level.look.layouts.map { ($0.layout.identifier, $0.layout) }, uniquingKeysWith: { $1 })
    if level.look.shows(.reuse) { chrome.statistics = statistics(level) }
    return chrome
  }

  /// Rows and items; a table that never had items is told by its rows alone.
  private func statistics(_ level: Level) -> [TableStatistics] {
    level.table.statistics.filter { $0.table == .rows || $0.totals.requests > 0 }
  }

  private func addSection(_ index: Int, to chrome: inout ViewChrome, _ level: Level) {
    guard chrome.sections[index] == nil, let info = level.presenter.section(index) else { return }
    chrome.sections[index] = ViewChrome.Section(
      title: info.title, footer: info.footer, rows: info.rows)
  }

  /// What narrows and orders the table, as the commands that say so.
  func conditions(_ level: Level) -> [String] {
    var texts = level.arrangement.filters.map(\.text)
    if !level.arrangement.sortKeys.isEmpty {
      texts.append(
        "sort by " + level.arrangement.sortKeys.map(\.description).joined(separator: ", "))
    }
    if let order = level.arrangement.sectionOrder { texts.append("\(order)") }
    switch level.arrangement.grouping {
    case nil: break
    case .flat: texts.append("flatten")
    case .byValue(let path, _, _): texts.append("group by \(path)")
    case .byLetter(let path): texts.append("index by \(path)")
    }
    return texts
  }

  mutating func show(_ call: Invocation) throws(CommandError) -> Output {
    let address = try place(call[0])
    let level = try current()
    guard
      let value = try reading({ () throws(DataError) in try level.shown.value(at: address) })
    else {
      throw CommandError(
        .noSuchPlace("\(address)", explanation: "nothing is there", nearest: []),
        at: call[0]?.range)
    }
    noteResult(address)
    let json = Self.answer(value, at: address)
    let remarks = Self.remarks(onRepeated: value.repeatedKeys)
    if call.has("json") { return Output(lines: [], json: [json]).with(remarks) }
    var output = Output(document: JSONWriter.text(of: value, layout: .pretty)).with(remarks)
    output.json = [json]
    output.tell(fields: Self.fields(of: value))
    return output
  }

  /// What `show --json` prints: the value as it stands in the data, and where.
  private static func answer(_ value: Value, at address: Address) -> String {
    var answer = Record()
    answer["schema"] = .string("shelf.show.1")
    answer["address"] = .string(address.description)
    answer["record"] = value
    return JSONWriter.text(of: .record(answer), layout: .spaced)
  }

  /// A record as its keys and values, a list as its elements, anything else as itself. What is
  /// nested more deeply is JSON, so that nothing is lost.
  private static func fields(of value: Value) -> [[String]] {
    func text(_ value: Value) -> String {
      switch value {
      case .array, .record: JSONWriter.text(of: value)
      default: value.plainText
      }
    }
    return switch value {
    case .record(let record): record.fields.map { [$0.key, text($0.value)] }
    case .array(let elements): elements.map { [text($0)] }
    default: [[text(value)]]
    }
  }

  /// Says which key was written more than once; of several the first, and how many others.
  private static func remarks(onRepeated keys: [Record.RepeatedKey]) -> [String] {
    guard let first = keys.first else { return [] }
    let more = keys.count == 1 ? "" : " (and \(Words.number(keys.count - 1, "other key")) likewise)"
    return [
      "the data has \(first.values) values for the key '\(first.key)' here, of which only the last"
        + " counts\(more)"
    ]
  }

  // MARK: Fields

  /// The columns to which reports are cut; nil where they are not shown on a terminal.
  private var reportWidth: Int? { environment.printsToTerminal ? preferences.window.width : nil }

  func schema(_ call: Invocation) throws(CommandError) -> Output {
    let schema = try summary { level, budget, checkpoint throws(DataError) in
      try level.shown.schema(budget: budget, checkpoint: checkpoint)
    }
    let output = FieldReport.output(schema, width: reportWidth)
    return output.with(json: FieldReport.json(schema), for: call)
  }

  func describe(_ call: Invocation) throws(CommandError) -> Output {
    let asked = try field(call[0], usage: call.command.usage)
    let field = try summary { level, budget, checkpoint throws(DataError) in
      try level.shown.describe(
        asked.path, from: level.columns, budget: budget, checkpoint: checkpoint)
    }
    var output = FieldReport.output(describing: field)
    output.notices = asked.notices
    return output.with(json: FieldReport.json(describing: field), for: call)
  }

  func distinct(_ call: Invocation) throws(CommandError) -> Output {
    let field = try field(call[0], usage: call.command.usage)
    let most = try call.count(at: 1) ?? .max
    if most < 1, let word = call[1] {
      throw CommandError(
        .badValue(word.text, argument: "number of values", expected: "1 or more"), at: word.range)
    }
    let values = try summary { level, budget, checkpoint throws(DataError) in
      try level.shown.distinct(
        field.path, most: most, from: level.columns, budget: budget, checkpoint: checkpoint)
    }
    var output = FieldReport.output(values, width: reportWidth)
    output.notices = field.notices
    return output.with(json: FieldReport.json(values, of: field.path), for: call)
  }

  func summarize(_ call: Invocation) throws(CommandError) -> Output {
    let field = try field(call[0], for: .order, usage: call.command.usage)
    try expectWord("by", call[1], in: call)
    let by = try self.field(call[2], usage: call.command.usage)
    let groups = try summary { level, budget, checkpoint throws(DataError) in
      try level.shown.summarize(
        field.path, by: by.path, from: level.columns, budget: budget, checkpoint: checkpoint)
    }
    var output = FieldReport.output(groups, by: by.path, width: reportWidth)
    output.notices = field.notices + by.notices
    return output.with(json: FieldReport.json(groups, of: field.path, by: by.path), for: call)
  }

  /// Reads everything that is shown, until it is done or the user interrupts.
  private func summary<T>(
    _ body: (Level, _ budget: Int, @escaping Checkpoint) throws(DataError) -> T
  ) throws(CommandError) -> T {
    let level = try current()
    let counting = counting(level.shaped.source)
    do {
      return try body(level, preferences.memoryBudget, counting)
    } catch {
      throw CommandError(error)
    }
  }
}

extension Output {
  /// The output with what programs get, which is all there is where the command has `--json`.
  fileprivate func with(
    json value: @autoclosure @escaping @Sendable () -> Value, for call: Invocation
  ) -> Output {
    var output = Output(
      lines: call.has("json") ? [] : lines, json: [JSONWriter.text(of: value(), layout: .spaced)])
    output.fields = fields
    output.notices = notices
    output.isMessage = isMessage
    return output
  }
}
