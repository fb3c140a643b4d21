package import Documents
package import TableModel

/// Compares two values, container by container.
struct Comparer {
  let sameness: Sameness
  /// The key that names records, where somebody has said so.
  let identity: FieldPath?
  var sides: BothSides
  var comparison = DocumentComparison()
  /// Whether any record that was looked at has the key that somebody has said.
  var hasMetIdentity = false
  /// How many differences were found, and how many values were lost to repeated keys.
  private var found = 0
  var lost = 0
  private let mostFound: Int

  init(
    _ sameness: Sameness, identity: FieldPath?, mostFound: Int,
    checkpoint: @escaping (Int) throws(DataError) -> Void
  ) {
    (self.sameness, self.identity, self.mostFound) = (sameness, identity, mostFound)
    sides = BothSides(checkpoint)
  }

  typealias Content = DocumentChild.Content

  /// - Parameter place: the way to both, without places in lists.
  /// - Returns: nil where both are the same as data.
  mutating func compare(_ a: Content, _ b: Content, _ place: [String]) throws(DataError) -> Delta? {
    if case .value(let x) = try a.inMemory(), case .value(let y) = try b.inMemory() {
      return try compare(x, y, place)
    }
    let (x, y) = (a.node, b.node)
    switch (x.kind, y.kind) {
    case (.record, .record): return try compareRecords(x, y, place)
    case (.list, .list): return try compareLists(x, y, place)
    default: return try replaced(a, b)
    }
  }

  mutating func compare(_ a: Value, _ b: Value, _ place: [String]) throws(DataError) -> Delta? {
    switch (a, b) {
    case (.record(let x), .record(let y)):
      lost += x.lostValues + y.lostValues
      func fields(_ record: Record) -> [DocumentChild] {
        record.fields.map { DocumentChild(key: $0.key, content: .value($0.value)) }
      }
      return try compareFields(fields(x), fields(y), place)
    case (.array(let x), .array(let y)): return try compareLists(x, y, place)
    default: return sameness.areSame(a, b) ? nil : try replaced(.value(a), .value(b))
    }
  }

  private mutating func replaced(_ a: Content, _ b: Content) throws(DataError) -> Delta {
    try count()
    return .replaced(old: a, new: b)
  }

  /// Counts a difference.
  mutating func count() throws(DataError) {
    found += 1
    guard found <= mostFound else {
      throw .shape(
        message: "the documents have more than \(mostFound) differences",
        hint: "they have little in common: compare a part of them, or name the key of their "
          + "records")
    }
    if found % 1024 == 0 { try sides.checkpoint(sides.done) }
  }
}

// MARK: - Records

extension Comparer {
  private mutating func compareRecords(
    _ a: any DocumentNode, _ b: any DocumentNode, _ place: [String]
  ) throws(DataError) -> Delta? {
    guard let x = a as? any DigestedNode, let y = b as? any DigestedNode else {
      return try compareFields(a.fields(&lost), b.fields(&lost), place)
    }
    let found = try sides.run(x, y) { node, progress throws(DataError) in
      try node.digests(namedBy: nil, progress: progress)
    }
    guard let old = found.0, let new = found.1, old.names.repeated == nil,
      new.names.repeated == nil
    else { return try compareFields(a.fields(&lost), b.fields(&lost), place) }
    return try compareFields(ListSide(old), ListSide(new), place)
  }

  /// Records with keys that stand there once, by the digests of their fields.
  private mutating func compareFields(
    _ a: ListSide, _ b: ListSide, _ place: [String]
  ) throws(DataError) -> Delta? {
    var (pairs, left): ([(Int, Int)], [UInt64: Int]) = ([], [:])
    let runs = Alignment(a.names, b.names).runs
    for run in runs {
      for step in 0..<run.count where !Self.areSame(a, run.a + step, b, run.b + step) {
        pairs.append((run.a + step, run.b + step))
      }
    }
    var entries: [ContainerDelta.Entry] = []
    let gaps = runs.gaps(a.count, b.count)
    for gap in gaps { for index in gap.b { left[b.names[index]] = index } }
    for gap in gaps {
      for index in gap.a {
        if let other = left.removeValue(forKey: a.names[index]) {
          if !Self.areSame(a, index, b, other) { pairs.append((index, other)) }
        } else {
          entries.append(try only(a.keep(index), old: index))
        }
      }
    }
    for index in left.values.sorted() { entries.append(try only(b.keep(index), new: index)) }
    for (index, other) in pairs {
      let (x, y) = (try a.read(index), try b.read(other))
      try add(&entries, (x, index), (y, other), place)
    }
    return Self.delta(entries, isRecord: true)
  }

