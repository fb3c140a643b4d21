import TableModel

/// A place for a cell along an axis: where it lies in the content and what it shows.
struct Slot: Sendable, Hashable {
  /// The number of the row in the whole table, or of the item in its strip.
  var position: Int
  var address: Address
  /// The top or left edge in the content, in points.
  var start: Int
  /// The height or width, in points.
  var length: Int

  var end: Int { start + length }
}
