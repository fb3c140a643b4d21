import Arranging
import DataSources
import PredicateLanguage
import Synchronization
import TableEngine
import TableModel

extension Session {
  mutating func filter(_ call: Invocation) throws(CommandError) -> Output {
    let (text, start) = call.rest()
    if text.isEmpty { return try tellFilter() }
    if text == "off" { return try endFilter(of: .predicate, "the filter is off") }
    if call[0]?.raw == "where", call[1]?.raw.first?.isLetter ?? false {
      var error = CommandError(
        .unexpectedArgument("where", usage: call.command.usage), at: call[0]?.range)
      error.proposal = "write 'filter \(call.rest(from: 1).text)'"
      throw error
    }
    let condition = try condition(text, at: start, keys: keyCatalog())
    let remarks = try remarks(on: condition, at: start)
    let run = ConditionRun(
      condition, in: try current().shaped.source, isStrict: preferences.isStrict,
      isCancelled: environment.isInterrupted, meter: environment.meter)
    let budget = preferences.memoryBudget
    // Results in one list are those of the table as it was before they took its place.
    let before = try call.has("flat") ? current().arrangementBeforeResults : nil
    let filter = RecordFilter(
      "filter \(condition.format)",
      survey: { columns throws(DataError) in try run.selection(from: columns, budget: budget) },
      prepare: { source, arrangement, arrange throws(DataError) in
        try run.enter(source, before ?? arrangement, arrange)
      },
      matches: { address, value throws(DataError) in try run.matches(address, value) })
    do {
      try put(filter, of: .predicate, flat: call.has("flat"))
    } catch {
      if let failure = run.failure, failure != .cancelled {
        throw CommandError(.evaluation(failure), at: start..<start + text.count)
      }
      throw error
    }
    var output = try tellKept()
    let level = try current()
    output.notices = remarks.sentences(
      after: run, matches: level.shown.tally?.kept ?? 0, in: level)
    return output
  }

  mutating func search(_ call: Invocation) throws(CommandError) -> Output {
    let argument = call.rest().text
    if argument.isEmpty { return try tellFilter() }
    if argument == "off" { return try endFilter(of: .search, "the search is off") }
    let words = call.arguments
    let isScoped = words.count >= 3 && words[words.count - 2].raw == "in"
    let asked = isScoped ? try field(words[words.count - 1]) : nil
    let field = asked?.path
    let wanted = (isScoped ? words.dropLast(2) : words[...]).map(\.text).joined(separator: " ")
    let scope = field.map { " in \($0)" } ?? ""
    let text = TextFinder(wanted, field: field)
    let finder = Mutex(ShownTextFinder(text, in: try current().shaped.source))
    let filter = RecordFilter(
      "search \(wanted)\(scope)",
      prepare: { source, arrangement, arrange throws(DataError) in
        let next = try ShownTextFinder(text, in: source, as: arrangement, arrange)
        finder.withLock { $0 = next }
      },
      matches: { address, value throws(DataError) in
        try finder.withLock { finder throws(DataError) in
          try finder.place(of: address, value) != nil
        }
      })
    try put(filter, of: .search)
    var output = try tellKept()
    output.notices = asked?.notices ?? []
    if !isScoped, words.dropFirst().contains(where: { $0.raw == "in" }),
      let line = lineQuotingKeys(call.statement)
    {
      output.notices.append("for the field write '\(line)'")
    }
    return output
  }

  /// The two kinds of filters that can be on together.
  private enum FilterKind: String {
    case predicate = "filter "
    case search = "search "
  }

  private mutating func put(
    _ filter: RecordFilter, of kind: FilterKind, flat: Bool = false
  ) throws(CommandError) {
    if flat {
      try enterResults()
    } else if kind == .predicate {
      try leaveResults(endingFilters: kind.rawValue)
    }
    try narrow { arrangement in
      arrangement.filters.removeAll { $0.text.hasPrefix(kind.rawValue) }
      arrangement.filters.append(filter)
      if flat { arrangement.flatten() }
    }
    if flat { try scrollToTop() }
  }

  /// Arranges other records than before, and keeps the focus in view.
  private mutating func narrow(_ body: (inout Arrangement) -> Void) throws(CommandError) {
    try arrange(body)
    let level = try current()
    try engine { () throws(EngineError) in try level.revealFocus() }
  }

