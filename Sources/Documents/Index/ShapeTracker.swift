import Files
import TableModel

/// How the keys of a text are written.
protocol KeyNotation: SendableMetatype {
  /// Whether a key, which stands at a range of the text, is a name.
  static func string(in range: Range<Int>, of bytes: UnsafePointer<UInt8>, equals name: String)
    -> Bool
}

/// Knows, at every place of a text, which container of the shape lies around it.
///
/// A scanner passes it every bracket that may matter: those that stand directly in a container
/// of the shape or on the way to one. All other containers, the records among them, are opaque;
/// the scanner passes over them by itself.
struct ShapeTracker: Sendable {
  /// What a container means.
  enum Role: Sendable, Hashable {
    /// On the way to the container of a level, some steps matched.
    case way(level: Int, step: Int)
    /// Its children are the things of a level; 0 for the document itself.
    case container(level: Int)
  }

  /// What a value is, as far as a shape goes.
  enum Kind: Sendable, Hashable {
    case record
    case list
    case null
    case scalar

    var isContainer: Bool { self == .record || self == .list }
  }

  struct Frame: Sendable, Hashable {
    var role: Role
    var isRecord: Bool
    /// The number of the child that the place is in or before.
    var child = 0
  }

  /// Why a scan can't go on as it is.
  enum Trouble: Sendable, Hashable {
    /// The text breaks the grammar about here.
    case malformed(at: Int)
    /// A key that leads to a level came a second time in a part that was published already.
    case repeatedKey
    /// The parts of a group lie further apart than the tables can say.
    case tooLarge(at: Int)
  }

  let plan: LevelPlan
  /// The plan's last level, which is asked for at every bracket of the shape.
  private let recordLevel: Int
  /// How keys are compared with names.
  let keys: any KeyNotation.Type
  var tables: ChunkTables
  var trouble: Trouble?
  var frames: [Frame]
  /// Whether the container of a level was found in the current thing of the level above.
  private var found: [Bool]
  /// From here on the text of the innermost container is still to be read.
  var gapStart: Int
  /// The beginning of the current child, and of its key.
  var childStart: Int
  var key: Range<Int>?
  var hasValue = false
  /// True while the tables hold everything since the beginning of the text.
  private(set) var isWhole = true

  init(plan: LevelPlan, start: Int, keys: any KeyNotation.Type) {
    self.plan = plan
    recordLevel = plan.depth
    self.keys = keys
    tables = ChunkTables(levels: plan.depth)
    frames = [Frame(role: .container(level: plan.isSequence ? 1 : 0), isRecord: false)]
    found = Array(repeating: plan.isSequence, count: plan.depth + 1)
    gapStart = start
    childStart = start
    frames.reserveCapacity(16)
  }

  /// How many brackets are open between the document and the innermost container of the shape.
  var depth: Int { frames.count - 1 }

  @inline(__always)
  var isInSequence: Bool { frames.count == 1 && plan.isSequence }

  /// True when the children of the innermost container are records, separated by commas.
  @inline(__always)
  var isAmongRecords: Bool { isInside && !isInSequence }

  /// True where a scan may be cut: all containers on the way to the records are open, and each
  /// has been noted.
  @inline(__always)
  var isInside: Bool {
    if case .container(recordLevel) = frames[frames.count &- 1].role { true } else { false }
  }

  /// The kinds of the open containers, from the outermost.
  var kinds: [Bool] { frames.map(\.isRecord) }

  /// The same place with empty tables, to go on in a new chunk.
  func continued() -> ShapeTracker {
    var next = self
    next.tables = ChunkTables(levels: plan.depth)
    next.isWhole = false
    return next
  }

  /// The same place, assumed to be met again at an offset.
  func resumed(at offset: Int) -> ShapeTracker {
    var next = continued()
    next.gapStart = offset
    next.childStart = offset
    return next
  }
}

extension ShapeTracker {
  mutating func note(_ trouble: Trouble) {
    if self.trouble == nil { self.trouble = trouble }
  }
}

// MARK: - Values

extension ShapeTracker {
  /// A value begins directly in the innermost container.
  mutating func value(_ kind: Kind, at offset: Int, _ bytes: UnsafePointer<UInt8>) {
    let frame = frames[frames.count - 1]
    if isInSequence { childStart = offset }
    switch frame.role {
    case .container(0):
      if hasValue { note(.malformed(at: offset)) }
      enter(level: 1, step: 0, offset, kind, bytes)
    case .container(let level):
      child(ofLevel: level, at: offset, kind, bytes)
    case .way(let level, let step):
      guard matches(plan.steps(toLevel: level)[step], frame, bytes) else {
        if level == 1, found[1], key != nil { tables.behind.add(at: childStart) }
        break
      }
      if found[level] { forgetChildren(level: level) }
      enter(level: level, step: step + 1, offset, kind, bytes)
    }
    hasValue = true
  }

  private mutating func child(
    ofLevel level: Int, at offset: Int, _ kind: Kind, _ bytes: UnsafePointer<UInt8>
  ) {
    guard level < recordLevel else { return tables.addRecord(at: childStart) }
    if plan.gathersLooseFields, !kind.isContainer, key != nil {
      tables.loose.append(childStart)
      return
    }
    let first = tables.count(atLevel: level + 1)
    guard first <= GroupEntry.farthest else { return note(.tooLarge(at: offset)) }
    tables.groups[level - 1].append(
      GroupEntry(start: childStart, container: unmetList(ofLevel: level), first: UInt32(first)))
    found[level + 1] = false
    enter(level: level + 1, step: 0, offset, kind, bytes)
  }

