package import Arranging
package import PredicateLanguage
import Synchronization
package import TableModel

/// A condition being asked of a table's records: it knows their places, counts mismatches and
/// keeps the error that stopped it.
package final class ConditionRun: Sendable {
  package let condition: Condition
  private let state: Guarded<State>
  private let isStrict: Bool
  private let isCancelled: @Sendable () -> Bool
  private let meter: WorkMeter

  private struct State: Sendable {
    var context: EvaluationContext
    /// Nil where the condition does not ask where a record stands.
    var places: PlaceReader?
    var failure: EvaluationError?
    var asked = 0
    /// How many of those that were asked one by one fulfil it.
    var found = 0
  }

  /// - Parameters:
  ///   - isStrict: whether the first mismatch of types is an error.
  ///   - document: what `$document` is a record of; the source itself unless it was pushed.
  ///   - meter: counts the records that have been asked or read, and those found one by one.
  package init(
    _ condition: Condition, in source: any TableSource, isStrict: Bool,
    document: (any TableSource)? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }, meter: WorkMeter = WorkMeter()
  ) {
    self.condition = condition
    self.isStrict = isStrict
    self.isCancelled = isCancelled
    self.meter = meter
    meter.begin(recordsOf: source)
    state = Guarded(
      State(
        context: EvaluationContext(isStrict: isStrict, isCancelled: isCancelled),
        places: condition.readsPlaces
          ? PlaceReader(for: condition, source: source, document: document) : nil))
  }

  /// Whether the record at an address fulfils the condition.
  ///
  /// - Throws: `cancelled` when evaluation stops; `failure` then says why.
  package func matches(_ address: Address, _ value: Value) throws(DataError) -> Bool {
    try state.withLock { state throws(DataError) in
      state.asked += 1
      meter.note(state.asked)
      state.context.place = try state.places?.place(of: address)
      do throws(EvaluationError) {
        let isFound = try condition.evaluate(value, in: &state.context)
        if isFound { state.found += 1 }
        meter.note(matching: state.found)
        return isFound
      } catch {
        state.failure = error
        throw .cancelled
      }
    }
  }

  /// Asks about the records of another table from now on, by their addresses there.
  ///
  /// - Parameters:
  ///   - arrangement: in which records stand where the condition finds them.
  ///   - arrange: arranges the table; it is only called where the condition asks for places.
  package func enter(
    _ source: any TableSource, _ arrangement: Arrangement,
    _ arrange: (Arrangement) throws(DataError) -> ArrangedTable
  ) throws(DataError) {
    guard condition.readsPlaces else { return }
    let shown = arrangement.isIdentity ? nil : try arrange(arrangement)
    state.withLock { $0.places?.enter(source, shownIn: shown) }
  }

  /// Asks another condition in the place of this one, and takes over what came of it.
  package func asking<Found>(
    _ other: Condition, in source: any TableSource,
    _ ask: (ConditionRun) throws(DataError) -> Found
  ) throws(DataError) -> Found {
    let run = ConditionRun(
      other, in: source, isStrict: isStrict, isCancelled: isCancelled, meter: meter)
    defer {
      let (mismatches, failure, asked) = run.state.withLock { state in
        (state.context.takeMismatches(), state.failure, state.asked)
      }
      state.withLock { state in
        state.context.add(mismatches)
        state.failure = failure
        state.asked += asked
      }
    }
    return try ask(run)
  }

  package var failure: EvaluationError? { state.withLock { $0.failure } }

  /// How many records the condition was asked of.
  package var asked: Int { state.withLock { $0.asked } }

  /// What values of kinds that could not be used have been met.
  var mismatches: MismatchCounts { state.withLock { $0.context.mismatches } }

  /// One sentence for each mismatch of types that is worth one.
  package func remarks(where isWanted: (Mismatch) -> Bool = { _ in true }) -> [String] {
    state.withLock { $0.context.mismatches.sentences(outOf: $0.asked, where: isWanted) }
  }
}

extension ConditionRun {
  /// Tables with fewer records are read as quickly as columns are made.
  private static let leastRecords = 5000

  /// The records that fulfil the condition, from the table's columns.
  ///
  /// - Parameter budget: the memory that columns may take, in bytes.
  /// - Returns: nil when records are better asked one by one: in a small table, when columns would
  ///   take too much memory, or when the condition needs every record anyway.
  /// - Throws: as `matches`.
  package func selection(
    from store: ColumnStore, budget: Int
  ) throws(DataError) -> RecordSelection? {
    if let found = try selection(fromIndexOf: store.source) { return found }
    let counts = store.source.counts()
    guard max(counts.rows.known, counts.items.known) >= Self.leastRecords, budget > 0,
      let plan = condition.columnPlan
    else { return nil }
    let columns = try store.columns(plan.paths, budget: budget) { count throws(DataError) in
      meter.note(count)
      if isCancelled() { throw .cancelled }
    }
    guard let columns else { return nil }
    return RecordSelection(
      directory: columns.directory, rows: try rows(plan, columns, store.source))
  }

