import Arranging
import TableModel

/// Reads a list of aggregates from left to right.
struct AggregateReader {
  /// What stands between commas.
  enum Read {
    case item(AggregateList.Item)
    case field(AggregateList.Name)
  }

  enum Sign: Character {
    case comma = ","
    case open = "("
    case close = ")"
  }

  private let characters: [Character]
  private var position = 0

  init(_ text: String) { characters = Array(text) }

  // MARK: Words and signs

  private mutating func skipBlanks() {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
  }

  mutating func takes(_ sign: Sign) -> Bool {
    skipBlanks()
    guard position < characters.count, characters[position] == sign.rawValue else { return false }
    position += 1
    return true
  }

  /// The characters up to a blank, a comma or a bracket; those in backquotes or quotes belong together.
  private mutating func word() -> AggregateList.Name? {
    skipBlanks()
    let start = position
    while position < characters.count {
      let character = characters[position]
      if character.isWhitespace || Sign(rawValue: character) != nil { break }
      let isQuote = character == "`" || position == start && (character == "\"" || character == "'")
      if isQuote { skipQuoted(character) } else { position += 1 }
    }
    guard position > start else { return nil }
    return AggregateList.Name(
      text: String(characters[start..<position]), range: start..<position)
  }

  private mutating func skipQuoted(_ quote: Character) {
    position += 1
    while position < characters.count, characters[position] != quote {
      position += characters[position] == "\\" ? 2 : 1
    }
    position = min(position + 1, characters.count)
  }

  mutating func takesWord(_ wanted: String) -> Bool {
    let start = position
    if word()?.text == wanted { return true }
    position = start
    return false
  }

  /// What stands here, for an error, with its place.
  private func found() -> (text: String?, range: Range<Int>) {
    var copy = self
    if let word = copy.word() { return (word.text, word.range) }
    guard copy.position < characters.count else { return (nil, position..<position) }
    return (String(characters[copy.position]), copy.position..<copy.position + 1)
  }

  // MARK: Parts of the list

  /// An aggregate, or a key alone.
  mutating func item() throws(AggregateError) -> Read {
    let start = position
    guard let word = word(), word.text != AggregateList.by else {
      position = start
      let (text, range) = found()
      throw AggregateError(.noItem(found: text), at: range)
    }
    guard takesBracket() else {
      guard word.text == AggregateWord.count.rawValue else { return .field(word) }
      return .item(try named(AggregateList.Item(count: word)))
    }
    return .item(try named(call(word)))
  }

  /// True where a bracket is open right behind a word.
  private mutating func takesBracket() -> Bool {
    guard position < characters.count, characters[position] == Sign.open.rawValue else {
      return false
    }
    position += 1
    return true
  }

  /// The aggregate of a word whose bracket is open.
  private mutating func call(_ word: AggregateList.Name) throws(AggregateError)
    -> AggregateList.Item
  {
    let kind = try kind(word)
    let field = takes(.close) ? nil : try key(behind: word.text + "(")
    if let field {
      guard takes(.close) else { throw unclosed(word, field) }
    } else if kind != .count {
      throw AggregateError(
        .noKey(behind: word.text + "(", found: nil), at: word.range.lowerBound..<position)
    }
    let text = field.map { "\(word.text)(\($0.text))" } ?? word.text
    return AggregateList.Item(
      kind: kind, field: field, name: text, range: word.range.lowerBound..<position)
  }

  /// The column behind `sort by`, where that follows.
  mutating func order() throws(AggregateError) -> AggregateList.Order? {
    guard takesWord(AggregateList.sort) else { return nil }
    guard takesWord(AggregateList.by), let word = word() else {
      let (text, range) = found()
      throw AggregateError(.noOrder(found: text), at: range)
    }
    var order = AggregateList.Order(
      name: AggregateList.Name(text: Self.unquoted(word.text), range: word.range))
    if takesBracket() {
      let item = try call(word)
      order.name = AggregateList.Name(text: item.name, range: item.range)
      order.item = item
    } else if word.text == AggregateWord.count.rawValue {
      order.item = AggregateList.Item(count: word)
    }
    if takesWord("desc") {
      order.isDescending = true
    } else {
      _ = takesWord("asc")
    }
    return order
  }

  private func kind(_ word: AggregateList.Name) throws(AggregateError) -> Aggregate.Kind {
    do throws(AggregateError.Reason) {
      if let kind = try Aggregate.Kind.named(Substring(word.text)) { return kind }
      let words = AggregateWord.allCases.map(\.rawValue)
      throw .unknownWord(word.text, nearest: Spelling.matches(for: word.text, among: words))
    } catch {
      throw AggregateError(error, at: word.range)
    }
  }

  private func unclosed(
    _ word: AggregateList.Name, _ field: AggregateList.Name
  ) -> AggregateError {
    let (text, range) = found()
    // Two words in brackets are more than a key.
    if let text, text != "," { return AggregateError(.rest(text), at: range) }
    return AggregateError(.open(word.text), at: word.range.lowerBound..<field.range.upperBound)
  }

  /// The aggregate with the name that is given behind it.
  private mutating func named(_ item: AggregateList.Item) throws(AggregateError)
    -> AggregateList.Item
  {
    guard takesWord("as") else { return item }
    var item = item
    let start = position
    guard let given = self.word(), given.text != AggregateList.by else {
      position = start
      let (text, range) = found()
      throw AggregateError(.noName(found: text), at: range)
    }
    (item.name, item.range) = (Self.unquoted(given.text), given.range)
    return item
  }

  private static func unquoted(_ text: String) -> String {
    guard let quote = text.first, "`\"'".contains(quote), text.count > 2, text.last == quote else {
      return text
    }
    return String(text.dropFirst().dropLast())
  }

  mutating func key(behind word: String) throws(AggregateError) -> AggregateList.Name {
    if let key = self.word() { return key }
    let (text, range) = found()
    throw AggregateError(.noKey(behind: word, found: text), at: range)
  }

  mutating func expectEnd() throws(AggregateError) {
    let (text, range) = found()
    if let text { throw AggregateError(.rest(text), at: range) }
  }
}

extension AggregateList.Item {
  /// The number of records.
  fileprivate init(count word: AggregateList.Name) {
    self.init(kind: .count, field: nil, name: word.text, range: word.range)
  }
}
