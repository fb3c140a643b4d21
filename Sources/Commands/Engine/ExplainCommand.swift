import CommandLanguage
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `explain`: what the last frame did and why, and the words for it.
enum ExplainCommand: ShelfCommand {
  case frame
  /// Lists the topics.
  case topics
  case topic(EngineNote)
  /// A rule of `Documentation/TableView.md`, which counts from 1.
  case rule(Int)

  static let declaration = Command(
    "explain", .engine, "say what the last frame did and why",
    parameters: [
      Parameter("TOPIC", .choice(List.words + topicNames), optional: true, repeated: true)
    ],
    discussion: """
      Goes through the last frame cell by cell, with the rule behind each step. With a topic \
      explains the word or the rule, and says whether it is documented behaviour, observed, or \
      this program's own choice. `explain topics` lists them, `explain rule N` shows those of a \
      rule by which the engine works.
      """,
    examples: [
      .init("down 1; explain", "what one scroll did, and why", on: "rows.json"),
      .init("explain pool", "a word"), .init("explain topics", "all of them"),
      .init("explain rule 11", "when cells leave"),
    ],
    errors: [.unknownTopic: "with the nearest ones"], related: ["trace", "stats"])

  enum List: String, Keyword {
    case topics
    case rule
  }

  private static let topicNames = EngineNote.all.map(\.topic)

  init(_ call: Invocation) throws(CommandError) {
    let typed = call.arguments.map(\.text).joined(separator: "-")
    if call.arguments.isEmpty {
      self = .frame
    } else if call.keyword(List.self) == .rule {
      self = .rule(try Self.rule(call))
    } else if call.keyword(List.self) == .topics {
      try call.checkEnd(at: 1)
      self = .topics
    } else if let note = EngineNote.named(typed) {
      self = .topic(note)
    } else {
      throw CommandError(
        .unknownTopic(typed, nearest: Spelling.matches(for: typed, among: Self.topicNames)),
        at: call[0]?.range)
    }
  }

