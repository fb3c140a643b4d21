import Foundation
import ShellCore
import Synchronization
import TableModel

/// Runs many pages, several at a time, and gives their results in the order of the pages.
///
/// Every page has its own shell, so the results do not depend on how many run at a time. A page
/// whose command neither ends nor listens is given up: its thread is left alone.
package struct TranscriptSuite: Sendable {
  package var runner: TranscriptRunner
  package var jobs: Int
  /// True when no page is begun after one that failed.
  package var stopsAtFailure = false

  private static let stackSize = 16 * 1024 * 1024

  package init(runner: TranscriptRunner, jobs: Int) {
    self.runner = runner
    self.jobs = max(1, jobs)
  }

  /// Runs pages.
  ///
  /// - Returns: a result for each page, up to and with the first that failed if the suite stops
  ///   there.
  package func run(_ transcripts: [Transcript]) -> [TranscriptResult] {
    let board = Board(transcripts, stopsAtFailure: stopsAtFailure)
    for _ in 0..<min(jobs, transcripts.count) { startWorker(board) }
    while !board.isDone {
      board.wait(milliseconds: 200)
      for _ in 0..<board.giveUpHung() { startWorker(board) }
    }
    let results = board.results
    guard stopsAtFailure, let first = results.firstIndex(where: { !$0.hasPassed }) else {
      return results
    }
    return Array(results[...first])
  }

  private func startWorker(_ board: Board) {
    let thread = Thread { [runner] in
      while let job = board.take() {
        let result = runner.run(job.transcript, deadline: job.deadline) { line in
          board.note(line: line, of: job)
        }
        if !board.finish(job, result) { return }
      }
    }
    thread.stackSize = Self.stackSize
    thread.start()
  }
}

/// A page that is being run.
private struct Job: Sendable {
  let index: Int
  let transcript: Transcript
  let deadline = StepDeadline()
}

/// What is to be done, by whom it is being done, and what is done.
private final class Board: Sendable {
  private struct State {
    var next = 0
    var running: [Int: (job: Job, line: Int)] = [:]
    var results: [TranscriptResult?]
    var hasFailed = false
  }

  private let transcripts: [Transcript]
  private let stopsAtFailure: Bool
  private let state: Guarded<State>
  private let news = DispatchSemaphore(value: 0)

  init(_ transcripts: [Transcript], stopsAtFailure: Bool) {
    self.transcripts = transcripts
    self.stopsAtFailure = stopsAtFailure
    state = Guarded(State(results: Array(repeating: nil, count: transcripts.count)))
  }

  func take() -> Job? {
    state.withLock { state in
      guard state.next < transcripts.count, !(stopsAtFailure && state.hasFailed),
        !SignalState.shouldStop
      else { return nil }
      let job = Job(index: state.next, transcript: transcripts[state.next])
      state.next += 1
      state.running[job.index] = (job, 0)
      return job
    }
  }

  func note(line: Int, of job: Job) {
    state.withLock { $0.running[job.index]?.line = line }
  }

  /// - Returns: false when the page was given up in the meantime.
  func finish(_ job: Job, _ result: TranscriptResult) -> Bool {
    defer { news.signal() }
    return state.withLock { state in
      guard state.running.removeValue(forKey: job.index) != nil else { return false }
      state.results[job.index] = result
      if !result.hasPassed { state.hasFailed = true }
      return true
    }
  }

  func wait(milliseconds: Int) {
    _ = news.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  var isDone: Bool {
    state.withLock { state in
      let nothingLeft =
        state.next == transcripts.count || (stopsAtFailure && state.hasFailed)
        || SignalState.shouldStop
      return state.running.isEmpty && nothingLeft
    }
  }

  /// Gives up pages whose command ignores that its time is over, and takes them off the board.
  ///
  /// - Returns: how many there were.
  func giveUpHung() -> Int {
    state.withLock { state in
      let hung = state.running.values.filter { $0.job.deadline.isIgnored }
      for (job, line) in hung {
        state.running[job.index] = nil
        state.hasFailed = true
        let result = StepResult(
          block: 0, step: 0, name: "line \(line)", heading: nil, input: "line \(line)", line: line,
          outcome: .broken("the input does not end and cannot be stopped"))
        state.results[job.index] = TranscriptResult(file: job.transcript.file, steps: [result])
      }
      return hung.count
    }
  }

  /// Results in the order of the pages; pages that were never begun are missing.
  var results: [TranscriptResult] { state.withLock { $0.results.compactMap { $0 } } }
}
