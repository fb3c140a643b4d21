import Arranging
import Asking
package import CommandLanguage
import Documents
package import TableEngine
package import TableModel

/// What was done so far: what can be taken back and done again, the changes that a batch collects,
/// and the commands that `compare` runs again.
///
/// ```
///         past                            future
///   a ─── b ─── c ──▶ as it is now ──▶ d ─── e        undo: c, then b; redo: d, then e
/// ```
package struct UndoHistory {
  package enum Direction { case back, forth }

  /// How things were before each change that can be taken back; the latest is the last.
  package private(set) var past: [Moment] = []
  /// How things were before changes were taken back; the one to do again first is the last.
  package private(set) var future: [Moment] = []
  package var journal = Journal()
  /// Changes being collected since `batch begin`.
  package var batch: ChangeBatch?
  /// How many documents were opened so far.
  private var openings = 0

  /// At least this many changes can be taken back.
  private static let limit = 200
  /// How many of the oldest are forgotten at a time: those that stay have to move up.
  private static let slack = 50
  /// At most this many documents are kept open to be returned to: each holds its file.
  private static let mostOpenings = 8

  /// The state of things now, for returning to it.
  package func moment(_ label: String, _ levels: [Level], _ preferences: Preferences) -> Moment {
    Moment(
      label: label, levels: levels.map(Moment.SavedLevel.init), preferences: preferences,
      noted: journal.lines.count, openings: openings)
  }

  // MARK: Opening

  /// A document was opened as the only table.
  package mutating func begin(_ preferences: Preferences) {
    countOpening()
    journal.begin(preferences)
  }

  /// A document was opened in the place of another one.
  package mutating func countOpening() { openings += 1 }

  // MARK: What was done

  /// Keeps how things were before a change.
  package mutating func add(_ moment: Moment) {
    past.append(moment)
    let oldest = openings - Self.mostOpenings
    if past[0].openings < oldest { past.removeAll { $0.openings < oldest } }
    if past.count >= Self.limit + Self.slack { past.removeFirst(Self.slack) }
    future.removeAll()
  }

  /// Forgets what could be taken back.
  package mutating func forgetSteps() { (past, future) = ([], []) }

  /// The batch that is open.
  package func openBatch() throws(CommandError) -> ChangeBatch {
    guard let batch else {
      throw CommandError(.nothing("no batch is open", hint: "'batch begin' opens one"))
    }
    return batch
  }

  // MARK: Going back and forth

  /// The moments that can be gone to, the nearest one last.
  package subscript(direction: Direction) -> [Moment] {
    direction == .back ? past : future
  }

  /// Takes the nearest moment in a direction out, and keeps the present one in its place for the way
  /// back.
  package mutating func step(
    _ direction: Direction, from levels: [Level], _ preferences: Preferences
  ) -> Moment? {
    guard let goal = self[direction].last else { return nil }
    var now = moment(goal.label, levels, preferences)
    now.takenBack = journal.lines(after: goal.noted)
    switch direction {
    case .back:
      past.removeLast()
      future.append(now)
    case .forth:
      future.removeLast()
      past.append(now)
    }
    return goal
  }
}

/// How things were before a command, for taking the command back.
package struct Moment {
  /// The command, as it was typed.
  package var label: String
  package var levels: [SavedLevel]
  package var preferences: Preferences
  /// How many commands had been noted, and those that were taken back with it.
  package var noted: Int
  /// How many documents had been opened.
  package var openings = 0
  package var takenBack: [String] = []

  /// A level with what its table view, which is an object, was like.
  package struct SavedLevel {
    package var level: Level
    package var state: TableState
    package var marks: Set<Address>
    package var frames: Int
    package var events: Int
    package var metrics: TableMetrics
    package var configuration: EngineConfiguration

    package init(_ level: Level) {
      self.level = level
      state = level.table.state
      marks = level.presenter.marks
      frames = level.table.frameCount
      events = level.table.traceCount
      metrics = level.table.metrics
      configuration = level.table.configuration
    }

    /// True while the table view has done nothing since.
    package var isUntouched: Bool {
      let table = level.table
      return table.frameCount == frames && table.traceCount == events && table.state == state
        && table.metrics == metrics && table.configuration == configuration
    }
  }
}

