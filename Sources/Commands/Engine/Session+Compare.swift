import DataSources
import TableEngine
import TableModel

extension Session {
  /// Runs one script under two sets of rules, each on a table of its own, and compares the books.
  func compare(_ call: Invocation) throws(CommandError) -> Output {
    guard let first = call[0], let second = call[1] else { return Output() }
    let sides = [try Contender(first), try Contender(second)]
    let script = try comparedScript(call)
    let left = try books(of: sides[0], script, rivals: sides)
    let right = try books(of: sides[1], script, rivals: sides)
    let comparison = Comparison(left: left, right: right, script: script.name)
    let json = comparison.json
    if call.has("json") { return Output(lines: [], json: [json]) }
    var output = Output(lines: comparison.lines(width: preferences.window.width), json: [json])
    output.isMessage = true
    return output
  }

  // MARK: The script

  private struct Script {
    var name: String
    var lines: [String]
    /// What was set before the first of them.
    var preferences: Preferences
  }

  /// Rows one by one, there and back, then pages, then jumps.
  private static let scrolling = [
    "repeat 20 down", "repeat 20 up", "repeat 3 page", "bottom", "repeat 5 up", "top",
  ]

  private func comparedScript(_ call: Invocation) throws(CommandError) -> Script {
    if let file = call[2] {
      let text: String
      do {
        text = try environment.read(file.text)
      } catch {
        throw CommandError(.file(path: file.text, reason: "\(error)"), at: file.range)
      }
      let lines = text.split(whereSeparator: \.isNewline).map(String.init)
      return Script(name: file.text, lines: lines, preferences: preferences)
    }
    if !journal.isEmpty, !call.has("scroll") {
      let count = Words.number(journal.count, "command")
      return Script(
        name: "the \(count) since the table was opened", lines: journal,
        preferences: preferencesAtOpening)
    }
    return Script(
      name: "a scroll by rows, pages and jumps", lines: Self.scrolling, preferences: preferences)
  }

  // MARK: One run

  private func books(
    of side: Contender, _ script: Script, rivals: [Contender]
  ) throws(CommandError) -> Comparison.Side {
    var preferences = script.preferences
    side.apply(to: &preferences)
    var session = Session(preferences: preferences, environment: environment)
    if let level = levels.first {
      do {
        _ = try session.open(level.document, origin: level.origin, shape: level.statedShape)
      } catch {
        throw CommandError(.data(error))
      }
    }
    for (number, line) in script.lines.enumerated() {
      if environment.isInterrupted() { throw CommandError(.cancelled) }
      for statement in Statement.statements(in: line) {
        if statement.name?.text == "quit" { return try session.books(side) }
        if rivals.contains(where: { $0.overrules(statement) }) { continue }
        try session.replay(statement, line: number + 1, of: script.name, under: side.name)
      }
    }
    return try session.books(side)
  }

  private func books(_ side: Contender) throws(CommandError) -> Comparison.Side {
    guard let level = levels.first else { throw CommandError(.noTable) }
    return Comparison.Side(name: side.name, table: level.table)
  }

  /// Commands that have no meaning in a comparison, or would never end.
  private static let unfit: Set<String> = ["source", "compare", "history"]

  private mutating func replay(
    _ statement: Statement, line: Int, of script: String, under name: String
  ) throws(CommandError) {
    let command = statement.name?.text ?? ""
    do throws(CommandError) {
      if Self.unfit.contains(command) {
        throw CommandError(.impossible("'\(command)' can't be compared", hint: nil))
      }
      _ = try run(statement)
    } catch {
      if case .cancelled = error.reason { throw error }
      throw CommandError(
        .impossible("line \(line) of \(script) fails under '\(name)': \(error)", hint: error.hint))
    }
  }
}
