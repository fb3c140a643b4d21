import TableModel

/// Names that the user gave to commands.
extension Session {
  func alias(_ call: Invocation) throws(CommandError) -> Output {
    guard let name = call[0] else {
      let lines = aliases.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value) }
      return Output(
        verbatim: lines.isEmpty ? "there are no aliases" : lines.joined(separator: "\n"))
    }
    guard let text = aliases[name.text] else { throw unknownAlias(name) }
    return Output(verbatim: Self.line(name.text, text))
  }

  /// `alias NAME = TEXT`, or without the sign; alone it lists, with a name it shows.
  mutating func changeAlias(_ call: Invocation) throws(CommandError) -> Output {
    guard let name = call[0], call[1] != nil else { return try alias(call) }
    let start = call[1]?.raw == "=" ? 2 : 1
    let text = call.arguments.count == start + 1 ? call[start]?.text : call.rest(from: start).text
    guard let text, !Statement.statements(in: text).isEmpty else {
      throw CommandError(.missingArgument("COMMANDS", usage: call.command.usage), at: call.range)
    }
    if commands[name.text] != nil {
      throw CommandError(
        .impossible("'\(name.text)' is a command", hint: "choose another name"), at: name.range)
    }
    guard name.text.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
      throw CommandError(
        .badValue(name.text, argument: "name", expected: "letters, digits, - and _"),
        at: name.range)
    }
    aliases[name.text] = text
    return Output(verbatim: Self.line(name.text, text))
  }

  mutating func removeAlias(_ call: Invocation) throws(CommandError) -> Output {
    guard let name = call[0] else {
      throw CommandError(.missingArgument("NAME", usage: call.command.usage), at: call.range)
    }
    guard aliases.removeValue(forKey: name.text) != nil else { throw unknownAlias(name) }
    return Output("'\(name.text)' is no longer an alias")
  }

  private static func line(_ name: String, _ text: String) -> String {
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "alias \(name) = \"\(quoted)\""
  }

  private func unknownAlias(_ name: Word) -> CommandError {
    let nearest = Spelling.matches(for: name.text, among: Array(aliases.keys))
    let hint = nearest.first.map { "did you mean '\($0)'?" } ?? "'alias' lists them"
    return CommandError(.nothing("'\(name.text)' is not an alias", hint: hint), at: name.range)
  }

  /// The commands that a statement stands for; nil when its name is no alias.
  private func expansion(of statement: Statement) -> [Statement]? {
    guard let name = statement.name, !name.isQuoted, let text = aliases[name.text] else {
      return nil
    }
    return Statement.statements(in: text + " " + statement.text(from: 1).text)
  }

  /// Runs the commands of an alias, with the arguments behind the last of them.
  ///
  /// - Returns: what they print together; nil when the statement's name is no alias.
  mutating func runAlias(_ statement: Statement) throws(CommandError) -> Result? {
    var whole = Result(output: Output(), command: statement.name?.text ?? "", showsView: false)
    guard let name = statement.name, aliases[name.text] != nil else { return nil }
    let next = try asAWhole(statement) { session throws(CommandError) in
      try session.expand(statement) { session, part throws(CommandError) in
        let result = try session.run(part)
        whole.output.append(result.output)
        whole.showsView = whole.showsView || result.showsView
        return result.output.next
      }
    }
    return next == nil ? nil : whole
  }

  /// Checks the commands of an alias as running them would.
  ///
  /// - Returns: what the last of them asks for; nil when the statement's name is no alias.
  mutating func checkAlias(_ statement: Statement) throws(CommandError) -> Output.Next? {
    try expand(statement) { session, part throws(CommandError) in try session.check(part) }
  }

  /// Does something with each command of an alias.
  ///
  /// - Returns: what it gave for the last one; nil when the statement's name is no alias.
  private mutating func expand(
    _ statement: Statement,
    _ body: (inout Session, Statement) throws(CommandError) -> Output.Next
  ) throws(CommandError) -> Output.Next? {
    guard let name = statement.name, let parts = expansion(of: statement) else { return nil }
    guard !runningAliases.contains(name.text) else {
      throw CommandError(
        .impossible("the alias '\(name.text)' runs itself", hint: "'unalias \(name.text)' ends it"),
        at: name.range)
    }
    runningAliases.append(name.text)
    defer { runningAliases.removeLast() }
    var next = Output.Next.carryOn
    for (index, part) in parts.enumerated() {
      do {
        next = try body(&self, part)
      } catch {
        // Places in the alias mean nothing in the line that was typed.
        throw CommandError(error.reason, at: name.range)
      }
      if next != .carryOn, index < parts.count - 1 {
        throw CommandError(
          .impossible(
            "'\(part.name?.text ?? "")' can only be the last command of an alias", hint: nil),
          at: name.range)
      }
    }
    return next
  }
}
