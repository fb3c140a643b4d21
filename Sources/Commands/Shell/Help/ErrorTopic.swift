package import CommandLanguage

/// What `help error CODE` says of an error.
package struct ErrorTopic: Sendable {
  package var code: ErrorCode
  package var summary: String
  /// Commands that fail in this way on the bundled `pulse.plist`; nil where no command alone does.
  package var example: String?
  /// What to do.
  package var advice: String

  private init(_ code: ErrorCode, _ summary: String, _ example: String?, _ advice: String) {
    (self.code, self.summary, self.example, self.advice) = (code, summary, example, advice)
  }

  package static func of(_ code: ErrorCode) -> ErrorTopic? { all.first { $0.code == code } }

  /// The page, without a width to fit.
  package var lines: [String] {
    ["error \(code.rawValue): \(summary)", ""]
      + Words.wrap(advice, label: "", indent: 0, width: 79)
      + (example.map { ["", "example:", "  \($0)"] } ?? [])
  }

  /// All errors, one in a line.
  package static var overview: [String] {
    ["Errors by code ('help error CODE' for one):", ""]
      + ErrorCode.allCases.compactMap { of($0) }.flatMap { topic in
        Words.wrap(topic.summary, label: topic.code.rawValue, indent: 22, width: 79)
      }
  }
}

extension ErrorTopic {
  /// One for each code.
  private static let all = mistakes + names + updates + work

  /// Mistakes in a line, whatever is open.
  private static let mistakes: [ErrorTopic] = [
    ErrorTopic(
      .unknownCommand, "there is no command of that name", "scrol 3",
      "'help' lists the commands; 'apropos WORD' looks for one by what it does. A name "
        + "of your own is made with 'alias'."),
    ErrorTopic(
      .ambiguousCommand, "the beginning of a name fits several commands", nil,
      "At the prompt a name may be cut short while one command alone begins so. Type "
        + "another letter; Tab shows which there are."),
    ErrorTopic(
      .abbreviatedCommand, "a script has a name that is cut short", "fil Views > 3",
      "Scripts, pipes and '-c' want full names, so that a new command never changes "
        + "what they mean. The hint has the full one."),
    ErrorTopic(
      .unknownOption, "the command has no such option", "view --layer text",
      "'help COMMAND' lists its options. A text that begins with '--' is written in quotes."),
    ErrorTopic(
      .missingValue, "an option stands there without its value", "left --row",
      "Write the value behind it, with a blank or with '=': '--row 0.0' or '--row=0.0'."),
    ErrorTopic(
      .missingArgument, "an argument is missing", "goto",
      "The usage behind the error says what the command takes; what stands in brackets "
        + "may be left out."),
    ErrorTopic(
      .unexpectedArgument, "there is an argument too many", "describe Source Views",
      "A name or a text with blanks wants quotes, a key with blanks backquotes: "
        + "describe `unit price`."),
    ErrorTopic(
      .openQuote, "a quote is not closed", "goto \"Business",
      "Close it, or write \\\" where a quote is meant as itself. At the prompt, and in "
        + "scripts, an open quote goes on in the next line."),
    ErrorTopic(
      .badValue, "a value is not of the kind that the command takes", "down fast",
      "The message says what was expected. 'help COMMAND' has examples; Tab proposes values."),
  ]

  /// Names that nothing has, and what can't be done as things are.
  private static let names: [ErrorTopic] = [
    ErrorTopic(
      .unknownSetting, "there is no such setting", "set row-hight 3",
      "'set' lists the settings with their values."),
    ErrorTopic(
      .unknownKey, "no record has the key", "sort by Sources",
      "'schema' lists the keys of the records, and Tab completes them. A key with "
        + "blanks is written in backquotes. In predicates a key that no record has is a "
        + "note, and under 'set strict on' an error."),
    ErrorTopic(
      .unknownTopic, "there is no help of that name", "help scroling",
      "'help' lists commands and topics."),
    ErrorTopic(
      .unknownScenario, "there is no such scenario", "scenario pulsar",
      "'scenario list' names them, with what each of them shows."),
    ErrorTopic(
      .badAddress, "an address cannot be read", "goto 0..0",
      "Addresses are section.row.item, counted from 0: 1.0.3. 'help addresses' has all forms."),
    ErrorTopic(
      .noSuchPlace, "nothing is at that address", "goto 99",
      "'count' says how many sections, rows and items there are. A number alone is a "
        + "section; a row of it is written 0.99. A filter hides places: 'filter' says which "
        + "is on."),
    ErrorTopic(
      .noTable, "no table is open", "close; view", "'open FILE'; 'datasets' lists files to try."),
    ErrorTopic(
      .nothingToDo, "there is nothing to do, go back to or find", "find xyzzy",
      "The message says what was looked for. 'find' looks in all fields and titles that "
        + "are shown; a filter or a search that is on hides records."),
    ErrorTopic(
      .impossible, "this can't be done as things are", "index A",
      "The message says why, and the hint what would have to be done first."),
    ErrorTopic(
      .expectationFailed, "'expect' found something else", "expect count == 0",
      "The message has both. In a script this ends the run with status 1."),
  ]

