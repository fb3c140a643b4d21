import Documents
import TableModel

/// A document and the edits that were made to the table it is shown as.
struct DocumentEdits {
  let base: any DocumentTable
  /// Nil where nothing was edited.
  let table: EditedSource?

  /// - Returns: nil for a table that shows no document, as those of a database.
  init?(_ source: any TableSource) {
    if let edited = source as? EditedSource {
      guard let base = edited.base as? any DocumentTable else { return nil }
      self.base = base
      table = edited.hasEditedSections ? edited : nil
    } else {
      guard let base = source as? any DocumentTable else { return nil }
      self.base = base
      table = nil
    }
  }

  /// Whether the document is a list with a row for each element, or one row itself.
  var isListOfRows: Bool {
    base.shape.sections == nil && base.shape.items == nil && base.root.kind != .record
  }

  /// Why the document has no place for the edits; nil where it has.
  ///
  /// - Complexity: O(edits).
  func misfit() throws(DataError) -> String? {
    guard let table else { return nil }
    if base.shape.sections == nil {
      guard table.sections.count == 1, table.origin(ofSection: 0) == 0 else {
        return "the document itself is the only section"
      }
    }
    for section in table.sections.ownElements {
      if let reason = try misfit(of: section) { return reason }
    }
    return nil
  }

  private func misfit(of section: EditedSection) throws(DataError) -> String? {
    if base.shape.rows == nil, section.rows.count != 1 { return "a section here is just one row" }
    let isLoose = base.hasLooseSection && section.origin == 0
    if let path = base.shape.rows, !isLoose {
      guard try hasPlace(for: path, inside: section.origin.map { Address($0) }) else {
        return "'\(path)' can't be reached in every section"
      }
    }
    for row in section.rows.ownElements {
      if let items = row.items, items.hasOwnElements {
        let path = itemsPath(of: row)
        guard try hasPlace(for: path, inside: row.origin) else {
          return "'\(path)' can't be reached in every row"
        }
      } else if let header = base.header, let record = row.record {
        guard let keys = record.record?.keys, keys.allSatisfy(header.contains) else {
          return "the first line of the list has no such column"
        }
      }
    }
    return nil
  }

  /// Whether the section of single fields, which opens as the first one, was given another place.
  var hasMovedLooseSection: Bool {
    guard let table, base.hasLooseSection else { return false }
    return (1..<max(1, table.sections.count)).contains { table.origin(ofSection: $0) == 0 }
  }

  /// Where the sections of the table stand in the document, or its rows where they are the only one.
  var top: FieldPath { base.shape.sections ?? base.shape.rows ?? base.shape.items ?? .itself }

  /// Where the items of a row stand in it.
  func itemsPath(of row: EditedRow) -> FieldPath { base.shape.items ?? FieldPath(key: "items") }

  /// Whether a path leads somewhere inside a thing, or can be made to.
  ///
  /// - Parameter place: where the thing stands in the base; nil for a new one.
  private func hasPlace(for path: FieldPath, inside place: Address?) throws(DataError) -> Bool {
    var node = try place.flatMapNode(in: base)
    for step in path.steps {
      switch (step, node?.kind) {
      case (.key, nil): node = nil
      case (.key(let key), .record): node = try node?.find(FieldPath(key: key))
      case (.index, .list):
        node = try node?.find(FieldPath([step]))
        if node == nil { return false }
      default: return false
      }
    }
    return true
  }
}

extension Address? {
  fileprivate func flatMapNode(in base: any DocumentTable) throws(DataError)
    -> (any DocumentNode)?
  {
    guard let place = self else { return nil }
    return try base.child(at: place)?.content.node
  }
}

extension EditedSource {
  /// The base's section that stands at an index; nil for a new one.
  func origin(ofSection index: Int) -> Int? {
    switch sections[index] {
    case nil: nil
    case .base(let origin): origin
    case .own(let section): section.origin
    }
  }

  fileprivate var hasEditedSections: Bool {
    sections.count != base.counts().sections.known || sections.hasOwnElements
  }
}

