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
  /// - Throws: `DataError.malformed` when the head is no such text.
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
    guard let lone else { return [] }
    let text = FileText(file: file)
    let escape = String(decoding: file.copy(lone.first..<lone.first + 6), as: UTF8.self)
    return [lone.remark(at: text.place(ofByte: lone.first), escape)]
  }

  package var savingRemark: String? { lone?.savingRemark }

  package var hasChanged: Bool { file.hasChanged }

  package var isLost: Bool { file.isLost }

  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    try file.check()
    if file.isSnapshot {
      if let table = checkedTable(shape) { return table }
      return try eagerTable(shape)
    }
    let (stated, words, isTrusted) = try head.fitting(shape)
    guard let plan = LevelPlan(stated, isSequence: head.isSequence) else {
      return try eagerTable(shape)
    }
    let source = try open(plan, stated)
    if !isTrusted { try settleEmptiness(of: source, stated) }
    return ShapedTable(source: source, shape: stated, explanation: words)
  }

  private func open(_ plan: LevelPlan, _ shape: Shape) throws(DataError) -> IndexedTable {
    let index = RecordIndex(content, plan: plan)
    let handle = IndexHandle(index: index)
    handle.start(content.indexer(for: index, settings), verifies: settings.verifies)
    if plan.gathersLooseFields { _ = try index.wait { $0.isComplete } }
    return IndexedTable(index: index, shape: shape, handle: handle)
  }

  /// A stated shape that the head doesn't show may still fit what comes later: only the whole
  /// index can tell.
  private func settleEmptiness(of source: IndexedTable, _ shape: Shape) throws(DataError) {
    let known = try source.index.wait { $0.totals.last ?? 0 > 0 }
    guard known.totals.last == 0 else { return }
    _ = try TableBuilder(shape: shape, root: head.value).checked()
  }

  /// For shapes that can only be served from memory.
  private func eagerTable(_ shape: Shape?) throws(DataError) -> ShapedTable {
    guard file.count <= settings.eagerLimit else {
      throw .shape(
        message: "'\(name)' is too large for this shape: \(file.count >> 20) MiB",
        hint: "state where its rows are, for example --rows PATH or --sections PATH")
    }
    let text = SourceText(file: file.path, bytes: file.copy(0..<file.count))
    let value = try content.read(text, isSequence: head.isSequence)
    return try ValueDocument(name: name, value: value, format: format).table(shape: shape)
  }
}
