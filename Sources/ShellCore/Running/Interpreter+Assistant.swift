import Commands
import Rendering

extension Interpreter {
  /// What a line editor asks the shell while a line is typed.
  ///
  /// - Parameter knowsMarks: whether the terminal understands marks and titles.
  package func assistant(history: History, usesColor: Bool, knowsMarks: Bool = false)
    -> LineAssistant
  {
    var assistant = LineAssistant(
      history: history,
      complete: { [unowned self] line, cursor in complete(line, cursor) },
      hint: { [unowned self] line in hint(for: line) },
      firstWord: { [unowned self] line in verdict(onFirstWordOf: line) },
      settings: { [unowned self] in editorSettings(usesColor: usesColor, knowsMarks: knowsMarks) })
    assistant.lastStatus = { [unowned self] in lastStatus }
    assistant.awaitsNews = { [unowned self] in awaitsNews }
    assistant.takeNews = { [unowned self] in
      takeNews().map { ViewEncoder.text(of: [$0], palette: usesColor ? .standard : nil) }
    }
    return assistant
  }

  private func editorSettings(usesColor: Bool, knowsMarks: Bool) -> EditorSettings {
    let preferences = session.preferences
    var settings = EditorSettings(
      editMode: (preferences.editMode ?? preferences.usualEditMode) == .vi ? .vi : .emacs,
      suggests: preferences.suggests, usesColor: usesColor)
    settings.usesMarks = knowsMarks && preferences.marksTerminal
    settings.title = (["shelf"] + session.breadcrumb.suffix(1)).joined(separator: ": ")
    return settings
  }

  private func complete(_ line: String, _ cursor: Int) -> CompletionResult {
    let utf8 = line.utf8
    let position = utf8.index(utf8.startIndex, offsetBy: min(max(0, cursor), utf8.count))
    let characters = line[..<position].count
    let completion = Completer(session).completion(of: line, at: characters)
    func bytes(_ offset: Int) -> Int { line.prefix(offset).utf8.count }
    let range = bytes(completion.range.lowerBound)..<bytes(completion.range.upperBound)
    return CompletionResult(
      replacing: range,
      candidates: completion.candidates.map { candidate in
        CompletionCandidate(
          candidate.text, description: candidate.summary.isEmpty ? nil : candidate.summary,
          suffix: candidate.isPartial ? "" : " ")
      }, isTruncated: completion.isTruncated)
  }

  /// The arguments of a command whose name is complete.
  private func hint(for line: String) -> String? {
    guard let statement = Statement.statements(in: line).last, statement.words.count == 1,
      let name = statement.name, let command = session.commands[name.text]
    else { return nil }
    let arguments = command.usage.dropFirst(command.name.count)
    if arguments.isEmpty { return nil }
    return line.hasSuffix(" ") ? String(arguments.dropFirst()) : String(arguments)
  }

  private func verdict(onFirstWordOf line: String) -> WordVerdict {
    if line.first == "!", let typed { return typed.expansion(of: line) == nil ? .unknown : .known }
    guard let name = Statement.statements(in: line).first?.name else { return .known }
    if session.commands[name.text] != nil { return .known }
    let isPrefix = (try? session.commands.command(for: name, abbreviations: true)) != nil
    return isPrefix ? .abbreviation : .unknown
  }
}
