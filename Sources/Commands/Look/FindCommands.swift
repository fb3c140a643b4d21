import Arranging
import Asking
import CommandLanguage
import PredicateLanguage
import Saving
import TableEngine
import TableModel
import Workspaces

/// `find`: goes to the next record that contains a text.
struct FindCommand: ShelfCommand {
  private static let keys = CommandOption("keys", nil, "look at the names of fields")
  private static let both = CommandOption("both", nil, "look at the names of fields and at values")
  private static let word = CommandOption("word", nil, "whole words only")
  private static let all = CommandOption("all", nil, "list all matches, and stay")
  private static let backwards = CommandOption("backwards", nil, "look from the focus back")

  static let declaration = Command(
    "find", .look, "move the focus to the next record that contains a string",
    parameters: [
      Parameter(
        "TEXT [in KEY]", .text, parts: [.init(FindQuestion.Leader.in, .key, "one field")])
    ],
    options: [keys, both, word, backwards, all, .limit],
    discussion: """
      Looks through every field from the focus on, through the titles of rows and sections and the \
      fields that stand around records, regardless of case and accents, and starts again at the \
      top. The answer says where the text is, and the viewport marks it on a terminal. `next` and \
      `previous` go on, after a filter or a sort as well. Text that stands beside the table is \
      pointed to.

      `in KEY` looks at one field; it is part of the text where KEY is no key. `/.../` is a regular \
      expression as in MATCHES, `/.../i` one that ignores case. Quotes around the whole text are \
      not part of it and make it a text whatever it is; escapes work inside them.

      `--all` lists where the text is without going there: one line for a record, with the first place \
      in it. `results` opens the list, and `push` a line's record.
      """,
    examples: [
      .init("find storm", "the first record after the focus with that word"),
      .init("find the; next; previous", "go on, and back"),
      .init(
        "find /^F.* Jam/ in name", "a regular expression in one field", on: "catalog.json"),
      .init("find --word art", "the word, not a part of another one"),
      .init("find --keys notes", "records with such a key", on: "api.json"),
      .init("find --both note", "in keys and values, as '/' in browse", on: "api.json"),
      .init("find --all jam", "every record with it, and where", on: "catalog.json"),
    ],
    errors: [
      .nothingToDo: "no record contains it", .badValue: "the regular expression can't be read",
      .impossible: "--limit without --all, --backwards with it, or --keys with --both",
    ],
    related: ["search", "filter"],
    needs: .everything, effect: .change)

  private let question: FindQuestion
  private let direction: FoundText.Direction
  /// How all matches are listed; nil to go to the next one.
  private let form: AnswerForm?

  init(_ call: Invocation) throws(CommandError) {
    let scope: TextFinder.Scope =
      call.has(Self.both) ? .keysAndValues : call.has(Self.keys) ? .keys : .values
    question = try FindQuestion(call, in: scope, isWord: call.has(Self.word))
    if call.has(Self.both), let keys = call.option(Self.keys) {
      throw CommandError(
        .impossible("--keys leaves out the values that --both looks at", hint: nil), at: keys.range)
    }
    if !call.has(Self.all), let limit = call.option(.limit) {
      throw CommandError(
        .impossible("--limit has no meaning without --all", hint: nil), at: limit.range)
    }
    if call.has(Self.all), call.has(Self.backwards) {
      throw CommandError(
        .impossible("--backwards has no meaning with --all, which goes nowhere", hint: nil),
        at: call.range)
    }
    direction = call.has(Self.backwards) ? .backward : .forward
    form = call.has(Self.all) ? try AnswerForm(call) : nil
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    let (query, notices) = try question.query(in: workspace)
    let found = try FoundText(query, in: level, workspace.environment)
    if let form {
      let asked = try level.asked([], in: workspace)
      let table = try found.all(in: level, checkpoint: workspace.environment.counting(level.shown))
      var output = Output(table, bars: nil, in: form.room(in: workspace))
      output.notices = notices + (try found.remarks(on: level))
      return form.give(output, table, of: asked, in: &workspace)
    }
    var output = try found.go(to: found.match(fromFocusOf: level, direction), in: &workspace)
    output.notices = notices + (try found.remarks(on: level))
    return output
  }
}

/// `next`: goes on with a search.
struct NextCommand: ShelfCommand {
  static let declaration = Command(
    "next", .look, "go to the next match of find, or the next difference",
    discussion: """
      In a table of differences, which `diff` opens, it goes to the next one, unless something was \
      searched for there.
      """,
    examples: [
      .init("find the; next", "the second match"),
      .init("find the; next; next", "the third"),
    ],
    errors: [.nothingToDo: "nothing was searched for, or no record contains it"],
    related: ["find", "previous", "diff"], needs: .everything, effect: .change)

  init(_ call: Invocation) {}

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try FoundText.goOn(.forward, in: &workspace)
  }
}

/// `previous`: goes back in a search.
struct PreviousCommand: ShelfCommand {
  static let declaration = Command(
    "previous", .look, "go to the previous match of find, or the previous difference",
    examples: [
      .init("find the; previous", "the last match in the table"),
      .init("find the; next; previous", "there and back"),
    ],
    errors: [.nothingToDo: "nothing was searched for, or no record contains it"],
    related: ["find", "next", "diff"], needs: .everything, effect: .change)

  init(_ call: Invocation) {}

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try FoundText.goOn(.backward, in: &workspace)
  }
}

