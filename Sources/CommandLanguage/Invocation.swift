import Documents
import Files
import TableModel

/// A command line matched to its command: arguments by position, options by name.
package struct Invocation: Sendable {
  package let command: Command
  package let statement: Statement
  package private(set) var arguments: [Word] = []
  private var options: [String: Word?] = [:]
  /// The index of the first argument word in the statement, for arguments that take the rest.
  private var firstArgument: Int?

  /// - Throws: an unknown option, a missing value, too many or too few arguments, an open quote.
  package init(_ command: Command, _ statement: Statement) throws(CommandError) {
    self.command = command
    self.statement = statement
    try collect()
    try checkCounts()
  }

  package func has(_ option: CommandOption) -> Bool { options[option.name] != nil }

  /// The value of an option; nil where the option or its value is missing.
  package func option(_ option: CommandOption) -> Word? { options[option.name] ?? nil }

  package func has(_ option: String) -> Bool { options[option] != nil }

  package func option(_ name: String) -> Word? { options[name] ?? nil }

  package subscript(index: Int) -> Word? {
    arguments.indices.contains(index) ? arguments[index] : nil
  }

  /// The rest of the line from an argument on, as it was typed.
  package func rest(from index: Int = 0) -> (text: String, start: Int) {
    guard let firstArgument else { return ("", 0) }
    return statement.text(from: firstArgument + index)
  }

  /// An argument that the declaration asks for.
  ///
  /// - Parameter name: what it is called, where that is not the parameter's name.
  package func required(_ index: Int, as name: String? = nil) throws(CommandError) -> Word {
    if let word = self[index] { return word }
    let declared = command.parameters.indices.contains(index) ? command.parameters[index].name : ""
    throw CommandError(.missingArgument(name ?? declared, usage: command.usage), at: range)
  }

  /// A whole number at a position; nil when there is none.
  package func count(at index: Int) throws(CommandError) -> Int? {
    guard let word = self[index] else { return nil }
    guard let number = Int(word.text), number.magnitude <= 1 << 60 else {
      throw CommandError(
        .badValue(
          word.text, argument: "number", expected: "a whole number with at most 18 digits"),
        at: word.range)
    }
    return number
  }

  /// The rest of the line from an argument on, as it was typed; nil where nothing is left of it.
  package func text(from index: Int = 0) -> TypedText? {
    let typed = TypedText(rest(from: index))
    return typed.text.isEmpty ? nil : typed
  }

  /// The commands that the rest of the line is from an argument on, with their places in the line.
  package func commands(from index: Int = 0) -> [Statement] {
    let (text, start) = rest(from: index)
    return Statement.statements(in: String(repeating: " ", count: start) + text)
  }

  /// The keyword at a position; nil where there is none, or something else. In quotes a keyword is a
  /// text like any other.
  package func keyword<Key: Keyword>(at index: Int = 0, _: Key.Type = Key.self) -> Key? {
    self[index].flatMap { Key(rawValue: $0.raw) }
  }

  /// The keyword at a position; nil where nothing was typed.
  ///
  /// - Parameters:
  ///   - argument: what it says, for the error about any other word.
  ///   - expected: what may stand there, for the same error.
  package func keyword<Key: Keyword>(
    at index: Int = 0, _: Key.Type = Key.self, argument: String, expected: String? = nil
  ) throws(CommandError) -> Key? {
    guard let word = self[index] else { return nil }
    guard let key = Key(rawValue: word.raw) else {
      throw CommandError(
        .badValue(
          word.text, argument: argument, expected: expected ?? Words.choice(Key.words)),
        at: word.range)
    }
    return key
  }

  /// The keyword that is the value of an option; nil where the option is missing.
  package func keyword<Key: Keyword>(
    of option: CommandOption, _: Key.Type = Key.self, argument: String
  ) throws(CommandError) -> Key? {
    guard let word = self.option(option) else { return nil }
    guard let key = Key(rawValue: word.text) else {
      throw CommandError(
        .badValue(word.text, argument: argument, expected: Words.choice(Key.words)),
        at: word.range)
    }
    return key
  }

  /// True for `off`, behind which nothing else may stand.
  package func isOff() throws(CommandError) -> Bool {
    guard keyword(OffWord.self) != nil else { return false }
    try checkEnd(at: 1)
    return true
  }

  /// True where `off` is all that was typed: with more behind it, it may be a word like any other.
  package var isOnlyOff: Bool { arguments.count == 1 && keyword(OffWord.self) != nil }

  /// Refuses a word that stands where a keyword has to, in front of the others that are there.
  package func expect(_ expected: some Keyword, at index: Int = 0) throws(CommandError) {
    let word = try required(index)
    if word.raw == expected.rawValue { return }
    var error = CommandError(
      .missingArgument("'\(expected.rawValue)' before '\(word.text)'", usage: command.usage),
      at: word.range)
    if index == 0 {
      error.proposal = "write '\(command.name) \(expected.rawValue) \(rest().text)'"
    }
    throw error
  }

  /// Refuses arguments from a position on.
  package func checkEnd(at index: Int) throws(CommandError) {
    guard let extra = self[index] else { return }
    throw CommandError(.unexpectedArgument(extra.text, usage: command.usage), at: extra.range)
  }

  /// Refuses options that would be left out beside another one.
  package func refuse(_ options: CommandOption..., beside other: CommandOption) throws(CommandError)
  {
    guard has(other), let extra = options.first(where: has) else { return }
    throw CommandError(
      .impossible("--\(extra.name) has no meaning beside --\(other.name)", hint: nil), at: range)
  }

  /// The files that the line names, with what becomes of them.
  package var files: [(file: Word, use: FileUse)] {
    var parameters = command.parameters(for: arguments)
    if let last = parameters.last, last.isRepeated {
      parameters += repeatElement(last, count: max(0, arguments.count - parameters.count))
    }
    let named = zip(parameters, arguments).filter { parameter, word in
      !parameter.words.contains(word.raw) && word.documentPath == nil
    }.map { ($0.kind, $1) }
    let optional = command.options.compactMap { option in
      option.value.flatMap { value in self.option(option).map { (value.kind, $0) } }
    }
    return (named + optional).compactMap { kind, word in
      switch kind {
      case .file(let use): (word, use)
      case .otherTable: (word, .data)
      default: nil
      }
    }
  }

  /// The whole statement from its first character to its last.
  package var range: Range<Int> {
    let first = statement.words.first?.range.lowerBound ?? 0
    return first..<(statement.words.last?.range.upperBound ?? first)
  }
}

