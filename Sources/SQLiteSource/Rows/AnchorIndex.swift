import GRDB
import Synchronization
import TableModel

/// The keys of rows at equal distances, by which a position is found without counting from the start.
///
/// It is built as far as it is needed, when it is needed; the whole of it is also the count of the
/// rows. Keys take 16 bytes for each `stride` rows.
final class AnchorIndex: StepwiseCounting {
  let connection: DatabaseConnection
  let selection: KeyedSelection
  /// Rows between two anchors: a window skips half as many on average.
  let stride: Int
  private let state: Mutex<State>

  private struct State {
    /// The anchors' keys one after the other, each as long as the key.
    var keys: [KeyValue] = []
    var anchors = 0
    var count: Int?
    var published: Extent = .atLeast(0)
  }

  static let standardStride = 512
  private static let anchorsAtOnce = 16

  /// - Parameter count: how many rows there are, when it is known.
  init(
    _ connection: DatabaseConnection, _ selection: KeyedSelection, count: Int? = nil,
    stride: Int = AnchorIndex.standardStride
  ) {
    self.connection = connection
    self.selection = selection
    self.stride = stride
    state = Mutex(State(published: count.map(Extent.exact) ?? .atLeast(0)))
  }

  /// The number of rows that was published: a lower bound, then the exact number, without steps
  /// in between: few who look at a table care for half a count.
  var extent: Extent { state.withLock { $0.published } }

  /// The anchor before a position, and how many rows lie between; nil beyond the last row.
  ///
  /// - Complexity: O(1); O(rows) up to the position when nobody asked so far before.
  func place(of position: Int) throws(DataError) -> (key: [KeyValue], skip: Int)? {
    try grow(to: position)
    return state.withLock { state in
      let anchor = position / stride
      guard anchor < state.anchors else { return nil }
      return (Array(state.keys[anchor * width..<(anchor + 1) * width]), position % stride)
    }
  }

  /// The anchors of a table whose key is the number of a row, up to a position.
  func rowNumbers(to position: Int) throws(DataError) -> [Int64] {
    try grow(to: position)
    return state.withLock { state in
      state.keys.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    }
  }

  /// How many of the rows before a position exist.
  func existing(before position: Int) throws(DataError) -> Int {
    if case .exact(let count) = extent { return min(position, count) }
    try grow(to: position)
    return state.withLock { min(position, $0.count ?? position) }
  }

  /// Counts as far as a number of rows and publishes what came of it.
  func countQuickly(to limit: Int) throws(DataError) {
    try grow(to: limit)
    state.withLock { if !$0.published.isExact { $0.published = .atLeast($0.count ?? limit) } }
  }

  func advance() throws(DataError) -> Bool {
    try state.withLock { state throws(DataError) in
      if state.count == nil { try extend(&state) }
      return state.count == nil
    }
  }

  private func grow(to position: Int) throws(DataError) {
    while !state.withLock({ $0.count != nil || ($0.anchors - 1) * stride > position }) {
      guard try advance() else { return }
    }
  }
}

extension AnchorIndex {
  /// Some anchors, and at the end of the rows how many follow the last one.
  private struct Piece {
    var keys: [KeyValue] = []
    var rest: Int?
  }

  private var width: Int { selection.key.expressions.count }

  private func extend(_ state: inout State) throws(DataError) {
    let last = state.keys.suffix(width)
    let piece: Piece = try connection.read { database in try self.piece(after: last, database) }
    state.keys += piece.keys
    state.anchors = state.keys.count / width
    guard let rest = piece.rest else { return }
    let count = max(0, state.anchors - 1) * stride + rest
    state.count = count
    if !state.published.isExact { state.published = .exact(count) }
  }

  private func piece(after last: ArraySlice<KeyValue>, _ database: Database) throws -> Piece {
    var piece = Piece()
    var last = last
    for _ in 0..<Self.anchorsAtOnce {
      guard let next = try anchor(after: last, database) else {
        piece.rest = try remainder(from: last, database)
        break
      }
      piece.keys += next
      last = next[...]
    }
    return piece
  }

  /// The key `stride` rows after another one, the first of all when there is none.
  private func anchor(after last: ArraySlice<KeyValue>, _ database: Database) throws
    -> [KeyValue]?
  {
    let bounded = !last.isEmpty
    let sql = selection.sql(selection.key.expressions, bounded: bounded)
    let statement = try database.cachedStatement(sql: sql)
    let arguments = selection.arguments(
      from: Array(last), limit: 1, offset: bounded ? stride : 0)
    var key: [KeyValue]?
    try statement.visitRows(arguments, in: database) {
      key = selection.key.expressions.indices.map { KeyValue(statement, $0) }
      return false
    }
    return key
  }

  /// The number of rows from the last anchor on: fewer than there are between two anchors.
  private func remainder(from last: ArraySlice<KeyValue>, _ database: Database) throws -> Int {
    guard !last.isEmpty else { return 0 }
    let inner = selection.sql([], bounded: true)
    let statement = try database.cachedStatement(sql: "SELECT count(*) FROM (\(inner))")
    var count = 0
    let arguments = selection.arguments(from: Array(last), limit: stride, offset: 0)
    try statement.visitRows(arguments, in: database) {
      if case .integer(let value) = KeyValue(statement, 0) { count = Int(value) }
      return false
    }
    return count
  }
}
