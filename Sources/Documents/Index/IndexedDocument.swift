import Files
import Synchronization
package import TableModel

/// A document that stays in its file, or one of medium size that stays as the bytes of its file.
package struct IndexedDocument: TableDocument {
  package let name: String
  package let format: String
  /// The text, asked in its notation.
  let content: any TextNotation
  let head: DocumentHead
  /// How the keys are written, where all of the text was checked.
  var keySpelling: KeySpelling?
  /// What was found, where all of the text was checked.
  private var checkedRemarks: [String] = []
  /// What was found, where all of the text had to be read for the shape that was asked for last.
  private let eagerRemarks = EagerRemarks()
  /// Halves of characters, where all of the text was read and has some.
  private let lone: LoneSurrogates?
  private let settings: Settings

  /// What tests and measurements vary.
  struct Settings: Sendable {
    /// How much is scanned before the first screen.
    var headScan = 1 << 21
    var chunkSize = standardChunk
    var workers: Int?
    var verifies = true
    /// Documents that have to be read as a whole are refused beyond this size.
    var eagerLimit = 1 << 29

    static let standardChunk = 1 << 24
  }

  /// Reads the head of a text.
  ///
  /// - Parameters:
  ///   - content: the text; of one that was copied out of its file more is looked at, since what
  ///     becomes of the file then no longer matters.
  ///   - isSequence: true for NDJSON, nil to find out.
  /// - Throws: `DataError.malformed` when the head is not such a text.
  init(
    _ content: any TextNotation, name: String, isSequence: Bool?,
    settings: Settings = Settings(), headSizes: ClosedRange<Int> = DocumentHead.sizes
  ) throws(DataError) {
    self.name = name
    self.settings = settings
    self.content = content
    lone = content.file.isSnapshot ? content.loneSurrogates : nil
    head = try content.head(isSequence: isSequence, sizes: headSizes)
    format = content.title(of: head, named: name, isStated: isSequence != nil)
  }

  var file: MappedFile { content.file }

  /// What is wrong with single texts is known of a file that was read as a whole.
  package var remarks: [String] {
    let remarks = checkedRemarks + eagerRemarks.remarks
    guard let lone else { return remarks }
    let text = FileText(file: file)
    let escape = String(decoding: file.copy(lone.first..<lone.first + 6), as: UTF8.self)
    return remarks + [lone.remark(at: text.place(ofByte: lone.first), escape)]
  }

  package var savingRemark: String? { eagerRemarks.ofSaving ?? lone?.savingRemark }

  package var hasChanged: Bool { file.hasChanged }

  package var isLost: Bool { file.isLost }

  package var fitsInMemory: Bool { file.count <= settings.eagerLimit }

  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    try file.check()
    if file.isSnapshot {
      if let table = checkedTable(shape) { return table }
      return try eagerTable(shape)
    }
    let fit = try head.fitting(shape)
    guard let plan = content.plan(for: fit.shape, isSequence: head.isSequence) else {
      return try eagerTable(shape)
    }
    let source = try open(plan, fit.shape, isInferred: shape == nil)
    if !fit.isTrusted { try settleEmptiness(of: source, fit.shape) }
    return fit.table(source)
  }

  private func open(_ plan: LevelPlan, _ shape: Shape, isInferred: Bool) throws(DataError)
    -> IndexedTable
  {
    let index = RecordIndex(content, plan: plan)
    let handle = IndexHandle(index: index, namesFieldsBehind: isInferred && !head.isWhole)
    let isFollowed = file.arriving?.followed != nil
    handle.start(
      content.indexer(for: index, settings), verifies: settings.verifies && !isFollowed)
    if plan.gathersLooseFields { _ = try index.wait { $0.isComplete } }
    return IndexedTable(index: index, shape: shape, handle: handle)
  }

  /// Whether the head of a text that still arrives can be shown: its shape is one that an index
  /// follows, and it has a record that is complete.
  var showsBeginning: Bool {
    guard let fit = try? head.fitting(nil),
      let plan = LevelPlan(fit.shape, isSequence: head.isSequence), !plan.gathersLooseFields,
      let table = try? TableBuilder(shape: fit.shape, root: head.value).checked()
    else { return false }
    let counts = table.counts()
    // Of a sequence whole lines alone were read; the last record of a list may be cut.
    return max(counts.rows.known, counts.items.known) > (head.isSequence ? 0 : 1)
  }

  /// A stated shape that the head doesn't show may still fit what comes later: only the whole
  /// index shows that.
  private func settleEmptiness(of source: IndexedTable, _ shape: Shape) throws(DataError) {
    let known = try source.index.wait { $0.totals.last ?? 0 > 0 }
    guard known.totals.last == 0 else { return }
    _ = try TableBuilder(shape: shape, root: head.value).checked()
  }

  /// For shapes that can only be served from memory.
  private func eagerTable(_ shape: Shape?) throws(DataError) -> ShapedTable {
    if let arriving = file.arriving {
      try arriving.wait()
      if let failure = arriving.report.failure { throw failure }
    }
    guard fitsInMemory else {
      throw .shape(
        message: "'\(name)' is too large for this shape: \(file.count >> 20) MiB",
        hint: "state where its rows are, for example --rows PATH or --sections PATH")
    }
    let text = SourceText(file: file.path, bytes: file.copy(0..<file.count))
    let read = try content.read(text, isSequence: head.isSequence)
    // Of a text that was checked this is known.
    let remarks = file.isSnapshot ? [] : read.remarks + [read.lone?.remark].compactMap(\.self)
    eagerRemarks.set(remarks, ofSaving: read.savingRemark(name))
    return try ValueDocument(name: name, value: read.value, format: format).table(shape: shape)
  }
}

