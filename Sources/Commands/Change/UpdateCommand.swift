import Arranging
import CommandLanguage
import Documents
import PredicateLanguage
import TableModel
import Workspaces

/// `update`: changes a record, or the title of a section or a strip.
struct UpdateCommand: ShelfCommand {
  static let declaration = Command(
    "update", .change, "change a record, or a title",
    parameters: [
      Parameter("ADDRESS", .address), Parameter("KEY=VALUE...", .changes, optional: true),
    ],
    options: CommandOption.halves,
    discussion: """
      Values are JSON where they can be read as such, else text; quotes make anything text, and \
      what begins with a bracket has to be JSON. \
      A date stays one where the new value reads as a date, 2024-05-01 or 2024-05-01T12:00:00Z; \
      a new one is `KEY=CAST("2024-05-01", "NSDate")`. \
      A value in JSON alone takes the record's place, and so does that of SELF; a key with \
      this name is `#SELF`. For a section or a row of items \
      `title=TEXT` changes the title. `KEY+=NUMBER` adds to a number, from 0 where there is \
      none. The cell is reconfigured: none is made, unless the reuse identifier changes.
      """,
    examples: [
      .init("update 0.0.1 Title=\"Fresh news\" Views=12", "two fields"),
      .init("update 0.3 {\"title\": \"All new\", \"colour\": \"red\"}", "all", on: "rows.json"),
      .init("update 0.0.1 Views+=1", "a counter goes up"),
      .init("update 0.0.1 Seen=CAST(\"2024-05-01\", \"NSDate\")", "a date"),
      .init("update 0.0 tags=[\"new\", \"late\"]; show 0.0", "a list", on: "rows.json"),
      .init("update 1 title=Trade", "a section's title"),
    ],
    errors: [
      .badValue: "neither KEY=VALUE nor JSON",
      .impossible: "--only-data and --only-table together, or a change that can't be made here",
      .refusedUpdate: "",
    ], related: ["insert", "reconfigure"],
    needs: .everything, effect: .change)

  private let place: Word
  /// What takes the record's place; nil where single fields are changed.
  private let value: Value?
  /// A change in each word; whether it can be made is known once there is a record.
  private let changes: [Word]
  private let halves: ChangeHalves

  init(_ call: Invocation) throws(CommandError) {
    place = try call.required(0)
    let typed = TypedText(call.rest(from: 1))
    value = ValueReader.value(of: ChangeHalves.split(typed.text).rest)
    let words = call.arguments.dropFirst()
    changes = Self.changes(words)
    // Options may also stand among the changes, where every word is part of the rest.
    let behind = words.compactMap { ChangeHalves.Lone(rawValue: $0.raw) }
    halves = try ChangeHalves(call, behind: Set(behind))
    guard value != nil || !changes.isEmpty else {
      throw CommandError(
        .missingArgument("KEY=VALUE", usage: call.command.usage), at: typed.start..<typed.start)
    }
  }

  /// The words that are changes: no options; a cast, a list and a record in JSON are one word, even
  /// if they contain blanks.
  private static func changes(_ words: ArraySlice<Word>) -> [Word] {
    var changes: [Word] = []
    var isOpen = false
    for word in words where isOpen || ChangeHalves.Lone(rawValue: word.raw) == nil {
      if isOpen, var whole = changes.popLast() {
        whole.raw += " " + word.raw
        whole.text += " " + word.text
        whole.range = whole.range.lowerBound..<word.range.upperBound
        changes.append(whole)
      } else {
        changes.append(word)
      }
      isOpen = changes.last.map(isOpenValue) ?? false
    }
    return changes
  }

  /// Whether a change goes on behind a blank: a bracket of its value is still open.
  private static func isOpenValue(_ word: Word) -> Bool {
    guard let raw = ChangeWord(word)?.raw else { return false }
    if CastText.begins(raw) { return !raw.hasSuffix(")") }
    return isContainer(raw) && raw.hasOpenBracket
  }

  /// Whether a value that was typed is meant as a list or a record in JSON.
  private static func isContainer(_ raw: Substring) -> Bool {
    raw.hasPrefix("{") || raw.hasPrefix("[")
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let place = try workspace.resolver().address(place)
    let level = try workspace.current()
    let old =
      try reading { () throws(DataError) in try level.shown.underived.value(at: place) }
      ?? .null
    let info = level.presenter.row(place)
    let isRecord = place.item != nil || (place.row != nil && info?.items == nil)
    let new = isRecord ? try changed(old) : try newTitle()
    let output = try halves.make([.update(place, to: new)], verb: "updated", in: &workspace)
    if workspace.history.batch == nil { workspace.noteResult(place) }
    guard isRecord else { return output }
    var notices: [String] = []
    if old.record != nil, value == nil, changes.contains(where: Self.isAboutAll) {
      notices.append("the whole record was replaced: SELF is the record; #SELF is a key in it")
    }
    if let key = new.lostDate(of: old) {
      notices.append("'\(key)' was a date and no longer is; dates look like 2024-05-01T12:00:00Z")
    }
    return output.with(notices)
  }