  /// The number behind `rule`.
  private static func rule(_ call: Invocation) throws(CommandError) -> Int {
    guard let word = call[1] else {
      throw CommandError(.missingArgument("N", usage: "explain rule N"), at: call.range)
    }
    try call.checkEnd(at: 2)
    let last = EngineNote.ruleCount
    guard let number = Int(word.text), (1...last).contains(number) else {
      throw CommandError(
        .badValue(word.text, argument: "rule", expected: "a number from 1 to \(last)"),
        at: word.range)
    }
    return number
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .frame:
      let table = try workspace.current().table
      return Self.output(FrameExplanation(of: table, naming: workspace.preferences.cellNames))
    case .topics: return Output(Self.topicList())
    case .topic(let note): return Self.output([note], in: workspace)
    case .rule(let number):
      let notes = EngineNote.on(rule: number)
      let heading = "rule \(number): " + notes.map(\.topic).joined(separator: ", ")
      return Self.output(notes, under: heading, in: workspace)
    }
  }

  // MARK: The glossary

  private static func output(
    _ notes: [EngineNote], under heading: String? = nil, in workspace: Workspace
  ) -> Output {
    let texts =
      [heading].compactMap(\.self) + notes.flatMap { Self.paragraphs(of: $0, in: workspace) }
    var output = Output(
      texts.map { Words.wrap($0, label: "", indent: 0, width: 79).joined(separator: "\n") }
        .joined(separator: "\n\n"))
    output.json = notes.map(Self.json)
    return output
  }

  private static func paragraphs(of note: EngineNote, in workspace: Workspace) -> [String] {
    var paragraphs = ["\(note.topic): \(note.basis.words)", note.text]
    if let source = note.source {
      paragraphs.append(note.basis.sourceLabel + ": " + source.rawValue)
    }
    // What holds for the table that is open, where the note is about that.
    if note.topic == "identity", let here = workspace.levels.last?.identityWords {
      paragraphs.append("here: " + here)
    }
    let rules = note.rules.map { "rule \($0)" }
    let related = note.related + rules
    if !related.isEmpty { paragraphs.append("see also: " + related.joined(separator: ", ")) }
    return paragraphs
  }

  private static func json(_ note: EngineNote) -> String {
    JSONWriter.text(
      of: .record(
        Record([
          ("schema", .string("shelf.topic.1")), ("topic", .string(note.topic)),
          ("basis", .string(note.basis.rawValue)),
          ("source", note.source.map { .string($0.rawValue) } ?? .null),
          ("text", .string(note.text)),
          ("related", .array(note.related.map { .string($0) })),
          ("rules", .array(note.rules.map { .integer($0) })),
        ])), layout: .spaced)
  }

  /// The topics by what they rest on.
  private static func topicList() -> String {
    var lines: [String] = []
    for basis in EngineNote.Basis.allCases {
      let topics = EngineNote.all.filter { $0.basis == basis }.map(\.topic).sorted()
      lines.append("\(basis.words):")
      lines += Words.wrap(topics.joined(separator: " "), label: "", indent: 2, width: 79)
    }
    return lines.joined(separator: "\n")
  }

  // MARK: A frame

  private static let mostSteps = 60

  private static func output(_ frame: FrameExplanation) -> Output {
    var lines = [
      "frame \(frame.frame)\(Mark.dot)offset \(frame.offset)\(Mark.dot)"
        + "\(Words.number(frame.visibleRows, "row")) in view\(Mark.dot)policy \(frame.configuration.policy.rawValue)"
    ]
    let places = frame.steps.map { place($0.event) }
    let width = places.prefix(mostSteps).map(\.count).max() ?? 0
    for (step, place) in zip(frame.steps, places).prefix(mostSteps) {
      lines.append("  \(place.padded(to: width + 2))\(step.text) (\(step.topic))")
    }
    if frame.steps.count > mostSteps {
      lines.append(
        "  and \(frame.steps.count - mostSteps) more; 'trace --verbose' has them all")
    }
    if frame.steps.isEmpty {
      lines.append("  no cell came or went: what is in view was in view before")
    }
    if let (text, topic) = frame.order { lines.append("\(text) (\(topic))") }
    lines.append(cost(of: frame))
    lines += grounds(of: frame.topics)
    var output = Output(lines.joined(separator: "\n"))
    output.json = [json(frame)]
    return output
  }

  private static func place(_ event: TraceEvent) -> String {
    guard let address = event.address else { return "table" }
    return address.item == nil ? "row \(address)" : "item \(address)"
  }

  private static func cost(of frame: FrameExplanation) -> String {
    let budget = frame.configuration.costs.budget
    let over = frame.report.hitch > 0 ? ", \(frame.report.hitch) over" : ""
    let costs = frame.configuration.costs
    let layers =
      costs.subview * frame.report.subviews + costs.blend * frame.report.blended
    let composing = layers > 0 ? ", \(layers) of it for layers (cost, subview)" : " (cost)"
    return "cost \(frame.report.cost) of \(budget)\(over)\(composing)"
  }

  /// What the topics rest on, a line for each kind of ground.
  private static func grounds(of topics: [String]) -> [String] {
    EngineNote.Basis.allCases.compactMap { basis in
      let matching = topics.filter { EngineNote.named($0)?.basis == basis }
      guard basis != .term, !matching.isEmpty else { return nil }
      return "\(matching.joined(separator: ", ")): \(basis.words)"
    }
  }

  private static func json(_ frame: FrameExplanation) -> String {
    let steps = frame.steps.map { step -> Value in
      var record = Record()
      record["event"] = .string(step.event.kind.rawValue)
      record["table"] = .string(step.event.table.rawValue)
      record["address"] = step.event.address.map { .string($0.description) } ?? .null
      record["cell"] = step.event.cell.map { .string($0.description) } ?? .null
      record["text"] = .string(step.text)
      record["topic"] = .string(step.topic)
      record["basis"] = .string(EngineNote.named(step.topic)?.basis.rawValue ?? "")
      return .record(record)
    }
    return JSONWriter.text(
      of: .record(
        Record([
          ("schema", .string("shelf.explain.1")), ("frame", .integer(frame.frame)),
          ("offset", .integer(frame.offset)),
          ("policy", .string(frame.configuration.policy.rawValue)),
          ("cost", .integer(frame.report.cost)), ("steps", .array(steps)),
        ])), layout: .spaced)
  }
}

/// What happened in a frame, cell by cell, in plain words with the rule behind each.
struct FrameExplanation {
  struct Step: Hashable {
    var event: TraceEvent
    var text: String
    var topic: String
  }

  let frame: Int
  let offset: Int
  let report: FrameReport
  let configuration: EngineConfiguration
  let visibleRows: Int
  private let naming: CellNaming
  private(set) var steps: [Step] = []

  /// Events that are looked back at.
  private static let reach = 20_000

  /// - Complexity: O(events of the last frames).
  init(of table: Table, naming: CellNaming = .ordinal) {
    self.naming = naming
    frame = table.frameCount
    offset = table.offset
    report = table.lastFrame
    configuration = table.configuration
    visibleRows = table.visibleRows.count
    for event in Self.events(of: table) {
      if let (text, topic) = words(for: event) {
        steps.append(Step(event: event, text: text, topic: topic))
      }
    }
  }

