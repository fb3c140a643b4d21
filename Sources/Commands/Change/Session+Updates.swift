import Arranging
import DataSources
import PredicateLanguage
import TableEngine
import TableModel

/// Commands that change the data. The files stay as they are: edits lie over them.
extension Session {
  mutating func insert(_ call: Invocation) throws(CommandError) -> Output {
    let (text, start) = call.rest(from: 1)
    let (half, json) = Self.splitOptions(text)
    var value: Value?
    if !json.isEmpty {
      value = ValueReader.value(of: json)
      if value == nil {
        throw CommandError(
          .badValue(
            json, argument: "value",
            expected: "JSON, {\"name\": \"New\"} for example, or CAST(\"2024-05-01\", \"NSDate\")"),
          at: start..<start + text.count)
      }
    }
    let place = try insertionPlace(call[0])
    let part = try partReader(at: place).part(value, at: place)
    return try make([.insert(part, at: place)], call, half, verb: "inserted")
  }

  mutating func delete(_ call: Invocation) throws(CommandError) -> Output {
    var places: [Address] = []
    for word in call.arguments {
      do {
        places += try changePlaces(word, call)
      } catch {
        throw Self.advising(error, onPredicate: call)
      }
    }
    if places.isEmpty { places = [try place(nil)] }
    return try make(places.map(DataChange.delete), call, verb: "deleted")
  }

  /// What is deleted is named by places; a predicate finds them first.
  private static func advising(_ error: CommandError, onPredicate call: Invocation)
    -> CommandError
  {
    let isWhere = call[0]?.raw == "where"
    let text = call.rest(from: isWhere ? 1 : 0).text
    guard case .noSuchPlace = error.reason, isWhere || call[1] != nil,
      (try? Condition(parsing: text)) != nil
    else { return error }
    var error = error
    error.proposal =
      "delete takes addresses: 'filter \(text)' shows what matches, and 'delete 0.*' deletes what "
      + "section 0 shows"
    return error
  }

  mutating func move(_ call: Invocation) throws(CommandError) -> Output {
    guard let first = call[0], let from = try changePlaces(first, call).first else {
      throw CommandError(.missingArgument("FROM", usage: call.command.usage))
    }
    let to = try insertionPlace(call[1])
    guard from.depth == to.depth else {
      throw CommandError(
        .impossible(
          "a \(from.kind) can't become a \(to.kind)", hint: "'\(from)' and '\(to)' differ in length"
        ),
        at: call.range)
    }
    return try make([.move(from: from, to: to)], call, verb: "moved")
  }

  mutating func update(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else { return Output() }
    let place = try resolver().address(word)
    let level = try current()
    let old = try reading { () throws(DataError) in try level.shown.value(at: place) }
    let info = level.presenter.row(place)
    let isRecord = place.item != nil || (place.row != nil && info?.items == nil)
    let new = try isRecord ? changed(old ?? .null, call) : newTitle(call)
    // Options may also stand among the changes, where every word is part of the rest.
    let behind = call.arguments.dropFirst().map(\.raw).filter(Self.halfOptions.contains)
    let output = try make([.update(place, to: new)], call, Set(behind), verb: "updated")
    if batch == nil { noteResult(place) }
    guard isRecord, let key = new.lostDate(of: old ?? .null) else { return output }
    return output.with([
      "'\(key)' was a date and no longer is; dates look like 2024-05-01T12:00:00Z"
    ])
  }

  // MARK: What a record becomes

  /// Reads `KEY=VALUE...` onto a record, or JSON in its place.
  private func changed(_ old: Value, _ call: Invocation) throws(CommandError) -> Value {
    let (text, start) = call.rest(from: 1)
    let (_, json) = Self.splitOptions(text)
    if let value = ValueReader.value(of: json) { return value.keepingDates(of: old) }
    var value = old
    for word in Self.changes(call.arguments.dropFirst()) {
      value = try Self.changed(value, by: word)
    }
    if value == old, call.arguments.count < 2 {
      throw CommandError(
        .missingArgument("KEY=VALUE", usage: call.command.usage), at: start..<start)
    }
    return value
  }

