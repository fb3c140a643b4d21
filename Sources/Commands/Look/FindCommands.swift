import Arranging
import Asking
import CommandLanguage
import Saving
import TableEngine
import TableModel

/// `find`: goes to the next record that contains a text.
struct FindCommand: ShelfCommand {
  static let declaration = Command(
    "find", .look, "move the focus to the next record that contains a string",
    parameters: [Parameter("TEXT", .text)],
    discussion: """
      Looks through every field from the focus on, and through the titles of rows and sections, \
      regardless of case and accents, and starts again at the top. `next` and `previous` go on, \
      after a filter or a sort as well. Text that stands beside the table is pointed to. \
      Quotes around the whole text are not part of it, as in `search`; escapes work inside them.
      """,
    examples: [
      .init("find storm", "the first record after the focus with that word"),
      .init("find the; next; previous", "go on, and back"),
    ],
    errors: [.nothingToDo: "no record contains it"], related: ["search", "filter"],
    needs: .everything, effect: .change)

  /// The last search.
  struct Memory: CommandState {
    fileprivate(set) var found: FoundText?
  }

  private let text: String

  init(_ call: Invocation) throws(CommandError) {
    let first = try call.required(0)
    text = call.arguments.count == 1 && first.isWhollyQuoted ? first.text : call.rest().text
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    let found = try FoundText(text, in: level, workspace.environment)
    return try found.go(to: found.match(fromFocusOf: level, .forward), in: &workspace)
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

/// A text that was searched for, and where it is.
struct FoundText {
  enum Direction { case forward, backward }

  let text: String
  /// Where the text is found in the table that was searched, in the order shown; never empty.
  private(set) var matches: [Address]
  /// The table that was searched last; another one is searched anew.
  private var table: ArrangedTable
  /// The record that was gone to last, by its place in the data, and the number of levels there.
  private var hit: (place: Address, depth: Int)?

  /// Searches a table.
  ///
  /// - Throws: where else the text stands when no record contains it.
  fileprivate init(
    _ text: String, in level: Level, _ environment: Environment
  ) throws(CommandError) {
    let finder = TextFinder(text)
    self.text = text
    table = level.shown
    matches = try level.places(of: finder, counting: environment.counting(level.shown))
    if matches.isEmpty {
      throw try level.nothingFound(text, finder, checkpoint: environment.checkpoint)
    }
  }

  /// Goes to the match behind the last one, or to the one before it.
  ///
  /// - Complexity: O(1) while the table is as it was when it was searched; otherwise as for `find`.
  fileprivate static func goOn(
    _ direction: Direction, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    guard var found = workspace.memory[FindCommand.Memory.self].found else {
      if let places = workspace.levels.last?.differences {
        return try goOn(direction, through: places, in: &workspace)
      }
      throw CommandError(
        .nothing("nothing has been searched for yet", hint: "start with 'find TEXT'"))
    }
    let level = try workspace.current()
    if !level.shown.isSame(as: found.table) {
      let hit = found.hit
      found = try FoundText(found.text, in: level, workspace.environment)
      found.hit = hit
    }
    let next = try found.matchFromHiddenPlace(direction, in: workspace)
    return try found.go(to: next ?? found.match(fromFocusOf: level, direction), in: &workspace)
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
  fileprivate func match(fromFocusOf level: Level, _ direction: Direction) -> Address {
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
  fileprivate func go(
    to address: Address, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    try workspace.goTo(address)
    var found = self
    found.hit = table.baseAddress(of: address).map { ($0, workspace.levels.count) }
    workspace.memory[FindCommand.Memory.self].found = found
    let number = (matches.firstIndex(of: address) ?? 0) + 1
    return Output("match \(number) of \(matches.count)\(Mark.dot)\(workspace.positionLine)")
  }
}

extension Level {
  /// Where a text is found, in the order shown: records, and the first record under a title.
  fileprivate func places(
    of finder: TextFinder, counting: Checkpoint
  ) throws(CommandError) -> [Address] {
    var count = 0
    var search = ShownTextFinder(finder, in: shown)
    var titles: Set<ShownTextFinder.Place> = []
    var matches: [Address] = []
    do {
      try shown.scan { address, value throws(DataError) in
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

  /// Says where a text stands that no record contains: among what filters hide, or beside the table.
  fileprivate func nothingFound(
    _ text: String, _ finder: TextFinder, checkpoint: @escaping () throws(DataError) -> Void
  ) throws(CommandError) -> CommandError {
    let search = BesideSearch(checkpoint: checkpoint, where: finder.matches)
    let beside = try reading { () throws(DataError) in try search.path(in: shaped.source) }
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
          hint: "find looks in every field and title, ignoring case"))
    }
    return CommandError(
      .nothing(
        "no record \(isFiltered ? "that is shown " : "")contains '\(text)';"
          + " it stands beside the table, at \(path)",
        hint: wayBeside(to: path)))
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
