import CommandLanguage
import Documents
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `step`: goes through the last pass, phase by phase.
struct StepCommand: ShelfCommand {
  static let declaration = Command(
    "step", .engine, "go through the last pass, phase by phase",
    parameters: [
      Parameter("back", .choice(of: Direction.self), optional: true),
      Parameter("N", .count, optional: true),
    ],
    discussion: """
      A pass asks for the cells of rows that come into view and puts those away that have left. A step \
      is one phase of that: ask, prepare, configure, display, end or recycle. The table as it is after \
      the step is drawn with the cell at each place, and the pools beside it, the cell that came last on \
      top. `back` takes steps back, `step 0` returns to where the pass began. The table itself stays as \
      it is; the next frame begins anew.
      """,
    examples: [
      .init("down 1; step; step", "the first two phases of a scroll"),
      .init("down 1; step 5; step back", "there and one back", on: "rows.json"),
    ],
    errors: [.nothingToDo: "the trace no longer reaches back far enough, or there was no frame"],
    related: ["trace", "explain"])

  enum Direction: String, Keyword { case back }

  /// The step that was looked at last.
  struct State: CommandState {
    var frame = 0
    var position = 0
  }

  private let count: Int?
  private let isBack: Bool

  init(_ call: Invocation) throws(CommandError) {
    isBack = call.keyword(Direction.self) != nil
    count = try call.count(at: isBack ? 1 : 0)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    guard var replay = level.table.replayOfLastPass else {
      throw CommandError(
        .nothing(
          "the trace does not say all of the last pass",
          hint: "'reset' starts afresh; under 'policy ketable' it takes plain rows"))
    }
    let state = workspace.memory[State.self]
    let position = target(from: state.frame == replay.frame ? state.position : 0)
    replay.advance(to: position)
    workspace.memory[State.self] = State(frame: replay.frame, position: replay.position)
    let drawing = StepDrawing(
      replay: replay, level: level, charset: workspace.preferences.charset,
      width: workspace.preferences.window.width)
    let (lines, json) = (drawing.lines, drawing.json)
    var output = Output(lines: lines, json: [json])
    if position > replay.steps.count {
      output.notices = ["the pass has ended; 'step back' goes through it backwards"]
    }
    return output
  }

  /// Zero goes to the start, and other numbers on from where somebody is.
  private func target(from position: Int) -> Int {
    if count == 0 { return 0 }
    let distance = min(count ?? 1, 1_000_000)
    return isBack ? max(0, position - distance) : position + distance
  }
}

/// Draws a pass after one of its steps: the places on the screen with their cells, and the pools.
private struct StepDrawing {
  let replay: PassReplay
  let level: Level
  let charset: Charset
  let width: Int

  var lines: [StyledLine] {
    let marks = charset == .ascii ? ("|", ">") : ("│", "▸")
    let right = poolLines
    let rightWidth = min(width / 2, right.map(\.width).max() ?? 0)
    let leftWidth = max(12, width - rightWidth - 3)
    let left = placeLines(mark: marks.1).map { $0.truncated(to: leftWidth, charset: charset) }
    let body = (0..<max(left.count, right.count)).map { index in
      var line = index < left.count ? left[index] : StyledLine()
      line.append(String(repeating: " ", count: max(0, leftWidth - line.width)) + " ")
      line.append(marks.0 + " ", TextStyle(.border))
      if index < right.count { line.append(right[index]) }
      return line.truncated(to: width, charset: charset).trimmed()
    }
    return [title, StyledLine(words)] + body
  }

  private var title: StyledLine {
    var line = StyledLine("frame \(replay.frame)", TextStyle(.title, .bold))
    line.append(Mark.dot + "step \(replay.position) of \(replay.steps.count)")
    if let phase = replay.last?.phase { line.append(Mark.dot + phase.rawValue, TextStyle(.accent)) }
    return line
  }

  /// What the last step did.
  private var words: String {
    guard let step = replay.last else { return "before the pass" }
    guard step.phase == .ask, let address = step.event.address else {
      return step.event.line(showsSections: true)
    }
    return "the table asks for \(address.item == nil ? "row" : "item") \(address)"
  }

