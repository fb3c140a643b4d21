package import Documents
package import TableModel

/// A whole table as a document, which opens to the same table again.
///
/// A table that shows a document is written as that document, with the edits where they were made.
/// Others, and edits that the document has no place for, take the plainest of the forms that open
/// to the table: a list of records; a dictionary with a list of items for each section; a record
/// whose keys title sections and rows; or sections, rows and items under these names.
package struct TableWriting {
  enum Form: Equatable {
    case list
    case strips
    case keyed
    case named
  }

  private enum Way {
    case document(DocumentEdits)
    case form(Form, TableOutline)
    /// In the place that the table has in its document, all beside which stays.
    case inside(DocumentEdits, Form, TableOutline)
  }

  private let source: any TableSource
  private let way: Way
  /// Why the document is given up for another form; nil where it is kept.
  package let misfit: String?
  /// What of the document gets lost with its form, in words.
  package let losses: [String]

  /// - Parameter checkpoint: called now and then; throwing stops it.
  /// - Complexity: O(edits) for a document; else O(rows), in memory as well where rows have titles.
  package init(
    of source: any TableSource, checkpoint: () throws(DataError) -> Void
  ) throws(DataError) {
    self.source = source
    let edits = DocumentEdits(source)
    misfit = try edits?.misfit()
    if let edits, misfit == nil {
      way = .document(edits)
      losses = []
      return
    }
    let outline = try TableOutline(of: source, checkpoint: checkpoint)
    let isOnlySection = edits.map { $0.base.shape.sections == nil && !$0.top.steps.isEmpty }
    let form =
      isOnlySection == true
      ? .named : try Self.form(for: source, outline, isDocument: edits != nil)
    losses = try edits?.losses(in: form, outline, checkpoint: checkpoint) ?? []
    if let edits, !edits.top.steps.isEmpty {
      way = .inside(edits, form, outline)
    } else {
      way = .form(form, outline)
    }
  }

  private static func form(
    for source: any TableSource, _ outline: TableOutline, isDocument: Bool
  ) throws(DataError) -> Form {
    // A title of the whole table, such as the name of a database's table, is no part of the data.
    let isPlain = outline.sections.count <= 1 && !outline.sections.contains(where: \.hasStrips)
    if !isDocument, isPlain { return .list }
    let sample = try TableSample(of: source)
    let plain = [Form.list, .strips, .keyed].filter(outline.fits)
    return plain.first(where: sample.opens) ?? .named
  }

  /// Whether the table is rows and nothing else: a list of them, without keys and strips.
  package var isListOfRecords: Bool {
    switch way {
    case .document(let edits): edits.isListOfRows
    case .form(let form, _): form == .list
    case .inside: false
    }
  }

  /// Writes the table as the root of a document, reading it as it goes.
  ///
  /// - Parameter pause: called after each value; it may take the text that was written, throws to
  ///   stop, and returns false where no more is wanted.
  /// - Returns: what could not be kept as it is, in words.
  @discardableResult
  package func write<Writer: DocumentWriter>(
    with writer: inout Writer, pause: (inout Writer) throws(DataError) -> Bool
  ) throws(DataError) -> [String] {
    switch way {
    case .document(let edits):
      return try edits.write(with: &writer, pause: pause) { run throws(DataError) in
        try run.run()
      }
    case .inside(let edits, let form, let outline):
      return try edits.write(with: &writer, pause: pause) { run throws(DataError) in
        try run.run(source, as: form, outline)
      }
    case .form(let form, let outline):
      var run = TableWritingRun(outline, form, writer)
      _ = try run.write(source, pause: pause)
      writer = run.writer
      return []
    }
  }
}

extension TableOutline {
  /// Whether a form has a place for everything there is.
  func fits(_ form: TableWriting.Form) -> Bool {
    switch form {
    case .named: true
    case .list:
      sections.count <= 1
        && sections.allSatisfy { $0.title == nil && $0.footer == nil && !$0.hasStrips }
    case .strips:
      Set(sections.compactMap(\.title)).count == sections.count
        && sections.allSatisfy { section in
          section.footer == nil && section.count == 1 && section.row(0).isStrip
            && [nil, section.title].contains(section.row(0).title)
        }
    case .keyed:
      fitsKeys
    }
  }

  private var fitsKeys: Bool {
    var keys: Set<String> = []
    for section in sections {
      if let title = section.title {
        guard section.footer == nil, keys.insert(title).inserted else { return false }
      } else {
        guard section.titlesRows else { return false }
        for title in section.rowTitles where !keys.insert(title).inserted { return false }
      }
    }
    return true
  }
}

/// The writing of one table, whose values come in their order.
struct TableWritingRun<Writer: DocumentWriter> {
  private let outline: TableOutline
  private let form: TableWriting.Form
  var writer: Writer
  /// The section that is open, and how many of its rows are written.
  private var section = -1
  private var rows = 0
  /// Whether the rows of that section are fields; where there are none, they are a list.
  private var areRowsFields = false
  private var isInStrip = false
  /// Whether it is written into a document that goes on behind it.
  private let isPart: Bool

  init(
    _ outline: TableOutline, _ form: TableWriting.Form, _ writer: Writer, isPart: Bool = false
  ) {
    self.outline = outline
    self.form = form
    self.writer = writer
    self.isPart = isPart
  }

