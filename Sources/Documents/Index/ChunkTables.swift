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
