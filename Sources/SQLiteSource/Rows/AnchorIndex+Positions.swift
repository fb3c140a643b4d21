import GRDB
import TableModel

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
      let statement = try database.cachedStatement(sql: sql)
      var numbers: [Int64] = []
      let arguments = selection.arguments(from: [.integer(first)], limit: stride, offset: 0)
      try statement.visitRows(arguments, in: database) {
        if case .integer(let number) = KeyValue(statement, 0) { numbers.append(number) }
        return true
      }
      return numbers
    }
  }
}
