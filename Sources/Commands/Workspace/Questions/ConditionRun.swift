import Arranging
package import PredicateLanguage
import Synchronization
package import TableModel

/// A condition being asked of a table's records: it knows their places, counts mismatches and
/// keeps the error that stopped it.
package final class ConditionRun: Sendable {
  package let condition: Condition
  private let state: Mutex<State>
  private let isCancelled: @Sendable () -> Bool
  private let meter: WorkMeter

  private struct State: Sendable {
    var context: EvaluationContext
    /// Nil where the condition does not ask where a record stands.
    var places: PlaceReader?
    var failure: EvaluationError?
    var asked = 0
  }

  /// - Parameters:
  ///   - isStrict: whether the first mismatch of types is an error.
  ///   - meter: counts the records that have been asked or read.
  package init(
    _ condition: Condition, in source: any TableSource, isStrict: Bool,
    isCancelled: @escaping @Sendable () -> Bool = { false }, meter: WorkMeter = WorkMeter()
  ) {
    self.condition = condition
    self.isCancelled = isCancelled
    self.meter = meter
    meter.begin(recordsOf: source)
    state = Mutex(
      State(
        context: EvaluationContext(isStrict: isStrict, isCancelled: isCancelled),
        places: condition.readsPlaces ? PlaceReader(source: source) : nil))
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
        return try condition.evaluate(value, in: &state.context)
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
  func enter(
    _ source: any TableSource, _ arrangement: Arrangement,
    _ arrange: (Arrangement) throws(DataError) -> ArrangedTable
  ) throws(DataError) {
    guard condition.readsPlaces else { return }
    let places =
      arrangement.isIdentity
      ? PlaceReader(source: source) : PlaceReader(showing: try arrange(arrangement))
    state.withLock { $0.places = places }
  }

  package var failure: EvaluationError? { state.withLock { $0.failure } }

  /// How many records the condition was asked of.
  package var asked: Int { state.withLock { $0.asked } }

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
      do throws(ColumnFailure) {
        return try plan.records(in: columns, context: &state.context) {
          (number, context) throws(DataError) in
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

/// Tells where records stand, for the variables of a condition; reads each title once while
/// records come in order.
struct PlaceReader: Sendable {
  let source: any TableSource
  /// Where records are shown that come by other addresses; nil where they come by those shown.
  private let shown: ShownPlaces?
  private var section: (index: Int, value: Value)?
  private var row: (address: Address, value: Value)?

  init(source: any TableSource) {
    self.source = source
    shown = nil
  }

  /// For records that come by their addresses in the base of a table.
  init(showing table: ArrangedTable) {
    source = table
    shown = table.isIdentity ? nil : ShownPlaces(table)
  }

  mutating func place(of address: Address) throws(DataError) -> EvaluationContext.Place {
    let address = shown?.address(ofBase: address) ?? address
    if section?.index != address.section {
      let info = try source.sections(address.section..<address.section + 1).first
      section = (address.section, Self.titled(info?.title, address.section))
      row = nil
    }
    if row?.address != address.rowAddress {
      // A plain row's own title is its key; reading it costs as much as the record itself.
      let index = address.row ?? 0
      let info = try source.rows(index..<index + 1, inSection: address.section).first
      row = (address.rowAddress, Self.titled(info?.title, index))
    }
    return EvaluationContext.Place(
      section: section?.value ?? .null, row: row?.value ?? .null,
      index: address.item ?? address.row ?? 0, sectionIndex: address.section,
      rowIndex: address.row ?? 0)
  }

  private static func titled(_ title: String?, _ index: Int) -> Value {
    .record(Record([("title", title.map { .string($0) } ?? .null), ("index", .integer(index))]))
  }
}