/// A document is a value, and its tables are made without changing it.
private final class EagerRemarks: Sendable {
  private let found = Guarded<(remarks: [String], ofSaving: String?)>(([], nil))

  var remarks: [String] { found.withLock { $0.remarks } }
  var ofSaving: String? { found.withLock { $0.ofSaving } }

  func set(_ remarks: [String], ofSaving: String?) {
    found.withLock { $0 = (remarks, ofSaving) }
  }
}

/// Documents of medium size: read and checked as a whole before anything is shown of them.
extension IndexedDocument {
  /// Checks all of a text that was copied out of its file.
  ///
  /// - Throws: for every file that a reader of values has to see, whatever the error.
  init(checking content: any TextNotation, name: String, isSequence: Bool?) throws(DataError) {
    try self.init(content, name: name, isSequence: isSequence)
    if isSequence == nil, head.isSequence { try content.checkSequence() }
    var verification = content.verification(isSequence: head.isSequence) { _ in false }
    while try verification.advance(by: 1 << 24) {}
    (keySpelling, checkedRemarks) = (verification.keySpelling, verification.remarks)
  }

  /// The table over an index of the bytes; nil where the document has to be read as a value: for
  /// shapes that the index can't follow, and where the head does not speak for all of it.
  func checkedTable(_ shape: Shape?) -> ShapedTable? {
    guard let fit = try? head.fitting(shape), fit.isTrusted,
      let plan = content.plan(for: fit.shape, isSequence: head.isSequence),
      !plan.gathersLooseFields,
      let index = RecordIndex(whole: content, plan: plan)
    else { return nil }
    let table = IndexedTable(
      index: index, shape: fit.shape, handle: IndexHandle(index: index, checkedKeys: keySpelling))
    guard table.isRegular else { return nil }
    guard shape == nil else {
      return fit.table(table)
    }
    guard let value = try? WholeSample(of: table, head: head.value).value() else { return nil }
    let inference = ShapeInference.infer(value, at: .itself)
    guard inference.shape == fit.shape, inference.replacement == nil else { return nil }
    return ShapedTable(
      source: table, shape: fit.shape, explanation: inference.explanation,
      alternatives: inference.alternatives)
  }
}

extension RecordIndex {
  /// The complete index of a text that was checked; nil for one that needs another way.
  ///
  /// - Complexity: O(bytes); several gigabytes a second.
  convenience init?(whole content: any TextNotation, plan: LevelPlan) {
    self.init(content, plan: plan)
    let tracker = content.scanned(by: plan)
    guard tracker.trouble == nil else { return nil }
    publish(tracker.tables, scanned: file.count)
    finish()
  }
}

extension IndexedTable {
  /// True when every level is a list and nothing lacks the list below it.
  ///
  /// - Complexity: O(groups).
  var isRegular: Bool {
    let content = content
    if !plan.isSequence {
      guard let container = known.container, content.kind(ofValueAt: container) == .list else {
        return false
      }
    }
    return known.chunks.allSatisfy { chunk in
      chunk.tables.groups.allSatisfy { groups in
        groups.allSatisfy { group in
          group.hasContainer && content.kind(ofValueAt: group.containerOffset) == .list
        }
      }
    }
  }
}

/// The beginning of a large document as a value of its own: all containers that are open where it
/// is cut end there.
struct DocumentHead {
  var value: Value
  /// True when this is the whole document.
  var isWhole: Bool
  /// True when the document is a sequence of values and not one.
  var isSequence: Bool

  /// The least that is read, and the most where the first records are very large.
  static let sizes = 1 << 16...1 << 22
}

extension DocumentHead {
  /// The shape to use for the whole document.
  ///
  /// - Parameter shape: what was stated; nil to infer it.
  /// - Throws: `DataError.shape` where a stated shape can't fit.
  func fitting(_ shape: Shape?) throws(DataError) -> ShapeFit {
    guard let shape else {
      let inference = ShapeInference.infer(value, at: .itself)
      // All rows decide whether it is a table in disguise: it has to be read.
      let isServed = inference.replacement == nil
      return ShapeFit(
        shape: isServed ? inference.shape : Shape(), explanation: inference.explanation,
        alternatives: inference.alternatives, isRecord: inference.isRecord, isTrusted: true)
    }
    do {
      _ = try TableBuilder(shape: shape, root: value).checked()
      return ShapeFit(shape: shape, explanation: shape.stated, isTrusted: true)
    } catch {
      guard !isWhole else { throw error }
      return ShapeFit(shape: shape, explanation: shape.stated, isTrusted: false)
    }
  }
}

/// A shape for a whole document, of which the head was read.
struct ShapeFit {
  var shape: Shape
  var explanation: String
  var alternatives: [Shape] = []
  /// Whether the document is one record, whose fields are the rows.
  var isRecord = false
  /// Whether the head has shown that the shape fits.
  var isTrusted: Bool

  func table(_ source: any TableSource) -> ShapedTable {
    ShapedTable(
      source: source, shape: shape, explanation: explanation, alternatives: alternatives,
      isRecord: isRecord)
  }
}

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
    let numbers = ElementSample.indices(of: count)
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
    for number in ElementSample.indices(of: total) {
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
    return try content.read(text, isSequence: false).value
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
