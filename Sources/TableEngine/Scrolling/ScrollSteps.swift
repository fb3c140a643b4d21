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

/// The offsets of an animated scroll, one a frame.
///
/// Equal steps: what does not divide evenly is spread over the way, so that no two steps differ by
/// more than a point and the last offset is exactly the target.
struct ScrollSteps: Sequence, IteratorProtocol {
  /// No scroll takes more frames, whatever is asked for.
  static let mostFrames = 10_000

  private let start: Int
  private let distance: Int
  let count: Int
  private var made = 0

  /// - Parameter frames: as many as are wanted; one is made where there is no way to go.
  init(from start: Int, to target: Int, frames: Int) {
    self.start = start
    distance = target - start
    count = distance == 0 ? 1 : Swift.min(Swift.max(1, frames), Self.mostFrames)
  }

  mutating func next() -> Int? {
    guard made < count else { return nil }
    made += 1
    // Whole steps first: the product of the distance and a count may be too large for a number.
    return start + distance / count * made + distance % count * made / count
  }
}
