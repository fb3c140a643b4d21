import Files
package import TableModel

/// Where sections, rows and items are in the index.
extension IndexedTable {
  /// A section, a row or an item of the table.
  enum Thing {
    /// The document, standing for a section (or a row) that isn't taken from the data.
    case document
    /// A group above the records, with its level and number.
    case group(level: Int, IndexSnapshot.Group)
    /// A record by its number in the whole text.
    case record(Int)
    /// A scalar among the sections, by the offset of its key.
    case loose(Int)
    /// The section that gathers those.
    case looseSection
  }

  /// Things of one level, by their numbers in the whole text.
  struct Children {
    var level: Int
    var numbers: Range<Int>
    var isExact: Bool

    var extent: Extent { isExact ? .exact(numbers.count) : .atLeast(numbers.count) }
  }

  func section(_ number: Int) -> Thing? {
    guard plan.level(of: .sections) != nil else { return number == 0 ? .document : nil }
    if looseSections > 0, number == 0 { return .looseSection }
    return thing(atLevel: 1, number - looseSections)
  }

  /// The rows of a section as children; nil when the section is its own only row.
  func rows(of section: Thing) -> Children? {
    plan.level(of: .rows).map { children(of: section, atLevel: $0) }
  }

  func row(_ number: Int, of section: Thing) -> Thing? {
    if case .looseSection = section {
      let loose = known.loose
      return loose.indices.contains(number) ? .loose(loose[number]) : nil
    }
    guard let rows = rows(of: section) else { return number == 0 ? section : nil }
    return thing(of: rows, number)
  }

  /// The items of a row; nil for a plain row.
  func items(of row: Thing) -> Children? {
    guard let level = plan.level(of: .items) else { return nil }
    if case .group(_, let group) = row, group.entry.isMissing { return nil }
    return children(of: row, atLevel: level)
  }

  func thing(of children: Children, _ number: Int) -> Thing? {
    guard (0..<children.numbers.count).contains(number) else { return nil }
    return thing(atLevel: children.level, children.numbers.lowerBound + number)
  }

  func thing(atLevel level: Int, _ number: Int) -> Thing? {
    guard (0..<known.totals[level - 1]).contains(number) else { return nil }
    if level == plan.depth { return .record(number) }
    return known.group(atLevel: level, number).map { .group(level: level, $0) }
  }

  private func children(of thing: Thing, atLevel level: Int) -> Children {
    switch thing {
    case .document:
      let document = known.document
      return Children(level: level, numbers: document.children, isExact: document.isExact)
    case .group(_, let group):
      return Children(level: level, numbers: group.children, isExact: group.isExact)
    case .looseSection:
      return Children(level: level, numbers: 0..<known.loose.count, isExact: known.isComplete)
    case .record, .loose:
      return Children(level: level, numbers: 0..<0, isExact: true)
    }
  }
}

extension IndexedTable {
  /// Where a thing begins in the text, its key included.
  func start(of thing: Thing) throws(DataError) -> Int {
    switch thing {
    case .document, .looseSection: content.start
    case .group(_, let group): group.entry.start
    case .record(let number): try start(ofRecord: number)
    case .loose(let offset): offset
    }
  }

  /// The list of a group's children; nil where reading it costs no more than searching for its end.
  func childList(of thing: Thing) throws(DataError) -> KnownList? {
    if case .document = thing {
      guard let container = known.container, let last = known.document.children.last,
        let child = self.thing(atLevel: 1, last)
      else { return nil }
      return KnownList(container: container, last: try start(of: child))
    }
    guard case .group(let level, let group) = thing, let last = group.children.last,
      level + 1 < plan.depth || group.children.count > 2 * ChunkTables.stride,
      let child = self.thing(atLevel: level + 1, last)
    else { return nil }
    return KnownList(container: group.entry.containerOffset, last: try start(of: child))
  }

  /// Where a record begins: after the comma (or bracket) before it.
  ///
  /// - Complexity: O(log chunks) and a scan over 63 records at most.
  func start(ofRecord number: Int) throws(DataError) -> Int {
    guard let anchor = known.anchor(before: number) else {
      throw .shape(message: "there is no record \(number)", hint: nil)
    }
    let skip = number - anchor.record
    guard skip > 0 else { return anchor.offset }
    // An anchor can lie in a group before: then the way leads from the group's own beginning.
    if let first = firstRecord(ofGroupWith: number), first.record > anchor.record {
      return try step(from: first.offset, over: number - first.record)
    }
    return try step(from: anchor.offset, over: skip)
  }

