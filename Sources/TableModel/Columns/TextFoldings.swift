import Synchronization

/// The texts of a pool in other forms, each form made when it is first wanted and then kept.
package final class TextFoldings: Sendable {
  /// The folded form of the texts that are not ASCII.
  package struct Folded: Sendable {
    fileprivate var places: [UInt32: Range<Int>] = [:]
    fileprivate var bytes: [UInt8] = []

    /// Gives the folded bytes of a text to a body; nil for one that is ASCII.
    @inline(__always)
    package func withBytes<T>(_ code: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T? {
      guard let place = places[code] else { return nil }
      return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[place])) }
    }
  }

  private let known = Mutex<[UInt8: Folded]>([:])

  package init() {}

  var byteCount: Int {
    known.withLock { $0.values.reduce(0) { $0 + $1.bytes.count + 48 * $1.places.count } }
  }

  /// The texts of a pool in a form.
  ///
  /// - Parameters:
  ///   - form: the form's number, which always has to mean the same folding.
  ///   - fold: makes the form of one text; ASCII is never asked about.
  /// - Complexity: O(bytes that are not ASCII) for a form that is new.
  package func folded(
    _ pool: TextPool, form: UInt8, _ fold: (String) -> String
  ) -> Folded {
    if let folded = known.withLock({ $0[form] }) { return folded }
    var folded = Folded()
    for code in 0..<UInt32(pool.count) where !pool.isASCII(code) {
      let start = folded.bytes.count
      folded.bytes.append(contentsOf: fold(pool.text(code)).utf8)
      folded.places[code] = start..<folded.bytes.count
    }
    known.withLock { $0[form] = folded }
    return folded
  }
}
