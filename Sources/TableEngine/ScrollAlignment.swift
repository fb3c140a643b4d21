/// Offsets that bring a row or an item to a chosen place of the viewport, not yet clamped.
struct ScrollAlignment {
  var start: Int
  var length: Int
  var viewport: Int
  /// The insets at the viewport's start and end.
  var insetAtStart = 0
  var insetAtEnd = 0
  /// What floats in the area between the insets, at its start and at its end.
  var coveredAtStart = 0
  var coveredAtEnd = 0

  private var end: Int { start + length }

  var atStart: Int { start - coveredAtStart - insetAtStart }
  var atEnd: Int { end + coveredAtEnd + insetAtEnd - viewport }

  /// Centred in the part of the viewport between the insets, but never under what floats at its
  /// start.
  var centered: Int {
    min(start + length / 2 - insetAtStart - (viewport - insetAtStart - insetAtEnd) / 2, atStart)
  }

  /// The offset nearest to another one at which all of it is in view; its start, if it is longer
  /// than the viewport.
  func least(from offset: Int) -> Int {
    if length > viewport - insetAtStart - insetAtEnd - coveredAtStart - coveredAtEnd {
      return (atStart...max(atStart, atEnd)).contains(offset) ? offset : atStart
    }
    return min(max(offset, atEnd), atStart)
  }
}
