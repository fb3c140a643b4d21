import TableModel

/// What is known at a moment of where everything in a text stands. A value: it doesn't grow.
struct IndexSnapshot: Sendable {
  /// The tables of one piece of the text.
  struct Chunk: Sendable {
    var tables: ChunkTables
    /// For each level the number, in the whole text, of its first thing in this piece.
    var bases: [Int]
    /// How many groups directly above the records have no list of them.
    var missing: Int
  }

  let plan: LevelPlan
  private(set) var chunks: [Chunk] = []
  /// How many things of each level are known, from level 1 on.
  private(set) var totals: [Int]
  private(set) var isComplete = false
  /// The offsets of scalar fields that stand among the sections.
  private(set) var loose: [Int] = []
  /// The fields that stand behind the container of level 1: the head of a text does not show them.
  private(set) var behind = FieldsBehind()
  /// How far the text has been scanned.
  private(set) var scanned = 0
  /// One where the last record is known but not complete yet, so that the totals leave it out.
  private var withheld = 0

  init(plan: LevelPlan) {
    self.plan = plan
    totals = Array(repeating: 0, count: plan.depth)
  }

  /// - Parameter isLastOpen: whether the text may end inside of the last record.
  mutating func append(_ tables: ChunkTables, scanned: Int, isLastOpen: Bool = false) {
    release()
    let missing = tables.groups.last.map { $0.count(where: \.isMissing) } ?? 0
    chunks.append(Chunk(tables: tables, bases: totals, missing: missing))
    for level in 1...plan.depth { totals[level - 1] += tables.count(atLevel: level) }
    loose += tables.loose
    behind.add(tables.behind)
    self.scanned = scanned
    if isLastOpen, hasRecordInLastGroup {
      withheld = 1
      totals[plan.depth - 1] -= 1
    }
  }

  /// Counts the record that was left out.
  private mutating func release() {
    totals[plan.depth - 1] += withheld
    withheld = 0
  }

  private var hasRecordInLastGroup: Bool {
    guard plan.depth > 1 else { return totals[0] > 0 }
    let last = totals[plan.depth - 2] - 1
    return group(atLevel: plan.depth - 1, last).map { !$0.children.isEmpty } ?? false
  }

  mutating func complete() {
    release()
    isComplete = true
  }

  /// The same moment without what was found so far.
  func emptied() -> IndexSnapshot { IndexSnapshot(plan: plan) }

  /// True when one of two moments knows more than the other.
  func isBehind(_ other: IndexSnapshot) -> Bool {
    totals != other.totals || isComplete != other.isComplete
  }

  /// The offset of the container of level 1; nil while it was not met.
  var container: Int? { chunks.lazy.compactMap(\.tables.container).first }

  /// True when the container of a level begins at an offset.
  ///
  /// - Complexity: O(chunks x log groups of a chunk).
  func hasContainer(at offset: Int) -> Bool {
    container == offset
      || chunks.contains { chunk in
        chunk.tables.groups.contains { groups in
          let last = groups.partitioningIndex { $0.start > offset } - 1
          return last >= 0 && groups[last].hasContainer && groups[last].containerOffset == offset
        }
      }
  }
}

extension IndexSnapshot {
  /// A thing above the records, with the numbers of its children.
  struct Group: Sendable {
    var entry: GroupEntry
    var children: Range<Int>
    /// False while more children may be found.
    var isExact: Bool
  }

  /// The document as the parent of level 1.
  var document: (children: Range<Int>, isExact: Bool) { (0..<totals[0], isComplete) }

  /// - Parameter level: above that of the records.
  /// - Complexity: O(log chunks).
  func group(atLevel level: Int, _ number: Int) -> Group? {
    guard let (chunk, local) = place(ofLevel: level, number) else { return nil }
    let entry = chunks[chunk].tables.groups[level - 1][local]
    let first = chunks[chunk].bases[level] + Int(entry.first)
    let isLast = number + 1 == totals[level - 1]
    let end = isLast ? totals[level] : firstChild(ofLevel: level, number + 1)
    return Group(
      entry: entry, children: first..<max(first, end), isExact: !isLast || isComplete)
  }

  private func firstChild(ofLevel level: Int, _ number: Int) -> Int {
    guard let (chunk, local) = place(ofLevel: level, number) else { return 0 }
    return chunks[chunk].bases[level] + Int(chunks[chunk].tables.groups[level - 1][local].first)
  }

  /// The numbers of the first children of groups that follow each other, and where those of the
  /// last one end.
  ///
  /// - Complexity: O(log chunks + groups).
  func firstChildren(ofLevel level: Int, _ groups: Range<Int>) -> [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(groups.count + 1)
    guard var (chunk, local) = place(ofLevel: level, groups.lowerBound) else { return numbers }
    while numbers.count <= groups.count, chunk < chunks.count {
      let (base, entries) = (chunks[chunk].bases[level], chunks[chunk].tables.groups[level - 1])
      let end = min(entries.count, local + groups.count + 1 - numbers.count)
      for entry in entries[local..<end] { numbers.append(base + Int(entry.first)) }
      (chunk, local) = (chunk + 1, 0)
    }
    if numbers.count == groups.count { numbers.append(totals[level]) }
    return numbers
  }

  /// The group directly above the records that holds one.
  ///
  /// - Complexity: O(log chunks + log groups of a chunk).
  func lowestGroup(withRecord number: Int) -> Group? {
    numberOfLowestGroup(withRecord: number).flatMap { group(atLevel: plan.depth - 1, $0) }
  }

