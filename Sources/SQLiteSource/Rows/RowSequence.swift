import GRDB
import TableModel

/// Rows in a fixed order, found by their position.
protocol RowSequence: Sendable {
  /// How many rows there are, as far as that is known without reading on.
  var extent: Extent { get }

  /// Goes on with counting.
  ///
  /// - Returns: false when all is counted, or as much as ever will be.
  func advance() throws(DataError) -> Bool

  /// The part of a range that holds rows; it may lie beyond what `extent` knows.
  func existing(_ range: Range<Int>) throws(DataError) -> Range<Int>

  /// Visits rows in order, until the visitor returns false.
  ///
  /// - Parameters:
  ///   - columns: the columns to read; the statement has them in this order.
  ///   - visit: reads the current row of the statement.
  func visit(_ range: Range<Int>, columns: [Int], _ visit: (Statement) throws -> Bool)
    throws(DataError)

  /// The positions of the rows whose column lies within a bound, ascending; other values of the
  /// column are of the same kind or NULL.
  ///
  /// - Parameters:
  ///   - count: how many rows there are.
  ///   - limit: how many positions are worth the search.
  /// - Returns: nil when no index finds them, when there are more, or other kinds of values.
  func positions(where column: Int, within bound: FieldBound, of count: Int, limit: Int)
    throws(DataError) -> [Int]?
}

extension RowSequence {
  func positions(where column: Int, within bound: FieldBound, of count: Int, limit: Int)
    throws(DataError) -> [Int]?
  { nil }
}
