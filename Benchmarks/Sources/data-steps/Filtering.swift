import Arranging
import PredicateLanguage
import TableModel
import Workloads

/// A filter of two fields over a table whose columns are already read, from the condition to the
/// resulting table; and, for comparison, reading as many bytes of memory as the filter looks at.
struct Filtering {
  private let base: any TableSource
  private let columns: ColumnStore
  private let filter: RecordFilter
  private let memory: MemoryReading

  /// Both fields are looked at as eight bytes: a number, and the beginning of a text.
  private static let wordsPerRecord = 2
  private static let predicate = "name BEGINSWITH \"A\" AND price > 20"

  init(_ base: any TableSource) throws {
    (self.base, columns) = (base, ColumnStore(source: base))
    filter = try Self.filter(Self.predicate)
    memory = MemoryReading(words: Self.wordsPerRecord * base.counts().rows.known)
  }

  /// A filter that answers from columns alone.
  static func filter(_ predicate: String) throws -> RecordFilter {
    let condition = try Condition(parsing: predicate)
    return RecordFilter(
      predicate,
      survey: { columns throws(DataError) in
        guard let plan = condition.columnPlan,
          let read = try columns.columns(plan.paths, budget: ArrangedTable.standardBudget)
        else { return nil }
        return try selection(plan, read)
      }, matches: { _, _ in false })
  }

  private static func selection(
    _ plan: ColumnPlan, _ columns: RecordColumns
  ) throws(DataError) -> RecordSelection {
    var context = EvaluationContext()
    do throws(ColumnFailure) {
      let rows = try plan.records(in: columns, context: &context) { _, _ in .null }
      return RecordSelection(directory: columns.directory, rows: rows)
    } catch {
      throw .cancelled
    }
  }

  private func filtered() throws -> ArrangedTable {
    try ArrangedTable(
      base: base, arrangement: Arrangement(filters: [filter]), columns: columns)
  }

  /// Filters once to have the columns, then a number of times by turns with reading memory.
  func measured(_ count: Int) throws -> [String] {
    let kept = try filtered().counts().rows.known
    var (filters, readings) = (Stopwatch("filter"), Stopwatch("memory"))
    var sum: UInt64 = 0
    for time in 0..<count {
      sum ^= readings.measure { memory.reading(UInt64(time)) }
      let again = try filters.measure { try filtered() }
      guard again.counts().rows.known == kept else { throw Unsteady() }
    }
    return ["\(kept) records kept, the sum is \(sum)", filters.line, readings.line]
  }

  struct Unsteady: Error {}
}
