import TableModel

/// Random numbers of tests, which repeat with the seed: those of the program.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var generator: SplitMix64

  public init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  public mutating func next() -> UInt64 { generator.next() }
}
