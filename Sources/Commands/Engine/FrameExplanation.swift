import CommandLanguage
import TableEngine
import TableModel

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
