package import TableModel

/// A value of an open document where it stands, of which no more is read than is asked for.
package protocol DocumentNode: Sendable {
  var kind: DocumentNodeKind { get }

  /// The whole value.
  func value() throws(DataError) -> Value

  /// How many values the container itself lost when it was read, to keys that stand there again.
  var lostValues: Int { get }

  /// The children of a container, in their order; none of a scalar.
  func children() throws(DataError) -> any DocumentChildren
}

package enum DocumentNodeKind: Sendable, Hashable {
  case record
  case list
  /// Null too.
  case scalar
}

/// A child of a container: a value where that is small, a place where its own children are better
/// read one by one.
package struct DocumentChild: Sendable {
  package enum Content: Sendable {
    case value(Value)
    case node(any DocumentNode)
  }

  /// Nil in a list.
  package var key: String?
  package var content: Content

  package init(key: String? = nil, content: Content) {
    (self.key, self.content) = (key, content)
  }
}

extension DocumentChild.Content {
  package var node: any DocumentNode {
    switch self {
    case .value(let value): ValueNode(value)
    case .node(let node): node
    }
  }

  package var isContainer: Bool {
    switch self {
    case .value(let value): value.isContainer
    case .node(let node): node.kind != .scalar
    }
  }
}

/// Children of a container, read one after the other.
package protocol DocumentChildren {
  /// The next child; nil after the last one.
  mutating func next() throws(DataError) -> DocumentChild?
}

extension DocumentNode {
  package var lostValues: Int { 0 }

  /// The fields of a record. A key that is written twice keeps its first place and its last value,
  /// as in a value that was read.
  package func fields() throws(DataError) -> [DocumentChild] {
    var lost = 0
    return try fields(&lost)
  }

  /// - Parameter lost: gets one more for each value that is left out.
  package func fields(_ lost: inout Int) throws(DataError) -> [DocumentChild] {
    lost += lostValues
    var fields: [DocumentChild] = []
    var places = KeyPlaces()
    var children = try children()
    while let child = try children.next() {
      let place = places.place(of: child.key ?? "")
      if place == fields.count {
        fields.append(child)
      } else {
        fields[place] = child
        lost += 1
      }
    }
    return fields
  }

  /// What the value says about itself: its scalars and small records.
  package func outline(depth: Int = 2) throws(DataError) -> Value {
    guard kind == .record, depth > 0 else { return kind == .scalar ? try value() : .null }
    var record = Record()
    for field in try fields() {
      record[field.key ?? ""] = try field.content.node.outline(depth: depth - 1)
    }
    return .record(record)
  }

  /// What a path leads to; nil where it leads nowhere.
  package func find(_ path: FieldPath) throws(DataError) -> (any DocumentNode)? {
    var node: any DocumentNode = self
    for step in path.steps {
      guard let next = try node.child(at: step) else { return nil }
      node = next
    }
    return node
  }

  private func child(at step: FieldPath.Step) throws(DataError) -> (any DocumentNode)? {
    switch (step, kind) {
    case (.key(let key), .record): return try fields().first { $0.key == key }?.content.node
    case (.index(let index), .list):
      guard let position = try position(ofElement: index) else { return nil }
      var children = try children()
      for _ in 0..<position { _ = try children.next() }
      return try children.next()?.content.node
    default: return nil
    }
  }

  /// The place of an element from the beginning; nil for one that is not there.
  package func position(ofElement index: Int) throws(DataError) -> Int? {
    guard index < 0 else { return index }
    var count = 0
    var children = try children()
    while try children.next() != nil { count += 1 }
    return count + index >= 0 ? count + index : nil
  }
}

/// A value in memory.
package struct ValueNode: DocumentNode {
  private let whole: Value

  package init(_ value: Value) {
    whole = value
  }

  package var kind: DocumentNodeKind {
    switch whole {
    case .record: .record
    case .array: .list
    default: .scalar
    }
  }

  package func value() -> Value { whole }

  package var lostValues: Int { whole.record?.lostValues ?? 0 }

  package func children() -> any DocumentChildren { ValueChildren(Child.all(of: whole)[...]) }
}

/// Children that are in memory.
package struct ValueChildren: DocumentChildren {
  private var rest: ArraySlice<Child>

  package init(_ children: ArraySlice<Child>) {
    rest = children
  }

  package mutating func next() -> DocumentChild? {
    guard let child = rest.popFirst() else { return nil }
    return DocumentChild(key: child.key, content: Self.content(child.value))
  }

  /// A container with more elements than this is written in pieces.
  private static let leafLimit = 4096

  /// Containers that hold containers are gone through, so that what is written of a document can
  /// be taken in pieces.
  private static func content(_ value: Value) -> DocumentChild.Content {
    let isLeaf =
      switch value {
      case .array(let elements):
        elements.count <= leafLimit && !elements.contains(where: \.isContainer)
      case .record(let record):
        record.count <= leafLimit && !record.fields.contains { $0.value.isContainer }
      default: true
      }
    return isLeaf ? .value(value) : .node(ValueNode(value))
  }
}

/// A table that shows a document, whose values can be asked for where they stand.
package protocol DocumentTable: TableSource {
  var shape: Shape { get }

  var root: any DocumentNode { get }

  /// Whether the first section gathers the scalars that stand among the others.
  var hasLooseSection: Bool { get }

  /// The first element of the document where that names the columns of the others, which are lists.
  var header: [String]? { get }

  /// The section, row or item at an address, with its key.
  func child(at address: Address) throws(DataError) -> DocumentChild?

  /// The rows of a section that is not a gathering, or the items of a row, from an index on.
  func children(of parent: Address, from index: Int) throws(DataError) -> any DocumentChildren

  /// The sections from an index on, where none of them is a gathering.
  func sectionChildren(from index: Int) throws(DataError) -> any DocumentChildren

  /// Reads the document, which has to be as it was when it was opened, to its end.
  func readingDocument(_ read: () throws(DataError) -> Void) throws(DataError)
}