  /// Arranges the same records in another way. The focus stays on its record or, until it was moved
  /// from the first one, on the first one.
  ///
  /// - Parameter reveals: whether the focus is scrolled into view; sections that are made anew are
  ///   shown from where the table stands.
  /// - Returns: what is to be said of a focus that moved with its record.
  private mutating func rearrange(
    reveals: Bool = false, _ body: (inout Arrangement) -> Void
  ) throws(CommandError) -> String {
    let before = try current()
    let focus = before.table.focus
    let first = try reading { () throws(DataError) in try Level.firstPlace(before.shown) }
    let isAtRest = !before.isFocusPlaced && focus == first
    try arrange(body)
    try change { $0.isFocusPlaced = !isAtRest }
    let level = try current()
    if isAtRest {
      let first = try reading { () throws(DataError) in try Level.firstPlace(level.shown) }
      level.table.moveFocus(to: first)
    }
    if reveals { try engine { () throws(EngineError) in try level.revealFocus() } }
    guard !isAtRest, let now = level.table.focus, now != focus else { return "" }
    return "\(Mark.dot)the focus stays on its record, now \(now)"
  }

  private mutating func endFilter(of kind: FilterKind, _ message: String) throws(CommandError)
    -> Output
  {
    let hasLeft = kind == .predicate ? try leaveResults(endingFilters: kind.rawValue) : false
    if !hasLeft {
      try narrow { $0.filters.removeAll { $0.text.hasPrefix(kind.rawValue) } }
    }
    return Output("\(message)\(Mark.dot)\(Words.counts(try current().shown.counts()))")
  }

  private func tellFilter() throws(CommandError) -> Output {
    let filters = try current().arrangement.filters.map(\.text)
    return Output(filters.isEmpty ? "no filter is on" : filters.joined(separator: "\n"))
  }

  private func tellKept() throws(CommandError) -> Output {
    let level = try current()
    guard let tally = level.shown.tally else { return Output(Words.counts(level.shown.counts())) }
    let total = Words.grouped(tally.kept + tally.dropped)
    if tally.kept == 0 {
      let off = level.arrangement.filters.map { $0.text.prefix { $0 != " " } }.last ?? "filter"
      return Output("0 of \(total) records match; clear with '\(off) off'")
    }
    return Output("\(Words.grouped(tally.kept)) of \(total) records match")
  }

  mutating func sort(_ call: Invocation) throws(CommandError) -> Output {
    guard let first = call[0] else {
      let arrangement = try current().arrangement
      if arrangement.sortKeys.isEmpty, let order = arrangement.sectionOrder {
        return Output("\(order)")
      }
      let keys = arrangement.sortKeys.map(\.description)
      return Output(
        keys.isEmpty ? "in the data's order" : "sort by " + keys.joined(separator: ", "))
    }
    if first.raw == "sections" { return try sortSections(call) }
    if first.raw == "off" {
      let focus = try rearrange(reveals: true) {
        $0.sortKeys = []
        $0.sectionOrder = nil
      }
      return Output("back in the data's order\(focus)")
    }
    let (keys, notices) = try sortKeys(call)
    let wasInOrder = try current().shown.keepsOrder
    let focus = try rearrange(reveals: true) { $0.sortKeys = keys }
    let shown = try current().shown
    let message = try Self.sorted(shown, by: keys, hasMoved: !(wasInOrder && shown.keepsOrder))
    var output = Output(message + focus)
    output.notices = notices
    return output
  }

  /// What came of a sort. Whether anything moved is known from how the order was found.
  private static func sorted(
    _ shown: ArrangedTable, by keys: [SortKey], hasMoved: Bool
  ) throws(CommandError) -> String {
    let count: Int
    do { count = try shown.recordCount() } catch { throw CommandError(error) }
    let records = Words.number(count, "record")
    let words = keys.map(\.description).joined(separator: ", ")
    if hasMoved { return "sorted \(records) by \(words)" }
    let counts = shown.counts()
    let (lists, list) =
      counts.items.known > 0 ? (counts.rows.known, "row") : (counts.sections.known, "section")
    let isApart = lists > 1 && count <= lists
    let advice = "records are sorted within their \(list), and 'flatten' makes one list of them"
    return "nothing moved: \(records) already in that order by \(words)"
      + (isApart ? "\(Mark.dot)\(advice)" : "")
  }

