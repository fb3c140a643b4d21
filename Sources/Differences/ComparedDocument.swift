import Documents
import Saving
package import TableModel

/// A document as a comparison sees it: its values where they stand, and the places that they have
/// in the table that shows them.
package struct ComparedDocument: Sendable {
  package let name: String
  /// The format's name as people know it.
  package let format: String
  let root: any DocumentNode
  let places: TablePlaces?
  private let table: (any DocumentTable)?
  /// What is not compared, in words.
  package let remarks: [String]

  /// - Parameters:
  ///   - source: the table that shows all of the document, with its edits.
  ///   - checkpoint: called now and then; throws to stop the work.
  /// - Complexity: O(1) for a document as it was opened; edits are written into a copy in memory.
  package init(
    _ document: any TableDocument, _ source: any TableSource,
    checkpoint: () throws(DataError) -> Void
  ) throws(DataError) {
    (name, format) = (document.name, document.format)
    if let tables = try RelationsNode(document, source, checkpoint) {
      (root, places, table) = (tables, nil, nil)
      remarks = tables.remarks
      return
    }
    remarks = []
    if let shown = source as? any DocumentTable {
      (root, table) = (shown.root, shown)
      places = try TablePlaces(shown, root: shown.root)
      return
    }
    table = nil
    let counts = source.counts()
    if counts.sections.known <= 1, counts.items.known == 0, !source.isEditedDocument {
      (root, places) = (RowsNode(source), TablePlaces.plainRows)
      return
    }
    let value = try ValueTreeWriter.value(of: source, checkpoint: checkpoint)
    let node = ValueNode(value)
    root = node
    places = try source.editedDocument.map { base throws(DataError) in
      try TablePlaces(base, root: node)
    }
  }

  /// What documents that can hold the same values have in common.
  fileprivate var family: String {
    ["JSON", "property list"].first { format.contains($0) } ?? format
  }

  /// Reads the document, which has to be as it was when it was opened.
  func reading(_ read: () throws(DataError) -> Void) throws(DataError) {
    if let table { try table.readingDocument(read) } else { try read() }
  }
}

extension DocumentComparison {
  /// More differences than this are not listed.
  package static let mostFound = 1_000_000

  /// Compares two documents as data.
  ///
  /// - Parameters:
  ///   - identity: the key that names records; nil to find one.
  ///   - checkpoint: called about every millisecond with the number of bytes that were passed;
  ///     throws to stop the work.
  /// - Complexity: O(bytes of both); about 40 bytes of memory for each element of a list of either
  ///   document, and what the differences take.
  package init(
    of old: ComparedDocument, and new: ComparedDocument, identity: FieldPath?,
    mostFound: Int = Self.mostFound, checkpoint: @escaping (Int) throws(DataError) -> Void
  ) throws(DataError) {
    var comparer = Comparer(
      Sameness(readsTexts: old.family != new.family), identity: identity, mostFound: mostFound,
      checkpoint: checkpoint)
    var delta: Delta?
    try old.reading { () throws(DataError) in
      try new.reading { () throws(DataError) in
        delta = try comparer.compare(.node(old.root), .node(new.root), [])
      }
    }
    self = comparer.comparison
    self.delta = delta
    if let identity, !comparer.hasMetIdentity, !matchings.isEmpty {
      remarks.append("no list that was compared has '\(identity)' in its records")
    }
    remarks += old.remarks + new.remarks.filter { !old.remarks.contains($0) }
    if old.family != new.family {
      remarks.append(
        "\(old.format) and \(new.format) can't hold the same: dates and data were compared as the"
          + " texts that JSON has for them")
    }
    if comparer.lost > 0 {
      let are = comparer.lost == 1 ? "1 value was" : "\(comparer.lost) values were"
      remarks.append(
        "\(are) not compared: where a key appears more than once in a record, its last value"
          + " counts")
    }
  }

  /// Compares two values.
  package init(of old: Value, and new: Value, identity: FieldPath? = nil) throws(DataError) {
    var comparer = Comparer(Sameness(), identity: identity, mostFound: .max) { _ in }
    let delta = try comparer.compare(old, new, [])
    self = comparer.comparison
    self.delta = delta
  }
}

extension TableSource {
  /// The document that edits lie over.
  fileprivate var editedDocument: (any DocumentTable)? {
    (self as? EditedSource)?.document
  }

  fileprivate var isEditedDocument: Bool { editedDocument != nil }
}

/// The rows of a table that no document holds, as the list that is saved of it.
struct RowsNode: DocumentNode, PlacedElements {
  private let source: any TableSource

  init(_ source: any TableSource) {
    self.source = source
  }