// MARK: - Parts of the document

extension DocumentEdits {
  /// A section as the document would have it: its own record, with what is in its table now. Where the
  /// document is the only section, that is all of it.
  ///
  /// - Returns: nil where the document has no place for it.
  /// - Complexity: O(size of the section).
  func value(of section: EditedSection) throws(DataError) -> Value? {
    let isPart = base.shape.sections != nil || section.origin == 0
    guard isPart, base.header == nil, try misfit(of: section) == nil else { return nil }
    return try value { run throws(DataError) in try run.writeAlone(section) }
  }

  /// The record around the rows of a section, as the document would have it.
  ///
  /// - Returns: nil where none stands around them.
  /// - Complexity: O(text of the record): what it lists is left out and not read.
  func record(around section: EditedSection) throws(DataError) -> Value? {
    guard let list = base.shape.list(below: .section) else { return nil }
    var bare = section
    if base.shape.rows == nil {
      if case .own(let row)? = section.rows[0] { bare.rows = EditedList(own: [row.withoutItems]) }
    } else {
      bare.rows = EditedList(own: [])
    }
    return try value(of: bare).map(ValueNode.init)?.record(without: list.steps[...])
  }

  /// The record around the items of a row, as the document would have it.
  ///
  /// - Parameter isKeyed: whether rows are the fields of a dictionary there.
  /// - Returns: nil where none stands around them.
  /// - Complexity: O(text of the record): what it lists is left out and not read.
  func record(around row: EditedRow, in section: EditedSection, isKeyed: Bool) throws(DataError)
    -> Value?
  {
    guard let list = base.shape.list(below: .row) else { return nil }
    let whole = try value { run throws(DataError) in
      try run.writeAlone(row.withoutItems, in: section, isKeyed: isKeyed)
    }
    return try ValueNode(whole).record(without: list.steps[...])
  }

  private func value(
    _ content: (inout DocumentRun<ValueWriter>) throws(DataError) -> Void
  ) throws(DataError) -> Value {
    var writer = ValueWriter()
    let all: (inout ValueWriter) throws(DataError) -> Bool = { _ in true }
    _ = try write(with: &writer, pause: all, content)
    writer.finish()
    return writer.root
  }

  /// - Returns: what could not be kept as it is, in words.
  func write<Writer: DocumentWriter>(
    with writer: inout Writer, pause: (inout Writer) throws(DataError) -> Bool,
    _ content: (inout DocumentRun<Writer>) throws(DataError) -> Void
  ) throws(DataError) -> [String] {
    let began = writer
    return try withoutActuallyEscaping(pause) { pause throws(DataError) in
      var run = DocumentRun(self, began, pause: pause)
      try base.readingDocument { () throws(DataError) in try content(&run) }
      writer = run.writer
      return run.remarks.words
    }
  }
}

extension EditedRow {
  /// The row as a thing of which only what stands beside its items is wanted.
  fileprivate var withoutItems: EditedRow {
    var bare = self
    if items?.count ?? 0 > 0 { bare.items = EditedList(own: []) }
    return bare
  }
}

// MARK: - Losses

extension DocumentEdits {
  /// Where a table in another form goes: to the place of the document's own one. A list of sections
  /// where rows were is called so, unless that key is taken.
  func place(of form: TableWriting.Form) throws(DataError) -> (path: FieldPath, lastKey: String?) {
    let path = top
    guard form == .named, base.shape.sections == nil, path.steps.last?.name != nil else {
      return (path, nil)
    }
    let parent = try base.root.find(FieldPath(Array(path.steps.dropLast())))
    let isTaken = try parent?.find(FieldPath(key: "sections")) != nil
    return (path, isTaken ? nil : "sections")
  }

