import Arranging
import DataSources
import TableEngine
import TableModel

/// A search that `next` and `previous` go on with.
struct Finder {
  var text: String
  /// Where the text is found in the table that was searched, in the order shown.
  var matches: [Address]
  /// The table that was searched last; another one is searched anew.
  var table: ArrangedTable
  /// The record that was gone to last, by its place in the data, and the number of levels there.
  var hit: (place: Address, depth: Int)?
}

extension Session {
  mutating func find(_ call: Invocation) throws(CommandError) -> Output {
    let isOneQuotedText = call.arguments.count == 1 && call[0]?.isWhollyQuoted == true
    let text = isOneQuotedText ? call[0]?.text ?? "" : call.rest().text
    let level = try current()
    let matches = try places(of: TextFinder(text), in: level)
    guard let first = matches.first else { throw try nothingFound(text, in: level) }
    lastFound = Finder(text: text, matches: matches, table: level.shown)
    let focus = level.table.focus ?? first
    return try goToMatch(matches.first { $0 > focus } ?? first)
  }

  /// Where a text is found, in the order shown: records, and the first record under a title.
  private func places(of finder: TextFinder, in level: Level) throws(CommandError) -> [Address] {
    let counting = counting(level.shown)
    var count = 0
    var search = ShownTextFinder(finder, in: level.shown)
    var titles: Set<ShownTextFinder.Place> = []
    var matches: [Address] = []
    do {
      try level.shown.scan { address, value throws(DataError) in
        count += 1
        try counting(count)
        guard let place = try search.place(of: address, value) else { return true }
        if place == .record || titles.insert(place).inserted { matches.append(address) }
        return true
      }
    } catch {
      throw CommandError(error)
    }
    return matches
  }

  /// Goes to the match behind the last one, or to the one before it.
  ///
  /// - Complexity: O(1) while the table is as it was when it was searched; otherwise as for `find`.
  mutating func findAgain(forward: Bool) throws(CommandError) -> Output {
    guard var found = lastFound else {
      throw CommandError(
        .nothing("nothing has been searched for yet", hint: "start with 'find TEXT'"))
    }
    let level = try current()
    if !level.shown.isSame(as: found.table) {
      found.matches = try places(of: TextFinder(found.text), in: level)
      found.table = level.shown
    }
    guard let first = found.matches.first, let last = found.matches.last else {
      throw try nothingFound(found.text, in: level)
    }
    lastFound = found
    if let next = try match(after: found, forward: forward) { return try goToMatch(next) }
    let focus = level.table.focus ?? first
    let next =
      forward
      ? found.matches.first { $0 > focus } ?? first : found.matches.last { $0 < focus } ?? last
    return try goToMatch(next)
  }

  /// The match from which to go on where the last one is hidden now: the next one to where it would
  /// stand without any filter.
  ///
  /// - Returns: nil where the focus says where to go on from.
  private func match(after found: Finder, forward: Bool) throws(CommandError) -> Address? {
    let level = try current()
    guard let hit = found.hit, hit.depth == levels.count, !level.arrangement.filters.isEmpty,
      level.shown.address(ofBase: hit.place) == nil,
      try level.table.focus
        == reading({ () throws(DataError) in try Level.firstPlace(level.shown) })
    else { return nil }
    var unfiltered = level.arrangement
    unfiltered.filters = []
    let budget = preferences.memoryBudget
    let places = try reading { () throws(DataError) in
      ShownPlaces(
        try ArrangedTable(
          base: level.shaped.source, arrangement: unfiltered, columns: level.columns, budget: budget
        ))
    }
    guard let start = places.address(ofBase: hit.place) else { return nil }
    func place(_ match: Address) -> Address {
      level.shown.baseAddress(of: match).flatMap(places.address(ofBase:)) ?? match
    }
    return forward
      ? found.matches.first { place($0) > start } ?? found.matches.first
      : found.matches.last { place($0) < start } ?? found.matches.last
  }

  private mutating func goToMatch(_ address: Address) throws(CommandError) -> Output {
    guard let found = lastFound else { return Output() }
    try goTo(address)
    lastFound?.hit = found.table.baseAddress(of: address).map { ($0, levels.count) }
    let number = (found.matches.firstIndex(of: address) ?? 0) + 1
    return Output("match \(number) of \(found.matches.count)\(Mark.dot)\(positionLine)")
  }

  // MARK: Nothing found

  /// Says where a text stands that no record contains: among what filters hide, or beside the table.
  private func nothingFound(_ text: String, in level: Level) throws(CommandError) -> CommandError {
    let finder = TextFinder(text)
    let checkpoint = checkpoint
    let search = BesideSearch(checkpoint: checkpoint, where: finder.matches)
    let beside = try reading { () throws(DataError) in try search.path(in: level.shaped.source) }
    let isFiltered = !level.arrangement.filters.isEmpty
    if isFiltered, beside == nil {
      let off = level.arrangement.filters.map { "'\($0.text.prefix { $0 != " " }) off'" }
      return CommandError(
        .nothing(
          "no record that is shown contains '\(text)'",
          hint: "\(off.joined(separator: " and ")) shows the others"))
    }
    guard let path = beside else {
      return CommandError(
        .nothing(
          "no record contains '\(text)'",
          hint: "find looks in every field and title, ignoring case"))
    }
    var hint = "'shape --rows SELF' shows the whole document"
    if case .key(let key)? = path.steps.first {
      let row = AddressPattern.spelled(title: key)
      let isTable = [level.shaped.shape.sections, level.shaped.shape.rows].contains { way in
        way?.steps.first == .key(key)
      }
      // A row that holds the table, too, is too much to be printed.
      let rest = FieldPath(Array(path.steps.dropFirst().dropLast()))
      hint = "'shape --rows SELF; \(isTable ? "push \(row) \(rest)" : "show \(row)")' leads there"
    }
    return CommandError(
      .nothing(
        "no record \(isFiltered ? "that is shown " : "")contains '\(text)';"
          + " it stands beside the table, at \(path)",
        hint: hint))
  }
}
