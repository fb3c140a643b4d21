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
    let statement = try database.statement(sql)
    let arguments = selection.arguments(
      from: Array(last), limit: 1, offset: bounded ? stride : 0)
    var key: [KeyValue]?
    try statement.visitRows(arguments) { _ in
      key = selection.key.expressions.indices.map { KeyValue(statement, $0) }
      return false
    }
    return key
  }

  /// The number of rows from the last anchor on: fewer than there are between two anchors.
  private func remainder(from last: ArraySlice<KeyValue>, _ database: Database) throws -> Int {
    guard !last.isEmpty else { return 0 }
    let inner = selection.sql([], bounded: true)
    let statement = try database.statement("SELECT count(*) FROM (\(inner))")
    var count = 0
    let arguments = selection.arguments(from: Array(last), limit: stride, offset: 0)
    try statement.visitRows(arguments) { _ in
      if case .integer(let value) = KeyValue(statement, 0) { count = Int(value) }
      return false
    }
    return count
  }
}

extension AnchorIndex {
  /// The positions of rows by their numbers.
  ///
  /// - Parameters:
  ///   - numbers: numbers of rows that exist, ascending.
  ///   - count: how many rows there are.
  /// - Throws: `DataError.changedUnderneath` for a number that no row has.
  func positions(of numbers: [Int64], among count: Int) throws(DataError) -> [Int] {
    let anchors = try rowNumbers(to: count)
    var positions: [Int] = []
    var segment: (anchor: Int, numbers: [Int64])?
    for number in numbers {
      let anchor = Self.place(of: number, in: anchors) - 1
      guard anchor >= 0 else { throw .changedUnderneath(file: connection.file) }
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
      else { throw .changedUnderneath(file: connection.file) }
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
    let sql = selection.sql(selection.key.expressions, bounded: true)
    return try connection.read { database in
      let statement = try database.statement(sql)
      var numbers: [Int64] = []
      let arguments = selection.arguments(from: [.integer(first)], limit: stride, offset: 0)
      try statement.visitRows(arguments) { _ in
        if case .integer(let number) = KeyValue(statement, 0) { numbers.append(number) }
        return true
      }
      return numbers
    }
  }
}

/// Finds the keys of rows by an index of the database, where it has one that serves.
///
/// The key is asked for alone and in no order: an `ORDER BY` would have the library go through the
/// table in the order of the key instead.
struct IndexSearch {
  /// SQL expressions.
  let table: String
  let key: String
  let column: String
  let bound: FieldBound

  /// The keys of the rows within the bound, in any order.
  ///
  /// - Returns: nil when the library would not search an index, when there are more than the limit,
  ///   or when the column has values of another kind than the bound.
  func keys(limit: Int, _ database: Database) throws -> [Int64]? {
    guard searches(condition.text, database) else { return nil }
    for other in otherKinds {
      guard searches(other, database), try find(other, [], limit: 1, database).isEmpty else {
        return nil
      }
    }
    let keys = try find(condition.text, condition.arguments, limit: limit + 1, database)
    return keys.count > limit ? nil : keys
  }

  private func sql(_ condition: String) -> String {
    "SELECT \(key) FROM \(table) WHERE \(condition) LIMIT ?"
  }

  private func find(
    _ condition: String, _ arguments: [KeyValue], limit: Int, _ database: Database
  ) throws -> [Int64] {
    let statement = try database.statement(sql(condition))
    var keys: [Int64] = []
    try statement.visitRows(arguments + [.integer(Int64(limit))]) { _ in
      if case .integer(let key) = KeyValue(statement, 0) { keys.append(key) }
      return true
    }
    return keys
  }

  /// True when the library would find the rows by one search, and not by going through them. A
  /// column whose order it does not know cannot be asked at all.
  private func searches(_ condition: String, _ database: Database) -> Bool {
    guard let steps = try? QueryPlan.steps(of: sql(condition), database) else { return false }
    return steps.count == 1 && steps[0].hasPrefix("SEARCH")
  }

  private var condition: (text: String, arguments: [KeyValue]) {
    switch bound {
    case .text(let text): return ("\(column) = ?", [.text(Array(text.utf8))])
    case .numbers(let lower, let upper):
      let limits = [(lower, ">"), (upper, "<")].compactMap { limit, sign in
        limit.map { ("\(column) \(sign)\($0.isIncluded ? "=" : "") ?", KeyValue($0.number)) }
      }
      return (limits.map(\.0).joined(separator: " AND "), limits.map(\.1))
    }
  }

  /// Numbers come before all text and text before all data, whatever the column's collation.
  private var otherKinds: [String] {
    switch bound {
    case .numbers: ["\(column) >= ''"]
    case .text: ["\(column) < ''", "\(column) >= x''"]
    }
  }
}

extension KeyValue {
  fileprivate init(_ number: FieldBound.Number) {
    switch number {
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    }
  }
}
