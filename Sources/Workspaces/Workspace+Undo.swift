package import CommandLanguage
import TableEngine
import TableModel

/// Taking commands back. Tables and their views are objects, so that they are put back by showing
/// again what they showed; all else is a value.
extension Workspace {
  package func moment(before statement: Statement) -> Moment {
    history.moment(statement.text(from: 0).text, levels, preferences)
  }

  /// Keeps what a command has changed for undo; one that has changed nothing is no step.
  package mutating func remember(_ moment: Moment) {
    if !moment.isLike(levels, preferences) { history.add(moment) }
  }

  /// Forgets what could be taken back: what led here is not the user's own doing.
  package mutating func forgetUndo() { history.forgetSteps() }

  /// Puts a moment back: same levels, arrangement, look and position. What did not change since
  /// makes no frame.
  ///
  /// - Parameter afterFailure: whether a command has failed: then no frame is made where none was
  ///   made by it, so that the books stay as they were too.
  package mutating func putBack(_ moment: Moment, afterFailure: Bool) {
    let before = TableStates(levels)
    preferences = moment.preferences
    history.journal.go(backTo: moment.noted, redoing: moment.takenBack)
    levels = moment.levels.map(\.level)
    for saved in moment.levels { saved.level.presenter.marks = saved.marks }
    for saved in moment.levels {
      if afterFailure, saved.isUntouched {
        saved.level.handOver()
      } else {
        saved.show(preferences, since: before)
      }
    }
  }

  /// Runs several commands as one: where one of them fails or is cancelled, none of them has
  /// happened.
  ///
  /// - Complexity: as taking one command back, whatever the number of commands.
  package mutating func asAWhole<T>(
    _ statement: Statement, _ body: (inout Workspace) throws(CommandError) -> T
  ) throws(CommandError) -> T {
    let (before, moment) = (self, moment(before: statement))
    do {
      return try body(&self)
    } catch {
      putBack(moment, afterFailure: true)
      let (levels, preferences) = (levels, preferences)
      self = before
      (self.levels, self.preferences) = (levels, preferences)
      throw error
    }
  }
}

/// How often each table was changed, and its marks.
private struct TableStates {
  package typealias State = (revision: Int, marks: Set<Address>)

  private let states: [ObjectIdentifier: State]

  package init(_ levels: [Level]) {
    states = Dictionary(
      levels.map { (ObjectIdentifier($0.table), ($0.revision, $0.presenter.marks)) },
      uniquingKeysWith: { $1 })
  }

  package subscript(table: Table) -> State? { states[ObjectIdentifier(table)] }
}

extension Moment.SavedLevel {
  fileprivate func show(_ preferences: Preferences, since before: TableStates) {
    let known = before[level.table] ?? (level.revision, marks)
    if known.revision != level.revision {
      level.show(preferences)
    } else {
      level.follow(preferences, refilling: known.marks != marks)
    }
    if level.table.state != state { level.table.restore(state) }
  }
}
