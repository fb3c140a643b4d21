import Files
package import TableModel

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

/// A sequence of values that stands for a list of them.
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