  /// The words that are changes: no options; a cast is one word, even if it contains blanks.
  private static func changes(_ words: ArraySlice<Word>) -> [Word] {
    var changes: [Word] = []
    var isInCast = false
    for word in words where isInCast || !halfOptions.contains(word.raw) {
      if isInCast, var cast = changes.popLast() {
        cast.raw += " " + word.raw
        cast.text += " " + word.text
        cast.range = cast.range.lowerBound..<word.range.upperBound
        changes.append(cast)
      } else {
        changes.append(word)
        isInCast = ChangeWord(word).map { CastText.begins($0.raw) } ?? false
      }
      if word.raw.hasSuffix(")") { isInCast = false }
    }
    return changes
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
    }
    guard let new, let next = value.replacing(change.path.steps[...], with: new) else {
      throw noChange(word)
    }
    return next
  }

  private static func noChange(_ word: Word) -> CommandError {
    CommandError(
      .badValue(
        word.text, argument: "change",
        expected: "KEY=VALUE, KEY+=NUMBER for a number, or a whole value in JSON;"
          + " a date is CAST(\"2024-05-01\", \"NSDate\")"),
      at: word.range)
  }

  /// The text read as JSON if possible, else as text; quoted words are text. A text that reads as a
  /// date becomes one where a date was. Nil for an invalid cast.
  private static func scalar(_ change: ChangeWord, _ word: Word, for old: Value) -> Value? {
    if CastText.begins(change.raw) { return CastText.value(of: String(change.raw)) }
    let text = change.text
    let isJSONContainer = text.hasPrefix("{") || text.hasPrefix("[")
    let isText = word.hasQuotedValue && !isJSONContainer
    let value = isText ? nil : Value(json: text)
    return (value ?? .string(text)).keepingDates(of: old)
  }

  /// A section and a row of items have a title and nothing else that could change.
  private func newTitle(_ call: Invocation) throws(CommandError) -> Value {
    guard let word = call[1], word.text.hasPrefix("title=") else {
      throw CommandError(
        .badValue(
          call[1]?.text ?? "", argument: "change",
          expected: "title=TEXT; sections and rows of items have no other field"),
        at: call[1]?.range)
    }
    return .string(String(word.text.dropFirst(6)))
  }

  // MARK: Places

  /// The place that an insertion names: the last part may be one beyond the end.
  private func insertionPlace(_ word: Word?) throws(CommandError) -> Address {
    guard let word else { return try place(nil) }
    if let plain = try Self.plainAddress(word) { return plain }
    if try AddressResolver.pattern(word).isFocus { return try place(nil) }
    guard let point = word.raw.lastIndex(of: "."),
      let last = Int(word.raw[word.raw.index(after: point)...]), last >= 0
    else { return try resolver().address(word) }
    let raw = String(word.raw[..<point])
    let parent = Word(text: raw, raw: raw, range: word.range, isQuoted: false, isOpen: false)
    let address = try resolver().address(parent)
    return address.row == nil ? Address(address.section, last) : address.with(item: last)
  }

  /// The places that a deletion names. In a batch, and when only the table is told, plain numbers
  /// are taken as they are: checking them is up to the table.
  private func changePlaces(_ word: Word, _ call: Invocation) throws(CommandError) -> [Address] {
    if batch != nil || call.has("only-table"), let plain = try Self.plainAddress(word) {
      return [plain]
    }
    return try resolver().addresses(word)
  }

  /// An address of nothing but numbers from 0 up.
  private static func plainAddress(_ word: Word) throws(CommandError) -> Address? {
    var numbers: [Int] = []
    for part in try AddressResolver.pattern(word).parts {
      guard case .number(let number) = part, number >= 0 else { return nil }
      numbers.append(number)
    }
    return Address(
      numbers[0], numbers.count > 1 ? numbers[1] : nil, numbers.count > 2 ? numbers[2] : nil)
  }

  /// Where the rest of the line is a value, options may also follow the address: before the value
  /// as well as after it.
  private static func splitOptions(_ text: String) -> (options: Set<String>, rest: String) {
    var options: Set<String> = []
    var rest = text[...]
    let names = halfOptions
    while let option = names.first(where: { rest.hasPrefix($0) }) {
      options.insert(option)
      rest = rest.dropFirst(option.count).drop(while: \.isWhitespace)
    }
    while let option = names.first(where: { rest.hasSuffix($0) }),
      rest.dropLast(option.count).last?.isWhitespace != false
    {
      options.insert(option)
      rest = rest.dropLast(option.count)
      while rest.last?.isWhitespace == true { rest.removeLast() }
    }
    return (options, String(rest))
  }

  private static let halfOptions = ["--only-data", "--only-table"]

  private func partReader(at place: Address) throws(CommandError) -> PartReader {
    let level = try current()
    let section = min(place.section, max(0, level.presenter.sectionCount - 1))
    let standard = level.presenter.standardRecord(like: place)
    return PartReader(
      rowsAreStrips: level.presenter.itemCount(inRow: Address(section, 0)) != nil,
      standard: standard)
  }

  // MARK: Making and collecting

  private mutating func make(
    _ changes: [DataChange], _ call: Invocation, _ behind: Set<String> = [], verb: String
  ) throws(CommandError) -> Output {
    func has(_ option: String) -> Bool { call.has(option) || behind.contains("--\(option)") }
    let (onlyData, onlyTable) = (has("only-data"), has("only-table"))
    guard !(onlyData && onlyTable) else {
      throw CommandError(
        .impossible("--only-data and --only-table leave nothing to do", hint: nil), at: call.range)
    }
    let limited = changes.map { $0.limited(onlyData: onlyData, onlyTable: onlyTable) }
    if batch != nil {
      batch?.changes += limited
      let count = batch?.changes.count ?? 0
      return Output(
        "\(Self.words(limited))\(Mark.dot)\(Words.number(count, "change")) in the batch")
    }
    try perform(limited)
    let names = Self.names(changes) + (onlyTable ? "" : try keyWords(changes))
    if onlyTable { return Output("told the table: \(Self.words(limited))") }
    let counts = Words.counts(try current().shown.counts())
    let untold = onlyData ? "\(Mark.dot)the table was not told" : ""
    return Output("\(verb) \(names)\(Mark.dot)\(counts)\(untold)")
  }

  private static func words(_ changes: [DataChange]) -> String {
    let few = changes.prefix(3).map(\.words).joined(separator: ", ")
    return changes.count > 3 ? few + " and \(changes.count - 3) more" : few
  }

  private static func names(_ changes: [DataChange]) -> String {
    let places = changes.flatMap(\.edits).map(\.place)
    guard places.count == 1, let place = places.first else {
      return Words.number(places.count, "place")
    }
    return "\(place.kind) \(place)"
  }

  /// The key that a row was given which was put into a dictionary.
  private func keyWords(_ changes: [DataChange]) throws(CommandError) -> String {
    guard changes.count == 1, case .insert(let place, .row)? = changes[0].edits.first,
      let row = place.row
    else { return "" }
    let source = try current().shaped.source
    let key = try reading { () throws(DataError) in
      // A place beyond the end means the end.
      let count = try source.sections(place.section..<place.section + 1).first?.rows.known ?? 0
      let index = min(row, count - 1)
      return try source.rows(index..<index + 1, inSection: place.section).first?.key
    }
    return key.map { " as '\($0)'" } ?? ""
  }

  mutating func changeInBatch(_ call: Invocation) throws(CommandError) -> Output {
    switch call[0]?.raw {
    case "begin": return try beginBatch(call)
    case "commit": return try commitBatch()
    case "rollback": return try rollBackBatch()
    case nil:
      guard let batch else { return Output("no batch is open") }
      return Output(batch.changes.isEmpty ? "the batch is empty" : Self.list(batch.changes))
    default:
      throw CommandError(
        .badValue(call[0]?.text ?? "", argument: "step", expected: "begin, commit or rollback"),
        at: call[0]?.range)
    }
  }

  private static func list(_ changes: [DataChange]) -> String {
    changes.map(\.words).joined(separator: "\n")
  }

  private mutating func beginBatch(_ call: Invocation) throws(CommandError) -> Output {
    guard batch == nil else {
      throw CommandError(
        .impossible(
          "a batch is open already", hint: "end it with 'batch commit' or 'batch rollback'"))
    }
    let table = try current().table
    var start = moment(before: call.statement)
    start.label = "batch"
    batch = ChangeBatch(start: start)
    table.beginGroup()
    return Output("changes are collected until 'batch commit' or 'batch rollback'")
  }

  private mutating func openBatch() throws(CommandError) -> ChangeBatch {
    guard let batch else {
      throw CommandError(.nothing("no batch is open", hint: "'batch begin' opens one"))
    }
    return batch
  }

  private mutating func commitBatch() throws(CommandError) -> Output {
    let open = try openBatch()
    let table = try current().table
    batch = nil
    do {
      if !open.changes.isEmpty { try perform(open.changes) }
      try engine { () throws(EngineError) in try table.endGroup() }
      try checkReads()
    } catch {
      table.abandonGroup()
      throw error
    }
    remember(open.start)
    let counts = Words.counts(try current().shown.counts())
    return Output("made \(Words.number(open.changes.count, "change")) together\(Mark.dot)\(counts)")
  }

  private mutating func rollBackBatch() throws(CommandError) -> Output {
    let open = try openBatch()
    try current().table.abandonGroup()
    batch = nil
    putBack(open.start)
    return Output("dropped \(Words.number(open.changes.count, "change"))")
  }

  /// Refuses what can't be put off until a batch ends.
  func checkBatch(_ command: Command) throws(CommandError) {
    guard batch != nil else { return }
    let travels = command.name == "undo" || command.name == "redo" || command.name == "apply"
    let isFine = command.effect == .none || command.group == .change || command.group == .dress
    if !isFine || travels { throw CommandError(.inBatch(command.name)) }
  }
}

extension DataEdit {
  fileprivate var place: Address {
    switch self {
    case .insert(let place, _), .delete(let place), .update(let place, _): place
    case .move(_, let to): to
    }
  }
}

extension Address {
  fileprivate var depth: Int { row == nil ? 0 : item == nil ? 1 : 2 }
  fileprivate var kind: String { ["section", "row", "item"][depth] }
}
