import Arranging
import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

/// `sort`: the order of records, or of sections.
enum SortCommand: ShelfCommand {
  case report, off
  case sections(SectionOrder)
  /// The keys, and the level that they are asked of; nil where each of them finds its own.
  case keys([Key], of: OuterLevel?)

  /// A key to sort by, as it was typed.
  struct Key {
    var word: Word
    /// Nil where none was typed, which is ascending.
    var direction: Direction?
  }

  enum Subject: String, Keyword { case by, sections, rows, off }

  /// What stands between the units to be sorted and the keys.
  private enum Leader: String, Keyword { case by }

  enum Direction: String, Keyword {
    case descending = "desc"
    case ascending = "asc"

    /// What stands first in it.
    var summary: String {
      switch self {
      case .descending: "largest first"
      case .ascending: "smallest first"
      }
    }

    /// A direction that is written in full or in capitals.
    init?(mistyped text: String) {
      switch text.lowercased() {
      case "desc", "descending": self = .descending
      case "asc", "ascending": self = .ascending
      default: return nil
      }
    }
  }

  static let key = Parameter(
    "KEY [desc]", .sortKey, optional: true, repeated: true, after: Subject.by, Subject.sections,
    Subject.rows)

  static let declaration = Command(
    "sort", .narrow, "order records by keys",
    parameters: [Parameter("by", .choice(of: Subject.self), optional: true), key],
    discussion: """
      Orders the items of each row, and plain rows within their section. Several keys are \
      separated by commas; missing values come last. KEY may lead through lists, as in \
      predicates: `tags.@count` or `tags[SIZE]` is the number of tags, `items.@max.price` the highest \
      price; a field of nothing but lists and records has no order. The focus stays on its record, and \
      that stays in view. `sort sections` orders the sections by their titles, `sort sections desc` \
      backwards. Keys of what stands around the records order rows and sections (see 'help scopes'); \
      `sort sections by KEY` and `sort rows by KEY` say which. While records are grouped by KEY, \
      `sort sections by KEY desc` turns the groups around. `sort off` restores the data's order.
      """,
    examples: [
      .init("sort by Title", "by text"),
      .init("sort by price desc, name", "by two keys", on: "catalog.json"),
      .init("sort by Title; sort off", "on and off"),
      .init("sort sections desc", "sections from Z to A"),
      .init("sort rows by vessel.built", "rows by what stands around their items", on: "api.json"),
    ],
    errors: [.unknownKey: "no record has the key", .impossible: "the field has no order"],
    related: ["filter", "group"],
    needs: .everything, effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    switch call.keyword(Subject.self) {
    case .off:
      try call.checkEnd(at: 1)
      self = .off
    case .rows:
      try call.expect(Leader.by, at: 1)
      self = .keys(try Self.readKeys(call, from: 2), of: .row)
    case .sections where call.keyword(at: 1, Leader.self) != nil:
      self = .keys(try Self.readKeys(call, from: 2), of: .section)
    case .sections:
      let order: Direction?
      do {
        order = try call.keyword(at: 1, argument: "direction")
      } catch {
        throw Self.unexpected(call[1], "sort sections [desc]")
      }
      if let extra = call[2] { throw Self.unexpected(extra, "sort sections [desc]") }
      self = .sections(order == .descending ? .descending : .ascending)
    case .by:
      self = .keys(try Self.readKeys(call, from: 1), of: nil)
    case nil:
      guard call[0] != nil else {
        self = .report
        return
      }
      try call.expect(Subject.by)
      self = .report
    }
  }

  /// Reads `KEY [asc|desc], KEY ...`.
  ///
  /// - Parameter first: where the keys begin among the arguments.
  private static func readKeys(_ call: Invocation, from first: Int)
    throws(CommandError) -> [Key]
  {
    var keys: [Key] = []
    for word in call.arguments.dropFirst(first) {
      for piece in word.text.pieces(between: ",") where !piece.isEmpty {
        if let direction = Direction(rawValue: String(piece)), !keys.isEmpty {
          guard keys[keys.count - 1].direction == nil else {
            throw unexpected(word, call.command.usage)
          }
          keys[keys.count - 1].direction = direction
        } else {
          var named = word
          named.text = String(piece)
          keys.append(Key(word: named))
        }
      }
    }
    if keys.isEmpty {
      throw CommandError(.missingArgument("KEY", usage: call.command.usage), at: call.range)
    }
    return keys
  }