  /// Goes into a value on the way to the container of a level.
  private mutating func enter(
    level: Int, step: Int, _ offset: Int, _ kind: Kind, _ bytes: UnsafePointer<UInt8>
  ) {
    let isRecord = kind == .record
    guard step == plan.stepCount(toLevel: level) else {
      if kind.isContainer {
        push(Frame(role: .way(level: level, step: step), isRecord: isRecord), offset)
      }
      return
    }
    found[level] = true
    setContainer(ofLevel: level, at: offset, isNull: kind == .null)
    if kind.isContainer {
      push(Frame(role: .container(level: level), isRecord: isRecord), offset)
    } else if kind == .scalar {
      // A scalar is its own only child.
      (childStart, key) = (offset, nil)
      child(ofLevel: level, at: offset, kind, bytes)
    }
  }

  private mutating func push(_ frame: Frame, _ offset: Int) {
    frames.append(frame)
    gapStart = offset + 1
    childStart = offset + 1
    key = nil
    hasValue = false
  }

  private mutating func setContainer(ofLevel level: Int, at offset: Int, isNull: Bool) {
    guard level >= 2 else {
      tables.container = offset
      return
    }
    let last = tables.groups[level - 2].count - 1
    guard last >= 0 else { return note(.repeatedKey) }
    let start = tables.groups[level - 2][last].start
    guard offset - start <= GroupEntry.farthest else { return note(.tooLarge(at: offset)) }
    tables.groups[level - 2][last].container =
      isNull ? GroupEntry.null : UInt32(offset - start)
  }

  /// A key came again: its last value counts, so what the first one held is forgotten.
  private mutating func forgetChildren(level: Int) {
    found[level] = false
    guard level >= 2 else {
      tables.remove(atLevel: 1, from: 0)
      tables.loose.removeAll()
      tables.behind = FieldsBehind()
      tables.container = nil
      if !isWhole { note(.repeatedKey) }
      return
    }
    let last = tables.groups[level - 2].count - 1
    guard last >= 0 else { return note(.repeatedKey) }
    tables.remove(atLevel: level, from: Int(tables.groups[level - 2][last].first))
    tables.groups[level - 2][last].container = unmetList(ofLevel: level - 1)
  }

  private func unmetList(ofLevel level: Int) -> UInt32 {
    level + 1 == recordLevel ? plan.unmet : GroupEntry.missing
  }

  private func matches(
    _ step: FieldPath.Step, _ frame: Frame, _ bytes: UnsafePointer<UInt8>
  ) -> Bool {
    switch step {
    case .computed: return false
    case .index(let index): return !frame.isRecord && frame.child == index
    case .key(let name):
      guard frame.isRecord, let key else { return false }
      return keys.string(in: key, of: bytes, equals: name)
    }
  }
}

/// A shape as a scanner follows it: the paths of the levels that are taken from the data.
///
/// Level 0 is the document. The children of the container that `paths[0]` leads to are the things
/// of level 1, and so on; the things of the last level are the records, of which there may be very
/// many. A shape without sections has its rows (or items) at level 1.
struct LevelPlan: Sendable, Hashable {
  enum Role: Sendable, Hashable {
    case sections
    case rows
    case items
  }

  struct Level: Sendable, Hashable {
    var role: Role
    var steps: [FieldPath.Step]
  }

  let levels: [Level]
  /// True when the document is a sequence of values, each of them a thing of level 1.
  let isSequence: Bool
  /// True when scalar fields among the sections gather in a section of their own.
  let gathersLooseFields: Bool
  /// What is noted of a thing directly above the records whose list was not met yet.
  let unmet: UInt32
  /// For each level how many steps lead from a thing of the level above to its container.
  private let stepCounts: [Int]

  /// - Returns: nil for a shape that a scanner can't follow: one without any level, one with an
  ///   index from the end, or one that goes into a sequence by an index.
  init?(_ shape: Shape, isSequence: Bool) {
    let stated: [(Role, FieldPath?)] = [
      (.sections, shape.sections), (.rows, shape.rows), (.items, shape.items),
    ]
    levels = stated.compactMap { role, path in path.map { Level(role: role, steps: $0.steps) } }
    self.isSequence = isSequence
    stepCounts = levels.map(\.steps.count)
    unmet = shape.rowsAreStrips ? GroupEntry.null : GroupEntry.missing
    gathersLooseFields =
      levels.map(\.role) == [.sections, .rows] && stepCounts[1] == 0 && !isSequence
    guard let first = levels.first else { return nil }
    if isSequence, !first.steps.isEmpty { return nil }
    let isFromEnd = { (step: FieldPath.Step) in
      if case .index(let index) = step { index < 0 } else { false }
    }
    if levels.contains(where: { $0.steps.contains(where: isFromEnd) }) { return nil }
  }

  /// The number of levels, and so the level of the records.
  var depth: Int { levels.count }

  /// The steps from a thing of the level above to the container of a level (from 1).
  func steps(toLevel level: Int) -> [FieldPath.Step] { levels[level - 1].steps }

  /// How many steps lead from a thing of the level above to the container of a level.
  @inline(__always)
  func stepCount(toLevel level: Int) -> Int { stepCounts[level - 1] }

  /// True when the place inside every level but the first depends on keys only, so that a scan
  /// may begin in the middle of the records.
  var mayBeginInside: Bool {
    !gathersLooseFields
      && levels.dropFirst().allSatisfy { level in
        level.steps.allSatisfy { if case .key = $0 { true } else { false } }
      }
  }

  /// The level that has a role; nil when the shape doesn't take it from the data.
  func level(of role: Role) -> Int? {
    levels.firstIndex { $0.role == role }.map { $0 + 1 }
  }
}