/// What `find` was asked for, as it was typed: which words are a key depends on the table.
struct FindQuestion {
  enum Leader: String, Keyword { case `in` }

  /// The whole text, and the text without ` in KEY` at its end.
  private let whole: Text
  private let scoped: (text: Text, key: Word)?
  /// What is looked at where no key is said.
  private let scope: TextFinder.Scope
  private let isWord: Bool

  /// A text to look for.
  private struct Text {
    var text: String
    /// In quotes nothing but a text.
    var isQuoted: Bool
    var range: Range<Int>
  }

  /// - Throws: `missingArgument` without a text, `badValue` for a malformed regular expression.
  init(
    _ call: Invocation, in scope: TextFinder.Scope, isWord: Bool
  ) throws(CommandError) {
    let words = call.arguments
    let first = try call.required(0)
    let typed = call.rest()
    whole = Self.text(words[...], typed.text, from: first)
    if words.count >= 3, call.keyword(at: words.count - 2, Leader.self) != nil {
      let end = words[words.count - 2].range.lowerBound - typed.start
      let text = typed.text.prefix(end).reversed().drop { $0.isWhitespace }.reversed()
      scoped = (
        Self.text(words.dropLast(2), String(text), from: first), words[words.count - 1]
      )
    } else {
      scoped = nil
    }
    (self.scope, self.isWord) = (scope, isWord)
    _ = try pattern(of: whole)
  }

  private static func text(_ words: ArraySlice<Word>, _ typed: String, from first: Word) -> Text {
    let isQuoted = words.count == 1 && first.isWhollyQuoted
    let start = first.range.lowerBound
    return Text(
      text: isQuoted ? first.text : typed, isQuoted: isQuoted, range: start..<start + typed.count)
  }

  /// What to look for in a table, with what is to be said of it.
  func query(in workspace: Workspace) throws(CommandError) -> (FindQuery, notices: [String]) {
    if let scoped, scope.includesValues, let field = try? workspace.questions.field(scoped.key) {
      return (try query(scoped.text, in: .field(field.path)), field.notices)
    }
    return (try query(whole, in: scope), [])
  }

  private func query(_ text: Text, in scope: TextFinder.Scope) throws(CommandError) -> FindQuery {
    FindQuery(
      text: text.text, finder: TextFinder(try pattern(of: text), in: scope),
      key: .init(text: text.text, isQuoted: text.isQuoted, isWord: isWord, scope: scope))
  }

  /// - Throws: what is wrong with a regular expression.
  private func pattern(of text: Text) throws(CommandError) -> TextPattern {
    guard !text.isQuoted, let (source, ignoresCase) = Self.expression(text.text) else {
      return TextPattern(text.text, isWord: isWord)
    }
    do throws(RegexFault) {
      let bounded = isWord ? "\\b(?:\(source))\\b" : source
      return TextPattern(try TextExpression(bounded, ignoringCase: ignoresCase))
    } catch {
      throw CommandError(
        .badValue(
          text.text, argument: "regular expression",
          expected: "another one: \(error); in quotes it is a text"),
        at: text.range)
    }
  }

  /// The expression between slashes, if that is the whole text.
  private static func expression(_ text: String) -> (source: String, ignoresCase: Bool)? {
    guard text.hasPrefix("/"), text.count > 2 else { return nil }
    if text.hasSuffix("/i"), text.count > 3 { return (String(text.dropFirst().dropLast(2)), true) }
    return text.hasSuffix("/") ? (String(text.dropFirst().dropLast()), false) : nil
  }
}

/// What is looked for in a table.
struct FindQuery {
  /// As it was typed.
  let text: String
  let finder: TextFinder
  let key: KeptMatches.Key

  /// What is marked in cells, which show values alone.
  var marked: TextPattern? { finder.scope.includesValues ? finder.pattern : nil }

  /// Where else the text could be, when no record contains it.
  var hint: String {
    switch finder.scope {
    case .values: "find looks in every field and title, ignoring case"
    case .keys: "'schema' lists the keys"
    case .keysAndValues: "find --both looks at every key, field and title, ignoring case"
    case .field(let path): "find looks in \(path) alone; quotes around all of it make it a text"
    }
  }

  /// Where a text stands in a record, or around it.
  struct Spot {
    /// `name`, or `$row.name` for a field around the record; nil for the record itself and in titles.
    var path: String?
    /// What is at the path, or the record itself.
    var value: Value?

    var words: String? { path.map { "in \($0)" } ?? (value == nil ? "in a title" : nil) }
  }

  /// Where in a record, or around it, the text is; nil for what is in no data.
  func spot(in table: ArrangedTable, at address: Address) throws(DataError) -> Spot? {
    if finder.level == nil, let value = try table.value(at: address),
      let path = finder.path(in: value)
    {
      return Spot(path: path.steps.isEmpty ? nil : "\(path)", value: value[path: path])
    }
    if case .field(let path) = finder.scope, var around = Surroundings(of: table, for: [path]) {
      let value = try around.scoped(.null, at: address)
      guard let path = finder.path(in: value) else { return Spot() }
      return Spot(path: "\(path)", value: value[path: path])
    }
    guard let data = try table.inData(address) else { return nil }
    for level in [OuterLevel.row, .section] where data.source.outerLevels.contains(level) {
      let place = level.place(around: data.address)
      let record = try data.source.outerRecord(level, around: place) ?? .null
      guard let path = finder.path(in: record) else { continue }
      return Spot(path: "\(level.variable).\(path)", value: record[path: path])
    }
    return Spot()
  }
}
