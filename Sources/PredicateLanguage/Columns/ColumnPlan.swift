package import TableModel

/// A condition made ready to be asked of columns instead of records, many rows at a time.
///
/// Comparisons of a field with a constant are leaves, which columns answer. All others are
/// residues, for which records are read, but only those that the leaves leave open:
///
///     price > 20 AND stock < ordered      leaf AND residue: asked where price > 20
package struct ColumnPlan: Sendable {
  /// A part of the condition; leaves and residues stand in lists of their own.
  indirect enum Node: Sendable {
    case constant(Bool)
    case leaf(Int)
    case residue(Int)
    case not(Node)
    case all(Group)
    case any(Group)
  }

  /// The parts of a conjunction or disjunction.
  struct Group: Sendable {
    /// As they are written: the order in which mismatches are counted.
    let written: [Node]
    /// Cheap ones first: the order in which they may be asked while there are no mismatches.
    let cheapest: [Node]
  }

  let condition: Condition
  let root: Node
  let leaves: [ColumnLeaf]
  let residues: [Test]

  /// The keys that lead to each field that is wanted as a column.
  package let paths: [[String]]

  /// False when columns gain nothing, because the records have to be asked all the same.
  let isWorthwhile: Bool

  init(_ condition: Condition) {
    var builder = Builder()
    root = builder.node(condition.clause)
    self.condition = condition
    leaves = builder.leaves
    isWorthwhile = !leaves.isEmpty && !root.asksEveryRecord
    residues = builder.residues
    var paths: [[String]] = []
    for leaf in leaves where !paths.contains(leaf.path) { paths.append(leaf.path) }
    self.paths = paths
  }

  private struct Builder {
    var leaves: [ColumnLeaf] = []
    var residues: [Test] = []

    mutating func node(_ clause: ClauseNode) -> Node {
      switch clause.syntax {
      case .constant(let value): return .constant(value)
      case .not(let inner): return .not(node(inner))
      case .and(let parts): return .all(group(parts))
      case .or(let parts): return .any(group(parts))
      case .comparison(let comparison):
        if let leaf = ColumnLeaf(comparison) {
          leaves.append(leaf)
          return .leaf(leaves.count - 1)
        }
        residues.append(Compiler().test(clause))
        return .residue(residues.count - 1)
      }
    }

    private mutating func group(_ parts: [ClauseNode]) -> Group {
      var written: [Node] = []
      for part in parts { written.append(node(part)) }
      let costs = written.map(cost)
      let order = written.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
      return Group(written: written, cheapest: order.map { written[$0] })
    }

    private func cost(_ node: Node) -> Int {
      switch node {
      case .constant: 0
      case .leaf(let index): leaves[index].cost
      case .residue: 1000
      case .not(let inner): cost(inner)
      case .all(let group), .any(let group): group.written.reduce(0) { $0 + cost($1) }
      }
    }
  }
}

extension ColumnPlan.Node {
  /// True when the part asks every record that it is itself asked about, or most of them.
  fileprivate var asksEveryRecord: Bool {
    switch self {
    case .constant, .leaf: false
    case .residue: true
    case .not(let inner): inner.asksEveryRecord
    case .all(let group): group.written.first?.asksEveryRecord ?? false
    case .any(let group): group.written.contains(where: \.asksEveryRecord)
    }
  }
}

extension Condition {
  /// The condition for columns; nil when it would have to ask the records all the same.
  package var columnPlan: ColumnPlan? {
    let plan = ColumnPlan(self)
    return plan.isWorthwhile ? plan : nil
  }
}

/// Why columns gave no answer.
package enum ColumnFailure: Error, Sendable, Hashable {
  case evaluation(EvaluationError)
  /// A record could not be read.
  case data(DataError)
}

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
  ///   - progress: called after every few ten thousand records with the verdicts so far: 64 records
  ///     to a word, a bit set for each that matches.
  ///   - record: reads a record; called only where columns do not do.
  /// - Complexity: O(records), a nanosecond or a few for each comparison and record.
  package func records(
    in columns: RecordColumns, context: inout EvaluationContext,
    progress: ([UInt64]) -> Void = { _ in },
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
      if first % Self.blocksPerQuestion == 0 {
        if context.isCancelled() { throw .evaluation(.cancelled) }
        progress(words)
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

// MARK: - Sets of rows

/// Sets of rows as words of 64 bits, for the same blocks on both sides.
///
/// - Complexity: O(words), all of them.
extension [UInt64] {
  /// False for the empty set.
  var hasRows: Bool { contains { $0 != 0 } }

  /// The rows that are in both.
  func common(_ other: ArraySlice<UInt64>) -> [UInt64] { combined(other) { $0 & $1 } }

  /// The rows that are in this set or the other.
  func with(_ other: ArraySlice<UInt64>) -> [UInt64] { combined(other) { $0 | $1 } }

  /// The rows that are not in the other set.
  func without(_ other: ArraySlice<UInt64>) -> [UInt64] { combined(other) { $0 & ~$1 } }

  @inline(__always)
  private func combined(
    _ other: ArraySlice<UInt64>, _ both: (UInt64, UInt64) -> UInt64
  ) -> [UInt64] {
    withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        Self(unsafeUninitializedCapacity: one.count) { words, count in
          precondition(other.count >= one.count)
          for index in one.indices { words[index] = both(one[index], other[index]) }
          count = one.count
        }
      }
    }
  }
}

/// A set of rows of one block of 64: bit 0 is the block's first row.
extension UInt64 {
  /// Visits the rows of the set in ascending order.
  ///
  ///     let rows: UInt64 = 0b1010
  ///     rows.forEachRow { place, bit in ... }  // (1, 0b0010), then (3, 0b1000)
  ///
  /// - Complexity: O(rows in the set), not of the block.
  @inline(__always)
  func forEachRow<Failure: Error>(
    _ visit: (_ place: Int, _ bit: UInt64) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = self
    while rest != 0 {
      let bit = rest & (~rest &+ 1)
      rest ^= bit
      try visit(bit.trailingZeroBitCount, bit)
    }
  }
}
