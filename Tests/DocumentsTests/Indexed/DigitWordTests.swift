import TestSeeds
import Testing

@testable import Documents

/// Digits found in a word are those found one by one.
@Suite struct DigitWordTests {
  @Test func digitsAndTheirNumber() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let others: [UInt8] = [0, 0x2E, 0x2F, 0x3A, 0x20, 0x65, 0x80, 0xB0, 0xB9, 0xFF]
    for _ in 0..<3000 {
      let text = (0..<8).map { _ in
        Int.random(in: 0..<5, using: &random) == 0
          ? others.randomElement(using: &random) ?? 0
          : UInt8.random(in: 0x30...0x39, using: &random)
      }
      let digits = text.prefix { (0x30...0x39).contains($0) }
      let word = text.withUnsafeBufferPointer { $0.baseAddress.map { DigitWord($0) } }
      #expect(word?.count == digits.count, "seed \(seed): \(text)")
      let number = digits.reduce(0) { $0 * 10 + UInt64($1 - 0x30) }
      #expect(word?.value == number, "seed \(seed): \(text)")
    }
  }
}