  private static func isAboutAll(_ word: Word) -> Bool { ChangeWord(word)?.path == .itself }

  // MARK: What a record becomes

  private func changed(_ old: Value) throws(CommandError) -> Value {
    if let value { return value.keepingDates(of: old) }
    var value = old
    for word in changes { value = try Self.changed(value, by: word) }
    return value
  }

  /// Makes one change.
  ///
  /// - Throws: where it can't be made.
  private static func changed(_ value: Value, by word: Word) throws(CommandError) -> Value {
    guard let change = ChangeWord(word) else { throw noChange(word) }
    let old = value[path: change.path]
    var new: Value?
    if change.isSum {
      guard !word.hasQuotedValue else { throw noChange(word) }
      new = try (old ?? .integer(0)).adding(change.text, word)
    } else {
      new = scalar(change, word, for: old ?? .null)
      if new == nil, isContainer(change.raw) { throw noJSON(change, word) }
    }
    guard let new else { throw noChange(word) }
    guard let next = value.replacing(change.path.steps[...], with: new) else {
      throw noPlace(change.path, in: value, word)
    }
    return next
  }

  /// What stands in the way of a path: something on it that is neither a record nor a list, or a list
  /// that ends before.
  private static func noPlace(_ path: FieldPath, in value: Value, _ word: Word) -> CommandError {
    let count = path.steps.indices.last { value[path: FieldPath(Array(path.steps[..<$0]))] != nil }
    let reached = FieldPath(Array(path.steps[..<(count ?? 0)]))
    let name = reached.steps.isEmpty ? "the record" : "'\(reached)'"
    let holds =
      switch value[path: reached] {
      case .array(let elements)?: "is a list of \(Words.number(elements.count, "element"))"
      case let found: "holds \((found ?? .null).kind.rawValue)"
      }
    return CommandError(
      .impossible(
        "'\(word.text)' can't be made: \(name) \(holds)",
        hint: reached.steps.isEmpty ? nil : "\(reached)={...} or \(reached)=[...] sets all of it"),
      at: word.range)
  }

  private static func noChange(_ word: Word) -> CommandError {
    CommandError(
      .badValue(
        word.text, argument: "change",
        expected: "KEY=VALUE, KEY+=NUMBER for a number, or a whole value in JSON;"
          + " a date is CAST(\"2024-05-01\", \"NSDate\")"),
      at: word.range)
  }

  private static func noJSON(_ change: ChangeWord, _ word: Word) -> CommandError {
    CommandError(
      .badValue(
        String(change.raw), argument: "value",
        expected: "JSON, in which texts and keys have double quotes: [\"a\", \"b\"], {\"k\": 1};"
          + " single quotes around all of it make a text of what is no JSON"),
      at: word.range)
  }

  /// The text read as JSON if possible, else as text; quoted words are text. A text that reads as a
  /// date becomes one where a date was. Nil for an invalid cast, and for a list or a record that is
  /// no JSON.
  private static func scalar(_ change: ChangeWord, _ word: Word, for old: Value) -> Value? {
    if CastText.begins(change.raw) { return CastText.value(of: String(change.raw)) }
    if isContainer(change.raw) {
      return ValueReader.value(of: String(change.raw))?.keepingDates(of: old)
    }
    let text = change.text
    let isJSONContainer = text.hasPrefix("{") || text.hasPrefix("[")
    let isText = word.hasQuotedValue && !isJSONContainer
    let value = isText ? nil : Value(json: text)
    return (value ?? .string(text)).keepingDates(of: old)
  }

  /// Of a section and of a row of items the title can be changed.
  private func newTitle() throws(CommandError) -> Value {
    guard let word = changes.first, let change = ChangeWord(word),
      change.path == Self.titlePath, !change.isSum
    else {
      var error = CommandError(
        .badValue(
          changes.first?.text ?? "", argument: "change of a section or a row of items",
          expected: "title=TEXT"),
        at: changes.first?.range)
      error.proposal = "other fields change where these are rows themselves: see 'help shape'"
      throw error
    }
    if let extra = changes.dropFirst().first {
      var error = CommandError(
        .unexpectedArgument(extra.text, usage: Self.declaration.usage), at: extra.range)
      error.proposal = "a title with blanks is written in quotes: title=\"\(change.text) ...\""
      throw error
    }
    return .string(change.text)
  }

  private static let titlePath = FieldPath(key: "title")
}

extension Substring {
  /// Whether more brackets open than close outside of texts in double quotes, or such a text is
  /// open.
  fileprivate var hasOpenBracket: Bool {
    var (depth, isInText, isEscaped) = (0, false, false)
    for character in self {
      if isInText {
        if !isEscaped, character == "\"" { isInText = false }
        isEscaped = !isEscaped && character == "\\"
      } else if character == "\"" {
        isInText = true
      } else if "[{".contains(character) {
        depth += 1
      } else if "]}".contains(character) {
        depth -= 1
      }
    }
    return depth > 0 || isInText
  }
}
