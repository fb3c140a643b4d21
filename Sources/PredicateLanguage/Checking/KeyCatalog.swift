package import TableModel

/// The keys that a table's records have, for warnings about others and for completion.
///
/// Paths go through lists: the items of `tags` in `{"tags": [{"name": ...}]}` have `tags.name`.
package struct KeyCatalog: Sendable {
  package struct Entry: Sendable, Hashable {
    /// The kinds of value that the key was seen with.
    package var kinds: Set<ValueKind>
    /// True when some record lacks the key or has null for it.
    package var isOptional: Bool
    /// The texts and numbers that the key was seen with, most frequent first, when they are few.
    package var values: [Value]

    package init(
      kinds: Set<ValueKind> = [], isOptional: Bool = false, values: [Value] = []
    ) {
      self.kinds = kinds
      self.isOptional = isOptional
      self.values = values
    }
  }

  /// Entries by their keys from the record on.
  package private(set) var entries: [[String]: Entry]
  private var children: [ArraySlice<String>: [String]] = [:]
  /// True when items were looked at and none of them has a key: they are scalars, say.
  package private(set) var isOfKeylessItems = false
  /// True when the catalog was made from a sample, down to a depth: deeper keys are unknown.
  private var isSample = false

  package init(_ entries: [[String]: Entry]) {
    self.entries = entries
    for path in entries.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let key = path.last else { continue }
      children[path.dropLast(), default: []].append(key)
    }
  }

  /// A catalog of top-level keys of which nothing else is known.
  package init(keys: some Sequence<String>) {
    self.init(Dictionary(keys.map { ([$0], Entry()) }, uniquingKeysWith: { a, _ in a }))
  }

  /// The paths of all keys, in order.
  package var paths: [[String]] { entries.keys.sorted { $0.lexicographicallyPrecedes($1) } }

  package subscript(path: [String]) -> Entry? { entries[path] }

  /// The keys right below a path, in order; of the record itself for the empty path.
  package func keys(below path: [String]) -> [String] { children[path[...]] ?? [] }

  /// How many keys deep samples are looked at.
  package static let sampledDepth = 4

  /// True when some record has a list on the way to a path.
  package func leadsThroughLists(_ path: [String]) -> Bool {
    path.indices.contains { entries[Array(path[..<$0])]?.kinds.contains(.array) ?? false }
  }

  /// The keys of a path up to the first one that is not known; nil when all are, or nothing is
  /// known of what lies there. A sample does not know what is deeper than it was looked at, either.
  ///
  /// - Complexity: O(length of the path), times the keys of a record that is asked for its values.
  func unknownStart(of path: AskedPath) -> AskedPath? {
    var known: [(path: [String], isInList: Bool)] = [([], entries.isEmpty)]
    let places = path.places
    for (place, step) in path.steps.enumerated() {
      switch step {
      case .list: break
      case .elements:
        known = known.flatMap { path, isInList in
          let kinds = entries[path]?.kinds ?? []
          guard path.isEmpty || isInList || kinds.contains(.record) else { return [(path, true)] }
          return [(path, isInList)] + keys(below: path).map { (path + [$0], isInList) }
        }
      case .key(let key):
        guard places.contains(place) else { return nil }
        let next = known.filter { entries[$0.path + [key]] != nil }
        if next.isEmpty {
          if entries.isEmpty, key == "length" || key == "self" { return nil }
          return known.contains { isOpen($0.path) } ? nil : path.through(place)
        }
        known = next.map { above, isInList in
          let inner = above + [key]
          return (inner, isInList || entries[inner]?.kinds.contains(.array) == true)
        }
      }
    }
    return nil
  }

  /// True when nothing is known of the keys below a path.
  private func isOpen(_ path: [String]) -> Bool {
    if !keys(below: path).isEmpty || isSample && !path.isEmpty { return false }
    return path.isEmpty ? !isOfKeylessItems : true
  }

  /// The paths that are probably meant by one that is not there: with a last key that is written
  /// nearly so, or else with the same key in another place. Nearest first, at most three.
  package func nearest(to path: [String]) -> [[String]] {
    guard let key = path.last else { return [] }
    let parent = Array(path.dropLast())
    let siblings = Spelling.matches(for: key, among: keys(below: parent))
    if !siblings.isEmpty { return siblings.map { parent + [$0] } }
    let folded = key.lowercased()
    let elsewhere = entries.keys.filter { $0.last?.lowercased() == folded }
    let order = elsewhere.sorted { a, b in
      a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
    }
    return Array(order.prefix(3))
  }
}

