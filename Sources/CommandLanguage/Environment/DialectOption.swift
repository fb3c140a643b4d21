package import Documents

/// What can be said about how separated values are written, when they are opened: the names of
/// options, of `open` as of the program.
package enum DialectOption: String, Keyword {
  case delimiter, header, quote, types

  package enum HeaderWord: String, Keyword { case yes, no }

  package enum TypesWord: String, Keyword { case text }
}

extension DialectOption {
  /// The only values that there are; none where there are too many to be listed.
  package var choices: [String] {
    switch self {
    case .delimiter: []
    case .header: HeaderWord.words
    case .quote: NoneWord.words
    case .types: TypesWord.words
    }
  }

  /// What a value may be, for errors.
  package var expected: String {
    choices.isEmpty
      ? "a sign such as ; or |, or tab, comma, semicolon, pipe or space" : Words.choice(choices)
  }

  package var summary: String {
    switch self {
    case .delimiter: "what stands between separated values, such as ';' or tab"
    case .header: "whether the first line of separated values names the columns"
    case .quote: "with none, quotes in separated values are characters like others"
    case .types: "with text, separated values are texts and nothing else"
    }
  }

  /// The option of a command.
  package var option: CommandOption {
    CommandOption(
      rawValue,
      self == .delimiter
        ? Parameter("CHARACTER", .text) : Parameter("WORD", .choice(choices)), summary)
  }

  /// Says in a dialect what a value means.
  ///
  /// - Returns: false for a value that the option doesn't have.
  package func state(_ word: String, in dialect: inout StatedDialect) -> Bool {
    switch self {
    case .delimiter:
      guard let delimiter = StatedDialect.delimiter(word) else { return false }
      dialect.delimiter = delimiter
    case .header:
      guard let header = HeaderWord(rawValue: word) else { return false }
      dialect.hasHeader = header == .yes
    case .quote:
      guard NoneWord(rawValue: word) != nil else { return false }
      dialect.hasQuotes = false
    case .types:
      guard TypesWord(rawValue: word) != nil else { return false }
      dialect.hasTypes = false
    }
    return true
  }

  /// The value by which a dialect says something, for a line that opens the file again; nil where it
  /// says nothing.
  package func word(of dialect: StatedDialect) -> String? {
    switch self {
    case .delimiter:
      dialect.delimiter.map {
        $0 == UInt8(ascii: "\t") ? "tab" : String(UnicodeScalar($0))
      }
    case .header:
      dialect.hasHeader.map { ($0 ? HeaderWord.yes : .no).rawValue }
    case .quote: dialect.hasQuotes ? nil : NoneWord.none.rawValue
    case .types: dialect.hasTypes ? nil : TypesWord.text.rawValue
    }
  }
}

extension StatedDialect {
  /// What a line says of separated values.
  package init(statedIn call: Invocation) throws(CommandError) {
    self.init()
    for option in DialectOption.allCases {
      guard let word = call.option(option.rawValue) else { continue }
      guard option.state(word.text, in: &self) else {
        throw CommandError(
          .badValue(word.text, argument: option.rawValue, expected: option.expected),
          at: word.range)
      }
    }
  }
}
