package import TableModel

/// Finds the places that an address pattern stands for in a table.
package struct AddressResolver {
  package let source: any TableSource
  package let focus: Address?
  /// Where the last result is, for `_`.
  private let last: () -> LastPlace
  /// Where a letter leads.
  private let bookmark: (Character) -> LastPlace
  /// Called now and then while titles are read; throws to stop.
  private let checkpoint: () throws(DataError) -> Void

  /// How many places one pattern may name.
  private static let limit = 1_000_000

  /// Where the last result or a bookmark is.
  package enum LastPlace {
    case none
    case hidden
    case at(Address)
  }

  package init(source: any TableSource, focus: Address?) {
    self.init(source: source, focus: focus, last: { .none })
  }

  package init(
    source: any TableSource, focus: Address?, last: @escaping () -> LastPlace,
    bookmark: @escaping (Character) -> LastPlace = { _ in .none },
    checkpoint: @escaping () throws(DataError) -> Void = {}
  ) {
    self.source = source
    self.focus = focus
    self.last = last
    self.bookmark = bookmark
    self.checkpoint = checkpoint
  }

  /// The one place that a word names.
  ///
  /// - Throws: a malformed address, a place that does not exist, a pattern of several places.
  package func address(_ word: Word) throws(CommandError) -> Address {
    let pattern = try Self.pattern(word)
    if pattern.isPlural {
      throw CommandError(
        .badAddress(word.raw, explanation: "it names several places; one is needed"),
        at: word.range)
    }
    guard let address = try addresses(pattern, word).first else {
      throw noSuchPlace(word, "it names nothing")
    }
    return address
  }

  /// All places that a word names, in order.
  ///
  /// - Complexity: O(places named), and O(sections) for a title.
  package func addresses(_ word: Word) throws(CommandError) -> [Address] {
    try addresses(Self.pattern(word), word)
  }

  /// False for a word that names places which are not there, or not known yet.
  package func knows(_ word: Word) -> Bool {
    do {
      _ = try addresses(word)
      return true
    } catch {
      if case .noSuchPlace = error.reason { return false }
      return true
    }
  }

  package static func pattern(_ word: Word) throws(CommandError) -> AddressPattern {
    do {
      return try AddressPattern(parsing: word.raw)
    } catch {
      let explanation =
        switch error {
        case .empty: "it is empty"
        case .unclosedQuote: "its quote is not closed"
        case .tooManyParts: "it has more than three parts"
        case .missingPart: "a part is missing after the last dot"
        case .missingPoint: "a dot is missing between two parts"
        }
      throw CommandError(.badAddress(word.raw, explanation: explanation), at: word.range)
    }
  }

  private func addresses(_ pattern: AddressPattern, _ word: Word) throws(CommandError)
    -> [Address]
  {
    if pattern.isFocus {
      guard let focus else { throw noSuchPlace(word, "nothing has the focus") }
      return [focus]
    }
    if pattern.isLastResult { return [try lastResult(word)] }
    if case .bookmark(let letter)? = pattern.parts.first { return [try place(of: letter, word)] }
    if let row = try onlyRow(pattern, word) { return [row] }
    var result: [Address] = []
    for section in try sections(pattern.parts[0], word) {
      guard pattern.parts.count > 1 else {
        result.append(Address(section))
        continue
      }
      for row in try rows(pattern.parts[1], inSection: section, word) {
        guard pattern.parts.count > 2 else {
          result.append(Address(section, row))
          continue
        }
        let address = Address(section, row)
        result += try items(pattern.parts[2], inRow: address, word).map { address.with(item: $0) }
      }
      if result.count > Self.limit {
        throw CommandError(
          .badAddress(word.raw, explanation: "it names more than a million places"),
          at: word.range)
      }
    }
    return result
  }

  private func lastResult(_ word: Word) throws(CommandError) -> Address {
    switch last() {
    case .at(let address): return address
    case .hidden: throw noSuchPlace(word, "the last result is no longer shown")
    case .none:
      throw noSuchPlace(
        word, "it stands for what 'find', 'goto', 'select' or 'show' came to last")
    }
  }

  private func place(of letter: Character, _ word: Word) throws(CommandError) -> Address {
    switch bookmark(letter) {
    case .at(let address): return address
    case .hidden: throw noSuchPlace(word, "the record with this bookmark is not shown now")
    case .none:
      var error = noSuchPlace(word, "no bookmark has this letter here")
      error.proposal = "'bookmark \(letter)' gives it to the focused place, 'bookmark' lists them"
      throw error
    }
  }

  // MARK: One part

  private func sections(_ part: AddressPattern.Part, _ word: Word) throws(CommandError) -> [Int] {
    let count = source.counts().sections.known
    switch part {
    case .focused: return [try focused(\.section, word)]
    case .title(let title): return [try section(titled: title, count: count, word)]
    default: return try numbers(part, count: count, of: "section", "the table", word)
    }
  }

  private func rows(
    _ part: AddressPattern.Part, inSection section: Int, _ word: Word
  ) throws(CommandError) -> [Int] {
    let count = try rowCount(section)
    switch part {
    case .focused: return [try focused(\.row, word)]
    case .title(let title):
      return [try row(titled: title, inSection: section, count: count, word)]
    default: return try numbers(part, count: count, of: "row", "section \(section)", word)
    }
  }

  private func items(
    _ part: AddressPattern.Part, inRow row: Address, _ word: Word
  ) throws(CommandError) -> [Int] {
    guard let count = try itemCount(row) else {
      throw noSuchPlace(word, "row \(row) has no items")
    }
    switch part {
    case .focused: return [try focused(\.item, word)]
    case .title:
      throw CommandError(.badAddress(word.raw, explanation: "items go by number"), at: word.range)
    default: return try numbers(part, count: count, of: "item", "row \(row)", word)
    }
  }

  private func numbers(
    _ part: AddressPattern.Part, count: Int, of kind: String, _ place: String, _ word: Word
  ) throws(CommandError) -> [Int] {
    func index(_ number: Int) throws(CommandError) -> Int {
      let index = number < 0 ? count + number : number
      guard index >= 0, index < count else {
        let many = count == 1 ? "1 \(kind)" : "\(count) \(kind)s"
        let range = count == 0 ? "" : ", 0 to \(count - 1)"
        var error = noSuchPlace(word, "\(place) has \(many)\(range)")
        if kind == "section", count > 0 { error.proposal = try adviceOnRows(number, word) }
        if kind != "section", error.proposal == nil { error.proposal = adviceOnKeys(number, word) }
        throw error
      }
      return index
    }
    switch part {
    case .number(let number): return [try index(number)]
    case .range(let low, let high):
      let (first, last) = (try index(low), try index(high))
      guard first <= last else { throw noSuchPlace(word, "the range runs backwards") }
      return Array(first...last)
    case .all: return Array(0..<count)
    case .title, .focused, .lastResult, .bookmark: return []
    }
  }

  /// How to name a row, for a number that names no section.
  private func adviceOnRows(_ number: Int, _ word: Word) throws(CommandError) -> String? {
    guard word.raw == "\(number)", let rows = try? rowCount(0), rows > 0 else { return nil }
    let isOnly = source.counts().sections.known == 1
    if isOnly, (-rows..<rows).contains(number) { return "row \(number) is '0.\(number)'" }
    let last = isOnly ? "0.\(rows - 1)" : "0.0.0"
    return isOnly
      ? "rows are '0.0' to '\(last)'" : "a row is written '0.0', an item '\(last)'"
  }

  /// How to name a row by a key of digits.
  private func adviceOnKeys(_ number: Int, _ word: Word) -> String? {
    guard word.raw.hasSuffix(".\(number)"), number >= 0 else { return nil }
    let parent = word.raw.dropLast("\(number)".count)
    guard !parent.dropLast().contains(".") else { return nil }
    let named = "\(parent)\"\(number)\""
    guard let pattern = try? AddressPattern(parsing: named),
      (try? addresses(pattern, word)) != nil
    else { return nil }
    return "'\(named)' is the row with the key or title \(number)"
  }

  private func focused(_ part: KeyPath<Address, Int>, _ word: Word) throws(CommandError) -> Int {
    guard let focus else { throw noSuchPlace(word, "nothing has the focus") }
    return focus[keyPath: part]
  }

  private func focused(_ part: KeyPath<Address, Int?>, _ word: Word) throws(CommandError) -> Int {
    guard let index = focus?[keyPath: part] else {
      throw noSuchPlace(word, "the focus is not that deep")
    }
    return index
  }

  // MARK: Titles

  private func section(titled title: String, count: Int, _ word: Word) throws(CommandError) -> Int {
    let titles = try reading { () throws(DataError) in try source.sections(0..<count).map(\.title) }
    if let index = Self.index(of: title, in: titles) { return index }
    throw noSuchPlace(
      word, "no section has that title",
      Spelling.matches(for: title, among: titles.compactMap(\.self)))
  }

  private func row(
    titled title: String, inSection section: Int, count: Int, _ word: Word
  ) throws(CommandError) -> Int {
    var search = TitleSearch(title)
    try search.run(rowsOf: section, in: source, checkpoint)
    if let row = search.found { return row }
    throw noSuchPlace(
      word, "no row of section \(section) has that title",
      Spelling.matches(for: title, among: search.firstTitles))
  }

  /// The row that a title alone names, where the only section has another one.
  ///
  /// - Returns: nil for anything but a title, and where there are several sections.
  private func onlyRow(_ pattern: AddressPattern, _ word: Word) throws(CommandError) -> Address? {
    guard pattern.parts.count == 1, case .title(let title) = pattern.parts[0],
      source.counts().sections.known == 1
    else { return nil }
    let sections = try reading { () throws(DataError) in try source.sections(0..<1) }
    let titles = sections.map(\.title)
    guard Self.index(of: title, in: titles) == nil else { return nil }
    var search = TitleSearch(title)
    try search.run(rowsOf: 0, in: source, checkpoint)
    if let row = search.found { return Address(0, row) }
    throw noSuchPlace(
      word, "no section and no row has that title",
      Spelling.matches(for: title, among: titles.compactMap(\.self) + search.firstTitles))
  }

  /// True when a word is the title of a section.
  package func namesSection(_ word: Word) -> Bool {
    guard let part = try? AddressPattern(parsing: word.raw).parts, part.count == 1,
      case .title(let title) = part[0]
    else { return false }
    return (try? section(titled: title, count: source.counts().sections.known, word)) != nil
  }

  /// Exact titles first, then regardless of case.
  private static func index(of title: String, in titles: [String?]) -> Int? {
    titles.firstIndex(of: title)
      ?? titles.firstIndex { $0?.lowercased() == title.lowercased() }
  }

  // MARK: Counts

  private func rowCount(_ section: Int) throws(CommandError) -> Int {
    try reading { () throws(DataError) in
      try source.sections(section..<section + 1).first?.rows.known ?? 0
    }
  }

  private func itemCount(_ row: Address) throws(CommandError) -> Int? {
    try reading { () throws(DataError) in
      let index = row.row ?? 0
      return try source.rows(index..<index + 1, inSection: row.section).first?.items?.known
    }
  }

  private func noSuchPlace(_ word: Word, _ explanation: String, _ nearest: [String] = [])
    -> CommandError
  {
    CommandError(
      .noSuchPlace(
        word.raw, explanation: explanation,
        nearest: nearest.map(AddressPattern.spelled(title:))),
      at: word.range)
  }
}