extension KeyCatalog {
  /// What was probably meant by a path whose beginning does not exist.
  ///
  /// - Complexity: O(keys).
  package func advice(on missing: AskedPath, of whole: AskedPath) -> KeyAdvice? {
    let nearest =
      respelling(of: whole.keys, from: missing.keys.count).map { [$0] }
      ?? nearest(to: missing.keys)
    guard let path = nearest.first else { return nil }
    if missing.isPlain { return .key(Printer.spell(path)) }
    // Behind an operator or a variable the keys are not the whole path.
    guard path.dropLast() == missing.keys.dropLast(), let key = path.last else { return nil }
    return .key(Printer.spell(key))
  }

  /// The path that reads as another one but for points, which are part of a key, and for blanks.
  ///
  /// - Parameter least: how many of the keys it has to stand for at least.
  package func respelling(of keys: [String], from least: Int) -> [String]? {
    guard keys.count > 1 || keys.contains(where: { $0.contains(" ") }) else { return nil }
    func read(_ keys: ArraySlice<String>) -> String {
      keys.joined(separator: ".").filter { $0 != " " }
    }
    let wanted = (least...max(least, keys.count)).reversed().map { read(keys[..<$0]) }
    let odd = paths.filter { path in path.contains { $0.contains(".") || $0.contains(" ") } }
    return wanted.lazy.compactMap { wanted in odd.first { read($0[...]) == wanted } }.first
  }

  /// A catalog of what a sample of records holds, down to a depth.
  ///
  /// - Complexity: O(values in the sample down to that depth).
  package init(sampling records: some Sequence<Value>, depth: Int = sampledDepth) {
    var sampler = Sampler(depth: depth)
    var count = 0
    for record in records {
      sampler.add(record, at: [])
      count += 1
    }
    self.init(sampler.entries(total: count))
    isOfKeylessItems = count > 0 && entries.isEmpty
    isSample = depth > 0
  }

  private struct Sampler {
    struct Tally {
      var kinds: Set<ValueKind> = []
      var present = 0
      var values = ValueTally()
    }

    let depth: Int
    var tallies: [[String]: Tally] = [:]
    /// How many records there were at each path, to know how many lack a key.
    var records: [[String]: Int] = [:]

    mutating func add(_ value: Value, at path: [String]) {
      switch value {
      case .array(let elements):
        for element in elements {
          if !path.isEmpty { tallies[path, default: Tally()].values.add(element) }
          add(element, at: path)
        }
      case .record(let record) where path.count < depth:
        records[path, default: 0] += 1
        for field in record.fields {
          let inner = path + [field.key]
          tallies[inner, default: Tally()].kinds.insert(field.value.kind)
          if !field.value.isNil { tallies[inner, default: Tally()].present += 1 }
          tallies[inner, default: Tally()].values.add(field.value)
          add(field.value, at: inner)
        }
      default: break
      }
    }

    func entries(total: Int) -> [[String]: Entry] {
      var entries: [[String]: Entry] = [:]
      for (path, tally) in tallies {
        let owners = records[Array(path.dropLast())] ?? total
        entries[path] = Entry(
          kinds: tally.kinds, isOptional: tally.present < owners, values: tally.values.frequent)
      }
      return entries
    }
  }
}

/// How often values come, while there are few different ones.
private struct ValueTally {
  /// More values than this are too many to choose from.
  private static let limit = 24
  /// Longer texts are not proposed.
  private static let longestText = 40

  private var counts: [Value: Int] = [:]
  private var isOver = false

  mutating func add(_ value: Value) {
    if isOver { return }
    switch value {
    case .string(let text) where text.utf8.count <= Self.longestText: break
    case .number: break
    case .string: return giveUp()
    default: return
    }
    counts[value, default: 0] += 1
    if counts.count > Self.limit { giveUp() }
  }

  private mutating func giveUp() {
    isOver = true
    counts = [:]
  }

  /// The values; none when nearly every one is another, as names and numbers are.
  var frequent: [Value] {
    let total = counts.values.reduce(0, +)
    guard counts.count * 2 <= total else { return [] }
    return counts.sorted { a, b in
      (b.value, a.key.plainText, a.key.kind.rawValue)
        < (a.value, b.key.plainText, b.key.kind.rawValue)
    }.map(\.key)
  }
}
