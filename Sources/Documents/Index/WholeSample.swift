import Files
import TableModel

/// A small document that looks like a large one: what its shape is inferred from.
///
/// It has all that stands beside the outermost list. Of a list of records it has the elements that
/// an inference over all of them would look at; where those hold the lists of further levels, it has
/// the ones that the head shows, if things of each level are of one kind all over the document.
struct WholeSample {
  private let table: IndexedTable
  private let head: Value

  /// More text than this is not read beside the list, or as its elements.
  private static let mostBytes = 1 << 20

  /// - Parameters:
  ///   - table: one whose index is complete and whose levels are all lists.
  ///   - head: the beginning of the document as a value.
  init(of table: IndexedTable, head: Value) {
    self.table = table
    self.head = head
  }

  private var plan: LevelPlan { table.plan }
  private var content: any TextNotation { table.content }
  private var count: Int { table.known.totals[0] }

  /// - Returns: nil where a sample can't speak for the document.
  /// - Throws: where a value can't be read.
  func value() throws(DataError) -> Value? {
    guard count > 0, let elements = try plan.depth == 1 ? elements() : headElements() else {
      return nil
    }
    let steps = plan.steps(toLevel: 1)
    // In a table with a header every row is looked at.
    guard !steps.isEmpty || !HeaderTable.mayBegin(elements) else { return nil }
    if plan.isSequence { return .array(elements) }
    return try frame()?.replacing(list: steps[...], by: elements)
  }

  /// Those elements of the list that count as its sample.
  private func elements() throws(DataError) -> [Value]? {
    let numbers = Sample.indices(of: count)
    guard table.index.file.count / count * numbers.count <= Self.mostBytes else { return nil }
    var elements: [Value] = []
    for number in numbers {
      let start = content.valueStart(at: try table.start(of: .record(number)))
      elements.append(try content.value(at: start))
    }
    return elements
  }

  /// The elements in the head, unless things of one level differ.
  private func headElements() throws(DataError) -> [Value]? {
    for level in 1...plan.depth {
      guard try isOfOneKind(level) else { return nil }
    }
    if plan.isSequence { return head.array }
    return head[path: FieldPath(plan.steps(toLevel: 1))]?.array
  }

  private func isOfOneKind(_ level: Int) throws(DataError) -> Bool {
    let total = table.known.totals[level - 1]
    var kind: ShapeTracker.Kind?
    for number in Sample.indices(of: total) {
      guard let thing = table.thing(atLevel: level, number) else { return false }
      let found = content.kind(ofValueAt: content.valueStart(at: try table.start(of: thing)))
      guard found == kind ?? found else { return false }
      kind = found
    }
    return true
  }

  /// The document with an empty list in the place of the outermost one.
  private func frame() throws(DataError) -> Value? {
    guard let begin = table.known.container, let last = table.thing(atLevel: 1, count - 1),
      let lastEnd = content.skip(
        valueAt: content.valueStart(at: try table.start(of: last)), limit: .max),
      let end = content.end(ofContainerAfter: lastEnd)
    else { return nil }
    let file = table.index.file
    guard begin + file.count - end <= Self.mostBytes else { return nil }
    let list = Array(content.emptyList.utf8)
    let text = SourceText(
      file: file.path, bytes: file.copy(0..<begin) + list + file.copy(end..<file.count))
    return try content.read(text, isSequence: false)
  }
}

extension Value {
  /// The value with other elements in the list that some keys lead to; nil where they don't.
  fileprivate func replacing(list steps: ArraySlice<FieldPath.Step>, by elements: [Value]) -> Value?
  {
    guard let step = steps.first else { return .array(elements) }
    guard case .key(let key) = step, var record,
      let inner = record[key]?.replacing(list: steps.dropFirst(), by: elements)
    else { return nil }
    record[key] = inner
    return .record(record)
  }
}