  /// Writes all records of a table.
  ///
  /// - Parameter pause: called between records; false ends the writing there.
  /// - Returns: whether all of it was wanted.
  mutating func write(
    _ source: any TableSource, pause: (inout Writer) throws(DataError) -> Bool
  ) throws(DataError) -> Bool {
    try begin()
    var isWanted = true
    try source.scan { address, value throws(DataError) in
      try add(value, at: address)
      isWanted = try pause(&writer)
      return isWanted
    }
    if isWanted { try finish() }
    return isWanted
  }

  mutating func begin() throws(DataError) {
    switch form {
    case .list: try writer.beginArray()
    case .strips, .keyed: try writer.beginRecord()
    case .named:
      if !isPart {
        try writer.beginRecord()
        writer.put(key: "sections")
      }
      try writer.beginArray()
    }
  }

  /// Adds a record or an item, after the rows before it that have none.
  mutating func add(_ value: Value, at address: Address) throws(DataError) {
    try goOn(to: address)
    if address.item == nil {
      try addRow(value)
    } else {
      try writer.add(value)
    }
  }

  mutating func finish() throws(DataError) {
    endStrip()
    while section < outline.sections.count { try goToNextSection() }
    writer.end()
    if isPart { return }
    if form == .named { writer.end() }
    writer.finish()
  }

  private mutating func goOn(to address: Address) throws(DataError) {
    guard let row = address.row else { return }
    if isInStrip, section == address.section, rows == row { return }
    endStrip()
    while section < address.section { try goToNextSection() }
    while rows < row { try addEmptyRow() }
    if address.item != nil { try beginStrip() }
  }

  /// Ends the section that is open, with all its rows, and begins the one after it, if any.
  private mutating func goToNextSection() throws(DataError) {
    if outline.sections.indices.contains(section) {
      while rows < outline.sections[section].count { try addEmptyRow() }
      endSection()
    }
    (section, rows) = (section + 1, 0)
    if outline.sections.indices.contains(section) { try beginSection() }
  }

  private mutating func beginSection() throws(DataError) {
    let info = outline.sections[section]
    areRowsFields =
      form == .keyed ? info.count > 0 && info.titlesRows : form == .named && info.keysRows
    switch form {
    case .list: break
    case .strips: if let title = info.title { writer.put(key: title) }
    case .keyed:
      guard let title = info.title else { return }
      writer.put(key: title)
      if areRowsFields { try writer.beginRecord() } else { try writer.beginArray() }
    case .named:
      try writer.beginRecord()
      try add(info.title, as: "title")
      try add(info.footer, as: "footer")
      writer.put(key: "rows")
      if areRowsFields { try writer.beginRecord() } else { try writer.beginArray() }
    }
  }

  private mutating func endSection() {
    switch form {
    case .list, .strips: break
    case .keyed: if outline.sections[section].title != nil { writer.end() }
    case .named:
      writer.end()
      writer.end()
    }
  }

  private mutating func addEmptyRow() throws(DataError) {
    if outline.sections[section].row(rows).isStrip {
      try beginStrip()
      endStrip()
    } else {
      try addRow(.null)
    }
  }

  private mutating func addRow(_ value: Value) throws(DataError) {
    putRowTitle()
    try writer.add(value)
    rows += 1
  }

  private mutating func beginStrip() throws(DataError) {
    putRowTitle()
    if form == .named {
      try writer.beginRecord()
      try add(outline.sections[section].row(rows).title, as: "title")
      writer.put(key: "items")
    }
    try writer.beginArray()
    isInStrip = true
  }

  private mutating func endStrip() {
    guard isInStrip else { return }
    writer.end()
    if form == .named { writer.end() }
    isInStrip = false
    rows += 1
  }

  private mutating func putRowTitle() {
    guard areRowsFields else { return }
    let row = outline.sections[section].row(rows)
    if let name = form == .named ? row.key : row.title { writer.put(key: name) }
  }

  private mutating func add(_ text: String?, as key: String) throws(DataError) {
    guard let text else { return }
    writer.put(key: key)
    try writer.add(.string(text))
  }
}

/// Makes a value in place of text.
struct ValueWriter: DocumentWriter {
  var output: [UInt8] = []
  var losses = WritingLosses()
  private(set) var root = Value.null
  private var builder = ValueBuilder()

  mutating func beginArray() { builder.beginArray() }
  mutating func beginRecord() { builder.beginRecord() }
  mutating func put(key: String) { builder.add(key: key) }
  mutating func add(_ value: Value) { builder.add(value) }
  mutating func end() { builder.end() }
  mutating func finish() { root = builder.take() ?? .null }
}

extension TableSource {
  /// The value that the table's document has become by its edits.
  ///
  /// - Parameter checkpoint: called after each value; throws to stop.
  /// - Returns: the value, why it is not the document any more but a table in another form (nil
  ///   where it is the document), and what gets lost with that.
  /// - Complexity: O(document), in memory as well.
  package func documentValue(checkpoint: () throws(DataError) -> Void) throws(DataError)
    -> (value: Value, misfit: String?, losses: [String])
  {
    let table = try TableWriting(of: self, checkpoint: checkpoint)
    var writer = ValueWriter()
    try table.write(with: &writer) { _ throws(DataError) in
      try checkpoint()
      return true
    }
    return (writer.root, table.misfit, table.losses)
  }
}
