import Synchronization
package import TableModel

/// The keys of rows at equal distances, by which a position is found without counting from the start.
///
/// It is built as far as it is needed, when it is needed; the whole of it is also the count of the
/// rows. Keys take 16 bytes for each `stride` rows.
///
///     anchors   0        65,536     131,072        keys that are always kept
///     landmarks          65,536  66,048  66,560    keys near what was looked at, every 512 rows
///
/// Where a database passes rows quickly but takes long to answer at all, anchors are far apart, and a
/// stretch between two of them is divided by landmarks once somebody looks into it.
package final class AnchorIndex: StepwiseCounting {
  let backend: any SQLBackend
  let selection: KeyedSelection
  /// Rows between two anchors.
  let stride: Int
  private let state: Guarded<State>

  private struct State {
    /// The anchors' keys one after the other, each as long as the key.
    var keys: [KeyValue] = []
    var anchors = 0
    var count: Int?
    var published: Extent = .atLeast(0)
    var landmarks = Landmarks()
  }

  /// As many rows as a window skips at most.
  package static let standardStride = 512

  /// - Parameter count: how many rows there are, when it is known.
  package init(
    _ backend: any SQLBackend, _ selection: KeyedSelection, count: Int? = nil, stride: Int? = nil
  ) {
    self.backend = backend
    self.selection = selection
    self.stride = stride ?? backend.pace.stride
    state = Guarded(State(published: count.map(Extent.exact) ?? .atLeast(0)))
  }

  /// The number of rows that was published: a lower bound, then the exact number, without steps
  /// in between: few who look at a table care for half a count.
  package var extent: Extent { state.withLock { $0.published } }

  /// A key from which a position is reached, and how many rows lie between; nil beyond the last row.
  ///
  /// - Complexity: O(1); O(rows) up to the position when nobody asked so far before, but for positions
  ///   near a landmark or near the end of rows that were counted.
  package func place(of position: Int) throws(DataError) -> (key: [KeyValue], skip: Int)? {
    // The end is where it was counted only as long as nobody can have changed the table.
    let isCertain = backend.seesOneMoment
    let (known, near) = state.withLock { state in
      // Rows before a place can only be found by reading from the start.
      let goesBack = !selection.key.isPlace
      let end = isCertain && goesBack ? state.published : .atLeast(0)
      return (
        state.anchors, state.landmarks.nearest(to: position, end: end, goesBack: goesBack)
      )
    }
    // Anchors that a step or two find are found in their order.
    let isFar = position / stride > known + backend.pace.anchorsAtOnce
    let fromAnchor = position % stride
    let reach = isFar ? stride : fromAnchor < Self.standardStride ? -1 : fromAnchor
    if let near, near.distance(to: position) <= reach {
      return try place(of: position, from: near)
    }
    // The anchor before the position will do: whether there is a row has been found out already.
    try grow { $0.anchors > position / stride }
    let found = state.withLock { state -> [KeyValue]? in
      let anchor = position / stride
      guard anchor < state.anchors else { return nil }
      return Array(state.keys[anchor * width..<(anchor + 1) * width])
    }
    guard let found else { return nil }
    return try place(
      of: position, from: Landmarks.Mark(position: position - fromAnchor, key: found))
  }

  /// The anchors of a table whose key is the number of a row, up to a position.
  func rowNumbers(to position: Int) throws(DataError) -> [Int64] {
    try grow(to: position)
    return state.withLock { state in
      state.keys.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    }
  }

  /// How many of the rows before a position exist.
  package func existing(before position: Int) throws(DataError) -> Int {
    if case .exact(let count) = extent { return min(position, count) }
    try grow(to: position)
    return state.withLock { min(position, $0.count ?? position) }
  }

  /// Counts as far as a number of rows and publishes what came of it.
  package func countQuickly(to limit: Int) throws(DataError) {
    try grow(to: limit)
    state.withLock { if !$0.published.isExact { $0.published = .atLeast($0.count ?? limit) } }
  }

  /// Counts all rows, by one statement where that is quicker.
  func countAll(checkpoint: () throws(DataError) -> Void) throws(DataError) {
    guard !extent.isExact else { return }
    guard backend.pace.countsByItself else {
      while try advance() { try checkpoint() }
      return
    }
    let count = try backend.integer(selection.countQuery())
    state.withLock { if !$0.published.isExact { $0.published = .exact(count) } }
  }

  package func advance() throws(DataError) -> Bool {
    let (begin, last, isDone) = state.withLock { state in
      (state.anchors, state.keys.suffix(width), state.count != nil)
    }
    if isDone { return false }
    // Others may read while the database answers; who comes second has asked in vain.
    let piece = try backend.anchors(
      of: selection, after: last.isEmpty ? nil : Array(last), stride: stride,
      count: backend.pace.anchorsAtOnce)
    guard last.isEmpty || Array(piece.keys.prefix(width)) != Array(last) else {
      throw .shape(
        message: "more than \(stride) rows have the same key",
        hint: "--key names columns that no two rows have in common")
    }
    return state.withLock { state in
      if state.anchors == begin, state.count == nil { take(piece, &state) }
      return state.count == nil
    }
  }

  private func take(_ piece: AnchorPiece, _ state: inout State) {
    state.keys += piece.keys
    state.anchors = state.keys.count / width
    guard let rest = piece.rest else { return }
    let count = max(0, state.anchors - 1) * stride + rest
    state.count = count
    if !state.published.isExact { state.published = .exact(count) }
  }

  private func grow(to position: Int) throws(DataError) {
    try grow { ($0.anchors - 1) * stride > position }
  }

  private func grow(until isEnough: (State) -> Bool) throws(DataError) {
    while !state.withLock({ $0.count != nil || isEnough($0) }) {
      guard try advance() else { return }
    }
  }

  private var width: Int { selection.key.parts.count }
}

