import Arranging
import Asking
import CommandLanguage
import Results
import Saving
import TableEngine
import TableModel
import Workspaces

/// A text that was searched for, and where it is.
struct FoundText {
  enum Direction { case forward, backward }

  /// The last search.
  struct Memory: CommandState {
    fileprivate(set) var found: FoundText?
  }

  let query: FindQuery
  /// Where the text is found in the table that was searched, in the order shown; never empty.
  private(set) var matches: [Address]
  /// The table that was searched last; another one is searched anew.
  private var table: ArrangedTable
  /// The record that was gone to last, by its place in the data, and the number of levels there.
  private var hit: (place: Address, depth: Int)?

  /// Searches a table; one in which that was searched for last is not read again.
  ///
  /// - Throws: where else the text stands when no record contains it.
  init(
    _ query: FindQuery, in level: Level, _ environment: Environment
  ) throws(CommandError) {
    self.query = query
    table = level.shown
    if let kept = level.matches[query.key, in: table] {
      matches = kept
    } else {
      matches = try level.places(of: query, in: environment)
      level.matches[query.key, in: table] = matches
    }
    if matches.isEmpty {
      throw try level.nothingFound(query, checkpoint: environment.checkpoint)
    }
  }

  /// What is to be said beside the match: text that stands outside the table, too, or where no record
  /// leads to.
  func remarks(on level: Level) throws(CommandError) -> [String] {
    let path = try level.pathBeside(query.finder, checkpoint: {})
    let empty = try level.emptySections(with: query)
    return [
      path.map { "it also stands beside the table, at \($0)" },
      empty.words.map { "it also stands in \($0)" },
    ].compactMap(\.self)
  }

  /// Goes to the match behind the last one, or to the one before it.
  ///
  /// - Complexity: O(1) while the table is as it was when it was searched; otherwise as for `find`.
  static func goOn(
    _ direction: Direction, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    if workspace.memory[Memory.self].found == nil, let places = workspace.levels.last?.differences {
      return try goOn(direction, through: places, in: &workspace)
    }
    let found = try last(in: workspace)
    let level = try workspace.current()
    let next = try found.matchFromHiddenPlace(direction, in: workspace)
    return try found.go(to: next ?? found.match(fromFocusOf: level, direction), in: &workspace)
  }

  /// The last search, in the table that is shown now.
  private static func last(in workspace: Workspace) throws(CommandError) -> FoundText {
    guard let found = workspace.memory[Memory.self].found else {
      throw CommandError(
        .nothing("nothing has been searched for yet", hint: "start with 'find TEXT'"))
    }
    let level = try workspace.current()
    if level.shown.isSame(as: found.table) { return found }
    var anew = try FoundText(found.query, in: level, workspace.environment)
    anew.hit = found.hit
    return anew
  }

  /// The records that the last search finds, without the titles and fields around them.
  static func selectable(in workspace: inout Workspace) throws(CommandError) -> [Address] {
    let level = try workspace.current()
    let places = try last(in: workspace).matches.filter { place in
      place.row != nil && (place.item != nil || level.presenter.itemCount(inRow: place) == nil)
    }
    if places.isEmpty {
      throw CommandError(
        .nothing("the text stands around records, in none of them", hint: "'next' goes there"))
    }
    return places
  }

  /// Goes to the next row of some, or to the one before it, starting again at the other end.
  private static func goOn(
    _ direction: Direction, through places: [Address], in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    guard let first = places.first, let last = places.last else {
      throw CommandError(.nothing("no difference is shown", hint: "'filter off' if a filter is on"))
    }
    let focus = try workspace.current().table.focus ?? first
    let next =
      switch direction {
      case .forward: places.first { $0 > focus } ?? first
      case .backward: places.last { $0 < focus } ?? last
      }
    try workspace.goTo(next)
    let number = (places.firstIndex(of: next) ?? 0) + 1
    return Output(
      "difference \(number) of \(places.count)\(Mark.dot)\(workspace.positionLine)")
  }

  /// The next match from the focus on, starting again at the other end.
  func match(fromFocusOf level: Level, _ direction: Direction) -> Address {
    let focus = level.table.focus ?? matches[0]
    return switch direction {
    case .forward: matches.first { $0 > focus } ?? matches[0]
    case .backward: matches.last { $0 < focus } ?? matches[matches.count - 1]
    }
  }