  // MARK: The table

  private func placeLines(mark: String) -> [StyledLine] {
    let addresses = replay.places.keys.sorted()
    let rows = Set(addresses.map(\.rowAddress)).sorted()
    return rows.flatMap { row -> [StyledLine] in
      let items = addresses.filter { $0.item != nil && $0.rowAddress == row }
      let own = replay.places[row].map { line(for: row, $0, mark) }
      return (own.map { [$0] } ?? []) + (items.isEmpty ? [] : [line(ofItems: items, mark)])
    }
  }

  private func line(for row: Address, _ standing: PassReplay.Standing, _ mark: String) -> StyledLine
  {
    var line = StyledLine(isTouched(row) ? mark + " " : "  ", TextStyle(.focus))
    line.append(DisplayWidth.pad(row.description, to: 7) + " ")
    line.append(name(of: standing))
    if let text = text(of: row), !text.isEmpty {
      line.append("  " + DisplaySafe.line(text), TextStyle(.secondary))
    }
    return line
  }

  private func line(ofItems items: [Address], _ mark: String) -> StyledLine {
    var line = StyledLine("   ")
    for item in items {
      guard let standing = replay.places[item] else { continue }
      line.append(isTouched(item) ? " " + mark : "  ", TextStyle(.focus))
      line.append("\(item.item ?? 0) ")
      line.append(name(of: standing))
    }
    return line
  }

  private func isTouched(_ address: Address) -> Bool { replay.last?.event.address == address }

  private func name(of standing: PassReplay.Standing) -> StyledLine {
    var line = standing.cell.map(Self.name) ?? StyledLine()
    switch standing {
    case .asked: line.append("asked for", TextStyle(.accent))
    case .prepared: line.append(" prepared", TextStyle(.accent))
    case .configured: line.append(" configured", TextStyle(.accent))
    case .ended: line.append(" ended", TextStyle(.accent))
    case .displayed: break
    }
    return line
  }

  private static func name(_ cell: CellID) -> StyledLine {
    StyledLine(
      DisplaySafe.line(cell.description),
      TextStyle(.identity, hue: UInt8(IdentityColours.number(of: cell))))
  }

  /// What the data source says of a row.
  private func text(of row: Address) -> String? {
    guard level.table.position(ofRow: row) != nil else { return nil }
    let title = level.presenter.row(row).flatMap { $0.items == nil ? nil : $0.title }
    return (title ?? level.presenter.content(for: row).text).inOneLine
  }

  // MARK: The pools

  private var poolLines: [StyledLine] {
    if replay.pools.isEmpty { return [StyledLine("all pools are empty", TextStyle(.secondary))] }
    return replay.pools.flatMap { pool in
      [StyledLine(DisplaySafe.line(pool.name.description), TextStyle(.secondary))]
        + pool.cells.reversed().map { cell in
          var line = StyledLine(replay.last?.event.cell == cell ? "> " : "  ", TextStyle(.focus))
          line.append(Self.name(cell))
          return line
        }
    }
  }

  /// The step as `shelf.step.1`.
  var json: String {
    var record = Record([
      ("schema", .string("shelf.step.1")), ("frame", .integer(replay.frame)),
      ("step", .integer(replay.position)), ("of", .integer(replay.steps.count)),
    ])
    if let step = replay.last {
      record["phase"] = .string(step.phase.rawValue)
      record["event"] = .string(step.event.kind.rawValue)
      record["cell"] = step.event.cell.map { .string($0.description) } ?? .null
      record["address"] = step.event.address.map { .string($0.description) } ?? .null
    }
    record["places"] = .record(
      Record(
        replay.places.sorted { $0.key < $1.key }.map { address, standing in
          (address.description, standing.cell.map { .string($0.description) } ?? .null)
        }))
    record["pools"] = .record(
      Record(
        replay.pools.map { pool in
          (pool.name.description, .array(pool.cells.map { .string($0.description) }))
        }))
    return JSONWriter.text(of: .record(record), layout: .spaced)
  }
}