  private static func areSame(_ a: ListSide, _ i: Int, _ b: ListSide, _ j: Int) -> Bool {
    a.digests[i] == b.digests[j] && a.digests[i] != 0
  }

  private mutating func compareFields(
    _ a: [DocumentChild], _ b: [DocumentChild], _ place: [String]
  ) throws(DataError) -> Delta? {
    var entries: [ContainerDelta.Entry] = []
    let isInOrder =
      a.count == b.count
      && zip(a, b).allSatisfy { ExactText($0.key ?? "") == ExactText($1.key ?? "") }
    if isInOrder {
      for index in a.indices { try add(&entries, (a[index], index), (b[index], index), place) }
      return Self.delta(entries, isRecord: true)
    }
    var left: [ExactText: Int] = Dictionary(minimumCapacity: b.count)
    for (index, field) in b.enumerated() { left[ExactText(field.key ?? "")] = index }
    for (index, field) in a.enumerated() {
      if let other = left.removeValue(forKey: ExactText(field.key ?? "")) {
        try add(&entries, (field, index), (b[other], other), place)
      } else {
        entries.append(try only(field, old: index))
      }
    }
    for index in left.values.sorted() { entries.append(try only(b[index], new: index)) }
    return Self.delta(entries, isRecord: true)
  }

  /// Adds what two fields of the same key differ in.
  private mutating func add(
    _ entries: inout [ContainerDelta.Entry], _ a: (child: DocumentChild, index: Int),
    _ b: (child: DocumentChild, index: Int), _ place: [String]
  ) throws(DataError) {
    let key = b.child.key ?? ""
    guard let delta = try compare(a.child.content, b.child.content, place + [key]) else { return }
    entries.append(
      ContainerDelta.Entry(key: key, old: a.index, new: b.index, delta: delta, name: key))
  }

  /// A child that is only in one of two containers.
  mutating func only(
    _ child: DocumentChild, old: Int? = nil, new: Int? = nil
  ) throws(DataError) -> ContainerDelta.Entry {
    try count()
    return ContainerDelta.Entry(
      key: child.key, old: old, new: new, content: child.content, name: child.key)
  }

  /// Entries in the order of the newer container, with what was removed where it stood.
  static func delta(_ entries: [ContainerDelta.Entry], isRecord: Bool) -> Delta? {
    if entries.isEmpty { return nil }
    let new = entries.filter { $0.new != nil }.sorted { ($0.new ?? 0) < ($1.new ?? 0) }
    let gone = entries.filter { $0.new == nil }.sorted { ($0.old ?? 0) < ($1.old ?? 0) }
    var merged: [ContainerDelta.Entry] = []
    merged.reserveCapacity(entries.count)
    // How far the places in the older container lie behind those in the newer one by now.
    var (rest, shift) = (gone[...], 0)
    for entry in new {
      while let next = rest.first, (next.old ?? 0) + shift <= entry.new ?? 0 {
        merged.append(next)
        rest = rest.dropFirst()
        shift -= 1
      }
      merged.append(entry)
      if entry.old == nil { shift += 1 }
    }
    return .inside(ContainerDelta(isRecord: isRecord, entries: merged + rest))
  }
}

extension DocumentChild.Content {
  /// The value itself where all of it is in memory anyway.
  func inMemory() throws(DataError) -> DocumentChild.Content {
    guard case .node(let node) = self else { return self }
    if node is ValueNode || node.kind == .scalar { return .value(try node.value()) }
    return self
  }
}

/// What two values differ in.
package indirect enum Delta: Sendable {
  /// One stands where the other one stood.
  case replaced(old: DocumentChild.Content, new: DocumentChild.Content)
  case inside(ContainerDelta)
}

/// What two records or two lists differ in. What is the same in both is not mentioned.
package struct ContainerDelta: Sendable {
  package var isRecord: Bool
  /// In the order in which people read them: that of the newer one, with what was removed where it
  /// stood.
  package var entries: [Entry]

  /// A child that is not the same in both, or has another place.
  package struct Entry: Sendable {
    /// The key, in a record.
    package var key: String?
    /// Its places in both; nil where it is not there.
    package var old: Int?
    package var new: Int?
    /// The child itself, where it is only in one of them.
    package var content: DocumentChild.Content?
    package var isMoved = false
    /// What it differs in itself.
    package var delta: Delta?
    /// What people call it.
    package var name: String?
  }
}