  private func step(from offset: Int, over count: Int) throws(DataError) -> Int {
    guard count > 0 else { return offset }
    let found = content.offset(
      after: count, recordsFrom: offset, isSequence: plan.isSequence && plan.depth == 1)
    guard let found else { throw .changedUnderneath(file: index.file.path) }
    return found
  }

  /// The first record of the group that holds a record, and where it begins.
  private func firstRecord(ofGroupWith number: Int) -> (record: Int, offset: Int)? {
    guard plan.depth > 1, let group = known.lowestGroup(withRecord: number) else { return nil }
    let container = group.entry.containerOffset
    return (group.children.lowerBound, content.contentStart(of: container))
  }
}

/// Whole values.
extension IndexedTable {
  package func value(at address: Address) throws(DataError) -> Value? {
    try reading { () throws(DataError) in
      guard let thing = thing(at: address) else { return nil }
      if index.file.endsAnywhere, !isFrozen, mayGrow(thing) { return try whole(at: address) }
      if address.row != nil, address.item == nil, items(of: thing) != nil {
        return .array(try items(ofStrip: thing))
      }
      return try value(of: thing)
    }
  }

  /// Whether more of a thing may come.
  private func mayGrow(_ thing: Thing) -> Bool {
    switch thing {
    case .document: !known.isComplete
    case .group(_, let group): !group.isExact
    case .record, .loose, .looseSection: false
    }
  }

  /// The value at an address as soon as all of it has come.
  private func whole(at address: Address) throws(DataError) -> Value? {
    var table = self
    while let thing = table.thing(at: address), table.mayGrow(thing) {
      let known = table.known
      _ = try index.wait { known.isBehind($0) }
      table = table.now
    }
    return try table.value(at: address)
  }

  private func value(of thing: Thing) throws(DataError) -> Value {
    if case .looseSection = thing {
      var record = Record()
      for offset in known.loose {
        record[content.key(at: offset) ?? ""] = try content.value(
          at: content.valueStart(at: offset))
      }
      return .record(record)
    }
    if case .document = thing, plan.isSequence {
      return .array(try items(ofStrip: thing))
    }
    return try content.value(at: content.valueStart(at: try start(of: thing)))
  }

  private func items(ofStrip row: Thing) throws(DataError) -> [Value] {
    var values: [Value] = []
    let begin = try container(of: row)
    var sequence = begin
    while let value = try sequence?.next() {
      values.append(value)
      guard let first = begin?.offset, let now = sequence?.offset,
        now - first <= WholeValue.limit
      else { throw WholeValue.tooLarge }
    }
    if begin == nil, let only = scalarContainer(of: row) {
      values.append(try content.value(at: only))
    }
    return values
  }

  /// Where the scalar stands that is the only child of a thing; nil when there is none.
  func scalarContainer(of thing: Thing) -> Int? {
    let offset: Int?
    switch thing {
    case .document: offset = known.container
    case .group(_, let group):
      offset = group.entry.hasContainer ? group.entry.containerOffset : nil
    case .record, .loose, .looseSection: offset = nil
    }
    guard let offset, content.kind(ofValueAt: offset) == .scalar else { return nil }
    return offset
  }

  /// The children of a thing as text; nil when they are no container: null, or one scalar.
  func container(of thing: Thing) throws(DataError) -> (any TextRecords)? {
    let offset: Int
    switch thing {
    case .document where plan.isSequence:
      return content.records(inContainerAt: try start(of: thing), isSequence: true)
    case .document:
      guard let container = known.container else { return nil }
      offset = container
    case .group(_, let group):
      guard group.entry.hasContainer else { return nil }
      offset = group.entry.containerOffset
    case .record, .loose, .looseSection: return nil
    }
    guard content.kind(ofValueAt: offset).isContainer else { return nil }
    return content.records(inContainerAt: offset, isSequence: false)
  }
}

// MARK: - As a document

extension IndexedTable: DocumentTable {
  package var root: any DocumentNode {
    let start = content.start
    if plan.isSequence { return TextSequenceNode(content: content, start: start) }
    return TextNode(content: content, start: content.valueStart(at: start))
  }

