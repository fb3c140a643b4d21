import Asking
import CommandLanguage
import Commands
import PredicateLanguage
import Rendering
import ShellCore
import Synchronization
import TableModel
import Workspaces

/// A line that is typed at the foot of the screen, and what it becomes.
struct InputLine {
  let kind: KeyBinding.LineKind
  var editor: LineEditor
  /// True for a text that is looked for in what covers the table.
  var isForText = false
  /// What the key wrote there.
  private let start: String

  init(_ kind: KeyBinding.LineKind, _ start: String, _ assistant: LineAssistant) {
    (self.kind, self.start) = (kind, start)
    editor = LineEditor(start, assistant: assistant)
  }

  /// True where the table shows what the line would do.
  var isLive: Bool { kind != .command && !isForText }

  /// Whether a line is a whole command that a key wrote, with the value as it is already, and was
  /// not edited. One that ends with a blank is only the beginning of a command.
  func isAsWritten(_ typed: String) -> Bool {
    typed == start && start.last.map { $0 != " " } == true
  }

  /// What stands before the line.
  var prompt: String {
    switch kind {
    case .command: ":"
    case .filter: "filter "
    case .find: "/"
    case .findBackwards: "?"
    }
  }

  /// The command that a typed text becomes; nil for nothing.
  func command(_ text: String) -> String? {
    let text = text.trimmingBlanks
    if text.isEmpty { return nil }
    return kind.head + text
  }
}