/// How the elements of lists at one place of the documents were matched.
package struct Matching: Sendable, Hashable {
  /// The way there, without the places in lists: `users.friends`.
  package var place: String
  /// What names the elements; nil where only their places do.
  package var key: FieldPath?
  /// How many elements of the older document were found in the newer one by it.
  package var matched = 0
}

/// What a comparison has found.
package struct DocumentComparison: Sendable {
  /// Nil where the documents are the same as data.
  package internal(set) var delta: Delta?
  /// In the order in which lists were come to.
  package internal(set) var matchings: [Matching] = []
  /// What is worth a word: keys that are not unique, values that were lost.
  package internal(set) var remarks: [String] = []
}

/// Finds the keys that may name the elements of two lists.
package struct IdentityChoice {
  /// The best one first.
  package private(set) var candidates: [FieldPath] = []

  /// How many elements are looked at where lists are long.
  package static let sample = 1024

  private static let usualNames = [
    "id", "_id", "uuid", "guid", "identifier", "key", "code", "slug", "sku", "name", "title",
  ]

  /// - Parameters:
  ///   - old: the first elements of one list.
  ///   - isWhole: whether these are all elements of both.
  package init(_ old: [Value], _ new: [Value], isWhole: Bool) {
    guard let first = old.first(where: { $0.record != nil })?.record, !new.isEmpty else { return }
    var ranked: [(path: FieldPath, common: Int, rank: Int)] = []
    for (index, path) in Self.paths(of: first).enumerated() {
      guard let a = Self.names(path, old), let b = Self.names(path, new) else { continue }
      let common = a.count { b.contains($0) }
      let rank = Self.rank(path)
      // A value that nothing has in common says nothing, unless it is meant to.
      if isWhole, common == 0, rank >= Self.unusual { continue }
      ranked.append((path, common, rank * 1024 + index))
    }
    candidates = ranked.sorted { ($1.common, $0.rank) < ($0.common, $1.rank) }.map(\.path)
  }

  private static let mostPaths = 64

  /// The scalars of a record and of the records in it.
  private static func paths(of record: Record) -> [FieldPath] {
    var paths: [FieldPath] = []
    for field in record.fields {
      if let inner = field.value.record {
        paths += inner.fields.filter { !$0.value.isContainer }.map {
          FieldPath(keys: [field.key, $0.key])
        }
      } else if !field.value.isContainer {
        paths.append(FieldPath(key: field.key))
      }
    }
    return Array(paths.prefix(mostPaths))
  }

  /// The digests of all names; nil where one is missing or stands there again.
  private static func names(_ path: FieldPath, _ values: [Value]) -> Set<UInt64>? {
    var names: Set<UInt64> = Set(minimumCapacity: values.count)
    for value in values {
      guard let name = ListSide.name(of: value, path), names.insert(name).inserted else {
        return nil
      }
    }
    return names
  }

  private static let unusual = 20

  /// Less is better.
  private static func rank(_ path: FieldPath) -> Int {
    guard let key = path.keys?.last else { return unusual }
    let depth = path.steps.count - 1
    if let usual = usualNames.firstIndex(of: key.lowercased()) { return usual + depth * 4 }
    let endings = ["Id", "ID", "_id", "-id", "Key", "_key", "Code", "_code"]
    return (endings.contains(where: key.hasSuffix) ? usualNames.count + depth : unusual + depth)
  }
}

extension [UInt64] {
  /// How many elements that are not zero are there more than once, and one of their places.
  ///
  /// - Complexity: O(n log n), and as much memory again; parts of the list are sorted by themselves.
  var repeated: Int? {
    let bits = count > 1 << 16 ? 12 : 0
    var starts = [Int](repeating: 0, count: (1 << bits) + 1)
    func part(_ element: UInt64) -> Int { bits == 0 ? 0 : Int(element >> UInt64(64 - bits)) }
    for element in self { starts[part(element) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var sorted = self
    var ends = starts
    for element in self {
      sorted[ends[part(element)]] = element
      ends[part(element)] += 1
    }
    for index in 0..<starts.count - 1 where starts[index + 1] - starts[index] > 1 {
      sorted[starts[index]..<starts[index + 1]].sort()
      for place in starts[index] + 1..<starts[index + 1]
      where sorted[place] == sorted[place - 1] && sorted[place] != 0 {
        return firstIndex(of: sorted[place])
      }
    }
    return nil
  }
}
