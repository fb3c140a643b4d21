import CommandLanguage
import Foundation
import ShellCore
import Workspaces

/// What `shelf test` does: finds pages, runs them, reports, and rewrites what is to be rewritten.
package struct TestRun {
  package struct Options: Sendable {
    package var paths: [String] = []
    /// The lesson that pages of answers are marked by; nil where pages are run.
    package var assignment: String?
    package var update = UpdateMode.none
    package var reviews = false
    package var filter: String?
    package var jobs = 1
    package var format = ReportFormat.pretty
    package var failsFast = false
    package var context = 3
    package var timeout = 10.0

    package init() {}
  }

  let options: Options
  let writeResult: (String) -> Void
  let writeMessage: (String) -> Void
  /// Asks a person a question; nil when there is no answer.
  package var ask: (String) -> String? = { _ in nil }
  package var isContinuousIntegration = ContinuousIntegration.isOn

  package init(
    _ options: Options, writeResult: @escaping (String) -> Void,
    writeMessage: @escaping (String) -> Void
  ) {
    self.options = options
    self.writeResult = writeResult
    self.writeMessage = writeMessage
  }

  /// Runs everything once. A page that cannot be read keeps no other from being run.
  ///
  /// - Returns: the exit status: 0, 2 when a page cannot be read, 4 when output differs.
  package func run() -> Int32 {
    if let assignment = options.assignment { return mark(by: assignment) }
    let pages: [Page]
    let runner: TranscriptRunner
    do {
      runner = try makeRunner()
      pages = try read()
    } catch {
      writeMessage(error.text)
      return ExitStatus.usage
    }
    var suite = TranscriptSuite(runner: runner, jobs: options.jobs)
    suite.stopsAtFailure = options.failsFast
    let results = merge(pages, suite.run(pages.filter { $0.problem == nil }.map(\.transcript)))
    if let status = SignalState.exitStatus { return status }
    if SignalState.interruptRequested { return ExitStatus.interrupted }
    let begun = Set(results.map(\.file))
    let transcripts = pages.map(\.transcript).filter { begun.contains($0.file) }
    if options.reviews || options.update != .none {
      return rewrite(transcripts, after: results, runner)
    }
    return report(results, transcripts)
  }

  /// A page to run, or one that cannot be read and counts as empty.
  struct Page {
    var transcript: Transcript
    var problem: TranscriptError?
  }

  /// What came of all pages in their order, without those that were never begun.
  private func merge(_ pages: [Page], _ results: [TranscriptResult]) -> [TranscriptResult] {
    var results = results[...]
    return pages.compactMap { page in
      if let problem = page.problem {
        return TranscriptResult(file: page.transcript.file, steps: [], problem: problem)
      }
      return results.first?.file == page.transcript.file ? results.popFirst() : nil
    }
  }

  struct Failure: Error {
    var text: String
  }

  private func makeRunner() throws(Failure) -> TranscriptRunner {
    var runner = TranscriptRunner()
    runner.timeout = options.timeout
    runner.stopsAtFailure = options.failsFast
    guard let filter = options.filter else { return runner }
    guard (try? NSRegularExpression(pattern: filter)) != nil else {
      throw Failure(text: "error: '\(filter)' is not a regular expression\n")
    }
    runner.isIncluded = { name in
      name.range(of: filter, options: .regularExpression) != nil
    }
    return runner
  }

  /// Reads all pages, and names everything that is wrong with any of them.
  func read(isAnswers: Bool = false) throws(Failure) -> [Page] {
    let files: [String]
    do {
      files = try TranscriptFile.find(options.paths)
    } catch {
      throw Failure(text: error.description + "\n")
    }
    return files.map { file in
      do throws(TranscriptError) {
        return Page(transcript: try TranscriptFile.read(file, isAnswers: isAnswers))
      } catch {
        writeMessage(error.description + "\n")
        let empty = Transcript(file: file, lines: [], frontMatter: FrontMatter(), blocks: [])
        return Page(transcript: empty, problem: error)
      }
    }
  }

  func report(_ results: [TranscriptResult], _ transcripts: [Transcript]) -> Int32 {
    writeResult(
      options.format.text(of: results, transcripts: transcripts, context: options.context))
    if results.contains(where: { $0.problem != nil }) { return ExitStatus.usage }
    if results.allSatisfy(\.steps.isEmpty) {
      let nothing =
        "no inputs to test\n  hint: sessions are in blocks that begin with ```shelf"
      let reason = options.filter == nil ? nothing : "the filter matches the name of no input"
      writeMessage("error: \(reason)\n")
      return ExitStatus.usage
    }
    return results.allSatisfy(\.hasPassed) ? ExitStatus.success : ExitStatus.mismatch
  }
}