/// Looks for the row with a title among the rows of a section, however many there are.
package struct TitleSearch {
  private let title: String
  private let folded: String
  /// The row with exactly that title, or else the first one that differs only in case.
  private(set) var found: Int?
  /// The titles that come first, to propose one of them.
  private(set) var firstTitles: [String] = []

  private static let window = 1024

  package init(_ title: String) {
    self.title = title
    folded = title.lowercased()
  }

  /// - Complexity: O(rows) when no row has that very title.
  package mutating func run(
    rowsOf section: Int, in source: any TableSource, _ checkpoint: () throws(DataError) -> Void
  ) throws(CommandError) {
    do {
      var first = 0
      while true {
        try checkpoint()
        let rows = try source.rows(first..<first + Self.window, inSection: section)
        if look(at: rows, first) || rows.count < Self.window { return }
        first += rows.count
      }
    } catch {
      throw CommandError(error)
    }
  }

  /// - Returns: true when nothing better can come.
  private mutating func look(at rows: [RowInfo], _ first: Int) -> Bool {
    for (row, info) in zip(first..., rows) {
      guard let other = info.title else { continue }
      if other == title {
        found = row
        return true
      }
      if found == nil, other.lowercased() == folded { found = row }
      if first == 0 { firstTitles.append(other) }
    }
    return false
  }
}
