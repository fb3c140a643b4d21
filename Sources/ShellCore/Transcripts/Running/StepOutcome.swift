/// What an input printed and how it ended, before it is compared.
struct StepOutput {
  var printed = PrintedOutput("")
  var status = StepStatus.ok
  /// What kept the input from being run or its output from being compared.
  var problem: String?
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