  var kind: DocumentNodeKind { .list }

  func value() throws(DataError) -> Value {
    var values: [Value] = []
    try source.scan { _, value throws(DataError) in
      values.append(value)
      return true
    }
    return .array(values)
  }

  func visitAll(_ visit: (Value) throws(DataError) -> Bool) throws(DataError) {
    try source.scan { _, value throws(DataError) in try visit(value) }
  }

  func children() -> any DocumentChildren { Rows(source: source) }

  func element(_ index: Int) throws(DataError) -> DocumentChild {
    DocumentChild(content: .value(try source.value(at: Address(0, index)) ?? .null))
  }

  private struct Rows: DocumentChildren {
    let source: any TableSource
    private var place = 0

    init(source: any TableSource) {
      self.source = source
    }

    mutating func next() throws(DataError) -> DocumentChild? {
      guard let value = try source.value(at: Address(0, place)) else { return nil }
      place += 1
      return DocumentChild(content: .value(value))
    }
  }
}

/// A database as a record with a list of rows for each of its tables.
struct RelationsNode: DocumentNode {
  private let tables: [(name: String, rows: RowsNode)]
  let remarks: [String]

  /// - Returns: nil for a document that is not a list of others.
  init?(
    _ document: any TableDocument, _ source: any TableSource,
    _ checkpoint: () throws(DataError) -> Void
  ) throws(DataError) {
    guard let first = try source.value(at: Address(0, 0)),
      try document.document(inside: first) != nil
    else { return nil }
    var tables: [(name: String, rows: RowsNode)] = []
    var others: [String] = []
    try source.scan { _, value throws(DataError) in
      try checkpoint()
      guard let inner = try document.document(inside: value) else { return true }
      // A view shows what stands in tables.
      if value.record?["type"]?.string == "view" {
        others.append(inner.name)
      } else {
        tables.append((inner.name, RowsNode(try inner.table(shape: nil).source)))
      }
      return true
    }
    self.tables = tables
    let names = others.map { "'\($0)'" }.joined(separator: ", ")
    remarks =
      others.isEmpty
      ? [] : ["views show what stands in tables, and were not compared: \(names)"]
  }

  var kind: DocumentNodeKind { .record }

  func value() throws(DataError) -> Value {
    var record = Record()
    for table in tables { record[table.name] = try table.rows.value() }
    return .record(record)
  }

  func children() -> any DocumentChildren { Tables(rest: tables[...]) }

  private struct Tables: DocumentChildren {
    var rest: ArraySlice<(name: String, rows: RowsNode)>

    mutating func next() -> DocumentChild? {
      rest.popFirst().map { DocumentChild(key: $0.name, content: .node($0.rows)) }
    }
  }
}

/// Makes a value of what is written of a document.
struct ValueTreeWriter: DocumentWriter {
  var output: [UInt8] = []
  var losses = WritingLosses()
  private var root = Value.null
  private var open: [(key: String?, value: Value)] = []
  private var key: String?
  private var size = 0

  /// In bytes.
  private static let mostBytes = 1 << 29

  /// What is saved of a table.
  static func value(
    of source: any TableSource, checkpoint: () throws(DataError) -> Void
  ) throws(DataError) -> Value {
    var writer = ValueTreeWriter()
    let writing = try TableWriting(of: source, checkpoint: checkpoint)
    try writing.write(with: &writer) { writer throws(DataError) in
      try checkpoint()
      guard writer.size <= mostBytes else {
        throw .shape(
          message:
            "a table with edits that is larger than \(mostBytes >> 20) MiB can't be compared",
          hint: "'save' it under another name and compare the files with 'shelf diff'")
      }
      return true
    }
    return writer.root
  }

  mutating func put(key: String) { self.key = key }

  mutating func add(_ value: Value) {
    size += value.roughSize
    place(value, takeKey())
  }

  mutating func beginArray() { open.append((takeKey(), .array([]))) }
  mutating func beginRecord() { open.append((takeKey(), .record(Record()))) }

  mutating func end() {
    guard let closed = open.popLast() else { return }
    place(closed.value, closed.key)
  }

  mutating func finish() {}

  private mutating func takeKey() -> String? {
    defer { key = nil }
    return key
  }

  private mutating func place(_ value: Value, _ key: String?) {
    guard let last = open.indices.last else {
      root = value
      return
    }
    // Taken out, so that it is not copied.
    var container = Value.null
    swap(&container, &open[last].value)
    switch container {
    case .array(var elements):
      container = .null
      elements.append(value)
      container = .array(elements)
    case .record(var record):
      container = .null
      record[key ?? ""] = value
      container = .record(record)
    default: break
    }
    open[last].value = container
  }
}
