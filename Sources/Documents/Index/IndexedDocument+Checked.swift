import TableModel

/// Documents of medium size: read and checked as a whole before anything is shown of them.
extension IndexedDocument {
  /// Reads a file and checks all of it.
  ///
  /// - Throws: for every file that a reader of values has to see, whatever the error.
  init(checking path: String, name: String, isSequence: Bool?, notation: Notation = .json)
    throws(DataError)
  {
    try self.init(
      path: path, name: name, isSequence: isSequence, notation: notation, isSnapshot: true)
    if isSequence == nil, head.isSequence {
      // Values on one line are a mistake in a file that does not say to be a sequence.
      let text = SourceText(file: path, bytes: file.copy(0..<DocumentHead.sizes.lowerBound))
      guard JSONReader.isFollowedByAnotherLineOfJSON(text) else {
        throw .unreadable(file: path, reason: "its values are not on lines of their own")
      }
    }
    let content: any TextNotation =
      notation == .json ? RecordText(file: file) : MarkupText(file: file)
    var verification = content.verification(isSequence: head.isSequence)
    while try verification.advance(by: 1 << 24) {}
    keySpelling = verification.keySpelling
  }

  /// The table over an index of the bytes; nil where the document has to be read as a value: for
  /// shapes that the index can't follow, and where the head does not speak for all of it.
  func checkedTable(_ shape: Shape?) -> ShapedTable? {
    guard let (stated, words, isTrusted) = try? head.fitting(shape), isTrusted,
      let plan = LevelPlan(stated, isSequence: head.isSequence), !plan.gathersLooseFields,
      let index = RecordIndex(whole: file, plan: plan, notation: notation)
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
  convenience init?(whole file: MappedFile, plan: LevelPlan, notation: Notation) {
    self.init(file: file, plan: plan, notation: notation)
    let tracker: ShapeTracker
    switch notation {
    case .json:
      var scanner = ChunkScanner(plan: plan, start: FileText(file: file).start)
      scanner.scan(to: file.count, of: file.bytes, by: NativeClassifier.self)
      scanner.finish(file.bytes)
      tracker = scanner.tracker
    case .propertyList:
      var scanner = MarkupScanner(plan: plan, start: MarkupText(file: file).start)
      scanner.scan(
        to: file.count, of: file.bytes, count: file.count, by: NativeTagClassifier.self)
      scanner.finish()
      tracker = scanner.tracker
    }
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