/// A part of a line as it was typed, quotes and all.
package struct TypedText: Sendable, Hashable {
  package let text: String
  /// Where it begins in the line, in characters.
  package let start: Int

  package init(_ typed: (text: String, start: Int)) { (text, start) = typed }

  package var range: Range<Int> { start..<start + text.count }
}

extension Invocation {
  private mutating func collect() throws(CommandError) {
    var index = 1
    while index < statement.words.count {
      let word = statement.words[index]
      if takesRest(at: arguments.count) {
        if firstArgument == nil { firstArgument = index - arguments.count }
        arguments.append(word)
        index += 1
      } else if word.raw.hasPrefix("--"), word.raw.count > 2 {
        index += try takeOption(word, at: index)
      } else {
        if word.isOpen, !isBookmark(word, at: arguments.count) {
          throw CommandError(.openQuote, at: word.range)
        }
        if firstArgument == nil { firstArgument = index }
        arguments.append(Self.expanded(word, command.parameters, at: arguments.count))
        index += 1
      }
    }
  }

  /// True for a bookmark, `'a`, where a place may stand.
  private func isBookmark(_ word: Word, at position: Int) -> Bool {
    let parameters = command.parameters
    let known = parameters.indices.contains(position) ? parameters[position] : parameters.last
    guard let kind = known?.kind, kind == .address || kind == .row else { return false }
    return AddressPattern.bookmark(word.raw) != nil
  }

  /// A word that names a file, with the user's home in the place of a `~` without quotes, and bytes
  /// in the place of `\xE9` where it has no quotes.
  private static func expanded(_ word: Word, _ parameters: [Parameter], at index: Int) -> Word {
    guard let last = parameters.indices.last, parameters[min(index, last)].kind.namesFile else {
      return word
    }
    let isOdd = !word.isQuoted && word.text.contains("\\x")
    guard isOdd || HomeFolder.begins(word) || HomeFolder.isEscaped(word) else { return word }
    var expanded = word
    if isOdd { expanded.text = SystemPath.read(word.text) }
    expanded.text = HomeFolder.path(of: expanded)
    return expanded
  }

  private func takesRest(at position: Int) -> Bool {
    let parameters = command.parameters
    guard let last = parameters.last, last.takesRest else { return false }
    let isReached = position >= parameters.count - 1
    let word = statement.words.indices.contains(1) ? statement.words[1] : nil
    let startsWithOption = position == 0 && isOwnOption(word)
    return isReached && !startsWithOption
  }

  private func isOwnOption(_ word: Word?) -> Bool {
    guard let word, word.raw.hasPrefix("--") else { return false }
    return command.options.contains { "--\($0.name)" == Self.optionName(word) }
  }

  private static func optionName(_ word: Word) -> String {
    String(word.raw.prefix { $0 != "=" })
  }

