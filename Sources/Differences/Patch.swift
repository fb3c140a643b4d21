import Documents
package import TableModel

/// A JSON patch (RFC 6902): what makes one document of another, operation by operation.
package struct Patch {
  private let delta: Delta?

  package init(_ comparison: DocumentComparison) {
    delta = comparison.delta
  }

  /// Visits the operations in their order.
  ///
  /// - Parameter take: gets each operation as a record; throws to stop.
  /// - Complexity: O(differences log differences), and what is read of the documents.
  package func forEach(_ take: (Record) throws(DataError) -> Void) throws(DataError) {
    if let delta { try visit(delta, "", take) }
  }

  /// The whole patch as the text of a JSON array, an operation a line.
  ///
  /// - Parameter write: gets the text in pieces.
  /// - Returns: what JSON could not hold.
  package func write(_ write: ([UInt8]) throws(DataError) -> Void) throws(DataError)
    -> WritingLosses
  {
    var writer = JSONWriter(layout: .spaced)
    writer.put("[")
    var isFirst = true
    try forEach { operation throws(DataError) in
      writer.put(isFirst ? "\n  " : ",\n  ")
      isFirst = false
      writer.write(.record(operation), depth: 0)
      if writer.output.count > 1 << 16 {
        try write(writer.output)
        writer.output.removeAll(keepingCapacity: true)
      }
    }
    writer.put(isFirst ? "]\n" : "\n]\n")
    try write(writer.output)
    return writer.losses
  }

  private typealias Take = (Record) throws(DataError) -> Void

  private func visit(_ delta: Delta, _ path: String, _ take: Take) throws(DataError) {
    switch delta {
    case .replaced(_, let new):
      try take(Self.operation("replace", path, try new.node.value()))
    case .inside(let container) where container.isRecord:
      try visit(record: container, path, take)
    case .inside(let container): try visit(list: container, path, take)
    }
  }

  private func visit(record: ContainerDelta, _ path: String, _ take: Take) throws(DataError) {
    for entry in record.entries where entry.new == nil {
      try take(Self.operation("remove", path + Self.step(entry)))
    }
    for entry in record.entries {
      if let delta = entry.delta {
        try visit(delta, path + Self.step(entry), take)
      } else if entry.old == nil, let content = entry.content {
        try take(Self.operation("add", path + Self.step(entry), try content.node.value()))
      }
    }
  }

  /// What is removed goes first, from the end on; then what moves; then what is added, from the
  /// beginning on. By then all stands where it stands in the new list.
  private func visit(list: ContainerDelta, _ path: String, _ take: Take) throws(DataError) {
    for entry in list.entries.reversed() where entry.new == nil {
      try take(Self.operation("remove", "\(path)/\(entry.old ?? 0)"))
    }
    for move in Moves(list).steps {
      try take(
        Record([
          ("op", .string("move")), ("from", .string("\(path)/\(move.from)")),
          ("path", .string("\(path)/\(move.to)")),
        ]))
    }
    for entry in list.entries where entry.old == nil {
      guard let content = entry.content else { continue }
      try take(Self.operation("add", "\(path)/\(entry.new ?? 0)", try content.node.value()))
    }
    for entry in list.entries {
      if let delta = entry.delta { try visit(delta, "\(path)/\(entry.new ?? 0)", take) }
    }
  }

  private static func operation(_ name: String, _ path: String, _ value: Value? = nil) -> Record {
    var record = Record([("op", .string(name)), ("path", .string(path))])
    record["value"] = value
    return record
  }

  private static func step(_ entry: ContainerDelta.Entry) -> String {
    let key = entry.key ?? ""
    return "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}

/// The moves that bring the elements of a list into their new order, one after the other, when
/// those that are gone have been removed and none has been added.
///
/// Elements that stay where they are part the list into gaps. Moved ones leave their gaps in the new
/// order, each to stand behind those that have arrived in its gap already; so the place of each can
/// be counted without a list.
struct Moves {
  struct Step: Hashable {
    var from: Int
    var to: Int
  }

  private(set) var steps: [Step] = []

  /// - Complexity: O(moves log moves + removed + added).
  init(_ list: ContainerDelta) {
    let moved = list.entries.filter(\.isMoved)
    if moved.isEmpty { return }
    let gone = list.entries.filter { $0.new == nil }.compactMap(\.old).sorted()
    let made = list.entries.filter { $0.old == nil }.compactMap(\.new).sorted()
    let leaving = moved.compactMap(\.old).sorted()
    let arriving = moved.compactMap(\.new).sorted()
    // In front of how many of those that stay each one stands, before and now.
    let before = leaving.enumerated().map { $1 - gone.rank($1) - $0 }
    let now = arriving.enumerated().map { $1 - made.rank($1) - $0 }
    var waiting = Counters(count: leaving.count)
    let byNew = moved.sorted { ($0.new ?? 0) < ($1.new ?? 0) }
    for (index, entry) in byNew.enumerated() {
      let place = leaving.rank(entry.old ?? 0)
      let arrivedBefore = min(index, now[..<index].upperRank(before[place]))
      waiting.take(place)
      let from = before[place] + waiting.sum(before: place) + arrivedBefore
      let to = now[index] + waiting.sum(before: before.rank(now[index])) + index
      if from != to { steps.append(Step(from: from, to: to)) }
    }
  }
}

/// A row of ones that can be taken away, and counted up to a place.
private struct Counters {
  private var sums: [Int]

  init(count: Int) {
    sums = Array(repeating: 0, count: count + 1)
    for index in sums.indices.dropFirst() { sums[index] = index & -index }
  }

  mutating func take(_ place: Int) {
    var index = place + 1
    while index < sums.count {
      sums[index] -= 1
      index += index & -index
    }
  }

  func sum(before place: Int) -> Int {
    var (index, sum) = (place, 0)
    while index > 0 {
      sum += sums[index]
      index -= index & -index
    }
    return sum
  }
}

extension RandomAccessCollection where Element == Int, Index == Int {
  /// How many of some sorted numbers are less than another one.
  fileprivate func rank(_ number: Int) -> Int { partition { $0 < number } }

  /// How many are at most another one.
  fileprivate func upperRank(_ number: Int) -> Int { partition { $0 <= number } }

  private func partition(_ isLow: (Int) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isLow(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}
