package import TableModel

/// A document of JSON, NDJSON or an XML property list that stays in its file, or one of medium size
/// that stays as the bytes of its file.
package struct IndexedDocument: TableDocument {
  package let name: String
  package let format: String
  let file: MappedFile
  let head: DocumentHead
  let notation: Notation
  /// How the keys are written, where all of the text was checked.
  var keySpelling: KeySpelling?
  /// Halves of characters, where all of the text was read and has some.
  private let lone: LoneSurrogates?
  private let settings: Settings

  /// What tests and measurements vary.
  struct Settings: Sendable {
    /// How much is scanned before the first screen.
    var headScan = 1 << 21
    var chunkSize = Indexer.standardChunk
    var workers: Int?
    var verifies = true
    /// Documents that have to be read as a whole are refused beyond this size.
    var eagerLimit = 1 << 29
  }

  /// Maps a file and reads its head.
  ///
  /// - Parameters:
  ///   - isSequence: true for NDJSON, nil to find out.
  ///   - isSnapshot: true to read the whole file, whatever becomes of it then.
  /// - Throws: `DataError.malformed` when the head is no such text.
  init(
    path: String, name: String, isSequence: Bool?, notation: Notation = .json,
    settings: Settings = Settings(), headSizes: ClosedRange<Int> = DocumentHead.sizes,
    isSnapshot: Bool = false
  ) throws(DataError) {
    self.name = name
    self.settings = settings
    self.notation = notation
    file = try MappedFile(path: path, isSnapshot: isSnapshot)
    lone =
      isSnapshot && notation == .json
      ? LoneSurrogates(in: UnsafeRawBufferPointer(file.buffer)) : nil
    guard notation == .json else {
      head = try MarkupHead.read(file, sizes: headSizes)
      format = TextFormat.xmlPropertyList.name
      return
    }
    head = try DocumentHead.read(
      file, isSequence: isSequence, sizes: headSizes, mayBeShort: !isSnapshot)
    let isOdd = isSequence == nil && head.isSequence && name.lowercased().hasSuffix(".json")
    let remark = isOdd ? " (several values in a .json file)" : ""
    format = (head.isSequence ? TextFormat.ndjson.name : TextFormat.json.name) + remark
  }

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
    let index = RecordIndex(file: file, plan: plan, notation: notation)
    let handle = IndexHandle(index: index)
    switch notation {
    case .json: startScan(of: index, handle)
    case .propertyList:
      let head = MarkupIndexer.head(of: index, to: settings.headScan)
      let indexer = MarkupIndexer(index: index, head: head, chunkSize: settings.chunkSize)
      handle.start(indexer, verifies: settings.verifies)
    }
    if plan.gathersLooseFields { _ = try index.wait { $0.isComplete } }
    return IndexedTable(index: index, shape: shape, handle: handle)
  }

  private func startScan(of index: RecordIndex, _ handle: IndexHandle) {
    let plan = index.plan
    var scanner = ChunkScanner(plan: plan, start: FileText(file: file).start)
    if !plan.gathersLooseFields {
      scanner = Indexer.head(of: index, to: settings.headScan)
    }
    let indexer = Indexer(
      index: index, head: scanner, workers: settings.workers, chunkSize: settings.chunkSize)
    handle.start(indexer, verifies: settings.verifies)
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
    let value: Value =
      switch notation {
      case .json: try head.isSequence ? .array(NDJSONReader.read(text)) : JSONReader.read(text)
      case .propertyList: try XMLPropertyListReader.read(text)
      }
    return try ValueDocument(name: name, value: value, format: format).table(shape: shape)
  }
}