  /// Orders the sections themselves, by their titles.
  private mutating func sortSections(_ call: Invocation) throws(CommandError) -> Output {
    var order = SectionOrder.ascending
    if let word = call[1] {
      guard word.raw == "desc" || word.raw == "asc", call[2] == nil else {
        let extra = call[2] ?? word
        throw CommandError(
          .unexpectedArgument(extra.text, usage: "sort sections [desc]"), at: extra.range)
      }
      order = word.raw == "desc" ? .descending : .ascending
    }
    let focus = try rearrange(reveals: true) { $0.sectionOrder = order }
    let count = try current().shown.counts().sections
    return Output("sorted \(Words.number(count, "section")) by title\(focus)")
  }

  /// Reads `KEY [asc|desc], KEY ...`.
  private func sortKeys(_ call: Invocation) throws(CommandError) -> ([SortKey], notices: [String]) {
    try expectWord("by", call[0], in: call)
    var keys: [SortKey] = []
    var notices: [String] = []
    for word in call.arguments.dropFirst() {
      for piece in word.text.pieces(between: ",") where !piece.isEmpty {
        if piece == "desc" || piece == "asc", !keys.isEmpty {
          keys[keys.count - 1].ascending = piece == "asc"
        } else if let direction = Self.directions[piece.lowercased()], !keys.isEmpty,
          try !knownKeys().contains(String(piece))
        {
          var error = CommandError(
            .unexpectedArgument(String(piece), usage: call.command.usage), at: word.range)
          error.proposal = "write '\(direction)'"
          throw error
        } else {
          var named = word
          named.text = String(piece)
          let field = try field(named, for: .order)
          keys.append(SortKey(field.path))
          notices += field.notices
        }
      }
    }
    if keys.isEmpty {
      throw CommandError(.missingArgument("KEY", usage: call.command.usage), at: call.range)
    }
    return (keys, notices)
  }

  private static let directions = [
    "descending": "desc", "desc": "desc", "ascending": "asc", "asc": "asc",
  ]

  /// Checks that a word stands where it has to, in front of the others that are there.
  func expectWord(_ expected: String, _ word: Word?, in call: Invocation) throws(CommandError) {
    let usage = call.command.usage
    guard let word else { throw CommandError(.missingArgument(expected, usage: usage)) }
    if word.raw == expected { return }
    var error = CommandError(
      .missingArgument("'\(expected)' before '\(word.text)'", usage: usage), at: word.range)
    if word.range == call[0]?.range {
      error.proposal = "write '\(call.command.name) \(expected) \(call.rest().text)'"
    }
    throw error
  }

  mutating func group(_ call: Invocation) throws(CommandError) -> Output {
    guard let first = call[0] else { return try tellGrouping() }
    if first.raw == "off" { return try ungroup("the grouping is off") }
    try expectWord("by", first, in: call)
    guard let word = call[1] else {
      throw CommandError(.missingArgument("KEY", usage: call.command.usage), at: call.range)
    }
    let field = try field(word)
    let asStrips = call.has("strips")
    let focus = try rearrange {
      $0.grouping = .byValue(of: field.path, order: .sorted, asStrips: asStrips)
    }
    let sections = try current().shown.counts().sections
    var output = Output("grouped by \(field.path): \(Words.number(sections, "section"))\(focus)")
    output.notices = field.notices
    return output
  }

  mutating func index(_ call: Invocation) throws(CommandError) -> Output {
    guard let first = call[0] else { return try tellGrouping() }
    if first.raw == "off" { return try ungroup("the index is off") }
    guard preferences.engine.headerStyle != .grouped else {
      throw CommandError(
        .impossible(
          "a grouped table has no index",
          hint: "'set header-style plain' allows for one; see 'explain section-index'"),
        at: first.range)
    }
    if first.raw == "by" {
      guard let word = call[1] else {
        throw CommandError(.missingArgument("KEY", usage: call.command.usage), at: call.range)
      }
      let field = try field(word, for: .order)
      let focus = try rearrange { $0.grouping = .byLetter(of: field.path) }
      let sections = try current().shown.counts().sections
      var output = Output("indexed by \(field.path): \(Words.number(sections, "section"))\(focus)")
      output.notices = field.notices
      return output
    }
    return try goToLetter(first)
  }

