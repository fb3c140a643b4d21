import TableModel

/// Documents of medium size: read and checked as a whole before anything is shown of them.
extension IndexedDocument {
  /// Checks all of a text that was copied out of its file.
  ///
  /// - Throws: for every file that a reader of values has to see, whatever the error.
  init(checking content: any TextNotation, name: String, isSequence: Bool?) throws(DataError) {
    try self.init(content, name: name, isSequence: isSequence)
    if isSequence == nil, head.isSequence { try content.checkSequence() }
    var verification = content.verification(isSequence: head.isSequence)
    while try verification.advance(by: 1 << 24) {}
    keySpelling = verification.keySpelling
  }

  /// The table over an index of the bytes; nil where the document has to be read as a value: for
  /// shapes that the index can't follow, and where the head does not speak for all of it.
  func checkedTable(_ shape: Shape?) -> ShapedTable? {
    guard let (stated, words, isTrusted) = try? head.fitting(shape), isTrusted,
      let plan = LevelPlan(stated, isSequence: head.isSequence), !plan.gathersLooseFields,
      let index = RecordIndex(whole: content, plan: plan)
    else { return nil }
    let table = IndexedTable(
      index: index, shape: stated, handle: IndexHandle(index: index, checkedKeys: keySpelling))
    guard table.isRegular else { return nil }
    guard shape == nil else {
      return ShapedTable(source: table, shape: stated, explanation: words)
    }
    guard let value = try? WholeSample(of: table, head: head.value).value() else { return nil }
    let inference = ShapeInference.infer(value, at: .itself)
    guard inference.shape == stated, inference.replacement == nil else { return nil }
    return ShapedTable(source: table, shape: stated, explanation: inference.explanation)
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
