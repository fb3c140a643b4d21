import Files
package import TableModel

/// A document whose whole value is in memory: a file that was read, or a value that was opened
/// out of another table.
package struct ValueDocument: TableDocument {
  package let name: String
  package let format: String
  package let value: Value
  /// The file that it was read from; nil for a value without one.
  private let file: ReadFile?
  package let remarks: [String]
  package let savingRemark: String?
  /// How its lines are written, if it was read from separated values.
  private(set) var manner: CSVManner?

  package init(name: String, value: Value, format: String = "value") {
    self.init(name: name, value: value, format: format, file: nil)
  }

  /// - Parameters:
  ///   - remarks: what was found while the value was read.
  ///   - savingRemark: what the file holds and the value does not.
  init(
    name: String, value: Value, format: String, file: ReadFile?, remarks: [String] = [],
    savingRemark: String? = nil
  ) {
    self.name = name
    self.format = format
    self.value = value
    self.file = file
    self.remarks = remarks
    self.savingRemark = savingRemark
  }

  package var hasChanged: Bool { file?.hasChanged ?? false }

  /// The same document as the content of a file.
  func read(from file: ReadFile) -> ValueDocument { copy(of: value, file) }

  /// The document as one of separated values, if it is.
  func written(in manner: CSVManner?) -> ValueDocument {
    var document = self
    document.manner = manner
    return document
  }

  fileprivate func holding(_ value: Value) -> ValueDocument { copy(of: value, file) }

  private func copy(of value: Value, _ file: ReadFile?) -> ValueDocument {
    ValueDocument(
      name: name, value: value, format: format, file: file, remarks: remarks,
      savingRemark: savingRemark
    ).written(in: manner)
  }

  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    guard let shape else { return ShapeInference.table(of: value) }
    let source = try TableBuilder(shape: shape, root: value).checked()
    return ShapedTable(source: source, shape: shape, explanation: shape.stated)
  }
}

extension TableDocument {
  /// The document with another value, such as the one that edits have made of it.
  package func holding(_ value: Value) -> any TableDocument {
    switch self {
    case let document as ValueDocument: document.holding(value)
    case let document as HeldDocument: HeldDocument(origin: document.origin, value: value)
    default: HeldDocument(origin: self, value: value)
    }
  }
}

/// A document that was shown out of its file or stream, with another value, which is in memory.
struct HeldDocument: TableDocument {
  let origin: any TableDocument
  let value: Value

  var name: String { origin.name }
  var format: String { origin.format }
  var remarks: [String] { origin.remarks }
  var savingRemark: String? { origin.savingRemark }
  var hasChanged: Bool { origin.hasChanged }

  func table(shape: Shape?) throws(DataError) -> ShapedTable {
    try ValueDocument(name: name, value: value, format: format).table(shape: shape)
  }
}

extension Shape {
  /// A shape that was given, in words.
  var stated: String {
    let levels = [("sections", sections), ("rows", rows), ("items", items), ("title", title)]
    let words = levels.compactMap { name, path in path.map { "\(name) \($0)" } }
    return words.isEmpty ? "the document as one row" : "as stated: " + words.joined(separator: ", ")
  }
}

