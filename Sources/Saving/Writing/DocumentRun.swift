import Documents
import Files
import TableModel

/// The writing of one document: what was edited is written anew, all else goes through as it
/// stands, container by container.
struct DocumentRun<Writer: DocumentWriter> {
  typealias Pause = (inout Writer) throws(DataError) -> Bool

  let base: any DocumentTable
  let edits: DocumentEdits
  var shape: Shape { base.shape }
  var writer: Writer
  var remarks = DocumentRemarks()
  /// False as soon as nobody takes any more.
  private(set) var isWanted = true
  private let pause: Pause

  init(_ edits: DocumentEdits, _ writer: Writer, pause: @escaping Pause) {
    self.edits = edits
    base = edits.base
    self.writer = writer
    self.pause = pause
  }

  mutating func run() throws(DataError) {
    guard let table = edits.table else {
      try copy(.node(base.root))
      return finish()
    }
    remarks.hasMovedFields = edits.hasMovedLooseSection
    if let path = shape.sections {
      try write(base.root, path.steps[...]) { run, node throws(DataError) in
        try run.writeSections(table.sections, in: node)
      }
    } else if case .own(let section)? = table.sections[0] {
      try writeOnlySection(section)
    } else {
      try copy(.node(base.root))
    }
    finish()
  }

  /// Writes the document with a table in another form where its own one stood.
  mutating func run(
    _ source: any TableSource, as form: TableWriting.Form, _ outline: TableOutline
  ) throws(DataError) {
    let place = try edits.place(of: form)
    try write(base.root, place.path.steps[...], lastKey: place.lastKey) {
      run, _ throws(DataError) in
      try run.write(source, as: form, outline)
    }
    finish()
  }

  private mutating func write(
    _ source: any TableSource, as form: TableWriting.Form, _ outline: TableOutline
  ) throws(DataError) {
    var run = TableWritingRun(outline, form, writer, isPart: true)
    isWanted = try run.write(source, pause: pause)
    writer = run.writer
  }

  private mutating func finish() {
    if isWanted { writer.finish() }
  }

  // MARK: What goes through as it stands

  mutating func add(_ value: Value) throws(DataError) {
    guard isWanted else { return }
    try writer.add(value)
    isWanted = try pause(&writer)
  }

  mutating func copy(_ content: DocumentChild.Content) throws(DataError) {
    switch content {
    case .value(let value): try add(value)
    case .node(let node):
      guard node.kind != .scalar else { return try add(node.value()) }
      try begin(isRecord: node.kind == .record)
      writer.losses.repeats += node.lostValues
      var children = try node.children()
      while isWanted, let child = try children.next() { try copy(child, key: child.key) }
      end()
    }
  }

  mutating func copy(_ child: DocumentChild, key: String?) throws(DataError) {
    if let key { writer.put(key: key) }
    try copy(child.content)
  }

  mutating func begin(isRecord: Bool) throws(DataError) {
    if isRecord { try writer.beginRecord() } else { try writer.beginArray() }
  }

  mutating func end() {
    if isWanted { writer.end() }
  }
}

/// What becomes of the title of something that is in the document already.
struct TitleChange {
  /// Where it stands, in the thing.
  var path: FieldPath
  var title: String

  /// The title as a field holds it: what was a number stays one, as far as the title is one.
  func value(replacing old: Value?) -> Value { .title(title, replacing: old) }
}

extension Value {
  /// A title as a field holds it: what was a number stays one, as far as the title is one.
  static func title(_ title: String, replacing old: Value?) -> Value {
    if case .number? = old, case .number(let number) = PlainText.value(of: title) {
      return .number(number)
    }
    return .string(title)
  }
}

extension DocumentRun {
  /// Writes a value with other content at the end of a path; what is missing on the way is made.
  ///
  /// - Parameters:
  ///   - lastKey: the key that the path ends with, where it is to be another one.
  ///   - content: writes what the path leads to, given what stands there now.
  mutating func write(
    _ node: (any DocumentNode)?, _ path: ArraySlice<FieldPath.Step>, _ change: TitleChange? = nil,
    lastKey: String? = nil,
    content: (inout Self, (any DocumentNode)?) throws(DataError) -> Void
  ) throws(DataError) {
    guard let step = path.first else { return try content(&self, node) }
    let rest = path.dropFirst()
    guard case .key(let key) = step else {
      return try writeElement(of: node, step, rest, content)
    }
    try writer.beginRecord()
    var isFound = false
    for field in try node?.fields(&writer.losses.repeats) ?? [] where isWanted {
      guard let name = field.key else { continue }
      if name == key {
        isFound = true
        writer.put(key: rest.isEmpty ? lastKey ?? key : key)
        try write(field.content.node, rest, lastKey: lastKey, content: content)
      } else {
        try copy(try changed(field, name, change), key: name)
      }
    }
    if let name = change?.path.steps.first?.name, try node?.find(FieldPath(key: name)) == nil {
      try addTitle(change)
    }
    if !isFound {
      writer.put(key: key)
      try write(nil, rest, content: content)
    }
    end()
  }

  private mutating func writeElement(
    of node: (any DocumentNode)?, _ step: FieldPath.Step, _ rest: ArraySlice<FieldPath.Step>,
    _ content: (inout Self, (any DocumentNode)?) throws(DataError) -> Void
  ) throws(DataError) {
    guard let node, case .index(let index) = step else { return try content(&self, nil) }
    let position = try node.position(ofElement: index)
    try writer.beginArray()
    var (number, children) = (0, try node.children())
    while isWanted, let child = try children.next() {
      if number == position {
        try write(child.content.node, rest, content: content)
      } else {
        try copy(child.content)
      }
      number += 1
    }
    end()
  }

  /// Writes a thing as it stands, but for its title.
  mutating func copy(_ node: any DocumentNode, _ change: TitleChange?) throws(DataError) {
    guard let change, node.kind == .record else {
      if change != nil { remarks.lostTitles += 1 }
      return try copy(.node(node))
    }
    try writer.beginRecord()
    var isFound = false
    for field in try node.fields(&writer.losses.repeats) where isWanted {
      guard let name = field.key else { continue }
      isFound = isFound || name == change.path.steps.first?.name
      try copy(try changed(field, name, change), key: name)
    }
    if !isFound { try addTitle(change) }
    end()
  }

  private mutating func addTitle(_ change: TitleChange?) throws(DataError) {
    guard let change, let key = change.path.steps.first?.name, isWanted else { return }
    writer.put(key: key)
    let rest = change.path.steps.dropFirst()
    let title = Value.string(change.title)
    try add(rest.isEmpty ? title : Value.record(Record()).replacing(rest, with: title) ?? title)
  }

  /// A field, with the title where it holds that.
  private func changed(_ field: DocumentChild, _ name: String, _ change: TitleChange?)
    throws(DataError) -> DocumentChild
  {
    guard let change, case .key(name)? = change.path.steps.first else { return field }
    let rest = change.path.steps.dropFirst()
    let old = try field.content.node.value()
    let title = change.value(replacing: old[path: FieldPath(Array(rest))])
    return DocumentChild(
      key: name, content: .value(old.replacing(rest, with: title) ?? old))
  }
}