  /// The events of the last frame, and what the whole table was asked right before it.
  private static func events(of table: Table) -> [TraceEvent] {
    let recent = table.trace(from: max(0, table.traceCount - reach))
    let last = recent.filter { $0.frame == table.frameCount }
    let before = recent.dropLast(last.count).reversed().prefix { $0.frame == table.frameCount - 1 }
    let causes: Set<TraceEvent.Kind> = [.restart, .reloadData, .memoryWarning, .reconfigure]
    return before.reversed().filter { causes.contains($0.kind) } + last
  }

  // MARK: One event

  private func words(for event: TraceEvent) -> (String, String)? {
    let cell = event.cell?.name(naming) ?? ""
    let pool = event.identifier.map { "the pool of '\($0)'" } ?? "its pool"
    switch event.kind {
    case .create: return created(cell, pool, event)
    case .dequeueNil: return ("\(pool) gave nothing: the data source makes a cell", "dequeue")
    case .leak: return ("\(cell) was taken and not returned: it is lost", "register")
    case .reuse: return ("takes \(cell) from \(pool), \(turn)", "pool-order")
    case .recycle: return left(cell, pool)
    case .discard: return ("\(cell) is given up for good", "discard")
    case .revive: return ("comes back with \(cell), not configured again", "revive")
    case .retain: return ("\(cell) is being edited and waits for its row", "exempt")
    case .reattach: return ("comes back with \(cell), which is being edited", "exempt")
    case .reconfigure: return ("\(cell) is rewritten in place", "reconfigure")
    case .prefetch: return ("its data is asked for in advance", "prefetch")
    case .cancelPrefetch: return ("its prefetch is cancelled: the scroll turned back", "prefetch")
    case .prepare: return ("\(cell) is ready before its place comes into view", "cell-prefetch")
    case .stale: return ("\(cell) shows something that belongs to another row", "stale")
    case .restart: return ("pools and screen were emptied by a setting", "discard")
    case .reloadData: return ("all cells went through their pools", "reload")
    case .memoryWarning: return ("all pools were emptied", "memory-warning")
    case .imageApplied: return ("an image came for \(cell)", "images")
    case .imageRejected: return ("an image came too late for \(cell)", "images")
    case .prepareForReuse, .willDisplay, .didEndDisplaying, .highlight, .willSelect, .didSelect,
      .willDeselect, .didDeselect, .accessoryTapped, .beginEditing, .endEditing:
      return nil
    }
  }

  private func created(_ cell: String, _ pool: String, _ event: TraceEvent) -> (String, String) {
    switch configuration.policy {
    case .none: ("gets a new cell, \(cell): nothing is ever reused", "none")
    case .prebuilt where event.table == .rows: ("gets \(cell) to keep: it had none yet", "prebuilt")
    default:
      event.identifier == "(none)"
        ? ("gets \(cell), which has no identifier and will not be pooled", "unnamed")
        : ("gets a new cell, \(cell): \(pool) was empty", "dequeue")
    }
  }

  private func left(_ cell: String, _ pool: String) -> (String, String) {
    ("has left: \(cell) goes to \(pool)", "recycle")
  }

  /// Which cell of a pool is handed out.
  private var turn: String {
    switch configuration.poolOrder ?? configuration.policy.poolOrder {
    case .lifo: "the one that came last"
    case .fifo: "the one that came first"
    case .oldest: "the one that was made first"
    case .set: "one at random"
    }
  }

  // MARK: The pass

  /// In which order the policy asked and recycled, when it did both.
  var order: (text: String, topic: String)? {
    let asked = report.requests
    let left = report.recycled
    let kinds = Set(steps.map(\.event.kind))
    guard asked > 0, left > 0, kinds.isDisjoint(with: [.reloadData, .restart]) else { return nil }
    let counts = "\(Words.number(asked, "request")), \(Words.number(left, "cell")) left"
    switch configuration.policy {
    case .uikit, .none, .prebuilt:
      return (
        "\(counts): asked first, so those that left could not serve those that came", "ask-first"
      )
    case .ketable: return ("\(counts): rows beyond the edges left first", "ketable")
    case .flashlist:
      return ("\(counts): those that left went first and could serve those that came", "flashlist")
    case .recyclerview: return ("\(counts): \(turns)", "recyclerview")
    }
  }

  /// How a policy that takes turns went.
  private var turns: String {
    switch report.way {
    case nil: "in turns, row by row"
    case .scrollBy: "scrollBy, in turns: every row on the way was bound"
    case .scrollToPosition:
      "scrollToPosition: all were set aside and the new rows asked for before any was recycled"
    }
  }

  /// The topics that the explanation refers to, in the order in which they come up.
  var topics: [String] {
    var seen: Set<String> = []
    let named = steps.map(\.topic) + [order?.topic].compactMap(\.self)
    return named.filter { seen.insert($0).inserted }
  }
}