extension DocumentTable {
  package var header: [String]? { nil }
}

extension DocumentTable {
  package var outerLevels: [OuterLevel] {
    OuterLevel.outwards.filter { level in
      shape.list(below: level).map { !$0.steps.isEmpty } ?? false
    }
  }

  package func outerRecord(_ level: OuterLevel, around address: Address)
    throws(DataError) -> Value?
  {
    try readOuterRecord(level, around: address)
  }

  /// The same for any document, from its nodes.
  func readOuterRecord(_ level: OuterLevel, around address: Address)
    throws(DataError) -> Value?
  {
    guard let list = shape.list(below: level), !list.steps.isEmpty else { return nil }
    if level == .document { return try root.record(without: list.steps[...]) }
    if hasLooseSection, address.section == 0 { return nil }
    let place = level == .section ? Address(address.section) : address.rowAddress
    return try child(at: place)?.content.node.record(without: list.steps[...])
  }
}

extension Shape {
  /// The path from a record of a level to the list of the next one; nil for a level that is not
  /// taken from the data.
  package func list(below level: OuterLevel) -> FieldPath? {
    switch level {
    case .row: rows == nil ? nil : items
    case .section: sections == nil ? nil : rows ?? items
    case .document: sections ?? rows ?? items
    }
  }
}

extension DocumentNode {
  /// The record without what stands at a path; nil for what is not a record.
  ///
  /// - Complexity: O(text of the record): what is left out is skipped and not read.
  package func record(without path: ArraySlice<FieldPath.Step>) throws(DataError) -> Value? {
    guard kind == .record else { return nil }
    var record = Record()
    for field in try fields() {
      let key = field.key ?? ""
      guard case .key(key)? = path.first else {
        record[key] = try field.content.node.value()
        continue
      }
      guard path.count > 1 else { continue }
      record[key] = try field.content.node.record(without: path.dropFirst())
    }
    return .record(record)
  }
}

// MARK: - The ways from a document's root to what its table shows

extension DocumentTable {
  /// The way to the section, row or item at an address: its value in the document, which has the
  /// list that the table shows of it inside.
  ///
  /// - Parameter new: where it stands once edits are written; its numbers are those of lists then.
  /// - Returns: nil where nothing is there, and for the gathering of what belongs to no section.
  /// - Complexity: O(log records) where the document is indexed; O(fields of the container) beside
  ///   sections that are gathered.
  package func path(to address: Address, writtenAt new: Address? = nil) throws(DataError)
    -> FieldPath?
  {
    let new = new ?? address
    var path = FieldPath()
    if let sections = shape.sections {
      path.steps += sections.steps
      if hasLooseSection {
        guard let step = try mixedStep(to: address, in: sections) else { return nil }
        path.steps.append(step)
        if address.section == 0 { return path }
      } else {
        guard let child = try child(at: Address(address.section)) else { return nil }
        path.steps.append(child.key.map { .key($0) } ?? .index(new.section))
      }
    }
    guard let row = address.row else { return path }
    if let rows = shape.rows {
      guard let child = try child(at: address.rowAddress) else { return nil }
      path.steps += rows.steps
      // A header stands in front of the rows.
      let number = (new.row ?? row) + (header == nil ? 0 : 1)
      path.steps.append(child.key.map { .key($0) } ?? .index(number))
    }
    guard let item = address.item else { return path }
    guard let items = shape.items, let child = try child(at: address) else { return nil }
    path.steps += items.steps
    path.steps.append(child.key.map { .key($0) } ?? .index(new.item ?? item))
    return path
  }

  /// The way from a record to one of its fields: a column of its list where a header names those.
  package func written(_ field: FieldPath) -> FieldPath {
    guard let header, case .key(let key)? = field.steps.first,
      let column = header.firstIndex(of: key)
    else { return field }
    return FieldPath([.index(column)] + field.steps.dropFirst())
  }

  /// The step to a section where scalars stand among them, which the first section gathers.
  private func mixedStep(to address: Address, in sections: FieldPath) throws(DataError)
    -> FieldPath.Step?
  {
    let isLoose = address.section == 0
    guard let node = try root.find(sections),
      var rest = isLoose ? address.row : address.section - 1
    else { return nil }
    for (index, child) in try node.fields().enumerated()
    where child.content.isContainer != isLoose {
      if rest == 0 { return child.key.map { .key($0) } ?? .index(index) }
      rest -= 1
    }
    return nil
  }
}

extension FieldPath {
  /// The path as jq takes it: `.users[3]["unit price"]`.
  ///
  /// - Returns: nil where something on the way is computed.
  package var jq: String? {
    var text = ""
    for step in steps {
      switch step {
      case .key(let key) where Self.isName(key): text += ".\(key)"
      case .key(let key): text += "[\(JSONWriter.text(of: .string(key)))]"
      case .index(let index): text += "[\(index)]"
      case .computed: return nil
      }
    }
    return text.hasPrefix(".") ? text : "." + text
  }

  /// True for keys that jq takes without quotes.
  private static func isName(_ key: String) -> Bool {
    let letters = key.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 & ~0x20 || $0 == 0x5F }
    let isAllowed = zip(key.utf8, letters).allSatisfy { byte, isLetter in
      isLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
    return isAllowed && letters.first == true
  }
}
