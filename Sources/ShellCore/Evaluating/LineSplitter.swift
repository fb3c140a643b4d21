/// Cuts a stream of bytes into lines, and drops the rest of a line that is too long.
package struct LineSplitter {
  package enum Line: Sendable, Hashable {
    case bytes([UInt8])
    /// A line of more bytes than are kept.
    case tooLong
  }

  private let limit: Int
  private var pending: [UInt8] = []
  private var isTooLong = false
  private var isBegun = false

  /// - Parameter limit: the most bytes of one line.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Takes bytes in and hands out every line that ends in them.
  ///
  /// - Complexity: O(bytes).
  package mutating func append(_ bytes: [UInt8], _ body: (Line) -> Void) {
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      keep(bytes[start..<end])
      if let line = takeLine() { body(line) }
      start = end + 1
    }
    if start < bytes.endIndex { keep(bytes[start...]) }
  }

  /// The last line, when the stream ends without a line break.
  package mutating func finish() -> Line? {
    isBegun ? takeLine() : nil
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    isBegun = true
    if isTooLong || pending.count + bytes.count > limit {
      isTooLong = true
      pending.removeAll()
    } else {
      pending.append(contentsOf: bytes)
    }
  }

  private mutating func takeLine() -> Line? {
    defer {
      pending.removeAll(keepingCapacity: true)
      isTooLong = false
      isBegun = false
    }
    return isTooLong ? .tooLong : .bytes(pending)
  }
}