/// Maps a value to sections, rows and items as a shape says.
///
/// A path names a container; its children (elements of an array, fields of a record) are the
/// things of that level. A level without a path has one thing: the one above in another role. Two
/// rules keep everything in sight: a row without the items' key is a plain row, and where the
/// fields of a record are sections, those that are scalars gather in a first section.
package struct TableBuilder {
  let shape: Shape
  let root: Value
  /// The document as it is where the root is another form of it, without its header.
  var disguised: (document: Value, header: [String])?

  package init(
    shape: Shape, root: Value, disguised: (document: Value, header: [String])? = nil
  ) {
    (self.shape, self.root, self.disguised) = (shape, root, disguised)
  }

  /// The table, when every path of the shape leads somewhere.
  ///
  /// - Throws: `DataError.shape` when a path leads nowhere.
  /// - Complexity: O(sections + rows).
  func checked() throws(DataError) -> EagerTable {
    try checkLevels()
    let table = table()
    try checkTitle(table)
    return table
  }

  /// The table, empty at the levels whose path leads nowhere.
  ///
  /// - Complexity: O(sections + rows); items are not touched.
  package func table() -> EagerTable {
    var children = sectionChildren
    let loose = takeLooseFields(&children)
    var sections = children.map(section)
    if let loose { sections.insert(loose, at: 0) }
    return EagerTable(
      sections: sections, of: disguised?.document ?? root, shape: shape, header: disguised?.header)
  }

  private var sectionChildren: [Child] {
    guard let path = shape.sections else { return [Child(key: nil, value: root)] }
    return Child.all(of: root[path: path] ?? .null)
  }

  private func section(_ child: Child) -> EagerTable.Section {
    let isLevel = shape.sections != nil
    var section = EagerTable.Section(key: child.key, value: child.value, rows: rows(of: child))
    section.footer = footer(of: child.value)
    if !isLevel {
      section.key = shape.rows?.steps.last?.name
      section.hasTitle = section.key != nil
    }
    return section
  }

  private func rows(of section: Child) -> [EagerTable.Row] {
    guard let path = shape.rows else {
      var row = row(Child(key: nil, value: section.value))
      // What the section is called stands above the row already.
      row.hasTitle = shape.sections == nil && shape.items == nil
      return [row]
    }
    return Child.all(of: section.value[path: path] ?? .null).map(row)
  }

  private func row(_ child: Child) -> EagerTable.Row {
    EagerTable.Row(key: child.key, value: child.value, items: items(of: child.value))
  }

  private func items(of row: Value) -> [Value]? {
    guard let path = shape.items else { return nil }
    guard let found = row[path: path] else { return shape.rowsAreStrips ? [] : nil }
    switch found {
    case .array(let elements): return elements
    case .record(let record): return record.values
    case .null: return []
    default: return [found]
    }
  }

  /// A footer counts only where the section holds it beside its rows, not among them.
  private func footer(of section: Value) -> String? {
    guard shape.sections != nil, let content = shape.rows ?? shape.items, !content.steps.isEmpty
    else { return nil }
    return section.record?["footer"]?.string
  }
}

extension TableBuilder {
  /// Takes the scalars out where sections are the fields of a record and have plain rows.
  private func takeLooseFields(_ sections: inout [Child]) -> EagerTable.Section? {
    guard shape.rows == .itself, shape.items == nil else { return nil }
    let isLoose = { (child: Child) in child.key != nil && !child.value.isContainer }
    let loose = sections.filter(isLoose)
    guard !loose.isEmpty else { return nil }
    sections.removeAll(where: isLoose)
    let record = Record(loose.map { ($0.key ?? "", $0.value) })
    return EagerTable.Section(
      key: nil, value: .record(record), rows: loose.map(row), hasTitle: false)
  }

  private func checkLevels() throws(DataError) {
    var values = [root]
    var place = "the document"
    if let path = shape.sections {
      try ShapeCheck(level: "sections", path: path).check(values, place: place)
      values = sectionChildren.map(\.value)
      place = "the sections"
    }
    if let path = shape.rows {
      try ShapeCheck(level: "rows", path: path).check(values, place: place)
      values = values.flatMap { Child.all(of: $0[path: path] ?? .null).map(\.value) }
      place = "the rows"
    }
    if let path = shape.items {
      try ShapeCheck(level: "items", path: path).check(values, place: place)
    }
  }

  private func checkTitle(_ table: EagerTable) throws(DataError) {
    guard let path = shape.title else { return }
    let values = table.sections.map(\.value) + table.sections.flatMap { $0.rows.map(\.value) }
    try ShapeCheck(level: "title", path: path).checkExistence(values, "the sections and rows")
  }
}

/// An element of an array, or a field of a record.
package struct Child {
  var key: String?
  var value: Value

  /// The children of a container; a scalar counts as its own only child, null as none.
  static func all(of value: Value) -> [Child] {
    switch value {
    case .array(let elements): elements.map { Child(key: nil, value: $0) }
    case .record(let record): record.fields.map { Child(key: $0.key, value: $0.value) }
    case .null: []
    default: [Child(key: nil, value: value)]
    }
  }
}

/// Checks that a level's path leads somewhere, and says where it got lost.
struct ShapeCheck {
  /// How many values are looked at for the words of a message.
  private static let sample = 200

  let level: String
  let path: FieldPath

