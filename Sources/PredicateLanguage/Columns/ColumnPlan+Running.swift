package import TableModel

extension ColumnPlan {
  /// Gives the record of a number to ask, with its place set in the context.
  package typealias RecordReader = (Int, inout EvaluationContext) throws(DataError) -> Value

  /// How many blocks of 64 rows are evaluated, at least, between two questions whether to go on.
  private static let blocksPerQuestion = 256

  /// The records that fulfil the condition.
  ///
  /// Verdicts, mismatches and errors are those of asking `Condition.evaluate` about one record
  /// after the other.
  /// - Parameters:
  ///   - columns: has to hold the columns of `paths`.
  ///   - context: as for `Condition.evaluate`; mismatches are counted in it.
  ///   - record: reads a record; called only where columns do not do.
  /// - Complexity: O(records), a nanosecond or a few for each comparison and record.
  package func records(
    in columns: RecordColumns, context: inout EvaluationContext,
    record: @escaping RecordReader
  ) throws(ColumnFailure) -> RowMask {
    let isStrict = context.isStrict
    var counts = context.takeMismatches()
    var inner = context
    inner.isStrict = false
    var run = ColumnRun(self, try states(of: columns, inner), count: columns.count, inner, record)
    defer {
      context = run.context
      context.isStrict = isStrict
      _ = context.takeMismatches()
      context.add(counts)
    }
    let blockCount = (columns.count + 63) / 64
    var words: [UInt64] = []
    words.reserveCapacity(blockCount)
    for first in stride(from: 0, to: blockCount, by: run.blocksAtOnce) {
      if first % Self.blocksPerQuestion == 0, context.isCancelled() {
        throw .evaluation(.cancelled)
      }
      let blocks = first..<min(blockCount, first + run.blocksAtOnce)
      words.append(contentsOf: try run.verdicts(blocks, isStrict: isStrict, &counts))
    }
    return RowMask(words: words, count: columns.count)
  }

  private func states(
    of columns: RecordColumns, _ context: EvaluationContext
  ) throws(ColumnFailure) -> [LeafState] {
    var states: [LeafState] = []
    for leaf in leaves {
      guard let column = columns.columns[leaf.path] else {
        throw .data(.shape(message: "a column of the condition is missing", hint: nil))
      }
      do throws(EvaluationError) {
        states.append(try LeafState(leaf, column, context))
      } catch {
        throw .evaluation(error)
      }
    }
    return states
  }
}