  /// Asks the records that an index of the data finds; nil when none serves.
  private func selection(fromIndexOf source: any TableSource)
    throws(DataError) -> RecordSelection?
  {
    guard let (key, bound) = condition.leadingBound,
      let found = try source.records(where: key, within: bound)
    else { return nil }
    var words = [UInt64](repeating: 0, count: found.rows.words.count)
    for run in found.directory.runs {
      var numbers: [Int] = []
      found.rows.forEach(in: run.records) { numbers.append($0) }
      for number in numbers {
        if isCancelled() { throw .cancelled }
        let address = run.address(of: number)
        guard try matches(address, source.value(at: address) ?? .null) else { continue }
        words[number >> 6] |= 1 << UInt64(number & 63)
      }
    }
    // The others do not fulfil the first clause, and were not asked for more.
    state.withLock { $0.asked += found.rows.count - found.rows.population }
    return RecordSelection(
      directory: found.directory, rows: RowMask(words: words, count: found.rows.count))
  }

  private func rows(
    _ plan: ColumnPlan, _ columns: RecordColumns, _ source: any TableSource
  ) throws(DataError) -> RowMask {
    try state.withLock { state throws(DataError) in
      var places = state.places
      state.asked += columns.count
      meter.begin(.records, of: columns.count)
      do throws(ColumnFailure) {
        return try plan.records(
          in: columns, context: &state.context, progress: matchesSoFar()
        ) { (number, context) throws(DataError) in
          let address = columns.directory.address(of: number)
          context.place = try places?.place(of: address)
          return try source.value(at: address) ?? .null
        }
      } catch {
        switch error {
        case .data(let error): throw error
        case .evaluation(let failure):
          state.failure = failure
          throw .cancelled
        }
      }
    }
  }
}

extension ConditionRun {
  /// So long nobody asks how many were found, and they are not counted.
  private static let patience = Duration.milliseconds(100)

  /// Notes how many records have been asked, and how many of them fulfil the condition, block by block.
  private func matchesSoFar() -> ([UInt64]) -> Void {
    let start = ContinuousClock.now
    var (counted, found) = (0, 0)
    return { [meter] words in
      meter.note(words.count * 64)
      guard .now - start > Self.patience else { return }
      for word in words[counted...] { found += word.nonzeroBitCount }
      counted = words.count
      meter.note(matching: found)
    }
  }
}

/// Reads where records stand and what stands around them, for the variables of a condition; each
/// row and section is read once while records come in order.
package struct PlaceReader: Sendable {
  private var source: any TableSource
  /// The table on the screen, where that is another one.
  private var shown: ArrangedTable?
  /// Where the records of the source are shown.
  private var places: ShownPlaces?
  /// The levels whose records are asked.
  private let levels: Set<OuterLevel>
  private let documentSource: (any TableSource)?
  private var document: Value?
  /// What was read last: of a section in the data, shown as a section of the screen; a row likewise.
  private var section: (index: Int?, place: Int, value: Value)?
  private var row: (address: Address?, place: Address, value: Value)?

  package init(for condition: Condition, source: any TableSource, document: (any TableSource)?) {
    self.source = source
    documentSource = document
    levels = condition.askedLevels.filter { !condition.askedPaths(of: $0).isEmpty }
  }

  /// Goes on with the records of another table, by their addresses there.
  package mutating func enter(_ source: any TableSource, shownIn shown: ArrangedTable?) {
    self.source = source
    self.shown = shown
    places = shown.flatMap { $0.isIdentity ? nil : ShownPlaces($0) }
    (section, row) = (nil, nil)
  }

  /// True where sections of the screen are made of records, so that those of the data have no place there.
  var showsGatheredRecords: Bool { shown?.isGathered ?? false }

  /// - Parameter address: the place of a record in the source, of a row, or of a section.
  package mutating func place(of address: Address) throws(DataError) -> EvaluationContext.Place {
    let seen = places?.address(ofBase: address) ?? address
    let screen: any TableSource = shown ?? source
    let data = try levels.isEmpty ? nil : source.inData(address)
    let dataSection = data?.address.section
    if section?.index != dataSection || section?.place != seen.section {
      let info = try screen.sections(seen.section..<seen.section + 1).first
      let record = try record(.section, around: data)
      section = (dataSection, seen.section, Self.titled(info?.title, seen.section, record))
      row = nil
    }
    if row?.address != data?.address.rowAddress || row?.place != seen.rowAddress {
      // A plain row's own title is its key; reading it costs as much as the record itself.
      let index = seen.row ?? 0
      let info = try screen.rows(index..<index + 1, inSection: seen.section).first
      let record = try address.row == nil ? nil : record(.row, around: data)
      row = (data?.address.rowAddress, seen.rowAddress, Self.titled(info?.title, index, record))
    }
    if document == nil, levels.contains(.document) {
      document =
        try (documentSource ?? source).outerRecord(.document, around: Address(0)) ?? .null
    }
    var place = EvaluationContext.Place(
      section: section?.value ?? .null, row: row?.value ?? .null,
      index: seen.item ?? seen.row ?? 0, sectionIndex: seen.section, rowIndex: seen.row ?? 0)
    place.document = document ?? .null
    return place
  }

  private func record(_ level: OuterLevel, around data: DataPlace?) throws(DataError) -> Value? {
    guard levels.contains(level), let data else { return nil }
    return try data.source.outerRecord(level, around: data.address)
  }

  /// What the screen shows of a row or a section, and all that its record has beside that.
  private static func titled(_ title: String?, _ index: Int, _ record: Value?) -> Value {
    var place = Record([("title", title.map { .string($0) } ?? .null), ("index", .integer(index))])
    guard let record else { return .record(place) }
    for field in record.record?.fields ?? [] where place[field.key] == nil {
      place[field.key] = field.value
    }
    place[OuterLevel.recordKey] = record
    return .record(place)
  }
}

