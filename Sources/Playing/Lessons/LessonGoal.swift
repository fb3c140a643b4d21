import CommandLanguage
import Commands
import Rendering
import ShellCore
import TableEngine
import TableModel
import Workspaces

/// A shell of its own in which the blocks of a lesson are played.
///
/// Tables are objects that sessions share when they are copied, so whatever must not follow the
/// learner's steps comes from another stage.
final class LessonStage {
  /// An input with what it printed.
  struct Played {
    var input: String
    var output: String
    var hasFailed: Bool
  }

  private let shell: TranscriptSession
  private let page: Transcript
  private let sandbox = Sandbox()
  private let witness = Witness()

  /// - Parameter charset: the characters of marks that the learner has chosen.
  init(_ page: Transcript, charset: Charset = .unicode) {
    self.page = page
    let witness = witness
    let folders = PageFolders(
      file: page.file, directory: page.frontMatter.directory, sandbox: sandbox)
    shell = TranscriptSession(
      folders: folders, matter: page.frontMatter, deadline: StepDeadline(),
      timeout: Self.timeout, charset: charset
    ) { shell in
      shell.parts = [Recorder(of: shell), LessonPlayer(isInLesson: true), witness]
    }
  }

  /// How long a command may take, in seconds.
  private static let timeout = 20.0

  /// The session as it was left.
  var session: Workspace {
    var session = shell.state
    session.forgetUndo()
    return session
  }

  /// The session as it is, with what can be taken back.
  var state: Workspace { shell.state }

  /// From here on `undo` knows of nothing that was played before.
  func forgetUndo() { shell.forgetUndo() }

  /// Plays all blocks before an index.
  ///
  /// - Returns: the commands that should have prepared something, and failed.
  @discardableResult
  func play(upTo index: Int) -> [Played] {
    page.blocks.prefix(index).flatMap { block in
      let played = play(block)
      let isPreparing = block.attributes.role == .setup && !block.attributes.continuesOnError
      return isPreparing ? played.filter(\.hasFailed) : []
    }
  }

  /// Plays a block, or writes the files that it brings.
  ///
  /// - Parameter hasPlayed: called after each command, also of those that stand in one line or in a
  ///   script.
  /// - Returns: its lines with what they printed.
  @discardableResult
  func play(_ block: TranscriptBlock, hasPlayed: @escaping (Workspace) -> Void = { _ in })
    -> [Played]
  {
    witness.hasSeen = hasPlayed
    defer { witness.hasSeen = { _ in } }
    if !block.fixtures.isEmpty { _ = sandbox.install(block.fixtures) }
    guard block.kind == .session, !block.attributes.isSkipped else { return [] }
    shell.enter(block)
    var played: [Played] = []
    for step in block.steps {
      guard case .command(let input) = step.input else { continue }
      let (text, output) = shell.run(input, layers: block.attributes.layers)
      let hasFailed = output.problem != nil || !output.status.isSuccess
      played.append(Played(input: input, output: text, hasFailed: hasFailed))
    }
    return played
  }
}

/// Sees where each command leads.
private final class Witness: InterpreterPart {
  var hasSeen: (Workspace) -> Void = { _ in }

  func carryOut(_ next: Output.Next, of line: SourceLine, in shell: Interpreter)
    -> Interpreter.Verdict?
  {
    nil
  }

  func note(_ event: Interpreter.Event, in shell: Interpreter) {
    if case .carriedOut = event { hasSeen(shell.session) }
  }
}

/// What a task wants reached.
struct LessonGoal {
  let check: BlockAttributes.Check
  /// How many commands are enough.
  let par: Int
  /// The goal's viewport.
  let picture: [StyledLine]
  private let digest: WorkspaceDigest
  /// What has to hold after some command on the way; nil where any way will do.
  private let waypoint: String?
  private let output: [ExpectedLine]
  private let printed: String

  /// - Parameters:
  ///   - block: the task's.
  ///   - lesson: from which it comes, to play it to its end.
  ///   - charset: the characters of marks that the learner has chosen.
  init(
    _ block: TranscriptBlock, of lesson: Lesson, at index: Int, charset: Charset = .unicode
  ) {
    let stage = LessonStage(lesson.page, charset: charset)
    stage.play(upTo: index)
    let played = stage.play(block)
    waypoint = block.attributes.via
    check = block.attributes.check ?? .state
    picture = stage.session.picture()
    digest = stage.session.digest()
    output = block.steps.last?.expected ?? []
    printed = played.last?.output ?? ""
    par = block.attributes.par ?? max(1, Self.cost(of: played.map(\.input), in: stage.session))
  }

  /// True when a command has led to where the way has to pass.
  func isOnTheWay(_ session: Workspace) -> Bool {
    waypoint.map { Self.problem(with: $0, in: session) == nil } ?? true
  }

  /// What is missing, most important first; nothing when the goal is reached.
  ///
  /// - Parameters:
  ///   - lastOutput: what the learner's last command printed.
  ///   - hasPassed: whether the learner was where the way has to pass.
  func problems(_ session: Workspace, lastOutput: String, hasPassed: Bool = true) -> [String] {
    let problems = differences(session, lastOutput)
    guard problems.isEmpty, !hasPassed, let waypoint else { return problems }
    return ["the way there matters: somewhere on it \(waypoint)"]
  }

  private func differences(_ session: Workspace, _ lastOutput: String) -> [String] {
    switch check {
    case .state:
      return session.digest().differences(from: digest).map {
        "\($0.name): \($0.found), and it should be \($0.wanted)"
      }
    case .output:
      // The page has marks of one set only, and the learner may have chosen the other.
      if lastOutput == printed { return [] }
      let alignment = OutputAlignment(expected: output, printed: PrintedOutput(lastOutput))
      return alignment.matches
        ? [] : ["the last command printed something other than what is wanted"]
    case .predicate(let text):
      guard let found = Self.problem(with: text, in: session) else { return [] }
      // A filter that is still on may be why no way leads there.
      let reasons = session.digest().reasons(from: digest).map { reason in
        reason.found == WorkspaceDigest.none ? "without \(reason.wanted)" : "with \(reason.found)"
      }
      return [([found] + reasons).joined(separator: ", ")]
    }
  }

  /// What is wanted, where the viewport does not show it.
  var wanted: [String] {
    switch check {
    case .state: []
    case .output: ["a command that prints:"] + PrintedOutput(printed).lines.map { "  " + $0 }
    case .predicate(let text): ["asked for: \(text)"]
    }
  }

  /// Asks as `expect` does.
  ///
  /// - Returns: what was found in its place; nil when the condition holds.
  static func problem(with predicate: String, in session: Workspace) -> String? {
    var session = session
    guard let statement = Statement.statements(in: "expect " + predicate).first else { return nil }
    do {
      _ = try session.run(statement)
      return nil
    } catch {
      if case .expectationFailed(_, let found) = error.reason { return found }
      return error.description
    }
  }
}

extension LessonGoal {
  /// How many commands of these lines count: looking around is free.
  static func cost(of lines: [String], in session: Workspace) -> Int {
    lines.flatMap(Statement.statements).reduce(0) { count, statement in
      guard let name = statement.name, let command = session.commands[name.text] else {
        return count
      }
      return count + (costs(command) ? 1 : 0)
    }
  }

  static func costs(_ command: Command) -> Bool {
    command.effect != .none || command.name == "repeat" || command.name == "source"
  }
}