// MARK: - Whether there is anything to take back

extension Moment {
  /// True when undo would leave things as they are: a command that only answered is no step.
  ///
  /// What a table view has counted and traced since is not looked at: undo keeps the books.
  ///
  /// - Complexity: O(1) where a table was scrolled or the focus moved, else O(what is selected and
  ///   scrolled).
  package func isLike(_ levels: [Level], _ preferences: Preferences) -> Bool {
    preferences == self.preferences && levels.count == self.levels.count
      && levels.indices.allSatisfy { isLike(levels, at: $0) }
  }

  /// Looks at one level field by field: to hand it on would be to copy it.
  private func isLike(_ now: [Level], at index: Int) -> Bool {
    let (table, state) = (now[index].table, levels[index].state)
    guard table === levels[index].level.table, table.offset == state.offset,
      table.focus == state.focus, table.selection == state.selection,
      now[index].presenter.marks == levels[index].marks, table.metrics == levels[index].metrics,
      table.configuration == levels[index].configuration, table.state == state,
      now[index].bookmarks == levels[index].level.bookmarks
    else { return false }
    return now[index].revision == levels[index].level.revision
      || now[index].isLike(levels[index].level)
  }
}

extension Level {
  /// True for the same data, arranged and dressed alike. Columns belong to the data, and are other
  /// ones when that was edited or read again.
  fileprivate func isLike(_ other: Level) -> Bool {
    columns === other.columns && watch?.text == other.watch?.text
      && statedShape == other.statedShape && look == other.look
      && arrangement.isLike(other.arrangement) && identities?.path == other.identities?.path
      && groupingBeforeFlattening == other.groupingBeforeFlattening
      && (beforeResults == nil) == (other.beforeResults == nil)
  }
}

extension Arrangement {
  fileprivate func isLike(_ other: Arrangement) -> Bool {
    filters.map(\.statement) == other.filters.map(\.statement) && grouping == other.grouping
      && sortKeys == other.sortKeys && sectionOrder == other.sectionOrder
  }
}

/// Changes that are collected to be made together.
package struct ChangeBatch {
  /// How things were when collecting began.
  package var start: Moment
  package var changes: [DataChange] = []

  package init(start: Moment) { self.start = start }
}

/// The commands that changed something since the table was opened, for `compare`.
package struct Journal: Sendable {
  /// What was set before the first of them.
  package private(set) var preferencesAtOpening = Preferences()
  package private(set) var lines: [String] = []

  private static let longest = 100_000

  /// Begins anew: a table was opened.
  package mutating func begin(_ preferences: Preferences) {
    (preferencesAtOpening, lines) = (preferences, [])
  }

  /// Notes a command; one that was abbreviated by its full name, since it runs as a script.
  package mutating func note(_ statement: Statement, _ command: Command) {
    guard command.effect != .open, lines.count < Self.longest else { return }
    let typed = statement.name?.text ?? ""
    let isShort = typed != command.name && !command.aliases.contains(typed)
    lines.append(
      isShort
        ? command.name + " " + statement.text(from: 1).text : statement.text(from: 0).text)
  }

  /// Notes a command that changes nothing, and that one that does needs.
  package mutating func note(_ statement: Statement) {
    if lines.count < Self.longest { lines.append(statement.text(from: 0).text) }
  }

  /// The commands after the first ones, which are taken back.
  package func lines(after count: Int) -> [String] { Array(lines.dropFirst(count)) }

  /// Goes back to the first commands, and forward to those that are done again.
  ///
  /// - Complexity: O(commands that are left out or done again), however many there are before them.
  package mutating func go(backTo count: Int, redoing later: [String]) {
    lines.removeLast(max(0, lines.count - count))
    lines += later
  }
}
