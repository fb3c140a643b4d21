package import PredicateLanguage
package import TableEngine
package import TableModel

/// Why a command failed, and where in its line.
package struct CommandError: Error, Sendable {
  package var reason: Reason
  /// Character offsets into the line of what is wrong.
  package var range: Range<Int>?
  /// A second place that belongs to it: the bracket that was never closed.
  package var opener: Range<Int>?
  /// What to do next, where the reason alone does not tell.
  package var proposal: String?
  /// True for what is an error among start-up commands, too, where others are warnings.
  package var isGrave = false

  package init(_ reason: Reason, at range: Range<Int>? = nil) {
    self.reason = reason
    self.range = range
  }

  /// What went wrong with reading; for work that the user has stopped, that it was stopped.
  package init(_ error: DataError) {
    self.init(error == .cancelled ? .cancelled : .data(error))
  }

  package enum Reason: Sendable {
    case unknownCommand(String, nearest: [String])
    case ambiguousCommand(String, candidates: [String])
    case abbreviatedCommand(String, full: String)
    case unknownOption(String, command: String, nearest: [String])
    case missingValue(option: String, value: String)
    case missingArgument(String, usage: String)
    case unexpectedArgument(String, usage: String)
    case openQuote
    case badValue(String, argument: String, expected: String)
    /// An argument of several words that can't be read, in words.
    case unreadable(String, hint: String)
    case unknownSetting(String, nearest: [String])
    case unknownKey(String, nearest: [String])
    case unknownTopic(String, nearest: [String])
    case unknownScenario(String, nearest: [String])
    case badAddress(String, explanation: String)
    case noSuchPlace(String, explanation: String, nearest: [String])
    case noTable
    case nothing(String, hint: String)
    case impossible(String, hint: String?)
    case expectationFailed(expected: String, found: String)
    case data(DataError)
    /// A file that was to describe a cell and does not.
    case layout(DataError)
    case condition(ConditionError)
    case evaluation(EvaluationError)
    case engine(EngineError)
    /// A batch of updates that does not fit the data, with the counts and the updates in words.
    case refusedUpdate(EngineError, summary: String)
    /// A command that can't be part of a batch.
    case inBatch(String)
    case file(path: String, reason: String)
    /// A command of the system's shell that ended badly, or could not be started, in words.
    case shell(command: String, ending: String)
    case cancelled
  }
}

/// A stable name of what went wrong, for scripts and for `help error`.
package enum ErrorCode: String, Sendable, CaseIterable {
  case unknownCommand = "unknown-command"
  case ambiguousCommand = "ambiguous-command"
  case abbreviatedCommand = "abbreviated-command"
  case unknownOption = "unknown-option"
  case missingValue = "missing-value"
  case missingArgument = "missing-argument"
  case unexpectedArgument = "unexpected-argument"
  case openQuote = "open-quote"
  case badValue = "bad-value"
  case unknownSetting = "unknown-setting"
  case unknownKey = "unknown-key"
  case unknownTopic = "unknown-topic"
  case unknownScenario = "unknown-scenario"
  case badAddress = "bad-address"
  case noSuchPlace = "no-such-place"
  case noTable = "no-table"
  case nothingToDo = "nothing-to-do"
  case impossible
  case expectationFailed = "expectation-failed"
  case data
  case layout
  case predicateSyntax = "predicate-syntax"
  case predicate
  case engine
  case refusedUpdate = "refused-update"
  case inBatch = "in-batch"
  case file
  case shell
  case cancelled
  /// The commands themselves could not be read; no command fails with it.
  case read
}

extension CommandError {
  /// The name of the error.
  package var code: String { errorCode.rawValue }

  package var errorCode: ErrorCode {
    switch reason {
    case .unknownCommand: .unknownCommand
    case .ambiguousCommand: .ambiguousCommand
    case .abbreviatedCommand: .abbreviatedCommand
    case .unknownOption: .unknownOption
    case .missingValue: .missingValue
    case .missingArgument: .missingArgument
    case .unexpectedArgument: .unexpectedArgument
    case .openQuote: .openQuote
    case .badValue, .unreadable: .badValue
    case .unknownSetting: .unknownSetting
    case .unknownKey: .unknownKey
    case .unknownTopic: .unknownTopic
    case .unknownScenario: .unknownScenario
    case .badAddress: .badAddress
    case .noSuchPlace: .noSuchPlace
    case .noTable: .noTable
    case .nothing: .nothingToDo
    case .impossible: .impossible
    case .expectationFailed: .expectationFailed
    case .data: .data
    case .layout: .layout
    case .condition: .predicateSyntax
    case .evaluation: .predicate
    case .engine: .engine
    case .refusedUpdate: .refusedUpdate
    case .inBatch: .inBatch
    case .file: .file
    case .shell: .shell
    case .cancelled: .cancelled
    }
  }

  /// What went wrong with a file that was read, with its place in it.
  package var fileError: DataError? {
    switch reason {
    case .data(let error), .layout(let error): error
    default: nil
    }
  }

  /// True when data could not be opened or read: exit status 3 in batch.
  package var isData: Bool {
    if case .data(let error) = reason { error != .cancelled } else { false }
  }
}

/// Reads data; what goes wrong there is what goes wrong with the command.
package func reading<T>(_ body: () throws(DataError) -> T) throws(CommandError) -> T {
  do { return try body() } catch { throw CommandError(.data(error)) }
}

/// Does something with a table view; what it refuses, the command refuses.
package func engine<T>(_ body: () throws(EngineError) -> T) throws(CommandError) -> T {
  do { return try body() } catch { throw CommandError(.engine(error)) }
}
