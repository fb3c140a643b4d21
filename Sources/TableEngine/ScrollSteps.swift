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
