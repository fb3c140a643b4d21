import Commands
import Foundation
import ShellCore
import TableModel
import Workspaces

/// Runs a page: one shell for all its blocks, in their order.
package struct TranscriptRunner: Sendable {
  /// How long an input may take when the page does not say it, in seconds.
  package var timeout = 10.0
  /// The program for lines that begin with `$`; nil where it is not known.
  package var executable: String?
  /// Which inputs are reported; those before them run too, because they make the state.
  package var isIncluded: @Sendable (String) -> Bool = { _ in true }
  /// True after an input that failed when no more is to be run.
  package var stopsAtFailure = false

  package init(executable: String? = ChildProgram.findExecutable()) {
    self.executable = executable
  }

  /// Runs the inputs of a page and compares what they print.
  package func run(_ transcript: Transcript) -> TranscriptResult {
    run(transcript, deadline: StepDeadline()) { _ in }
  }

  /// - Parameter willRun: called before each input with its line.
  func run(
    _ transcript: Transcript, deadline: StepDeadline, willRun: (Int) -> Void
  ) -> TranscriptResult {
    // Which marks a page has is said by the page alone.
    Mark.plain(false) { played(transcript, deadline, willRun) }
  }

  private func played(
    _ transcript: Transcript, _ deadline: StepDeadline, _ willRun: (Int) -> Void
  ) -> TranscriptResult {
    var run = PageRun(transcript, runner: self, deadline: deadline)
    var results: [StepResult] = []
    let names = transcript.blocks.map { block in block.steps.map { Self.name($0, in: block) } }
    let lastIncluded = names.lastIndex { $0.contains(where: isIncluded) } ?? -1
    for (index, block) in transcript.blocks.enumerated() where index <= lastIncluded {
      let reason = run.enter(block)
      for (position, step) in block.steps.enumerated() {
        if SignalState.shouldStop { return TranscriptResult(file: transcript.file, steps: results) }
        willRun(step.line)
        let name = names[index][position]
        var result = StepResult(
          block: index, step: position, name: name, heading: block.heading, input: step.summary,
          line: step.line, outcome: .skipped(reason ?? ""))
        if reason == nil {
          run.run(step, of: block, into: &result)
          if position == block.steps.count - 1 { run.check(block, &result) }
        }
        if isIncluded(name) { results.append(result) }
        if stopsAtFailure, isIncluded(name), result.outcome.isFailure {
          return TranscriptResult(file: transcript.file, steps: results)
        }
      }
    }
    return TranscriptResult(file: transcript.file, steps: results)
  }

  /// What filters and reports call an input.
  private static func name(_ step: TranscriptStep, in block: TranscriptBlock) -> String {
    [block.attributes.name ?? block.heading, step.summary].compactMap { $0 }.joined(
      separator: " / ")
  }
}

/// The state of a page that is being run.
private struct PageRun {
  private let runner: TranscriptRunner
  private let matter: FrontMatter
  private let sandbox = Sandbox()
  private let folders: PageFolders
  private let session: TranscriptSession
  private let rules: [Normaliser.Rule]
  private var normaliser: Normaliser
  private var normalisesSandbox = false
  private var keys: KeyBlockRunner?
  /// True where a task asks for what is so already.
  private var isDoneBefore = false

  init(_ transcript: Transcript, runner: TranscriptRunner, deadline: StepDeadline) {
    self.runner = runner
    matter = transcript.frontMatter
    rules = matter.normalisers
    folders = PageFolders(file: transcript.file, directory: matter.directory, sandbox: sandbox)
    session = TranscriptSession(
      folders: folders, matter: matter, deadline: deadline, timeout: runner.timeout
    ) { shell in
      shell.parts = [Recorder(of: shell), LessonPlayer()]
    }
    normaliser = Normaliser(rules: rules, folders: folders.tokens)
  }

  private var timeout: Double { matter.timeout ?? runner.timeout }

  /// Begins a block.
  ///
  /// - Returns: why its inputs are skipped; nil when they are to be run.
  mutating func enter(_ block: TranscriptBlock) -> String? {
    keys = nil
    if block.attributes.isSkipped { return "marked to be skipped" }
    if let condition = block.attributes.condition, !holds(condition) {
      return "not on this machine"
    }
    if !block.fixtures.isEmpty { fixtureProblem = sandbox.install(block.fixtures) }
    if block.kind == .session { session.enter(block) }
    isDoneBefore =
      if case .predicate(let predicate)? = block.attributes.check, block.attributes.via == nil {
        LessonGoal.problem(with: predicate, in: session.state) == nil
      } else { false }
    return nil
  }

  /// Why the page's files are not there.
  private var fixtureProblem: String?

  private func holds(_ condition: BlockAttributes.Condition) -> Bool {
    let fact =
      switch condition.key {
      case .linux: Self.isLinux
      case .macos: !Self.isLinux
      case .ci: ContinuousIntegration.isOn
      case .executable: runner.executable != nil
      }
    return fact != condition.isNegated
  }

  #if os(Linux)
    private static let isLinux = true
  #else
    private static let isLinux = false
  #endif

  mutating func run(
    _ step: TranscriptStep, of block: TranscriptBlock, into result: inout StepResult
  ) {
    var output: StepOutput
    if let fixtureProblem {
      output = StepOutput(problem: "the page's files cannot be written: \(fixtureProblem)")
    } else {
      output = perform(step, block)
    }
    if sandbox.exists, !normalisesSandbox {
      normaliser = Normaliser(rules: rules, folders: folders.tokens)
      normalisesSandbox = true
    }
    let forgives = matter.isInteractive || block.attributes.continuesOnError
    judge(step, &output, forgivesErrors: forgives, &result)
  }