  /// - Complexity: O(text of the record), without the list below it where the index knows its end.
  package func outerRecord(_ level: OuterLevel, around address: Address)
    throws(DataError) -> Value?
  {
    guard let list = shape.list(below: level), !list.steps.isEmpty else { return nil }
    guard let path = list.keys else { return try readOuterRecord(level, around: address) }
    return try reading { () throws(DataError) in
      let place = level == .section ? Address(address.section) : address.rowAddress
      let thing = level == .document ? .document : self.thing(at: place)
      switch thing {
      case .document?, .group?, .record?: break
      case .loose?, .looseSection?, nil: return nil
      }
      guard let thing else { return nil }
      if level == .document, plan.isSequence { return nil }
      let start = content.valueStart(at: try start(of: thing))
      guard content.kind(ofValueAt: start) == .record else { return nil }
      return try content.record(at: start, without: path[...], list: childList(of: thing))
    }
  }

  package var hasLooseSection: Bool { looseSections > 0 }

  package func child(at address: Address) throws(DataError) -> DocumentChild? {
    guard let thing = thing(at: address) else { return nil }
    if case .document = thing { return DocumentChild(content: .node(root)) }
    let start = try start(of: thing)
    let value = content.valueStart(at: start)
    return DocumentChild(
      key: content.key(at: start), content: .node(TextNode(content: content, start: value)))
  }

  package func children(of parent: Address, from number: Int) throws(DataError)
    -> any DocumentChildren
  {
    guard let thing = thing(at: parent), let container = try container(of: thing) else {
      return ValueChildren([])
    }
    var address = parent
    if parent.row == nil { address.row = number } else { address.item = number }
    return try children(container, from: self.thing(at: address), isFirst: number == 0)
  }

  package func sectionChildren(from number: Int) throws(DataError) -> any DocumentChildren {
    guard let container = try container(of: .document) else { return ValueChildren([]) }
    return try children(container, from: section(number), isFirst: number == 0)
  }

  private func children(_ container: any TextRecords, from first: Thing?, isFirst: Bool)
    throws(DataError) -> any DocumentChildren
  {
    guard let first else { return ValueChildren([]) }
    var records = container
    if !isFirst { records.begin(at: try start(of: first)) }
    return TextChildren(records: records, file: index.file)
  }

  package func readingDocument(_ read: () throws(DataError) -> Void) throws(DataError) {
    // What arrives is read to its end, which has to be there.
    if index.file.endsAnywhere { _ = try index.wait { $0.isComplete } }
    try reading { () throws(DataError) in
      try index.whileReading(read)
      try index.file.check()
      // What is wrong behind the root is found by the index alone.
      if !now.known.isComplete { _ = try index.wait { $0.isComplete } }
    }
  }
}

/// A value in a mapped text.
struct TextNode: DocumentNode {
  let content: any TextNotation
  /// The offset of its first byte.
  let start: Int

  /// Texts of containers from this size on, in bytes, are gone through child by child.
  static let large = 1 << 18

  var kind: DocumentNodeKind {
    switch content.kind(ofValueAt: start) {
    case .record: .record
    case .list: .list
    case .scalar, .null: .scalar
    }
  }

  func value() throws(DataError) -> Value { try content.value(at: start) }

  func children() -> any DocumentChildren {
    guard kind != .scalar else { return ValueChildren([]) }
    return TextChildren(
      records: content.records(inContainerAt: start, isSequence: false), file: content.file)
  }
}

/// Values that follow one another in a file, shown as a list.
struct TextSequenceNode: DocumentNode {
  let content: any TextNotation
  let start: Int

  var kind: DocumentNodeKind { .list }

  func value() throws(DataError) -> Value {
    var values: [Value] = []
    var records = content.records(inContainerAt: start, isSequence: true)
    while let value = try records.next() { values.append(value) }
    return .array(values)
  }

  func children() -> any DocumentChildren {
    TextChildren(
      records: content.records(inContainerAt: start, isSequence: true), file: content.file)
  }
}

/// The children of a container in a mapped text, whose memory is given back as they are passed.
struct TextChildren: DocumentChildren {
  private var records: any TextRecords
  private let file: MappedFile
  private var released: Int
  /// How much text is passed before its memory is given back.
  private static let releaseStep = 1 << 24

  init(records: any TextRecords, file: MappedFile) {
    self.records = records
    self.file = file
    released = records.offset
  }

  mutating func next() throws(DataError) -> DocumentChild? {
    if records.offset - released > Self.releaseStep {
      try file.check()
      file.release(released..<records.offset)
      released = records.offset
    }
    return try records.nextChild()
  }
}
