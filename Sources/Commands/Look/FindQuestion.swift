import Arranging
import Asking
import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

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