  /// The match from which to go on where the last one is hidden now: the next one to where it would
  /// stand without any filter.
  ///
  /// - Returns: nil where the focus says where to go on from.
  private func matchFromHiddenPlace(
    _ direction: Direction, in workspace: Workspace
  ) throws(CommandError) -> Address? {
    let level = try workspace.current()
    guard let hit, hit.depth == workspace.levels.count, !level.arrangement.filters.isEmpty,
      level.shown.address(ofBase: hit.place) == nil,
      try level.table.focus
        == reading({ () throws(DataError) in try Level.firstPlace(level.shown) })
    else { return nil }
    var unfiltered = level.arrangement
    unfiltered.filters = []
    let budget = workspace.preferences.memoryBudget
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
    return switch direction {
    case .forward: matches.first { place($0) > start } ?? matches.first
    case .backward: matches.last { place($0) < start } ?? matches.last
    }
  }

  /// Goes to a match and remembers it.
  func go(
    to address: Address, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    try workspace.goTo(address)
    var found = self
    found.hit = table.baseAddress(of: address).map { ($0, workspace.levels.count) }
    workspace.memory[Memory.self].found = found
    try workspace.change { $0.sought = query.marked }
    let number = (matches.firstIndex(of: address) ?? 0) + 1
    let spot = try reading { () throws(DataError) in try query.spot(in: table, at: address) }
    let place = spot?.words.map { Mark.dot + $0 } ?? ""
    return Output("match \(number) of \(matches.count)\(place)\(Mark.dot)\(workspace.positionLine)")
  }
}

extension FoundText {
  /// All matches as a table: a line for each, in the order shown.
  ///
  /// - Complexity: O(matches), each of which is read once more.
  func all(in level: Level, checkpoint: Checkpoint) throws(CommandError) -> ResultTable {
    let name = level.presenter.roles.text ?? .itself
    var lines: [Line] = []
    for address in matches {
      try reading { () throws(DataError) in
        try checkpoint(lines.count)
        let spot = try query.spot(in: table, at: address)
        lines.append(
          Line(
            place: "\(address)", name: try table.value(at: address)?[path: name]?.scalar,
            path: spot.flatMap { $0.path ?? ($0.value == nil ? "a title" : nil) },
            text: spot?.value?.scalar, base: table.baseAddress(of: address)))
      }
    }
    let found = lines
    return ResultTable(
      "find \(query.text.clipped(to: 24))",
      columns: [
        .init("place") { .string(found[$0].place) },
        .init("name") { found[$0].name },
        .init("in") { found[$0].path.map(Value.string) },
        .init("text") { found[$0].text },
      ],
      count: found.count, name: { found[$0].place }, way: { found[$0].base.map { .record($0) } })
  }

  /// A match as a line of a list.
  private struct Line {
    var place: String
    var name: Value?
    var path: String?
    var text: Value?
    /// The place in the data.
    var base: Address?
  }
}

/// Sections without rows that have a text in their titles or fields.
private struct EmptySections {
  var first: Int?
  var count = 0

  var words: String? {
    guard let first else { return nil }
    let others = count > 1 ? " and \(Words.number(count - 1, "other"))" : ""
    return "section \(first)\(others), without rows"
  }
}

extension Value {
  /// The value itself, unless it is a list or a record.
  fileprivate var scalar: Value? { isContainer ? nil : self }
}

extension Level {
  /// Where a text is found, in the order shown: records, and the first record under a title. How many
  /// there are so far, and the first one behind the focus, are said while the others are looked for.
  fileprivate func places(
    of query: FindQuery, in environment: Environment
  ) throws(CommandError) -> [Address] {
    let counting = environment.counting(shown)
    let focus = table.focus
    var (count, hasHit) = (0, false)
    var search = ShownTextFinder(query.finder, in: shown).lookingAround(
      isRegrouped: arrangement.grouping != nil)
    var titles: Set<ShownTextFinder.Place> = []
    var matches: [Address] = []
    do {
      try shown.scan { address, value throws(DataError) in
        count += 1
        try counting(count)
        guard let place = try search.place(of: address, value) else { return true }
        guard place == .record || titles.insert(place).inserted else { return true }
        matches.append(address)
        environment.meter.note(matching: matches.count)
        if !hasHit, focus.map({ address > $0 }) ?? true {
          hasHit = true
          environment.noteHit(.init(place: address, pattern: query.marked))
        }
        return true
      }
      let empty = try emptyRows(by: &search)
      if !empty.isEmpty { matches = (matches + empty).sorted() }
    } catch {
      throw CommandError(error)
    }
    return matches
  }