  /// Asks what a task asks of its learner, once its solution was played.
  ///
  /// - Parameter result: that of the last input, which fails where the solution is none.
  func check(_ block: TranscriptBlock, _ result: inout StepResult) {
    guard result.outcome == .passed, block.attributes.role == .task else { return }
    if case .predicate(let predicate)? = block.attributes.check,
      let problem = LessonGoal.problem(with: predicate, in: session.state)
    {
      result.outcome = .broken("the solution is not what the task asks for: \(problem)")
    } else if isDoneBefore {
      result.outcome = .broken("the task is done before anything is done")
    }
  }

  private mutating func perform(_ step: TranscriptStep, _ block: TranscriptBlock) -> StepOutput {
    switch step.input {
    case .command(let text):
      var (printed, output) = session.run(text, layers: block.attributes.layers)
      output.printed = PrintedOutput(normaliser.normalise(printed))
      return output
    case .program(let text):
      if matter.isCopied, let start = CopiedStart(text) {
        var (printed, output) = session.start(start)
        output.printed = PrintedOutput(normaliser.normalise(printed))
        return output
      }
      guard let executable = runner.executable else {
        return StepOutput(problem: "the program 'shelf' was not found; SHELF_EXECUTABLE names it")
      }
      let size = block.attributes.size ?? matter.size
      let command = SystemCommand(folders: folders, executable: executable, size: size)
      var (bytes, output) = command.run(text, timeout: timeout)
      guard let printed = String(validating: bytes, as: UTF8.self) else {
        return StepOutput(problem: "the output is not valid UTF-8")
      }
      output.printed = PrintedOutput(normaliser.normalise(printed))
      return output
    case .keys(let directives):
      return type(directives, expecting: step.expected, block)
    }
  }

  private mutating func type(
    _ directives: [KeyDirective], expecting expected: [ExpectedLine], _ block: TranscriptBlock
  ) -> StepOutput {
    guard let executable = runner.executable else {
      return StepOutput(problem: "the program 'shelf' was not found; SHELF_EXECUTABLE names it")
    }
    let keys =
      keys
      ?? KeyBlockRunner(
        folders: folders, executable: executable, size: block.attributes.size ?? matter.size,
        timeout: timeout)
    self.keys = keys
    return keys.run(directives) { OutputAlignment(expected: expected, printed: $0).matches }
  }

  /// What a step is expected to print beside what it prints. A copy holds times and versions as
  /// they were and messages as the terminal has broken them, so these count for nothing there.
  private func comparison(of step: TranscriptStep, _ printed: PrintedOutput) -> OutputAlignment {
    let exact = OutputAlignment(expected: step.expected, printed: printed)
    guard matter.isCopied, !exact.matches else { return exact }
    let sources = step.expected.map { normaliser.normalise($0.source) }
    if CopiedSession.joined(sources) == CopiedSession.joined(printed.lines) {
      let same = printed.lines.map { ExpectedLine(output: $0, reserved: []) }
      return OutputAlignment(expected: same, printed: printed)
    }
    let expected = zip(step.expected, sources).map { ExpectedLine(parsing: $1) ?? $0 }
    return OutputAlignment(expected: expected, printed: printed)
  }

  /// Compares what was printed with what was expected.
  private func judge(
    _ step: TranscriptStep, _ output: inout StepOutput, forgivesErrors: Bool,
    _ result: inout StepResult
  ) {
    if let problem = output.problem {
      result.outcome = .broken(problem)
      return
    }
    if forgivesErrors, step.status == nil, case .error = output.status { output.status = .ok }
    let alignment = comparison(of: step, output.printed)
    result.replacement = .init(printed: output.printed, status: output.status)
    if alignment.matches, (step.status ?? .ok).accepts(output.status) {
      result.outcome = .passed
    } else {
      result.outcome = .failed(
        UnifiedDifference(alignment, status: (step.status, output.status)))
    }
  }
}

/// Whether this runs on a build server, where nothing may be rewritten.
package enum ContinuousIntegration {
  package static var isOn: Bool {
    let value = ProcessInfo.processInfo.environment["CI"] ?? ""
    return !["", "0", "false"].contains(value)
  }
}

/// What came of an input.
package enum StepOutcome: Sendable, Hashable {
  case passed
  case failed(UnifiedDifference)
  /// The input could not be run, or its output not be compared.
  case broken(String)
  case skipped(String)

  package var isFailure: Bool {
    switch self {
    case .failed, .broken: true
    case .passed, .skipped: false
    }
  }
}

/// An input of a page with what came of it.
package struct StepResult: Sendable {
  package var block: Int
  package var step: Int
  /// The heading above and the input: what filters and reports call it.
  package var name: String
  package var heading: String?
  package var input: String
  package var line: Int
  package var outcome: StepOutcome
  /// What was printed, for rewriting the page; nil when there is nothing to take over.
  var replacement: Replacement?

  /// Printed output in the notation of a page.
  struct Replacement: Sendable {
    var printed: PrintedOutput
    var status: StepStatus
  }
}

/// What came of a page.
package struct TranscriptResult: Sendable {
  package var file: String
  package var steps: [StepResult]
  /// Why the page could not be read; nil where it was.
  package var problem: TranscriptError?

  package func count(where isWanted: (StepOutcome) -> Bool) -> Int {
    steps.reduce(0) { $0 + (isWanted($1.outcome) ? 1 : 0) }
  }

  package var hasPassed: Bool { problem == nil && !steps.contains { $0.outcome.isFailure } }
}
