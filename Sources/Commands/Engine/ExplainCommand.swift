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

  static let declaration = Command(
    "explain", .engine, "say what the last frame did and why",
    parameters: [
      Parameter("TOPIC", .choice(List.words + topicNames), optional: true, repeated: true)
    ],
    discussion: """
      Goes through the last frame cell by cell, with the rule behind each step. With a topic \
      explains the word or the rule, and says whether it is documented behaviour, observed, or \
      this program's own choice. `explain topics` lists them.
      """,
    examples: [
      .init("down 1; explain", "what one scroll did, and why", on: "rows.json"),
      .init("explain pool", "a word"), .init("explain topics", "all of them"),
    ],
    errors: [.unknownTopic: "with the nearest ones"], related: ["trace", "stats"])

  enum List: String, Keyword { case topics }

  private static let topicNames = EngineNote.all.map(\.topic)

  init(_ call: Invocation) throws(CommandError) {
    let typed = call.arguments.map(\.text).joined(separator: "-")
    if call.arguments.isEmpty {
      self = .frame
    } else if List(rawValue: typed) == .topics {
      self = .topics
    } else if let note = EngineNote.named(typed) {
      self = .topic(note)
    } else {
      throw CommandError(
        .unknownTopic(typed, nearest: Spelling.matches(for: typed, among: Self.topicNames)),
        at: call[0]?.range)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .frame:
      let table = try workspace.current().table
      return Self.output(FrameExplanation(of: table, naming: workspace.preferences.cellNames))
    case .topics: return Output(Self.topicList())
    case .topic(let note):
      return Self.output(
        note, here: note.topic == "identity" ? workspace.levels.last?.identityWords : nil)
    }
  }

  // MARK: The glossary

  /// - Parameter here: what holds for the table that is open, where the note is about that.
  private static func output(_ note: EngineNote, here: String?) -> Output {
    var lines = ["\(note.topic): \(note.basis.words)", ""]
    lines += Words.wrap(note.text, label: "", indent: 0, width: 79)
    if let source = note.source {
      let label = note.basis.sourceLabel + ": "
      lines += [""] + Words.wrap(label + source.rawValue, label: "", indent: 0, width: 79)
    }
    if let here { lines += ["", "here: " + here] }
    if !note.related.isEmpty {
      lines += ["", "see also: " + note.related.joined(separator: ", ")]
    }
    var output = Output(lines.joined(separator: "\n"))
    output.json = [
      JSONWriter.text(
        of: .record(
          Record([
            ("schema", .string("shelf.topic.1")), ("topic", .string(note.topic)),
            ("basis", .string(note.basis.rawValue)),
            ("source", note.source.map { .string($0.rawValue) } ?? .null),
            ("text", .string(note.text)),
            ("related", .array(note.related.map { .string($0) })),
          ])), layout: .spaced)
    ]
    return output
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