  /// The rows of no items in whose titles or fields the text stands: a scan visits none of them.
  ///
  /// - Complexity: O(rows) of sections that have rows of items.
  private func emptyRows(by search: inout ShownTextFinder) throws(DataError) -> [Address] {
    let window = 256
    var found: [Address] = []
    for section in 0..<shown.counts().sections.known {
      guard let info = try shown.sections(section..<section + 1).first else { continue }
      for start in stride(from: 0, to: info.rows.known, by: window) {
        let rows = try shown.rows(start..<start + window, inSection: section)
        if info.isUniform, rows.first?.items == nil { break }
        for (row, info) in zip(start..., rows) where info.items?.known == 0 {
          let place = Address(section, row)
          if try search.place(of: place, .null) != nil { found.append(place) }
        }
      }
    }
    return found
  }

  /// The sections without rows in whose titles or fields the text stands: the focus can't go there.
  ///
  /// - Complexity: O(sections).
  fileprivate func emptySections(with query: FindQuery) throws(CommandError) -> EmptySections {
    var search = ShownTextFinder(query.finder, in: shown).lookingAround(
      isRegrouped: arrangement.grouping != nil)
    return try reading { () throws(DataError) in
      var found = EmptySections()
      for section in 0..<shown.counts().sections.known {
        guard try shown.sections(section..<section + 1).first?.rows.known == 0,
          try search.place(of: Address(section), .null) != nil
        else { continue }
        found.first = found.first ?? section
        found.count += 1
      }
      return found
    }
  }

  /// Says where a text stands that no record contains: among what filters hide, or beside the table.
  fileprivate func nothingFound(
    _ query: FindQuery, checkpoint: @escaping () throws(DataError) -> Void
  ) throws(CommandError) -> CommandError {
    let text = query.text
    let empty = try emptySections(with: query)
    if let words = empty.words, let first = empty.first {
      return CommandError(
        .nothing(
          "no record contains '\(text)'; it stands in \(words)", hint: "'show \(first)' shows it"))
    }
    let beside = try pathBeside(query.finder, checkpoint: checkpoint)
    let isFiltered = !arrangement.filters.isEmpty
    if isFiltered, beside == nil {
      let endings = arrangement.filters.map { "'\($0.kind.ending)'" }
      let verb = endings.count == 1 ? "shows" : "show"
      return CommandError(
        .nothing(
          "no record that is shown contains '\(text)'",
          hint: "\(endings.joined(separator: " and ")) \(verb) the others"))
    }
    guard let path = beside else {
      return CommandError(
        .nothing(
          "no record contains '\(text)'",
          hint: query.hint))
    }
    return CommandError(
      .nothing(
        "no record \(isFiltered ? "that is shown " : "")contains '\(text)';"
          + " it stands beside the table, at \(path)",
        hint: wayBeside(to: path)))
  }

  /// Where a text stands in what the document holds outside the table.
  fileprivate func pathBeside(
    _ finder: TextFinder, checkpoint: @escaping () throws(DataError) -> Void
  ) throws(CommandError) -> FieldPath? {
    if case .field = finder.scope { return nil }
    let search = BesideSearch(
      checkpoint: checkpoint, where: { finder.isFound(beside: $0) },
      orKey: { finder.isFound(inKey: $0) })
    let source = data
    let looksAround = source.outerLevels.contains { $0 < .document }
    return try reading { () throws(DataError) in
      try search.path(in: source, includesParents: !looksAround)
    }
  }

  /// How to get to a place of the document that is not part of the table.
  private func wayBeside(to path: FieldPath) -> String {
    guard case .key(let key)? = path.steps.first else {
      return "'shape --rows SELF' shows the whole document"
    }
    let row = AddressPattern.spelled(title: key)
    let isTable = [shaped.shape.sections, shaped.shape.rows].contains { way in
      way?.steps.first == .key(key)
    }
    // A row that holds the table, too, is too much to be printed.
    let rest = FieldPath(Array(path.steps.dropFirst().dropLast()))
    return
      "'shape --rows SELF; \(isTable ? "push \(row) \(rest)" : "show \(row)")' leads there"
  }
}
