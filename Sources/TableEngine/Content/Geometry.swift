import TableModel

/// A size in integer points.
package struct Size: Sendable, Hashable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A frame in integer points; y grows downwards.
package struct Rect: Sendable, Hashable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var minX: Int { x }
  package var maxX: Int { x + width }
  package var minY: Int { y }
  package var maxY: Int { y + height }
}

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