  /// What of the document has no place in another form of its table, in words.
  ///
  /// - Complexity: O(sections), and O(rows) where these are rows of items.
  func losses(
    in form: TableWriting.Form, _ outline: TableOutline,
    checkpoint: () throws(DataError) -> Void
  ) throws(DataError) -> [String] {
    guard let table else { return [] }
    var losses = FormLosses(titles: TitleRule(path: base.shape.title))
    for index in 0..<table.sections.count {
      try checkpoint()
      guard let origin = table.origin(ofSection: index) else {
        if case .own(let section)? = table.sections[index] { losses.take(section.fields) }
        continue
      }
      if base.shape.sections != nil, !(base.hasLooseSection && origin == 0),
        let child = try base.child(at: Address(origin))
      {
        let title = outline.sections[index].title
        try losses.take(
          child, titled: title, path: base.shape.rows ?? base.shape.items ?? .itself,
          keys: "the keys of sections")
      }
      if base.shape.rows != nil, let items = base.shape.items {
        for row in try table.origins(ofRowsIn: index) {
          guard let child = try base.child(at: row) else { continue }
          try losses.take(child, titled: nil, path: items, keys: nil)
        }
      }
    }
    losses.takeRowKeys(outline, form)
    return losses.words
  }
}

extension EditedSource {
  /// Where the rows of a section that were in the base stood there.
  fileprivate func origins(ofRowsIn index: Int) throws(DataError) -> [Address] {
    var origins: [Address] = []
    guard let section = try section(at: index) else { return [] }
    section.rows.forEachPiece(in: 0..<section.rows.count) { piece in
      switch piece {
      case .base(let run): origins += run.map { Address(section.origin ?? 0, $0) }
      case .own(let row): if let origin = row.origin { origins.append(origin) }
      }
    }
    return origins
  }
}

/// Fields beside the rows of sections and beside the items of rows, and keys.
private struct FormLosses {
  private static let mostFields = 5

  let titles: TitleRule
  private var fields: [String] = []
  private var keys: [String] = []

  init(titles: TitleRule) { self.titles = titles }

  /// - Parameters:
  ///   - title: the title that is written in place of the key; nil where the key is not asked for.
  ///   - path: what of the thing is kept.
  ///   - keysName: what the thing's key is called.
  mutating func take(
    _ child: DocumentChild, titled title: String?, path: FieldPath, keys keysName: String?
  ) throws(DataError) {
    if let keysName, let key = child.key, key != title { note(keysName, in: &keys) }
    var node = child.content.node
    guard !path.steps.isEmpty else { return }
    let titlePath = titles.path(of: try node.outline(), key: child.key)
    for (depth, step) in path.steps.enumerated() {
      guard case .key(let key) = step, node.kind == .record else { return }
      for field in try node.fields() {
        guard let name = field.key, name != key else { continue }
        let isTitle = depth == 0 && titlePath?.steps == [.key(name)]
        if !isTitle, depth > 0 || name != "footer" { note("'\(name.clipped())'", in: &fields) }
      }
      guard let next = try node.find(FieldPath(key: key)) else { return }
      node = next
    }
  }

  /// Takes the fields of something new.
  mutating func take(_ fields: Record) {
    let titlePath = titles.path(of: .record(fields), key: nil)
    for field in fields.fields where titlePath?.steps != [.key(field.key)] {
      if !["rows", "items", "footer"].contains(field.key) {
        note("'\(field.key.clipped())'", in: &self.fields)
      }
    }
  }

  mutating func takeRowKeys(_ outline: TableOutline, _ form: TableWriting.Form) {
    let areLost = outline.sections.contains { section in
      switch form {
      case .named: section.hasKeys && !section.keysRows
      case .keyed: section.hasKeysBesideTitles
      case .list, .strips: section.hasKeysBesideTitles && section.hasKeys
      }
    }
    if areLost { note("the keys of rows", in: &keys) }
  }

  private func note(_ words: String, in list: inout [String]) {
    if !list.contains(words) { list.append(words) }
  }

  /// The names of fields, the first few of them, and which keys.
  var words: [String] {
    let more = fields.count - Self.mostFields
    return Array(fields.prefix(Self.mostFields)) + (more > 0 ? ["\(more) more fields"] : []) + keys
  }
}
