import Files
import Foundation
import Synchronization
package import TableModel

/// A large property list in binary form that stays in its file.
package struct BinaryDocument: TableDocument {
  package let name: String
  package var format: String { FileForm.binaryPropertyList.title }
  private let objects: BinaryObjects
  private let head: DocumentHead
  private let check: BinaryCheck

  /// How many objects are read to find out the shape.
  static let headShare = 1 << 14
  /// Documents that have to be read as a whole are refused beyond this size.
  private static let eagerLimit = 1 << 29

  /// Maps a file and reads its trailer and its head.
  ///
  /// - Parameter headShare: how many objects to read to find out the shape.
  init(path: String, name: String, headShare: Int = headShare) throws(DataError) {
    try self.init(try MappedFile(path: path), name: name, headShare: headShare)
  }

  init(_ file: MappedFile, name: String, headShare: Int = headShare) throws(DataError) {
    self.name = name
    let objects = try BinaryObjects(file: file)
    self.objects = objects
    check = BinaryCheck(objects)
    head = try file.reading { () throws(DataError) in try objects.head(headShare) }
  }

  package var hasChanged: Bool { objects.file.hasChanged }

  package var isLost: Bool { objects.file.isLost }

  package var fitsInMemory: Bool { objects.file.count <= Self.eagerLimit }

  package func table(shape: Shape?) throws(DataError) -> ShapedTable {
    let fit = try head.fitting(shape)
    let stated = fit.shape
    guard stated.sections != nil || stated.rows != nil || stated.items != nil else {
      return try eagerTable(shape)
    }
    let source = try objects.file.reading { () throws(DataError) in
      try BinaryTable(objects, shape: stated, check: check)
    }
    let counts = source.counts()
    let lowest =
      stated.items != nil ? counts.items : stated.rows != nil ? counts.rows : counts.sections
    if !fit.isTrusted, lowest == .exact(0) {
      // The shape has found nothing anywhere in the document: the head says what is missing.
      _ = try TableBuilder(shape: stated, root: head.value).checked()
    }
    check.start()
    return fit.table(source)
  }

  /// For shapes that can only be served from memory.
  private func eagerTable(_ shape: Shape?) throws(DataError) -> ShapedTable {
    guard fitsInMemory else {
      throw .shape(
        message: "'\(name)' is too large for this shape: \(objects.file.count >> 20) MiB",
        hint: "state where its rows are, for example --rows PATH or --sections PATH")
    }
    let value = try objects.file.reading { () throws(DataError) in try objects.value(objects.top) }
    return try ValueDocument(name: name, value: value, format: format).table(shape: shape)
  }
}

extension BinaryTable: DocumentTable {
  package var root: any DocumentNode {
    BinaryNode(objects: objects, child: objects.top, depth: depth)
  }

  /// How many containers lie around a record at most: these are gone through child by child.
  ///
  /// Objects may be shared, so that going through all would take time without a bound.
  private var depth: Int {
    [shape.sections, shape.rows, shape.items].reduce(0) { depth, path in
      depth + (path.map { $0.steps.count + 1 } ?? 0)
    }
  }

  package func child(at address: Address) throws(DataError) -> DocumentChild? {
    guard let child = try binaryChild(at: address) else { return nil }
    return DocumentChild(
      key: child.key, content: .node(BinaryNode(objects: objects, child: child, depth: depth)))
  }

  package func children(of parent: Address, from index: Int) throws(DataError)
    -> any DocumentChildren
  {
    guard let children = try binaryChildren(of: parent) else { return ValueChildren([]) }
    return BinaryNodeChildren(objects: objects, children: children, number: index, depth: depth)
  }

  package func sectionChildren(from index: Int) throws(DataError) -> any DocumentChildren {
    guard let path = shape.sections, let container = try objects.find(path, from: objects.top)
    else { return ValueChildren([]) }
    return BinaryNodeChildren(
      objects: objects, children: try objects.children(of: container), number: index, depth: depth)
  }

  package func readingDocument(_ read: () throws(DataError) -> Void) throws(DataError) {
    try objects.file.reading(read)
  }
}

/// An object of a mapped binary property list.
package struct BinaryNode: DocumentNode {
  let objects: BinaryObjects
  let child: BinaryChildren.Child
  /// How many levels of containers below it are gone through child by child.
  let depth: Int

  package var kind: DocumentNodeKind {
    // What can't be read says so when its value is asked for.
    switch try? objects.kind(child) {
    case .record: .record
    case .list: .list
    case .null, .scalar, nil: .scalar
    }
  }

  package func value() throws(DataError) -> Value { try objects.value(child) }

  package func children() throws(DataError) -> any DocumentChildren {
    guard kind != .scalar else { return ValueChildren([]) }
    return BinaryNodeChildren(
      objects: objects, children: try objects.children(of: child), number: 0, depth: depth)
  }
}

private struct BinaryNodeChildren: DocumentChildren {
  let objects: BinaryObjects
  let children: BinaryChildren
  var number: Int
  let depth: Int