  private static func unexpected(_ word: Word?, _ usage: String) -> CommandError {
    CommandError(.unexpectedArgument(word?.text ?? "", usage: usage), at: word?.range)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .report:
      let arrangement = try workspace.current().arrangement
      let orders = [arrangement.sectionOrder?.description, arrangement.sortStatement]
        .compactMap(\.self)
      return Output(orders.isEmpty ? "in the data's order" : orders.joined(separator: "; "))
    case .off:
      let focus = try Arrangement.change(in: &workspace, revealsFocus: true) {
        $0.sortKeys = []
        $0.sectionOrder = nil
      }
      return Output("back in the data's order\(focus)")
    case .sections(let order):
      let focus = try Arrangement.change(in: &workspace, revealsFocus: true) {
        $0.sectionOrder = order
        if $0.grouping == nil { $0.sortKeys.removeAll(where: \.isOfSections) }
      }
      return try Self.sortedSections(in: workspace, focus)
    case .keys(let keys, let level):
      return try Self.sort(by: keys, of: level, in: &workspace)
    }
  }

  private static func sort(
    by typed: [Key], of level: OuterLevel?, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    let questions = workspace.questions
    var keys: [SortKey] = []
    var notices: [String] = []
    // Plain rows are the records.
    let isPlain = try !workspace.current().shaped.source.outerLevels.contains(.row)
    let level = level == .row && isPlain ? nil : level
    var order: SectionOrder?
    for (index, key) in typed.enumerated() {
      if index > 0 { try checkDirection(key.word, questions) }
      if let groups = try orderOfGroups(key, level, workspace) {
        order = order ?? groups
        continue
      }
      if level == .section { try checkSectionsAreOfData(key.word, workspace) }
      var word = key.word
      if let level { word = try spelled(word, at: level) }
      let field = try field(word, workspace)
      keys.append(SortKey(field.path, ascending: key.direction != .descending))
      notices += field.notices
    }
    let wasInOrder = try workspace.current().shown.keepsOrder
    let focus = try Arrangement.change(in: &workspace, revealsFocus: true) {
      $0.sortKeys = keys
      if order != nil || keys.contains(where: \.isOfSections) { $0.sectionOrder = order }
    }
    if keys.isEmpty { return try sortedSections(in: workspace, focus) }
    let sorted = try workspace.current()
    let levels = Set(keys.map { OuterLevel(at: $0.path) })
    let message = try Self.sorted(
      sorted.shown, by: keys,
      of: sorted.arrangement.grouping == nil && levels.count == 1 ? levels.first ?? nil : nil,
      hasMoved: !(wasInOrder && sorted.shown.keepsOrder))
    return Output(message + focus).with(notices)
  }

  /// A key of the records of a level, written outright as it may be already.
  private static func spelled(_ word: Word, at level: OuterLevel) throws(CommandError) -> Word {
    guard let named = FieldPath(parsing: word.text, hasSizes: true).flatMap(OuterLevel.init(at:))
    else {
      var word = word
      word.text = "\(level.variable).\(OuterLevel.recordKey).\(word.text)"
      return word
    }
    if named == level { return word }
    throw CommandError(
      .impossible(
        "'\(word.text)' is not a key of \(level.plural)", hint: "write 'sort by \(word.text)'"),
      at: word.range)
  }

  /// The order of sections that are made of records, where a key means their titles or their values.
  private static func orderOfGroups(
    _ key: Key, _ level: OuterLevel?, _ workspace: Workspace
  ) throws(CommandError) -> SectionOrder? {
    guard let grouping = try workspace.current().arrangement.grouping else { return nil }
    let isAscending = key.direction != .descending
    if level == nil, ScreenKey.path(parsing: key.word.text) == ScreenKey.title.path(at: .section) {
      return isAscending ? .ascending : .descending
    }
    guard level == .section, case .byValue(let field, _, _) = grouping else { return nil }
    if FieldPath(parsing: key.word.text) != field,
      try workspace.questions.outerField(key.word)?.path != field
    {
      return nil
    }
    return .groups(by: field, isAscending: isAscending)
  }

  /// Refuses to order sections by a key of the data's sections, where those that are shown are made of
  /// records from several of these.
  private static func checkSectionsAreOfData(_ word: Word, _ workspace: Workspace)
    throws(CommandError)
  {
    guard let grouping = try workspace.current().arrangement.grouping,
      let field = try workspace.questions.outerField(spelled(word, at: .section))?.path,
      OuterLevel(at: field) == .section
    else { return }
    let key = SortKey(field, ascending: true)
    let (state, others) =
      switch grouping {
      case .flat: ("flattened", "")
      case .byLetter: ("indexed", "")
      case .byValue(let field, _, _):
        ("grouped", ", and 'sort sections by \(field)' the groups")
      }
    throw CommandError(
      .impossible(
        "the sections that have '\(key)' are not shown while the records are \(state)",
        hint: "'sort by \(key)' orders the records\(others)"),
      at: word.range)
  }

  /// A key to sort by. The title or the number of a row or a section is that of the data, because this
  /// order takes the place of the one that there is.
  private static func field(_ word: Word, _ workspace: Workspace)
    throws(CommandError) -> AskedField
  {
    let isGrouped = try workspace.current().arrangement.grouping != nil
    if !isGrouped, let path = ScreenKey.path(parsing: word.text) { return AskedField(path: path) }
    return try workspace.questions.field(word, for: .order)
  }

  private static func sortedSections(in workspace: Workspace, _ focus: String)
    throws(CommandError) -> Output
  {
    let level = try workspace.current()
    let count = Words.number(level.shown.counts().sections, "section")
    guard case .groups(let field, let isAscending)? = level.arrangement.sectionOrder else {
      return Output("sorted \(count) by title\(focus)")
    }
    return Output("sorted \(count) by \(SortKey(field, ascending: isAscending))\(focus)")
  }

  /// Refuses a word after a key that no record has as a key, where it looks like a misspelled
  /// direction: `descending` for `desc`.
  private static func checkDirection(
    _ word: Word, _ questions: TableQuestions
  ) throws(CommandError) {
    guard let meant = Direction(mistyped: word.text),
      try !questions.knownKeys().contains(word.text)
    else { return }
    var error = unexpected(word, declaration.usage)
    error.proposal = "write '\(meant.rawValue)'"
    throw error
  }

  /// What came of a sort. Whether anything moved is known from how the order was found.
  ///
  /// - Parameter level: the level whose rows or sections were sorted; nil for records.
  private static func sorted(
    _ shown: ArrangedTable, by keys: [SortKey], of level: OuterLevel?, hasMoved: Bool
  ) throws(CommandError) -> String {
    let count = try reading { () throws(DataError) in try shown.recordCount() }
    let counts = shown.counts()
    let units: String? =
      switch level {
      case .section?: Words.number(counts.sections.known, "section")
      case .row?: Words.number(counts.rows.known, "row")
      default: nil
      }
    let records = units ?? Words.number(count, "record")
    let words = keys.map(\.description).joined(separator: ", ")
    if hasMoved { return "sorted \(records) by \(words)" }
    let (lists, list) =
      counts.items.known > 0 ? (counts.rows.known, "row") : (counts.sections.known, "section")
    let isApart = units == nil && lists > 1 && count <= lists
    let advice = "records are sorted within their \(list), and 'flatten' makes one list of them"
    return "nothing moved: \(records) already in that order by \(words)"
      + (isApart ? "\(Mark.dot)\(advice)" : "")
  }
}

extension SortKey {
  /// Whether it orders sections.
  fileprivate var isOfSections: Bool { OuterLevel(at: path) == .section }
}
