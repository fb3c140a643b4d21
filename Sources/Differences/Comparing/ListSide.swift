import Documents
import Synchronization
import TableModel

/// One of two containers that are compared: its children by digests, to be read again where that
/// is wanted.
struct ListSide: Sendable {
  typealias Reading = @Sendable (Int) throws(DataError) -> DocumentChild

  var digests: [UInt64]
  /// What names the children: their keys in a record; empty where nothing does, zero for a child
  /// without a name.
  var names: [UInt64] = []
  /// Whether digests are of the text, so that different ones may stand for the same data.
  var isOfText = false
  /// A child with its value, or where that is large, its place.
  let read: Reading
  /// A child that is kept: of a text no more than its place.
  let keep: Reading
  /// Reads some children at a time where each by itself would take a way through all before it.
  var prepare: @Sendable ([Int]) throws(DataError) -> Void = { _ in }

  var count: Int { digests.count }

  /// The digest of what names a value; nil where nothing does.
  static func name(of value: Value, _ path: FieldPath) -> UInt64? {
    guard let name = value[path: path] else { return nil }
    let digest = ValueDigest.name(of: name)
    return digest == 0 ? nil : digest
  }

  func name(_ index: Int) -> UInt64 { names.isEmpty ? 0 : names[index] }
}

extension ListSide {
  /// The elements of a list in memory.
  init(_ values: [Value], namedBy path: FieldPath?, _ sameness: Sameness) {
    digests = values.map(sameness.digest(of:))
    if let path { names = values.map { Self.name(of: $0, path) ?? 0 } }
    read = { DocumentChild(content: .value(values[$0])) }
    keep = read
  }

  /// The children of a container in a text.
  init(_ children: ChildDigests) {
    digests = children.digests
    names = children.names
    isOfText = true
    read = { index throws(DataError) in try children.child(at: index) }
    keep = { index throws(DataError) in try children.node(at: index) }
  }

  /// Elements of which only one after the other can be read. Those that are wanted are kept when
  /// they come up again.
  ///
  /// - Parameter progress: called for each element; throws to stop the work.
  init(
    _ node: any DocumentNode, namedBy path: FieldPath?, _ sameness: Sameness,
    progress: (Int) throws(DataError) -> Void
  ) throws(DataError) {
    var (digests, names): ([UInt64], [UInt64]) = ([], [])
    func add(_ content: DocumentChild.Content) throws(DataError) {
      digests.append(try sameness.digest(of: content))
      if let path {
        let value = try content.outlined()
        names.append(Self.name(of: value, path) ?? 0)
      }
      try progress(1)
    }
    if let list = node as? any PlacedElements {
      try list.visitAll { value throws(DataError) in
        try add(.value(value))
        return true
      }
      (self.digests, self.names) = (digests, names)
      read = { index throws(DataError) in try list.element(index) }
      keep = read
      return
    }
    var children = try node.children()
    while let child = try children.next() { try add(child.content.inMemory()) }
    (self.digests, self.names) = (digests, names)
    let passed = PassedElements(node)
    read = { index throws(DataError) in try passed.element(index) }
    keep = read
    prepare = { places throws(DataError) in try passed.prepare(places) }
  }
}

/// A list whose elements can be read wherever they stand.
protocol PlacedElements: DocumentNode {
  /// Visits the elements in their order, until a visit asks to stop.
  func visitAll(_ visit: (Value) throws(DataError) -> Bool) throws(DataError)

  func element(_ index: Int) throws(DataError) -> DocumentChild
}

/// The elements of a list that can be read from its beginning on only: those that are wanted are read
/// at a time, and kept.
final class PassedElements: Sendable {
  private let node: any DocumentNode
  private let kept = Guarded<[Int: DocumentChild]>([:])

  init(_ node: any DocumentNode) {
    self.node = node
  }

  /// - Parameter places: in their order.
  /// - Complexity: O(elements up to the last of them).
  func prepare(_ places: [Int]) throws(DataError) {
    var found: [Int: DocumentChild] = [:]
    var (rest, place) = (places[...], 0)
    var children = try node.children()
    while let wanted = rest.first, let child = try children.next() {
      if place == wanted {
        found[place] = child
        rest = rest.dropFirst()
      }
      place += 1
    }
    kept.withLock { [found] in $0 = found }
  }

  func element(_ index: Int) throws(DataError) -> DocumentChild {
    if let known = kept.withLock({ $0[index] }) { return known }
    try prepare([index])
    guard let found = kept.withLock({ $0[index] }) else {
      throw .shape(message: "an element of a list is no longer there", hint: nil)
    }
    return found
  }
}

/// Runs the same work for two sides at a time, each on a thread of its own.
struct BothSides {
  /// Called on the thread that waits with how much is done; throws to stop the work.
  let checkpoint: (Int) throws(DataError) -> Void
  /// How much was done before.
  private(set) var done = 0

  init(_ checkpoint: @escaping (Int) throws(DataError) -> Void) {
    self.checkpoint = checkpoint
  }

  typealias Work<Side, Result> =
    @Sendable (Side, (Int) throws(DataError) -> Void) throws(DataError) -> Result

  mutating func run<Side: Sendable, Result: Sendable>(
    _ a: Side, _ b: Side, _ work: @escaping Work<Side, Result>
  ) throws(DataError) -> (Result, Result) {
    let outcomes = Outcomes<Result>()
    let (before, sides) = (done, [a, b])
    let checkpoint = checkpoint
    func ask() throws(DataError) { try checkpoint(before + outcomes.done.load(ordering: .relaxed)) }
    try WorkCrew.run(2, ask: ask) { number, crew in
      let outcome: Swift.Result<Result, DataError>
      do throws(DataError) {
        outcome = .success(
          try work(sides[number]) { count throws(DataError) in
            outcomes.done.add(count, ordering: .relaxed)
            if crew.isStopped { throw .cancelled }
          })
      } catch {
        outcome = .failure(error)
      }
      outcomes.found.withLock { $0[number] = outcome }
    }
    done = before + outcomes.done.load(ordering: .relaxed)
    return (try outcomes.take(0), try outcomes.take(1))
  }

  private final class Outcomes<Result: Sendable>: Sendable {
    let done = Atomic<Int>(0)
    let found = Guarded<[Int: Swift.Result<Result, DataError>]>([:])

    func take(_ number: Int) throws(DataError) -> Result {
      guard let outcome = found.withLock({ $0[number] }) else { throw .cancelled }
      return try outcome.get()
    }
  }
}