  mutating func next() throws(DataError) -> DocumentChild? {
    guard number < children.count else { return nil }
    defer { number += 1 }
    let child = children.child(number, in: objects)
    let node = BinaryNode(objects: objects, child: child, depth: depth - 1)
    guard depth > 1, node.kind != .scalar else {
      return DocumentChild(key: child.key, content: .value(try node.value()))
    }
    return DocumentChild(key: child.key, content: .node(node))
  }
}

/// Checks all objects of a binary property list, in steps.
///
/// It goes the way of `BinaryPropertyListReader` and makes the same checks in the same order, but
/// keeps no values: what it finds wrong is what reading the whole file would find.
struct BinaryVerification: TextVerification {
  private let reader: BinaryPropertyListReader
  private var open: [BinaryPropertyListReader.Container] = []
  private var visited = 0
  private var unfolded = 0
  private var hasBegun = false

  init(_ reader: BinaryPropertyListReader) { self.reader = reader }

  /// The share of the objects that was checked, in bytes of the file: objects may lie anywhere.
  var offset: Int {
    let share = min(1, Double(visited) / Double(reader.trailer.objectCount))
    return Int(Double(reader.bytes.count) * share)
  }

  mutating func advance(by step: Int) throws(DataError) -> Bool {
    if !hasBegun {
      hasBegun = true
      try begin(
        reader.trailer.top,
        referredFrom: reader.bytes.count - BinaryPropertyListReader.Trailer.size)
    }
    var left = max(1, step / Self.bytesInObject)
    while left > 0, let last = open.indices.last {
      if open[last].next < open[last].count {
        try takeNext(of: last)
        left -= 1
      } else {
        open.removeLast()
      }
    }
    return !open.isEmpty
  }

  /// About how many bytes of a file an object takes, its references included.
  private static let bytesInObject = 16

  private mutating func takeNext(of index: Int) throws(DataError) {
    let container = open[index]
    open[index].next += 1
    var place = container.place(reader.trailer)
    if container.isRecord {
      try checkKey(reader.reference(at: place), referredFrom: place)
      place += container.keySpan(reader.trailer)
    }
    try begin(reader.reference(at: place), referredFrom: place)
  }

  private mutating func checkKey(_ object: Int, referredFrom place: Int) throws(DataError) {
    let offset = try reader.offset(of: object, referredFrom: place)
    try checkScalar(at: offset, referredFrom: place)
    guard [0x50, 0x60].contains(reader.bytes[offset] & 0xF0) else {
      throw reader.damaged(at: place, "a key that is not text")
    }
  }

  private mutating func checkScalar(at offset: Int, referredFrom place: Int) throws(DataError) {
    unfolded += try reader.longSize(at: offset)
    guard unfolded <= reader.mostBytes else { throw reader.tooOften(at: place) }
    try reader.checkScalar(at: offset)
  }

  private mutating func begin(_ object: Int, referredFrom place: Int) throws(DataError) {
    visited += 1
    guard visited < reader.mostObjects else { throw reader.unending(at: place) }
    let offset = try reader.offset(of: object, referredFrom: place)
    guard reader.isContainer(at: offset) else {
      return try checkScalar(at: offset, referredFrom: place)
    }
    guard !open.contains(where: { $0.object == object }) else {
      throw reader.damaged(at: place, "an object that contains itself")
    }
    guard open.count < ValueBuilder.depthLimit else {
      throw .tooDeep(file: reader.file, at: nil, limit: ValueBuilder.depthLimit)
    }
    open.append(try reader.container(object, at: offset))
  }
}

/// Checks a binary property list behind the prompt, for as long as a table of it is there.
final class BinaryCheck: Sendable {
  private let file: MappedFile
  private let verification: BinaryVerification
  private let progress = VerificationProgress()
  private let work = Work()

  /// What the thread refers to. It must not refer to the check itself, whose end ends the thread.
  private final class Work: Sendable {
    let isBegun = Atomic<Bool>(false)
    let isCancelled = Atomic<Bool>(false)
  }

  /// In milliseconds: the first screen comes before.
  private static let patience = 20

  init(_ objects: BinaryObjects) {
    file = objects.file
    verification = objects.verification
  }

  deinit { work.isCancelled.store(true, ordering: .relaxed) }

  /// Begins the check, once.
  func start() {
    guard !work.isBegun.exchange(true, ordering: .relaxed) else { return }
    let (file, verification, progress, work) = (file, verification, progress, work)
    Thread.begin {
      Pause.upTo(Self.patience) { !work.isCancelled.load(ordering: .relaxed) }
      progress.run(verification, of: file) { work.isCancelled.load(ordering: .relaxed) }
    }
  }

  var activity: SourceActivity {
    let state = progress.state
    let share = Double(state.offset) / Double(max(1, file.count))
    return SourceActivity(
      verifying: state.isDone || state.error != nil ? nil : share, isVerified: state.isDone,
      error: state.error)
  }
}
