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
}
