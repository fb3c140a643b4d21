package import TableModel

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
