import DataSources
import TableEngine
import TableModel

extension Session {
  func trace(_ call: Invocation) throws(CommandError) -> Output {
    let level = try current()
    if let file = call.option("timeline") { return try timeline(file, call) }
    for name in ["of", "force"] where call.has(name) {
      throw CommandError(
        .impossible("--\(name) goes with --timeline", hint: "add --timeline FILE.svg"),
        at: call.range)
    }
    let events = call.has("all") ? level.table.allTrace : level.table.takeTrace()
    let wanted =
      call.has("verbose") || call.has("json") ? events : events.filter(\.isConfiguration)
    let showsSections = level.shown.counts().sections.known > 1
    let naming = preferences.cellNames
    let json = events.map { JSONWriter.text(of: $0.value(naming), layout: .spaced) }
    if call.has("json") { return Output(lines: [], json: json) }
    if wanted.isEmpty { return Output("nothing happened since the last trace") }
    var output = Output(
      wanted.map { $0.line(showsSections: showsSections, naming: naming) }
        .joined(separator: "\n"))
    output.json = json
    return output
  }

  func reset() throws(CommandError) -> Output {
    let level = try current()
    level.table.reset()
    // Every offset is at its start, and so is the focus: it must not be where nobody sees it.
    let first = try reading { () throws(DataError) in try Level.firstPlace(level.shown) }
    level.table.moveFocus(to: first)
    return Output("the engine starts afresh\(Mark.dot)\(positionLine)")
  }

  func reconfigure(_ call: Invocation) throws(CommandError) -> Output {
    let level = try current()
    level.presenter.forgetWindows()
    if call.arguments.isEmpty {
      try engine { () throws(EngineError) in try level.table.reconfigure() }
      return Output("reconfigured what is visible")
    }
    var addresses: [Address] = []
    for word in call.arguments { addresses += try resolver().addresses(word) }
    try engine { () throws(EngineError) in try level.table.reconfigure(addresses) }
    return Output("reconfigured " + Words.number(addresses.count, "place"))
  }

  func memoryWarning() throws(CommandError) -> Output {
    let table = try current().table
    let pooled = table.statistics.reduce(0) { $0 + $1.totals.pooled }
    table.receiveMemoryWarning()
    return Output("memory warning: \(Words.number(pooled, "pooled cell")) discarded")
  }
}

extension TraceEvent {
  /// The event as a record, for `trace --json`; with addresses, where cells are named by them.
  fileprivate func value(_ naming: CellNaming) -> Value {
    var record = Record()
    record["schema"] = .string("shelf.trace.1")
    record["frame"] = .integer(frame)
    record["event"] = .string(kind.rawValue)
    record["table"] = .string(table.rawValue)
    if let identifier { record["identifier"] = .string(identifier) }
    if let cell {
      record["cell"] = .string(cell.description)
      if naming == .hex { record["pointer"] = .string(cell.address) }
    }
    if let address { record["address"] = .string(address.description) }
    return .record(record)
  }
}

extension String {
  /// The text without line breaks at its end.
  func trimmingEnd() -> String {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
