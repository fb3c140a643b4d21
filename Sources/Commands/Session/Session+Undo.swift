import TableEngine
import TableModel

/// The session as it was before a command, for taking the command back.
struct Moment {
  /// The command, as it was typed.
  var label: String
  var levels: [(level: Level, state: TableState)]
  var preferences: Preferences
  var marks: [Set<Address>]
}

extension Session {
  private static let undoLimit = 200

  func moment(before statement: Statement) -> Moment {
    Moment(
      label: statement.text(from: 0).text, levels: levels.map { ($0, $0.table.state) },
      preferences: preferences, marks: levels.map { $0.presenter.marks })
  }

  mutating func remember(_ moment: Moment) {
    past.append(moment)
    if past.count > Self.undoLimit { past.removeFirst() }
    future.removeAll()
  }

  mutating func undo(_ call: Invocation) throws(CommandError) -> Output {
    try travel(call, from: \.past, to: \.future, verb: "undid", none: "nothing to undo")
  }

  mutating func redo(_ call: Invocation) throws(CommandError) -> Output {
    try travel(call, from: \.future, to: \.past, verb: "did again", none: "nothing to redo")
  }

  private mutating func travel(
    _ call: Invocation, from: WritableKeyPath<Session, [Moment]>,
    to: WritableKeyPath<Session, [Moment]>, verb: String, none: String
  ) throws(CommandError) -> Output {
    let steps = try call.count(at: 0) ?? 1
    var labels: [String] = []
    for _ in 0..<steps {
      guard let moment = self[keyPath: from].popLast() else { break }
      var now = self.moment(before: call.statement)
      now.label = moment.label
      self[keyPath: to].append(now)
      restore(moment)
      labels.append(moment.label)
    }
    if labels.isEmpty {
      throw CommandError(.nothing(none, hint: "changes of the table and its look are kept"))
    }
    return Output("\(verb): " + labels.joined(separator: ", ") + positionSuffix)
  }

  /// Puts a moment back: same levels, arrangement, look and position. What did not change since
  /// makes no frame.
  mutating func restore(_ moment: Moment) {
    let revisions = Dictionary(
      levels.map { (ObjectIdentifier($0.table), $0.revision) }, uniquingKeysWith: { $1 })
    preferences = moment.preferences
    levels = moment.levels.map(\.level)
    for (index, saved) in moment.levels.enumerated() {
      let level = levels[index]
      let marksChanged = level.presenter.marks != moment.marks[index]
      level.presenter.marks = moment.marks[index]
      let known = revisions[ObjectIdentifier(level.table)] ?? level.revision
      if known != level.revision {
        level.show(preferences)
      } else {
        level.follow(preferences, refilling: marksChanged)
      }
      if level.table.state != saved.state { level.table.restore(saved.state) }
    }
  }
}