  /// - Returns: how many words the option took.
  private mutating func takeOption(_ word: Word, at index: Int) throws(CommandError) -> Int {
    let typed = String(Self.optionName(word).dropFirst(2))
    guard let option = command.options.first(where: { $0.name == typed }) else {
      let names = command.options.map(\.name)
      throw CommandError(
        .unknownOption(
          typed, command: command.name, nearest: Spelling.matches(for: typed, among: names)),
        at: word.range)
    }
    guard let value = option.value else {
      options[option.name] = .some(nil)
      return 1
    }
    if let equals = word.text.firstIndex(of: "=") {
      var inline = word
      inline.text = String(word.text[word.text.index(after: equals)...])
      inline.raw = String(
        word.raw[word.raw.index(after: word.raw.firstIndex(of: "=") ?? equals)...])
      options[option.name] = inline
      return 1
    }
    if value.isOptional, !isOptionalValue(at: index + 1) {
      options[option.name] = .some(nil)
      return 1
    }
    // A name that begins as an option does is written in quotes.
    guard statement.words.indices.contains(index + 1),
      !statement.words[index + 1].raw.hasPrefix("--")
    else {
      throw CommandError(.missingValue(option: option.name, value: value.name), at: word.range)
    }
    options[option.name] = statement.words[index + 1]
    return 2
  }

  /// True for a word that stands behind an option which may have a number and may have none: a
  /// number, once the command has all the arguments that it needs.
  private func isOptionalValue(at index: Int) -> Bool {
    guard statement.words.indices.contains(index) else { return false }
    let raw = statement.words[index].raw
    return !raw.isEmpty && raw.allSatisfy(\.isNumber)
      && arguments.count >= command.parameters.count { !$0.isOptional }
  }

  private func checkCounts() throws(CommandError) {
    let parameters = command.parameters(for: arguments)
    let required = parameters.filter { !$0.isOptional }.count
    if arguments.count < required, parameters.indices.contains(arguments.count) {
      throw CommandError(
        .missingArgument(parameters[arguments.count].name, usage: command.usage), at: range)
    }
    // Behind a word that is no keyword nothing is known to be too much: the word is what is wrong.
    let possible = isMistaken(parameters) ? command.parameters : parameters
    let isOpenEnded = possible.last.map { $0.isRepeated || $0.takesRest } ?? false
    if !isOpenEnded, arguments.count > possible.count { try checkEnd(at: possible.count) }
  }

  /// True where a word stands in the place of a keyword on which other arguments depend.
  private func isMistaken(_ parameters: [Parameter]) -> Bool {
    parameters.count < command.parameters.count
      && zip(parameters, arguments).contains { parameter, word in
        if case .choice(let words) = parameter.kind { !words.contains(word.raw) } else { false }
      }
  }
}

extension Command {
  /// The parameters that have a place in a line with these arguments.
  package func parameters(for arguments: [Word]) -> [Parameter] {
    if parameters.allSatisfy({ $0.leaders.isEmpty && $0.enders.isEmpty }) { return parameters }
    guard let first = arguments.first?.raw else {
      return parameters.filter { $0.leaders.isEmpty }
    }
    let words = arguments.map(\.raw)
    return parameters.filter { parameter in
      !parameter.enders.contains(first)
        && (parameter.leaders.isEmpty || parameter.leaders.contains(where: words.contains))
    }
  }
}

extension CommandOption {
  /// The option with its value: `--row ADDRESS`, `--animated [FRAMES]`.
  package var usage: String {
    guard let value else { return "--\(name)" }
    return "--\(name) " + (value.isOptional ? "[\(value.name)]" : value.name)
  }
}

extension Command {
  /// The synopsis: `goto ADDRESS [top|middle|bottom|none]`.
  package var usage: String {
    var parts = [name]
    for (index, parameter) in parameters.enumerated() {
      if index > 0, parameter.isAlternative(to: parameters[index - 1]) { continue }
      let others = parameters.dropFirst(index + 1).prefix { $0.isAlternative(to: parameter) }
      let names = ([parameter] + others).map(\.name).joined(separator: "|")
      let text = names + (parameter.isRepeated ? "..." : "")
      parts.append(parameter.isOptional ? "[\(text)]" : text)
    }
    for option in options {
      parts.append("[\(option.usage)]")
    }
    return parts.joined(separator: " ")
  }
}

extension Parameter {
  /// True where two parameters have the same place, behind different words.
  fileprivate func isAlternative(to other: Parameter) -> Bool {
    !leaders.isEmpty && !other.leaders.isEmpty && Set(leaders).isDisjoint(with: other.leaders)
  }
}