// MARK: - Rewriting

extension TestRun {
  private func rewrite(
    _ transcripts: [Transcript], after results: [TranscriptResult], _ runner: TranscriptRunner
  ) -> Int32 {
    if isContinuousIntegration {
      _ = report(results, transcripts)
      writeMessage("error: CI is set, so no expected output is rewritten\n")
      return ExitStatus.mismatch
    }
    var status = ExitStatus.success
    var results = results
    for index in results.indices where results[index].problem == nil {
      let chosen = options.reviews ? review(results[index], transcripts[index]) : results[index]
      do {
        if try update(transcripts[index], after: chosen) {
          // What is reported is what the page says now.
          results[index] = runner.run(try TranscriptFile.read(transcripts[index].file))
        }
      } catch {
        writeMessage(error.description + "\n")
        status = ExitStatus.mismatch
      }
    }
    let reported = report(results, transcripts.map { reread($0) })
    return status == 0 ? reported : status
  }

  private func reread(_ transcript: Transcript) -> Transcript {
    (try? TranscriptFile.read(transcript.file)) ?? transcript
  }

  /// - Returns: true when the page was rewritten.
  private func update(_ transcript: Transcript, after result: TranscriptResult)
    throws(TranscriptError) -> Bool
  {
    let mode = options.reviews ? UpdateMode.failed : options.update
    var updater = TranscriptUpdater(transcript, mode: mode)
    let text = updater.text(after: result)
    if updater.count == 0 { return false }
    try TranscriptFile.replace(transcript.file, with: text)
    for warning in updater.warnings { writeMessage(warning + "\n") }
    let inputs = updater.count == 1 ? "1 input" : "\(updater.count) inputs"
    writeMessage("rewrote \(transcript.file): \(inputs)\n")
    return true
  }

  /// Shows each failure and asks what to do with it.
  ///
  /// - Returns: the result with the failures that were accepted.
  private func review(_ result: TranscriptResult, _ transcript: Transcript) -> TranscriptResult {
    var accepted = result
    accepted.steps = []
    for step in result.steps {
      guard case .failed = step.outcome else { continue }
      writeMessage("\n\(result.file):\(step.line): \(step.name)\n")
      for line in step.explanation(in: transcript, context: options.context) {
        writeMessage("  \(line)\n")
      }
      switch answer() {
      case .accept: accepted.steps.append(step)
      case .reject, .skip: continue
      case .quit: return accepted
      }
    }
    return accepted
  }

  private enum Answer: Character {
    case accept = "a"
    case reject = "r"
    case skip = "s"
    case quit = "q"
  }

  private func answer() -> Answer {
    while let text = ask("accept, reject, skip or quit? [a/r/s/q] ") {
      if let answer = text.trimmed.lowercased().first.flatMap(Answer.init) { return answer }
    }
    return .quit
  }
}

// MARK: - Watching

extension TestRun {
  /// Runs everything, and again whenever a page changes, until a signal asks for an end.
  package func watch() -> Int32 {
    var stamps: [String: Date] = [:]
    while !SignalState.shouldStop {
      let now = modificationDates()
      if now != stamps {
        stamps = now
        _ = run()
        // What the run itself wrote is not a reason to run again.
        if options.update != .none { stamps = modificationDates() }
      }
      Thread.sleep(forTimeInterval: 0.3)
    }
    return SignalState.exitStatus ?? ExitStatus.interrupted
  }

  private func modificationDates() -> [String: Date] {
    let files = (try? TranscriptFile.find(options.paths)) ?? []
    var dates: [String: Date] = [:]
    for file in files {
      let attributes = try? FileManager.default.attributesOfItem(atPath: file)
      dates[file] = attributes?[.modificationDate] as? Date ?? .distantPast
    }
    return dates
  }
}

