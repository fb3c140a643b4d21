import PredicateLanguage
import TableEngine
import TableModel

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
    case .noSuchPlace(let text, let explanation, _): "there is no '\(text)': \(explanation)"
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
