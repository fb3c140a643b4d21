/// Offsets that bring a row or an item to a chosen place of the viewport, not yet clamped.
struct ScrollAlignment {
  var start: Int
  var length: Int
  var viewport: Int
  /// What floats over the viewport's start and end.
  var coveredAtStart = 0
  var coveredAtEnd = 0

  private var end: Int { start + length }

  var atStart: Int { start - coveredAtStart }
  var atEnd: Int { end + coveredAtEnd - viewport }

  /// In the middle of the viewport, but never below what floats at its start.
  var centered: Int { min(start + length / 2 - viewport / 2, atStart) }

  /// The offset nearest to another one at which all of it is in view; its start, if it is longer
  /// than the viewport.
  func least(from offset: Int) -> Int {
    if length > viewport - coveredAtStart - coveredAtEnd {
      return (atStart...max(atStart, atEnd)).contains(offset) ? offset : atStart
    }
    return min(max(offset, atEnd), atStart)
  }
}