/// Rewrites the expected output of a page as it was printed, and nothing else.
package struct TranscriptUpdater {
  private let transcript: Transcript
  private let mode: UpdateMode
  /// Patterns that had to give way, and other remarks, with their places.
  package private(set) var warnings: [String] = []
  /// How many inputs got other output.
  package private(set) var count = 0

  package init(_ transcript: Transcript, mode: UpdateMode) {
    self.transcript = transcript
    self.mode = mode
  }

  /// The page with new output.
  ///
  /// - Parameter result: what came of running it.
  /// - Returns: the whole text; the same as before when there is nothing to rewrite.
  package mutating func text(after result: TranscriptResult) -> String {
    var lines = transcript.lines
    for step in result.steps.reversed() {
      guard transcript.blocks.indices.contains(step.block),
        transcript.blocks[step.block].steps.indices.contains(step.step)
      else { continue }
      let block = transcript.blocks[step.block]
      let old = block.steps[step.step]
      let isNew = old.expected.isEmpty && old.status == nil
      guard let replacement = step.replacement, mode.applies(to: step.outcome, isNew: isNew)
      else { continue }
      // An 'expect' prints nothing: that is its expected output, and not one that is still missing.
      if isNew, replacement.status == .error(ErrorCode.expectationFailed.rawValue) {
        warnings.append(
          "\(transcript.file):\(old.line): warning: an expectation that fails is not rewritten")
        continue
      }
      let new = region(of: old, replacement, block)
      if new != transcript.lines[old.region] {
        lines.replaceSubrange(old.region, with: new)
        count += 1
      }
    }
    warnings.reverse()
    return PageLine.text(of: lines)
  }

  private mutating func region(
    of step: TranscriptStep, _ replacement: StepResult.Replacement, _ block: TranscriptBlock
  ) -> ArraySlice<PageLine> {
    let reserved = block.kind == .keys ? KeyDirective.reserved : SessionBlockParser.reserved
    var texts = outputs(of: step, replacement.printed, reserved: reserved)
    if let status = status(of: step, replacement.status) { texts.append("? \(status.text)") }
    // The line of the input, or of its last continuation, always has a line break: a fence follows.
    let ending = transcript.lines[max(0, step.region.lowerBound - 1)].ending
    return texts.map { text in
      PageLine(text.isEmpty ? "" : block.indentation + text, ending: ending.isEmpty ? "\n" : ending)
    }[...]
  }

  /// An end that was written down stays as it was written when it fits.
  private func status(of step: TranscriptStep, _ actual: StepStatus) -> StepStatus? {
    if let expected = step.status, expected.accepts(actual), mode != .all { return expected }
    if actual.isSuccess { return step.status.flatMap { $0.isSuccess ? $0 : nil } }
    return actual
  }

  /// Expected lines that still fit stay as they are written, patterns among them.
  private mutating func outputs(
    of step: TranscriptStep, _ printed: PrintedOutput, reserved: [String]
  )
    -> [String]
  {
    let literal = printed.lines.indices.map { printed.written($0, reserved: reserved).source }
    if mode == .all {
      for line in step.expected where line.isPattern { warn(line, step) }
      return literal
    }
    let alignment = OutputAlignment(expected: step.expected, printed: printed)
    if alignment.matches { return step.expected.map(\.source) }
    var texts: [String] = []
    var lost: [ExpectedLine] = []
    for edit in alignment.edits() {
      switch edit {
      case .keep(let index, _): texts.append(step.expected[index].source)
      case .insert(let index): texts.append(literal[index])
      case .remove(let index):
        if step.expected[index].isPattern { lost.append(step.expected[index]) }
      }
    }
    let rewritten = texts.compactMap(ExpectedLine.init(parsing:))
    if rewritten.count != texts.count
      || !OutputAlignment(expected: rewritten, printed: printed).matches
    {
      lost = step.expected.filter(\.isPattern)
      texts = literal
    }
    for line in lost { warn(line, step) }
    return texts
  }

  private mutating func warn(_ line: ExpectedLine, _ step: TranscriptStep) {
    warnings.append(
      "\(transcript.file):\(step.line): warning: the pattern '\(line.source)' was replaced")
  }
}

/// Which expected output is rewritten.
package enum UpdateMode: String, Sendable, Hashable, CaseIterable {
  case none
  /// Inputs without any expected output.
  case new
  /// Inputs whose output is not as expected, and new ones.
  case failed
  /// Everything, patterns too, as it is printed now.
  case all

  /// - Parameter isNew: true for an input without expected output.
  func applies(to outcome: StepOutcome, isNew: Bool) -> Bool {
    switch (self, outcome) {
    case (.none, _), (_, .broken), (_, .skipped): false
    case (.new, .failed): isNew
    case (.new, .passed), (.failed, .passed): false
    case (.failed, .failed), (.all, _): true
    }
  }
}
