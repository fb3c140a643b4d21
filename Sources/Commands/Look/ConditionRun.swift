package import PredicateLanguage
import Synchronization
package import TableModel

/// A condition being asked of a table's records: it knows their places, counts mismatches and
/// keeps the error that stopped it.
package final class ConditionRun: Sendable {
  package let condition: Condition
  private let source: any TableSource
  private let state: Mutex<State>

  private struct State: Sendable {
    var context: EvaluationContext
    var failure: EvaluationError?
    var asked = 0
    /// Titles of the section and row that were asked last.
    var section: (index: Int, value: Value)?
    var row: (address: Address, value: Value)?
  }

  /// - Parameter isStrict: whether the first mismatch of types is an error.
  package init(
    _ condition: Condition, in source: any TableSource, isStrict: Bool,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.condition = condition
    self.source = source
    state = Mutex(
      State(context: EvaluationContext(isStrict: isStrict, isCancelled: isCancelled)))
  }

  /// Whether the record at an address fulfils the condition.
  ///
  /// - Throws: `cancelled` when evaluation stops; `failure` then says why.
  package func matches(_ address: Address, _ value: Value) throws(DataError) -> Bool {
    try state.withLock { state throws(DataError) in
      state.asked += 1
      try setPlace(address, &state)
      do throws(EvaluationError) {
        return try condition.evaluate(value, in: &state.context)
      } catch {
        state.failure = error
        throw .cancelled
      }
    }
  }

  package var failure: EvaluationError? { state.withLock { $0.failure } }

  /// One sentence for each mismatch of types.
  package var remarks: [String] {
    state.withLock { $0.context.mismatches.sentences(outOf: $0.asked) }
  }

  private func setPlace(_ address: Address, _ state: inout State) throws(DataError) {
    if state.section?.index != address.section {
      let info = try source.sections(address.section..<address.section + 1).first
      state.section = (address.section, Self.titled(info?.title, address.section))
      state.row = nil
    }
    let row = address.rowAddress
    if state.row?.address != row {
      // A plain row's own title is its key; reading it costs as much as the record itself.
      let index = row.row ?? 0
      let info = try source.rows(index..<index + 1, inSection: row.section).first
      state.row = (row, Self.titled(info?.title, index))
    }
    state.context.place = EvaluationContext.Place(
      section: state.section?.value ?? .null, row: state.row?.value ?? .null,
      index: address.item ?? address.row ?? 0, sectionIndex: address.section,
      rowIndex: address.row ?? 0)
  }

  private static func titled(_ title: String?, _ index: Int) -> Value {
    .record(Record([("title", title.map { .string($0) } ?? .null), ("index", .integer(index))]))
  }
}
