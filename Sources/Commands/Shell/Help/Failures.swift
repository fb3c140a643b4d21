package import CommandLanguage

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
