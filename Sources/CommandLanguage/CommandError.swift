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

extension CommandError.Reason {
  /// What went wrong with data that is open already: where it can be read, and only what was asked of it does
  /// not fit, it is the command that has failed.
  package static func asking(_ error: DataError) -> Self {
    switch error {
    case .shape(let message, let hint): .impossible(message, hint: hint)
    case .cancelled: .cancelled
    default: .data(error)
    }
  }
}

/// Reads data that is open; what goes wrong there is what goes wrong with the command.
package func reading<T>(_ body: () throws(DataError) -> T) throws(CommandError) -> T {
  do { return try body() } catch { throw CommandError(.asking(error)) }
}

/// Does something with a table view; what it refuses, the command refuses.
package func engine<T>(_ body: () throws(EngineError) -> T) throws(CommandError) -> T {
  do { return try body() } catch { throw CommandError(.engine(error)) }
}

// MARK: - Wording

extension CommandError: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .unknownCommand(let word, _): "unknown command '\(word)'"
    case .ambiguousCommand(let word, _): "'\(word)' can mean more than one command"
    case .abbreviatedCommand(let word, _):
      "'\(word)' is short for a command; scripts need its full name"
    case .unknownOption(let word, let command, _): "'\(command)' has no option '--\(word)'"
    case .missingValue(let option, let value): "option '--\(option)' needs a value: \(value)"
    case .missingArgument(let name, _): "missing argument: \(name)"
    case .unexpectedArgument(let word, _): "'\(word)' is one argument too many"
    case .openQuote: "this quote is not closed"
    case .badValue(let value, let argument, let expected):
      "'\(value)' is not a valid \(argument): expected \(expected)"
    case .unreadable(let what, _): what
    case .unknownSetting(let word, _): "unknown setting '\(word)'"
    case .unknownKey(let key, _): "no record here has the key '\(key)'"
    case .unknownTopic(let word, _): "no help for '\(word)'"
    case .unknownScenario(let word, _): "there is no scenario '\(word)'"
    case .badAddress(let text, let explanation): "'\(text)' is not a valid address: \(explanation)"
    // A bookmark is written with a quote of its own.
    case .noSuchPlace(let text, let explanation, _):
      "there is no \(text.hasPrefix("'") ? text : "'\(text)'"): \(explanation)"
    case .noTable: "no table is open"
    case .nothing(let what, _): what
    case .impossible(let what, _): what
    case .expectationFailed(let expected, let found): "expected \(expected), found \(found)"
    case .data(let error), .layout(let error): error.description
    case .condition(let error): error.description
    case .evaluation(let error): error.description
    case .engine(let error), .refusedUpdate(let error, _): error.description
    case .inBatch(let what): "'\(what)' has to wait: a batch is open"
    case .file(let path, let reason): "cannot use '\(path)': \(reason)"
    case .shell(let command, let ending): "'\(command)' \(ending)"
    case .cancelled: "cancelled; nothing was changed"
    }
  }

  /// What to do next.
  package var hint: String? {
    if let proposal { return proposal }
    return switch reason {
    case .unknownCommand(_, let nearest):
      Self.didYouMean(nearest) ?? "'help' lists all commands"
    case .ambiguousCommand(_, let candidates): "one of: " + candidates.joined(separator: ", ")
    case .abbreviatedCommand(_, let full): "write '\(full)'"
    case .unknownOption(_, let command, let nearest):
      Self.didYouMean(nearest.map { "--" + $0 }) ?? "see 'help \(command)'"
    case .missingArgument(_, let usage), .unexpectedArgument(_, let usage): "usage: \(usage)"
    case .unreadable(_, let hint): hint
    case .openQuote: "close it, or write \\\" for a literal quote"
    case .unknownSetting(_, let nearest): Self.didYouMean(nearest) ?? "'set' lists all settings"
    case .unknownKey(_, let nearest): Self.didYouMean(nearest) ?? "'schema' lists the keys"
    case .unknownTopic(_, let nearest):
      Self.didYouMean(nearest) ?? "'help' lists commands and topics"
    case .unknownScenario(_, let nearest):
      Self.didYouMean(nearest) ?? "'scenario list' names all of them"
    case .badAddress: "addresses look like 1, 1.0, 1.0.3, Business.0.-1, *.0 or ."
    case .noSuchPlace(_, _, let nearest): Self.didYouMean(nearest)
    case .noTable: "open one: open FILE"
    case .nothing(_, let hint): hint
    case .impossible(_, let hint): hint
    case .data(let error), .layout(let error): error.hint
    case .condition(let error): error.hint
    case .evaluation(let error): error.hint
    case .engine(let error): error.hint
    case .refusedUpdate(_, let summary): "rolled back\(Mark.dot)" + summary
    case .inBatch: "end it with 'batch commit' or 'batch rollback'"
    default: nil
    }
  }

  package static func didYouMean(_ words: [String]) -> String? {
    guard let last = words.last else { return nil }
    let quoted = words.map { "'\($0)'" }
    if words.count == 1 { return "did you mean '\(last)'?" }
    return "did you mean " + quoted.dropLast().joined(separator: ", ") + " or '\(last)'?"
  }
}