  /// Checks that the path leads to a list somewhere.
  ///
  /// - Parameters:
  ///   - values: what the path starts from; it must exist in one of them at least.
  ///   - place: the words for them in a message.
  /// - Complexity: O(1) where the first value has the path, O(values) otherwise.
  func check(_ values: [Value], place: String) throws(DataError) {
    try checkExistence(values, place)
    let found = values.lazy.compactMap { $0[path: path] }
    // The document itself may be a scalar: a table of one row. A scalar inside is a mistake.
    guard !path.steps.isEmpty, let first = found.first,
      found.allSatisfy({ !$0.isContainer && !$0.isNull })
    else { return }
    throw .shape(
      message: "\(level) '\(path)' is \(Self.words(for: first.kind)), not a list",
      hint: Self.listHint(values))
  }

  /// Checks that the path exists in one value at least, if there are any.
  func checkExistence(_ values: [Value], _ place: String) throws(DataError) {
    if values.isEmpty || values.contains(where: { $0[path: path] != nil }) { return }
    throw missing(values, place)
  }

  private func missing(_ values: [Value], _ place: String) -> DataError {
    var reached = Array(values.prefix(Self.sample))
    var walked = FieldPath()
    for step in path.steps {
      let next = reached.compactMap { $0[path: FieldPath([step])] }
      if next.isEmpty { return lost(at: step, reached, walked, place) }
      reached = next
      walked = walked.appending(step)
    }
    return .shape(message: "\(level) '\(path)' leads nowhere in \(place)", hint: nil)
  }

  private func lost(
    at step: FieldPath.Step, _ values: [Value], _ walked: FieldPath, _ place: String
  ) -> DataError {
    let place = walked.steps.isEmpty ? place : "'\(walked)'"
    let keys = Self.keys(of: values)
    switch step {
    case .index(let index):
      let longest = values.compactMap { $0.array?.count }.max()
      let hint = longest.map { "the longest list there has \($0) elements" }
      return .shape(message: "no element [\(index)] in \(place)", hint: hint)
    case .computed(let computation):
      return .shape(message: "no '\(computation.name)' in \(place)", hint: nil)
    case .key(let key):
      let message = "no key '\(key)' in \(place)"
      if let near = Spelling.nearest(to: key, in: keys) {
        return .shape(message: message, hint: "did you mean '\(near)'?")
      }
      if keys.isEmpty { return .shape(message: message, hint: Self.noKeysHint(values)) }
      let shown =
        keys.prefix(8).map { $0.clipped() }.joined(separator: ", ")
        + (keys.count > 8 ? ", ..." : "")
      return .shape(message: message, hint: "the keys there: \(shown)")
    }
  }

  private static func noKeysHint(_ values: [Value]) -> String? {
    values.contains { $0.array != nil }
      ? "there are lists there: '.' stands for the list itself, [0] for its first element" : nil
  }

  /// The keys of all records among the values, each once, in the order of first appearance.
  private static func keys(of values: [Value]) -> [String] {
    var seen: Set<String> = []
    return values.prefix(sample).flatMap { $0.record?.keys ?? [] }.filter {
      seen.insert($0).inserted
    }
  }

  private static func listHint(_ values: [Value]) -> String? {
    var seen: Set<String> = []
    let lists = values.prefix(sample).flatMap { $0.record?.fields ?? [] }
      .filter { $0.value.isContainer && seen.insert($0.key).inserted }.map(\.key)
    return lists.isEmpty
      ? nil : "lists there: " + lists.prefix(8).map { $0.clipped() }.joined(separator: ", ")
  }

  private static func words(for kind: ValueKind) -> String {
    switch kind {
    case .text: "text"
    case .number: "a number"
    case .bool: "true or false"
    default: kind.rawValue
    }
  }
}

extension ShapeInference {
  /// The table of a document in the shape that fits it best.
  package static func table(of root: Value) -> ShapedTable {
    let inference = infer(root, at: .itself)
    var builder = TableBuilder(shape: inference.shape, root: inference.replacement ?? root)
    if inference.replacement != nil {
      builder.disguised = (root, root.array?.first?.array?.compactMap(\.string) ?? [])
    }
    return ShapedTable(
      source: builder.table(), shape: inference.shape, explanation: inference.explanation,
      alternatives: inference.alternatives, isRecord: inference.isRecord)
  }
}

extension ShapedTable {
  /// True when the table shows one list of a document that holds more, as its explanation says.
  package var leavesSomethingBeside: Bool {
    explanation.contains(WrappedList.beginningOfRemark)
  }
}