  /// The number of the group directly above the records that holds one.
  func numberOfLowestGroup(withRecord number: Int) -> Int? {
    let level = plan.depth - 1
    // The group begins in this piece or, where it goes over a border, in one before.
    var index = chunks.partitioningIndex { $0.bases[level] > number } - 1
    while index >= 0 {
      let chunk = chunks[index]
      let groups = chunk.tables.groups[level - 1]
      let local = groups.partitioningIndex { chunk.bases[level] + Int($0.first) > number } - 1
      if local >= 0 { return chunk.bases[level - 1] + local }
      index -= 1
    }
    return nil
  }

  /// How many of some groups directly above the records have no list of them.
  ///
  /// - Complexity: O(log chunks + chunks of these groups + groups of a chunk).
  func missing(among numbers: Range<Int>) -> Int {
    let level = plan.depth - 1
    guard level > 0, !numbers.isEmpty else { return 0 }
    var missing = 0
    let first = chunks.partitioningIndex { $0.bases[level - 1] > numbers.lowerBound } - 1
    for chunk in chunks[max(0, first)...] {
      let base = chunk.bases[level - 1]
      if base >= numbers.upperBound { break }
      if chunk.missing == 0 { continue }
      let groups = chunk.tables.groups[level - 1]
      let part = numbers.clamped(to: base..<base + groups.count)
      if part.count == groups.count {
        missing += chunk.missing
      } else if !part.isEmpty {
        missing += groups[part.lowerBound - base..<part.upperBound - base].count(where: \.isMissing)
      }
    }
    return missing
  }

  /// The nearest record at or before one whose offset is known.
  ///
  /// - Complexity: O(log chunks).
  func anchor(before record: Int) -> (record: Int, offset: Int)? {
    guard let (chunk, local) = place(ofLevel: plan.depth, record) else { return nil }
    let index = local / ChunkTables.stride
    guard index < chunks[chunk].tables.anchors.count else { return nil }
    return (record - local % ChunkTables.stride, chunks[chunk].tables.anchors[index])
  }

  /// The number of the chunk that holds a thing, and the thing's number there.
  private func place(ofLevel level: Int, _ number: Int) -> (chunk: Int, local: Int)? {
    guard (0..<totals[level - 1]).contains(number) else { return nil }
    let index = chunks.indices.partitioningIndex { chunks[$0].bases[level - 1] > number } - 1
    return (index, number - chunks[index].bases[level - 1])
  }
}

/// A section, a row or whatever else has records or groups below it, where it stands in the text.
struct GroupEntry: Sendable, Hashable {
  /// The offset of its beginning; in a dictionary that is its key. Blanks may come first.
  var start: Int
  /// How far from the beginning its container stands: the list of the level below.
  var container: UInt32
  /// The number, in its chunk, of its first child.
  var first: UInt32

  /// Instead of a distance: the path to the level below leads nowhere.
  static let missing = UInt32.max
  /// Instead of a distance: the path leads to null.
  static let null = UInt32.max - 1
  /// The greatest distance that can be kept.
  static let farthest = Int(UInt32.max - 2)

  var hasContainer: Bool { container < Self.null }
  var isMissing: Bool { container == Self.missing }
  var containerOffset: Int { start + Int(container) }
}

/// Fields that a table leaves out, since they stand beside the list that it shows.
struct FieldsBehind: Sendable, Equatable {
  /// Where the first of them begin.
  private(set) var starts: [Int] = []
  private(set) var count = 0

  /// As many as are named.
  private static let most = 5

  mutating func add(at start: Int) {
    if count < Self.most { starts.append(start) }
    count += 1
  }

  mutating func add(_ others: FieldsBehind) {
    starts += others.starts.prefix(max(0, Self.most - count))
    count += others.count
  }
}

/// What a scan found in one piece of a text.
struct ChunkTables: Sendable {
  /// The things of the levels above the records, from level 1 on.
  var groups: [[GroupEntry]]
  /// The offset of every 64th record; blanks (and a key) may come before its value.
  var anchors: [Int] = []
  var records = 0
  /// The offsets of scalar fields that stand among the sections.
  var loose: [Int] = []
  /// The offset of the container of level 1, where it was met.
  var container: Int?
  /// The fields that stand behind it, on the way to it.
  var behind = FieldsBehind()

  static let stride = 64

  init(levels: Int) {
    groups = Array(repeating: [], count: max(0, levels - 1))
  }

  /// How many things of a level were found; level `groups.count + 1` are the records.
  func count(atLevel level: Int) -> Int {
    level <= groups.count ? groups[level - 1].count : records
  }

  @inline(__always)
  mutating func addRecord(at start: Int) {
    if records & (Self.stride &- 1) == 0 { anchors.append(start) }
    records &+= 1
  }

  /// Adds the records that begin after commas: the bits of a block that begins at an offset.
  @inline(__always)
  mutating func addRecords(after commas: UInt64, from offset: Int) {
    let count = commas.nonzeroBitCount
    let used = records & (Self.stride &- 1)
    if used != 0, used &+ count <= Self.stride {
      records &+= count
      return
    }
    var rest = commas
    while rest != 0 {
      addRecord(at: offset &+ rest.trailingZeroBitCount &+ 1)
      rest &= rest &- 1
    }
  }

  /// Forgets the things of a level from a number on, with all that lies below them.
  mutating func remove(atLevel level: Int, from number: Int) {
    guard level <= groups.count else {
      records = min(records, number)
      anchors.removeLast(anchors.count - (records + Self.stride - 1) / Self.stride)
      return
    }
    guard number < groups[level - 1].count else { return }
    remove(atLevel: level + 1, from: Int(groups[level - 1][number].first))
    groups[level - 1].removeSubrange(number...)
  }
}