// MARK: - Units

extension ConditionRun {
  /// Asks a condition of the records around those of the table alone: once for each row or section.
  ///
  /// - Returns: nil where rows and sections have no titles and numbers of their own that could be
  ///   asked, because the screen shows records that were gathered from all of them.
  /// - Complexity: O(rows or sections); with a column for each field that is asked, where that is
  ///   of a single level.
  package func keptUnits(from store: ColumnStore, budget: Int) throws(DataError) -> KeptUnits? {
    let levels = condition.askedLevels
    let level = OuterLevel.outwards.first(where: levels.contains) ?? .document
    let base = store.source
    if condition.asksTitlesOrNumbers { return try shownUnits(level, of: base) }
    guard level != .document else {
      let isKept = try matches(Address(0), .null)
      return try KeptUnits(.document, keeping: isKept ? [Address(0)] : [], of: 1, in: base)
    }
    guard let outer = store.outer(level) else {
      return try KeptUnits(level, keeping: [], of: 0, in: base)
    }
    let kept =
      levels.count == 1
      ? try asking(condition.asked(of: level), in: outer.source) { run throws(DataError) in
        if let selection = try run.selection(from: outer, budget: budget) {
          return selection.addresses
        }
        return try outer.source.addresses { (address, record) throws(DataError) in
          try run.matches(address, record)
        }
      }
      : try outer.source.addresses { (address, _) throws(DataError) in
        try matches(level == .row ? address : Address(address.row ?? 0), .null)
      }
    return try KeptUnits(
      level, keeping: kept.map { level == .row ? $0 : Address($0.row ?? 0) },
      of: outer.source.counts().rows.known, in: base)
  }

  /// Asks rows or sections by what the screen shows of them, whether or not they have records.
  private func shownUnits(_ level: OuterLevel, of base: any TableSource) throws(DataError)
    -> KeptUnits?
  {
    let isGathered = state.withLock { $0.places?.showsGatheredRecords ?? false }
    guard !isGathered, condition.decidesOnUnits(of: base) else { return nil }
    var kept: [Address] = []
    var count = 0
    for (section, info) in try base.sections(0..<base.counts().sections.known).enumerated() {
      let rows = level == .row ? (0..<info.rows.known).map { Address(section, $0) } : nil
      for unit in rows ?? [Address(section)] {
        count += 1
        if try matches(unit, .null) { kept.append(unit) }
      }
    }
    return try KeptUnits(level, keeping: kept, of: count, in: base)
  }
}

extension Condition {
  /// Whether whole rows or sections of a table fulfil the condition or do not. Plain rows are the
  /// records themselves, and asked as these are.
  package func decidesOnUnits(of source: any TableSource) -> Bool {
    guard asksOuterLevelsOnly else { return false }
    return !asksTitlesOrNumbers || !askedLevels.contains(.row)
      || source.outerLevels.contains(.row) || source.counts().items.known > 0
  }
}

extension TableSource {
  /// Where the records stand that pass a test.
  fileprivate func addresses(
    where passes: (Address, Value) throws(DataError) -> Bool
  ) throws(DataError) -> [Address] {
    var found: [Address] = []
    try scan { address, record throws(DataError) in
      if try passes(address, record) { found.append(address) }
      return true
    }
    return found
  }
}
