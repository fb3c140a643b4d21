import TableModel

/// Hands text on in pieces that are large enough to be worth a system call.
struct TextPieces {
  let isInterrupted: () -> Bool
  /// Why nobody takes any more.
  private(set) var failure: (any Error)?
  /// The size of a piece, in bytes.
  private static let size = 1 << 18

  init(isInterrupted: @escaping () -> Bool) {
    self.isInterrupted = isInterrupted
  }

  /// How many bytes of an output are about to be handed on.
  static func wholePiece(of output: [UInt8]) -> Int { output.count < size ? 0 : output.count }

  /// Hands on an output that has grown to a full piece, and empties it.
  ///
  /// - Returns: false when it was not taken.
  mutating func handOn(
    _ output: inout [UInt8], to take: ([UInt8]) throws -> Void
  ) throws(DataError) -> Bool {
    if output.count < Self.size { return true }
    if isInterrupted() { throw .cancelled }
    do { try take(output) } catch { failure = error }
    output.removeAll(keepingCapacity: true)
    return failure == nil
  }

  /// Hands on what is left.
  ///
  /// - Throws: why a piece was not taken.
  func finish(_ output: inout [UInt8], to take: ([UInt8]) throws -> Void) throws {
    if let failure { throw failure }
    try take(output)
  }
}