extension KeyBinding.LineKind {
  /// What the command has before the text that is typed.
  var head: String {
    switch self {
    case .command: ""
    case .filter: "filter "
    case .find: "find --both "
    case .findBackwards: "find --backwards --both "
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

/// What the line that is typed would do, shown while it is typed.
///
/// Each key tries the command again, on another thread and on copies of the table views; the viewport
/// shows the result. The next key breaks the trial off where it is not done yet, so that nothing ever waits for it, and
/// takes it back in any case. Enter runs the command for good, Escape leaves everything as it was.
struct LiveLine {
  /// How everything was before the line; nil while that is what is shown.
  private var before: Workspace?
  /// The command that was tried last.
  private var tried: String?
  /// The trial that goes on.
  private var trial: Trial?
  private var hasHit = false
  /// What came of it, for the foot of the screen.
  private(set) var words: StyledLine?
  /// Where the line can't be read, in bytes of the command.
  private(set) var fault: Range<Int>?

  /// What is over sooner needs no frame before.
  private static let soon = 30

  /// True while it is being found out what the line would do.
  var isTrying: Bool { trial.map { !$0.isCancelled } ?? false }

  /// True while it is being found out what a command would do.
  func isTrying(_ command: String?) -> Bool { isTrying && trial?.command == command }

  /// Takes back what is shown.
  mutating func takeBack(in shell: Interpreter) {
    showBefore(in: shell)
    trial?.cancel()
    let stopping = trial
    self = LiveLine()
    trial = stopping
  }

  /// Goes on without the line; meanwhile a copy of the table is looked around in.
  ///
  /// - Returns: how far it is; nil where nothing goes on.
  mutating func goOn(in shell: Interpreter) -> WorkProgress? {
    guard let trial else { return nil }
    if before == nil {
      before = shell.session
      shell.session = shell.session.onCopies
    }
    return trial.progress
  }

  private mutating func showBefore(in shell: Interpreter) {
    if let before { shell.session = before }
    before = nil
    hasHit = false
  }

  /// Tries a command, unless that was done already, or is being done; shows how far it is.
  ///
  /// - Parameter command: nil for an empty line, with which all is as it was.
  mutating func follow(_ command: String?, in shell: Interpreter, columns: Int) {
    if let trial {
      if trial.command != command { trial.cancel() }
      guard trial.isDone else {
        if !trial.isCancelled { showProgress(of: trial, in: shell, columns) }
        return
      }
      self.trial = nil
      if !trial.isCancelled { return show(trial, in: shell) }
    }
    guard command != tried else { return }
    let statements = command.map(Statement.statements) ?? []
    guard let command, !statements.isEmpty else {
      showBefore(in: shell)
      (tried, words, fault) = (command, nil, nil)
      return
    }
    let next = Trial(command, statements, of: before ?? shell.session)
    trial = next
    guard next.wait(milliseconds: Self.soon) else { return }
    trial = nil
    show(next, in: shell)
  }

  /// The first place that is found is gone to while the others are still counted.
  private mutating func showProgress(of trial: Trial, in shell: Interpreter, _ columns: Int) {
    guard let progress = trial.progressLine(columns: columns) else { return }
    (words, fault) = (progress, nil)
    guard !hasHit, let hit = trial.hit else { return }
    let start = before ?? shell.session
    var seen = start.onCopies
    guard (try? seen.goTo(hit.place)) != nil else { return }
    try? seen.change { $0.sought = hit.pattern }
    (before, hasHit) = (start, true)
    shell.session = seen
  }

  private mutating func show(_ trial: Trial, in shell: Interpreter) {
    let start = before ?? shell.session
    showBefore(in: shell)
    tried = trial.command
    switch trial.outcome {
    case .success(let output)?:
      before = start
      shell.session = trial.workspace(with: start.environment)
      words = (output.lines.first ?? StyledLine()).with(
        Mark.dot + trial.time, TextStyle(.secondary))
      fault = nil
    case .failure(let error)?:
      words = StyledLine(DisplaySafe.line(error.description), TextStyle(.warning))
      fault = error.range.map { trial.command.bytes(of: $0) }
    case nil: break
    }
  }
}

/// A command that another thread tries.
private final class Trial: @unchecked Sendable {
  let command: String
  private let signs = Signs()
  private let start = ContinuousClock.now
  private(set) var progress: WorkProgress
  private var work: BesideWork?
  /// What only the thread at work touches until it is done.
  private var workspace: Workspace
  private(set) var outcome: Result<Output, CommandError>?
  private var duration = Duration.zero

  init(_ command: String, _ statements: [Statement], of session: Workspace) {
    self.command = command
    workspace = session.onCopies
    let name = statements.first?.name?.text ?? ""
    progress = WorkProgress(DisplaySafe.line(name), workspace.environment.meter)
    let (signs, isInterrupted) = (signs, session.environment.isInterrupted)
    workspace.environment.isInterrupted = { isInterrupted() || signs.isCancelled }
    workspace.environment.noteHit = { signs.note($0) }
    work = BesideWork { [self] in
      outcome = Result { () throws(CommandError) in
        var output = Output()
        for statement in statements { output = try workspace.run(statement).output }
        return output
      }
      duration = .now - start
    }
  }

  var isCancelled: Bool { signs.isCancelled }
  func cancel() { signs.cancel() }

  var isDone: Bool { work?.isDone ?? true }
  func wait(milliseconds: Int) -> Bool { work?.wait(milliseconds: milliseconds) ?? true }

  /// What a search has found first.
  var hit: Environment.Hit? { signs.hit }

  /// How far it is; nil for what may be over soon.
  func progressLine(columns: Int) -> StyledLine? {
    progress.isSeen ? progress.line(columns: columns) : nil
  }

  /// What came of it, in the world that there was before.
  func workspace(with environment: Environment) -> Workspace {
    var result = workspace
    result.environment = environment
    return result
  }

  /// How long it took.
  var time: String {
    let milliseconds = duration / .milliseconds(1)
    return milliseconds < 10
      ? "\((milliseconds * 10).rounded() / 10) ms" : "\(Int(milliseconds)) ms"
  }
}

/// What both threads say to each other.
private final class Signs: Sendable {
  private let cancellation = Atomic<Bool>(false)
  private let found = Guarded<Environment.Hit?>(nil)

  var isCancelled: Bool { cancellation.load(ordering: .relaxed) }
  func cancel() { cancellation.store(true, ordering: .relaxed) }

  var hit: Environment.Hit? { found.withLock { $0 } }
  func note(_ hit: Environment.Hit) { found.withLock { $0 = hit } }
}

extension StyledLine {
  fileprivate func with(_ text: String, _ style: TextStyle) -> StyledLine {
    var line = self
    line.append(text, style)
    return line
  }
}

extension String {
  /// A range of characters in bytes of UTF-8.
  fileprivate func bytes(of characters: Range<Int>) -> Range<Int> {
    let start = prefix(characters.lowerBound).utf8.count
    return start..<max(start, prefix(characters.upperBound).utf8.count)
  }
}