/// Some anchors, and at the end of the rows how many follow the last one.
package struct AnchorPiece: Sendable {
  package var keys: [KeyValue] = []
  package var rest: Int?
}

extension KeyedSelection {
  /// The anchors after one, each found by a question of its own.
  ///
  /// - Parameter ask: what a statement returns.
  package func anchors(
    after last: [KeyValue]?, stride: Int, count: Int, ask: (SQLQuery) throws -> [[KeyValue]]
  ) rethrows -> AnchorPiece {
    var piece = AnchorPiece()
    var last = last
    for _ in 0..<count {
      let next = query(
        key.expressions, from: last, limit: 1, offset: last == nil ? 0 : stride)
      guard let found = try ask(next).first else {
        // Fewer rows than there are between two anchors.
        let rest = try last.map { try ask(countQuery(from: $0, limit: stride)) }
        piece.rest = rest?.first?.first?.integer ?? 0
        break
      }
      piece.keys += found
      last = found
    }
    return piece
  }
}

// MARK: - Landmarks

extension AnchorIndex {
  /// - Parameter mark: a place that is known, before the position or behind it.
  private func place(of position: Int, from mark: Landmarks.Mark) throws(DataError)
    -> (key: [KeyValue], skip: Int)?
  {
    let between = position - mark.position
    if let key = mark.key, (0..<Self.standardStride).contains(between) { return (key, between) }
    let query: SQLQuery
    var wanted = position
    if between > 0 {
      wanted = max(mark.position, position - position % Self.standardStride)
      query = selection.query(
        selection.key.expressions, from: mark.key, limit: 1, offset: wanted - mark.position)
    } else {
      query = selection.query(
        selection.key.expressions, before: mark.key, limit: 1, offset: -between - 1)
    }
    guard let found = try backend.rows(query).first else { return nil }
    note(found, at: wanted)
    return (found, position - wanted)
  }

  /// Remembers where a row stands.
  package func note(_ key: [KeyValue], at position: Int) {
    state.withLock { $0.landmarks.add(Landmarks.Mark(position: position, key: key)) }
  }
}

/// Keys of rows near those that were looked at, in the order of their positions.
struct Landmarks: Sendable {
  struct Mark: Sendable {
    var position: Int
    /// Nil for the end of all rows.
    var key: [KeyValue]?

    func distance(to position: Int) -> Int { abs(position - self.position) }
  }

  private var marks: [Mark] = []

  /// At about a hundred bytes each.
  private static let most = 1 << 16

  /// - Parameter goesBack: whether a mark behind the position will do.
  /// - Complexity: O(log landmarks).
  func nearest(to position: Int, end: Extent, goesBack: Bool) -> Mark? {
    let next = index(of: position)
    var candidates: [Mark] = []
    if next < marks.count, goesBack || marks[next].position == position {
      candidates.append(marks[next])
    }
    if next > 0 { candidates.append(marks[next - 1]) }
    if case .exact(let count) = end, position < count {
      candidates.append(Mark(position: count, key: nil))
    }
    return candidates.min { $0.distance(to: position) < $1.distance(to: position) }
  }

  /// - Complexity: O(landmarks), O(1) for one behind all others.
  mutating func add(_ mark: Mark) {
    if marks.count >= Self.most { marks = [] }
    let place = index(of: mark.position)
    if place < marks.count, marks[place].position == mark.position { return }
    marks.insert(mark, at: place)
  }

  /// The first landmark at a position or behind it.
  private func index(of position: Int) -> Int {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].position < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - From numbers of rows to positions

extension AnchorIndex {
  /// The positions of rows by their numbers.
  ///
  /// - Parameters:
  ///   - numbers: numbers of rows that exist, ascending.
  ///   - count: how many rows there are.
  /// - Throws: `DataError.changedUnderneath` for a number that no row has.
  package func positions(of numbers: [Int64], among count: Int) throws(DataError) -> [Int] {
    let anchors = try rowNumbers(to: count)
    var positions: [Int] = []
    var segment: (anchor: Int, numbers: [Int64])?
    for number in numbers {
      let anchor = Self.place(of: number, in: anchors) - 1
      guard anchor >= 0 else { throw .changedUnderneath(file: backend.name) }
      let first = anchor * stride
      if anchor + 1 < anchors.count, anchors[anchor + 1] - anchors[anchor] == stride {
        // As many numbers as rows: none is missing.
        positions.append(first + Int(number - anchors[anchor]))
        continue
      }
      if segment?.anchor != anchor {
        segment = (anchor, try rowNumbers(from: anchors[anchor]))
      }
      guard let segment, case let place = Self.place(of: number, in: segment.numbers) - 1,
        place >= 0, segment.numbers[place] == number
      else { throw .changedUnderneath(file: backend.name) }
      positions.append(first + place)
    }
    return positions
  }

  /// How many of ascending numbers are not above a number.
  private static func place(of number: Int64, in numbers: [Int64]) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The numbers of the rows from one on, up to the next anchor.
  private func rowNumbers(from first: Int64) throws(DataError) -> [Int64] {
    let query = selection.query(
      selection.key.expressions, from: [.integer(first)], limit: stride)
    return try backend.rows(query).compactMap { row in
      if case .integer(let number)? = row.first { number } else { nil }
    }
  }
}
