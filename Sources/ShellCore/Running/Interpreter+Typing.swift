import CommandLanguage
import Commands
package import Rendering
import TableModel
import Workspaces

/// Lines as somebody types them: short for others, references to earlier ones, or empty.
extension Interpreter {
  /// Commands that Enter on an empty line repeats.
  private static let repeatable: Set<String> = [
    "down", "up", "right", "left", "page", "next", "previous",
  ]

  /// Runs a line that was typed; what it stands for is shown where that is something else.
  func run(typed line: SourceLine) -> Verdict {
    guard let typed else { return run(line) }
    var whole = line
    if line.isBlank {
      guard let again = lastMove, session.preferences.repeatsWithEnter, !isTableHeld else {
        return run(line)
      }
      whole = again
    } else if line.text.first == "!" {
      guard let text = typed.recall(line.text) else {
        forgetQuestion()
        let error = CommandError(
          .nothing("no line in the history matches '\(line.text)'", hint: "'history' lists them"))
        return fail(error, line)
      }
      whole = SourceLine(text: text)
    }
    whole = spelledOut(whole)
    if whole != line { show(whole) }
    let verdict = run(whole)
    if !whole.isBlank { lastMove = verdict == .carryOn && isMove(whole) ? whole : nil }
    return verdict
  }

  /// True for a single command that scrolls, or goes on with a search.
  private func isMove(_ line: SourceLine) -> Bool {
    let statements = Statement.statements(in: line.text)
    guard statements.count == 1, let name = statements.first?.name,
      let command = session.commands[name.text]
    else { return false }
    return Self.repeatable.contains(command.name)
  }

  /// A line with the full names of its commands where abbreviations stand.
  private func spelledOut(_ line: SourceLine) -> SourceLine {
    var line = line
    let statements = Statement.statements(in: line.text)
    // A name that the line itself gives to commands is not an abbreviation.
    let definesNames = statements.contains { statement in
      statement.name.flatMap { try? session.commands.command(for: $0, abbreviations: true) }?.name
        == "alias"
    }
    if definesNames { return line }
    for statement in statements.reversed() {
      guard let name = statement.name, !name.isQuoted, session.aliases[name.text] == nil,
        session.commands[name.text] == nil,
        let command = try? session.commands.command(for: name, abbreviations: true)
      else { continue }
      let start = line.text.prefix(name.range.lowerBound).utf8.count
      let range = start..<start + name.raw.utf8.count
      line.text = line.text.replacing(bytes: range, with: command.name)
      line.source = line.source.replacing(bytes: range, with: command.name)
    }
    return line
  }

  /// Shows in one dim line what is run.
  private func show(_ line: SourceLine) {
    let lines = line.source.split(separator: "\n", maxSplits: 1)
    var text = DisplaySafe.line(String(lines.first ?? ""))
    if lines.count > 1 { text += " ..." }
    let shown = StyledLine(text, TextStyle(.plain, .dim))
    let charset = session.preferences.charset
    console.message([console.columns.map { shown.truncated(to: $0, charset: charset) } ?? shown])
  }
}

extension String {
  /// The text with another one in the place of some bytes of its UTF-8.
  fileprivate func replacing(bytes range: Range<Int>, with text: String) -> String {
    let bytes = Array(utf8)
    guard range.upperBound <= bytes.count else { return self }
    return String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + text
      + String(decoding: bytes[range.upperBound...], as: UTF8.self)
  }
}

// MARK: - News

extension Interpreter {
  /// True while something is going on behind the prompt that may end in news.
  package var awaitsNews: Bool {
    activities.contains { activity in
      activity.indexing != nil || activity.verifying != nil
        || activity.error.map { $0 != toldError } == true
        || !unreported(activity.remarks).isEmpty
    }
  }

  /// What has been found out about the open tables since it was last asked for.
  package func takeNews() -> [StyledLine] {
    let notes = takeRemarks().map {
      StyledLine("\(Remark.note.rawValue): " + DisplaySafe.line($0), Remark.note.style)
    }
    guard let error = activities.lazy.compactMap(\.error).first, error != toldError else {
      return wrapped(notes)
    }
    toldError = error
    var diagnostic = Diagnostic(
      CommandError(.data(error)), in: SourceLine(text: ""), isTyped: true)
    diagnostic.severity = .warning
    return wrapped(notes + diagnostic.lines())
  }

  private func wrapped(_ lines: [StyledLine]) -> [StyledLine] {
    lines.flatMap { line in console.columns.map { line.wrapped(to: $0) } ?? [line] }
  }

  /// What the sources of the open tables have noticed since that was last asked for.
  func takeRemarks() -> [String] {
    let remarks = unreported(activities.flatMap(\.remarks))
    reportedRemarks += remarks
    return remarks
  }

  private func unreported(_ remarks: [String]) -> [String] {
    remarks.filter { !reportedRemarks.contains($0) }
  }
}

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
      statement.pipe == nil,
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
