import TableEngine
import TableModel

/// The session as it was before a command, for taking the command back.
struct Moment {
  /// The command, as it was typed.
  var label: String
  var levels: [SavedLevel]
  var preferences: Preferences
  /// How many commands had been noted, and those that were taken back with it.
  var noted: Int
  /// How many documents had been opened.
  var openings = 0
  var takenBack: [String] = []

  /// A level with what its table view, which is an object, was like.
  struct SavedLevel {
    var level: Level
    var state: TableState
    var marks: Set<Address>
    var frames: Int
    var events: Int
    var metrics: TableMetrics
    var configuration: EngineConfiguration

    init(_ level: Level) {
      self.level = level
      state = level.table.state
      marks = level.presenter.marks
      frames = level.table.frameCount
      events = level.table.traceCount
      metrics = level.table.metrics
      configuration = level.table.configuration
    }

    /// True while the table view has done nothing since.
    var isUntouched: Bool {
      let table = level.table
      return table.frameCount == frames && table.traceCount == events && table.state == state
        && table.metrics == metrics && table.configuration == configuration
    }
  }
}

extension Session {
  /// At least so many changes can be taken back.
  private static let undoLimit = 200
  /// How many of the oldest are forgotten at a time: those that stay have to move up.
  private static let undoSlack = 50

  /// No more documents than these are kept open to be returned to: each holds its file.
  private static let mostOpenings = 8

  func moment(before statement: Statement) -> Moment {
    Moment(
      label: statement.text(from: 0).text, levels: levels.map(Moment.SavedLevel.init),
      preferences: preferences, noted: journal.lines.count, openings: openings)
  }

  /// Keeps what a command has changed for undo; one that has changed nothing is no step.
  mutating func remember(_ moment: Moment) {
    if moment.isLike(levels, preferences) { return }
    past.append(moment)
    let oldest = openings - Self.mostOpenings
    if let first = past.first, first.openings < oldest { past.removeAll { $0.openings < oldest } }
    if past.count >= Self.undoLimit + Self.undoSlack { past.removeFirst(Self.undoSlack) }
    future.removeAll()
  }

  /// Forgets what could be taken back: what led here is not the user's own doing.
  package mutating func forgetUndo() {
    past = []
    future = []
  }

  /// Takes changes back, or does again what was taken back.
  ///
  /// - Parameters:
  ///   - steps: how many, or as many as there are.
  ///   - none: what is said where there are none.
  mutating func travel(
    _ steps: Int, _ line: Statement, from: WritableKeyPath<Session, [Moment]>,
    to: WritableKeyPath<Session, [Moment]>, verb: String, none: String
  ) throws(CommandError) -> Output {
    var labels: [String] = []
    for moment in self[keyPath: from].suffix(steps).reversed() { try checkReadable(moment) }
    for _ in 0..<steps {
      guard let moment = self[keyPath: from].popLast() else { break }
      var now = self.moment(before: line)
      now.label = moment.label
      now.takenBack = journal.lines(after: moment.noted)
      self[keyPath: to].append(now)
      restore(moment)
      labels.append(moment.label)
    }
    if labels.isEmpty {
      throw CommandError(
        .nothing(none, hint: "only changes to the table and its look can be undone"))
    }
    return Output(Self.words(verb, labels) + (levels.isEmpty ? "" : Mark.dot + positionLine))
  }

  /// Refuses to go back to what could not be shown: a file that was written to in its place since.
  private func checkReadable(_ moment: Moment) throws(CommandError) {
    guard let lost = moment.levels.first(where: \.level.document.isLost)?.level else { return }
    let name = moment.levels.first?.level.title ?? lost.title
    let isShown = levels.contains { $0.document.isLost }
    let words = levels.last.map { $0.origin != nil && !$0.isEdited } ?? false ? "reload" : "open"
    throw CommandError(
      .impossible(
        "'\(moment.label)' was about '\(name)' before it was written to on the disk:"
          + " what it held then is gone",
        hint: isShown
          ? "'\(words)' reads the file again" : "what is shown stays; 'open' opens other tables"))
  }

  /// The most kinds of commands that are named when several are taken back.
  private static let namedCommands = 4

  /// What was taken back or done again: `undid: down`, or in a few words
  /// `undid 30: 28 x down, filter Views > 3, sort by Title`.
  private static func words(_ verb: String, _ labels: [String]) -> String {
    var runs: [(label: String, count: Int)] = []
    for label in labels {
      if runs.last?.label == label {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((label, 1))
      }
    }
    if labels.count == runs.count, runs.count <= namedCommands {
      return "\(verb): " + labels.joined(separator: ", ")
    }
    var parts = runs.prefix(namedCommands).map {
      $0.count > 1 ? "\($0.count) x \($0.label)" : $0.label
    }
    let others = runs.dropFirst(namedCommands).reduce(0) { $0 + $1.count }
    if others > 0 { parts.append("and \(others) more") }
    return "\(verb) \(labels.count): " + parts.joined(separator: ", ")
  }

  /// Puts a moment back: same levels, arrangement, look and position. What did not change since
  /// makes no frame.
  mutating func restore(_ moment: Moment) {
    let before = states()
    putValuesBack(moment)
    for saved in moment.levels { show(saved, since: before) }
  }

  /// Puts a moment back after a command that failed: where no frame was made none is made now, so
  /// that the books stay as they were too.
  mutating func putBack(_ moment: Moment) {
    let before = states()
    putValuesBack(moment)
    for saved in moment.levels {
      if saved.isUntouched { saved.level.handOver() } else { show(saved, since: before) }
    }
  }

  /// How often each table was changed, and its marks.
  private func states() -> [ObjectIdentifier: (revision: Int, marks: Set<Address>)] {
    Dictionary(
      levels.map { (ObjectIdentifier($0.table), ($0.revision, $0.presenter.marks)) },
      uniquingKeysWith: { $1 })
  }

  private mutating func putValuesBack(_ moment: Moment) {
    preferences = moment.preferences
    journal.go(backTo: moment.noted, redoing: moment.takenBack)
    levels = moment.levels.map(\.level)
    for saved in moment.levels { saved.level.presenter.marks = saved.marks }
  }

  private func show(
    _ saved: Moment.SavedLevel,
    since before: [ObjectIdentifier: (revision: Int, marks: Set<Address>)]
  ) {
    let level = saved.level
    let known = before[ObjectIdentifier(level.table)] ?? (level.revision, saved.marks)
    if known.revision != level.revision {
      level.show(preferences)
    } else {
      level.follow(preferences, refilling: known.marks != saved.marks)
    }
    if level.table.state != saved.state { level.table.restore(saved.state) }
  }
}
