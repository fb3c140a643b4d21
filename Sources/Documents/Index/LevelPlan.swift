import TableModel

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