  private mutating func goToLetter(_ word: Word) throws(CommandError) -> Output {
    let level = try current()
    guard let titles = level.shown.indexTitles else {
      let key = try knownKeys().contains(word.text) ? word.raw : "KEY"
      throw CommandError(
        .impossible("this table has no index", hint: "make one with 'index by \(key)'"),
        at: word.range)
    }
    guard word.text.count == 1 else {
      throw CommandError(
        .badValue(word.text, argument: "index letter", expected: "A to Z or #"), at: word.range)
    }
    guard let section = titles.section(for: word.text) else {
      throw CommandError(.impossible("this table is empty", hint: nil))
    }
    try goTo(Address(section), position: .top)
    return Output(positionLine)
  }

  mutating func flatten(_ call: Invocation) throws(CommandError) -> Output {
    if call[0]?.raw == "off" { return try unflatten() }
    if let word = call[0] {
      throw CommandError(
        .unexpectedArgument(word.text, usage: call.command.usage), at: word.range)
    }
    let before = try current().arrangement.grouping
    if before != .flat { try change { $0.groupingBeforeFlattening = before } }
    let focus = try rearrange { $0.grouping = .flat }
    return Output("flattened: \(Words.number(try current().shown.counts().rows, "row"))\(focus)")
  }

  private mutating func unflatten() throws(CommandError) -> Output {
    let before = try current().groupingBeforeFlattening
    try change { $0.groupingBeforeFlattening = nil }
    let focus = try rearrange { $0.grouping = before }
    return Output(
      "sections are back\(Mark.dot)\(Words.counts(try current().shown.counts()))\(focus)")
  }

  private mutating func ungroup(_ message: String) throws(CommandError) -> Output {
    let focus = try rearrange { $0.grouping = nil }
    return Output("\(message)\(Mark.dot)\(Words.counts(try current().shown.counts()))\(focus)")
  }

  private func tellGrouping() throws(CommandError) -> Output {
    switch try current().arrangement.grouping {
    case nil: Output("sections as in the data")
    case .flat: Output("flattened")
    case .byValue(let path, _, _): Output("grouped by \(path)")
    case .byLetter(let path): Output("indexed by \(path)")
    }
  }

  mutating func shape(_ call: Invocation) throws(CommandError) -> Output {
    let stated = try Self.shape(from: call)
    if stated == nil, call[0]?.raw != "off" {
      return Output(try current().shaped.explanation)
    }
    let level = try current()
    do {
      let edited = try level.editedDocument(checkpoint: checkpoint)
      let notices = edited == nil && level.hasUnsavedEdits ? Self.abandonment(level.title) : []
      var reshaped = try Level(
        document: edited ?? level.document, title: level.title, origin: level.origin,
        shape: stated, parent: level.parent, saved: level.saved, preferences: preferences,
        checkpoint: checkpoint)
      reshaped.editedTables = level.editedTables
      if edited != nil {
        reshaped.shaped.source = try EditedSource(reshaped.shaped.source)
        reshaped.shown = ArrangedTable(base: reshaped.shaped.source)
        // The same data has another number now.
        let (old, new) = (level.shaped.source.edition, reshaped.shaped.source.edition)
        if level.saved.contains(old) { level.saved.add(new, replacing: nil) }
        if level.editionBelow == old { reshaped.editionBelow = new }
      }
      reshaped.look.styles = level.look.styles.filter(\.isUnconditional)
      reshaped.look.hidden = level.look.hidden
      reshaped.look.layouts = level.look.layouts
      try reshaped.reload(preferences)
      levels[levels.count - 1] = reshaped
      let counts = Words.counts(reshaped.shown.counts())
      return Output("\(reshaped.shaped.explanation)\(Mark.dot)\(counts)").with(notices)
    } catch {
      throw CommandError(.data(error), at: call.range)
    }
  }
}
