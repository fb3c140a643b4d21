import TableModel

/// Gives records a number by what they have in one or several columns, in the order in which
/// different values come up. Records that lack a key are with those that hold null.
struct GroupNumbers {
  private var keys: [ValueNumbers]
  /// For each key behind the first one: a number for each pair of a number so far and its own.
  private var pairs: [WordNumbers<UInt64>]
  /// For each group of several keys, or of none, the row with which it came up.
  private var ownFirsts: [Int] = []
  private var scratch = [Int32](repeating: 0, count: RowBlock.size)

  init(_ columns: [FieldColumn]) {
    keys = columns.map { ValueNumbers($0, missingIsNull: true, allowsGaps: true) }
    pairs = columns.dropFirst().map { _ in WordNumbers<UInt64>() }
  }

  /// How many groups there are so far; some of them may have no rows.
  var count: Int { keys.count == 1 ? keys[0].count : ownFirsts.count }

  /// The row with which a group came up; nil for a group without rows.
  func first(of group: Int) -> Int? {
    keys.count == 1 ? keys[0].first(of: group) : ownFirsts[group]
  }

  /// Finds the groups of rows.
  ///
  /// - Parameter groups: takes them; has room for as many as there are rows.
  mutating func number(_ rows: RowBlock, into groups: UnsafeMutablePointer<Int32>) {
    guard !keys.isEmpty else {
      for index in 0..<rows.count { groups[index] = 0 }
      if ownFirsts.isEmpty, rows.count > 0 { ownFirsts = [rows[0]] }
      return
    }
    keys[0].number(rows, into: groups)
    for key in keys.indices.dropFirst() { combine(key, rows, groups) }
  }

  private mutating func combine(
    _ key: Int, _ rows: RowBlock, _ groups: UnsafeMutablePointer<Int32>
  ) {
    let isLast = key == keys.count - 1
    scratch.withUnsafeMutableBufferPointer { scratch in
      guard let own = scratch.baseAddress else { return }
      keys[key].number(rows, into: own)
      for index in 0..<rows.count {
        let word =
          UInt64(UInt32(bitPattern: groups[index])) << 32 | UInt64(UInt32(bitPattern: own[index]))
        var number = pairs[key - 1].known(word)
        if number < 0 {
          number = pairs[key - 1].count
          pairs[key - 1].insert(word, as: number)
          if isLast { ownFirsts.append(rows[index]) }
        }
        groups[index] = Int32(truncatingIfNeeded: number)
      }
    }
  }

  /// The numbers here of the groups of another numbering of the same columns; those that are new
  /// here get the next ones.
  mutating func numbers(of other: GroupNumbers) -> [Int32] {
    RowBlock.translate(other.count, other.first) { number($0, into: $1) }
  }
}

extension ValueNumbers {
  /// The numbers here of the values of another numbering of the same column; those that are new
  /// here get the next ones.
  mutating func numbers(of other: ValueNumbers) -> [Int32] {
    RowBlock.translate(other.count, other.first) { number($0, into: $1) }
  }
}

extension RowBlock {
  /// Finds other numbers for some numbers, by the rows that have them.
  ///
  /// - Parameters:
  ///   - row: a row for each number; nil for those that no row has, whose number does not matter.
  ///   - number: finds the numbers of rows.
  fileprivate static func translate(
    _ count: Int, _ row: (Int) -> Int?, _ number: (RowBlock, UnsafeMutablePointer<Int32>) -> Void
  ) -> [Int32] {
    var found = [Int32](repeating: 0, count: count)
    var places: [Int] = []
    var rows: [UInt32] = []
    for place in 0..<count {
      guard let row = row(place) else { continue }
      places.append(place)
      rows.append(UInt32(truncatingIfNeeded: row))
    }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: size) { room in
      guard let room = room.baseAddress else { return }
      rows.withUnsafeBufferPointer { rows in
        for start in stride(from: 0, to: rows.count, by: size) {
          let end = min(start + size, rows.count)
          number(RowBlock(UnsafeBufferPointer(rebasing: rows[start..<end])), room)
          for index in start..<end { found[places[index]] = room[index - start] }
        }
      }
    }
    return found
  }
}