  /// What the table view refuses, and what has to wait for it.
  private static let updates: [ErrorTopic] = [
    ErrorTopic(
      .engine, "the table view refuses",
      "set dequeue unregistered; fields identifier=Source; reload",
      "The message says which of its rules was broken, and 'explain topics' names what "
        + "can be explained."),
    ErrorTopic(
      .refusedUpdate, "updates do not fit the data, and were rolled back", nil,
      "Counts before and after have to agree with what was inserted and deleted: the "
        + "message has them. 'explain batch' says more."),
    ErrorTopic(
      .inBatch, "the command can't be part of a batch", "batch begin; filter Views > 3",
      "End it with 'batch commit' or 'batch rollback' first."),
  ]

  /// What went wrong while a command worked.
  private static let work: [ErrorTopic] = [
    ErrorTopic(
      .data, "data could not be opened or read", "open nothing.json",
      "The message has the file, and where it is damaged the line and the column. What "
        + "was open stays open. In batch the exit status is 3."),
    ErrorTopic(
      .layout, "a file that is to describe a cell does not", nil,
      "The message has the place in the file. 'help layouts' says how such files are written."),
    ErrorTopic(
      .predicateSyntax, "a predicate cannot be used as it is written", "filter Views >",
      "The caret stands where the trouble is. 'help predicates' has the language in "
        + "short, and Tab proposes what can come next."),
    ErrorTopic(
      .predicate, "a predicate could not be asked of a record", nil,
      "Under 'set strict on' the first value of a wrong type is such an error; without "
        + "it these are counted. It is also one to take too long: a regular expression with "
        + "repetitions of repetitions, say."),
    ErrorTopic(
      .file, "a file could not be written or used", "export /no/such/folder/x.json",
      "The message has the reason that the system gives. Folders are not made."),
    ErrorTopic(
      .shell, "a command behind '|' ended badly", nil,
      "The message has its exit status, or the signal that ended it; what it says itself stands "
        + "above. Results go to the system's shell only after 'set shell on'."),
    ErrorTopic(
      .read, "the commands themselves could not be read", nil,
      "The file is not there, or is not text in UTF-8; the message says which."),
    ErrorTopic(
      .cancelled, "the work was stopped by Ctrl-C", nil,
      "Everything is as it was before the command."),
  ]
}

// MARK: - The errors of a command

/// What `help` says of the errors of a command: those that its declaration names, and those that follow
/// from its forms.
extension Command {
  /// Codes with what they mean here, each once. Those that any command can meet are left out unless the
  /// declaration has something to say about them.
  package var failures: [(code: ErrorCode, words: String)] {
    var found = errors.map { (code: $0, words: $1) }
    let values = options.compactMap(\.value)
    let following = (parameters + values).flatMap { parameter in
      ([parameter.kind] + parameter.parts.map(\.kind)).flatMap(\.failures)
    }
    for (code, words) in following
    where !code.isGeneral && !found.contains(where: { $0.code == code }) {
      found.append((code, words))
    }
    return found.map { code, words in
      (code, words.isEmpty ? ErrorTopic.of(code)?.summary ?? "" : words)
    }
  }

  /// The last line of the section in `help`.
  static let generalFailures = "'help errors' lists those that any command can meet"
}

extension ErrorCode {
  /// True for what any command can meet: mistakes in its line, no table that is open, a file that can no
  /// longer be read, a table view that raises an exception, a batch that is open, Ctrl-C.
  package var isGeneral: Bool {
    switch self {
    case .unknownCommand, .ambiguousCommand, .abbreviatedCommand, .unknownOption, .missingValue,
      .missingArgument, .unexpectedArgument, .openQuote, .badValue, .noTable, .data, .engine,
      .inBatch, .shell, .cancelled, .read:
      true
    default: false
    }
  }
}

extension ArgumentKind {
  /// What an argument of this kind can be wrong about; no words for what the code says already.
  fileprivate var failures: [(ErrorCode, String)] {
    switch self {
    case .address, .row: [(.badAddress, ""), (.noSuchPlace, "")]
    case .key, .sortKey, .role, .column, .aggregates:
      [(.unknownKey, ""), (.impossible, "a variable such as $index is not a key of records")]
    case .file(.new):
      [(.impossible, "the file exists (use --force)"), (.file, "the file cannot be written")]
    case .file(.commands), .file(.script): [(.file, "the file cannot be read")]
    case .setting: [(.unknownSetting, "")]
    case .command: [(.unknownTopic, "")]
    case .layout, .layoutFile: [(.layout, "")]
    case .predicate:
      [
        (.predicateSyntax, "with the place and what was expected"),
        (.predicate, "it takes too long; under 'set strict on' also values of a wrong type"),
        (.unknownKey, "under 'set strict on': no record has a key of the predicate"),
      ]
    case .file(.data), .otherTable, .databaseTable, .keyOfOther, .count, .settingValue, .style,
      .choice, .alias, .line, .changes,
      .text, .parts:
      []
    }
  }
}
