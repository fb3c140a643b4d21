package import CommandLanguage
import Documents
import Rendering
package import TableEngine
import TableModel

/// Everything that a shell knows between two commands: the tables that are open, how they are
/// dressed, and what can be undone.
package struct Workspace {
  package var preferences: Preferences
  package var environment: Environment
  /// The open table and the nested ones above it; the last is the one that is shown.
  package var levels: [Level] = []
  /// What was done, for taking it back.
  package var history = UndoHistory()
  /// What single commands remember.
  package var memory = CommandMemory()
  /// The commands that can be given.
  package let commands: CommandTable

  package init(preferences: Preferences, environment: Environment, commands: CommandTable) {
    self.preferences = preferences
    self.environment = environment
    self.commands = commands
  }

  /// What came of one command.
  package struct Result: Sendable {
    package var output: Output
    package var command: String
    /// True when the table or its look may have changed.
    package var showsView: Bool

    package init(output: Output, command: String, showsView: Bool) {
      self.output = output
      self.command = command
      self.showsView = showsView
    }
  }
}

extension Workspace {
  /// Runs one command; when it fails nothing is changed.
  ///
  /// - Parameter abbreviations: whether an unambiguous prefix of a command is enough.
  package mutating func run(_ statement: Statement, abbreviations: Bool = false)
    throws(CommandError) -> Result
  {
    try Mark.plain(preferences.charset == .ascii) { () throws(CommandError) in
      try carryOut(statement, abbreviations: abbreviations)
    }
  }

  private mutating func carryOut(_ statement: Statement, abbreviations: Bool)
    throws(CommandError) -> Result
  {
    if let pipe = statement.pipe { throw pipe.misplaced }
    guard let name = statement.name else {
      return Result(output: Output(), command: "", showsView: false)
    }
    if let result = try runAlias(statement) { return result }
    let command = try commands.command(for: name, abbreviations: abbreviations)
    let asked: any ShelfCommand
    do {
      asked = try commands.read(Invocation(command, statement))
    } catch {
      throw questions.advised(error, on: statement)
    }
    let needs = asked.ownNeeds ?? command.needs
    if history.batch != nil, !command.fitsIntoBatch { throw CommandError(.inBatch(command.name)) }
    try bringCountsUpToDate(for: needs, command.effect, statement)
    try awaitPlaces(of: command, statement)
    let before = command.effect == .none ? nil : moment(before: statement)
    let collecting = history.batch
    var output: Output
    do {
      output = try run(asked, statement)
      try checkReads(needed: needs)
    } catch {
      throw recovered(from: error, before: before, collecting: collecting)
    }
    for index in levels.indices where !levels.part(of: index, { $0.pendingNotes.isEmpty }) {
      output.notices += levels[index].pendingNotes
      levels[index].pendingNotes = []
    }
    if let last = levels.indices.last, levels.part(of: last, { $0.shaped.source }).isFollowing,
      let note = levels[last].noteOnWhatHasCome()
    {
      output.notices.append(note)
    }
    // A prompt says it by itself, as soon as it is found.
    if needs == .everything, !environment.isAskedByPerson, let last = levels.indices.last {
      output.notices += levels[last].noteOnWhatIsLeftOut()
    }
    if let before {
      levels.noteJump(since: before)
      if collecting == nil, history.batch == nil { remember(before) }
      if !levels.isEmpty { history.journal.note(statement, command) }
    }
    return Result(output: output, command: command.name, showsView: command.effect != .none)
  }

  private mutating func run(_ asked: any ShelfCommand, _ statement: Statement)
    throws(CommandError) -> Output
  {
    do {
      return try asked.run(in: &self)
    } catch {
      throw questions.advised(error, on: statement)
    }
  }

  /// Puts everything back as it was before a command that failed.
  ///
  /// - Returns: why it failed: what a table view raises over data that can't be read is no mistake
  ///   of whoever changed the data.
  private mutating func recovered(
    from error: CommandError, before: Moment?, collecting: ChangeBatch?
  ) -> CommandError {
    let failedRead = levels.last?.presenter.takeFailure()
    // A batch that is refused is rolled back as a whole.
    let isRefused = collecting != nil && history.batch == nil
    if let before { putBack(isRefused ? collecting?.start ?? before : before, afterFailure: true) }
    _ = levels.last?.table.takeException()
    if case .engine(.raised) = error.reason { levels.last?.table.fillAfterException() }
    _ = levels.last?.presenter.takeFailure()
    var error = error
    if case .engine = error.reason, let failedRead { error = CommandError(.data(failedRead)) }
    // 'reload' does not read a file again over changes that are in no file.
    if case .data(.changedUnderneath) = error.reason, let level = levels.last, !level.isReadAgain {
      error.proposal =
        "'open' reads it again"
        + (level.isEdited ? ", without the changes that were made here" : "")
    }
    if case .data(.malformed) = error.reason, error.hint == nil, levels.last?.isFollowing == true {
      error.proposal = "'open FILE --skip-bad-lines' leaves such lines out, and is not followed"
    }
    return error
  }

  /// Runs the commands of a line and collects what they print.
  package mutating func run(line: String) throws(CommandError) -> [Output] {
    var outputs: [Output] = []
    for statement in Statement.statements(in: line) {
      outputs.append(try run(statement).output)
    }
    return outputs
  }

  /// Finds what is wrong with a command without running it: its name, its arguments, and files that are not there. Names for
  /// commands are given and taken back, because what follows depends on them.
  ///
  /// - Returns: the file of commands that would run next, if one would.
  package mutating func check(_ statement: Statement) throws(CommandError) -> Output.Next {
    try statement.pipe?.check(in: self)
    let next = try expand(statement) { session, part throws(CommandError) in
      if let pipe = part.pipe { throw pipe.misplaced }
      return try session.check(part)
    }
    if let next { return next }
    guard let name = statement.name else { return .carryOn }
    let call = try Invocation(commands.command(for: name, abbreviations: false), statement)
    let asked = try commands.read(call)
    try PlannedFiles.check(call, in: &self)
    return try asked.check(in: &self)
  }

  /// Follows a window that was resized.
  package mutating func resize(window: Size) {
    guard window != preferences.window else { return }
    preferences.window = window
    let showedFocus = levels.last?.showsFocus ?? false
    Mark.plain(preferences.charset == .ascii) { try? levels.remeasure(preferences) }
    if showedFocus { try? levels[levels.count - 1].revealFocus() }
  }

  /// A read that failed while a frame was being filled fails the command, and so does what a
  /// table view would have raised.
  ///
  /// - Parameter needs: what a command needs that says nothing about the data works without it.
  package func checkReads(needed needs: Command.Needs = .screen) throws(CommandError) {
    let failure = levels.last?.presenter.takeFailure()
    if needs != .nothing, needs != .counts, let failure {
      _ = levels.last?.table.takeException()
      throw CommandError(.data(failure))
    }
    if let exception = levels.last?.table.takeException() {
      throw CommandError(.engine(.raised(exception)))
    }
  }
}
