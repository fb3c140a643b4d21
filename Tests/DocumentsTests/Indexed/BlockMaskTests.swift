import TestSeeds
import Testing

@testable import Documents

/// Every way to make masks gives the same, and quotes are followed across blocks.
@Suite struct BlockMaskTests {
  @Test func classifiersAgreeWithTheBytes() {
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    for round in 0..<300 {
      let bytes = (0..<80).map { _ in
        random.below(2) == 0 ? random.pick(Array("{}[]\"\\,".utf8)) : UInt8(random.below(256))
      }
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let start = base + random.below(16)
        let expected = Self.masks(start)
        #expect(PortableClassifier.masks(start) == expected, "seed \(seed), round \(round)")
        #expect(NativeClassifier.masks(start) == expected, "seed \(seed), round \(round)")
        let commas = Self.mask(start, ",")
        #expect(PortableClassifier.commas(start) == commas, "seed \(seed), round \(round)")
        #expect(NativeClassifier.commas(start) == commas, "seed \(seed), round \(round)")
        let specials = Self.specials(start)
        #expect(PortableClassifier.specials(start) == specials, "seed \(seed), round \(round)")
        #expect(NativeClassifier.specials(start) == specials, "seed \(seed), round \(round)")
        let ends = UInt32(truncatingIfNeeded: Self.mask(start, "\"\\"))
        #expect(PortableClassifier.ends(start) == ends, "seed \(seed), round \(round)")
        #expect(NativeClassifier.ends(start) == ends, "seed \(seed), round \(round)")
      }
    }
  }

  private static func masks(_ bytes: UnsafePointer<UInt8>) -> BlockMasks {
    BlockMasks(
      quotes: mask(bytes, "\""), backslashes: mask(bytes, "\\"), brackets: mask(bytes, "[{]}"))
  }

  private static func specials(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    (0..<32).reduce(0) { mask, index in
      let isPlain = (0x20..<0x80).contains(bytes[index]) && !"\"\\".utf8.contains(bytes[index])
      return isPlain ? mask : mask | 1 << UInt32(index)
    }
  }

  private static func mask(_ bytes: UnsafePointer<UInt8>, _ wanted: String) -> UInt64 {
    (0..<64).reduce(0) { mask, index in
      wanted.utf8.contains(bytes[index]) ? mask | 1 << UInt64(index) : mask
    }
  }

  /// Runs of backslashes of every length before a quote, at every place around a block's border.
  @Test func followsEscapesAcrossBorders() {
    for run in 0...6 {
      for start in 40..<80 {
        var text = Array(repeating: UInt8(ascii: "a"), count: 192)
        text[1] = UInt8(ascii: "\"")
        for index in start..<start + run { text[index] = UInt8(ascii: "\\") }
        text[start + run] = UInt8(ascii: "\"")
        let inside = Self.inside(text)
        let closes = run % 2 == 0
        #expect(inside[start + run - 1], "run \(run) at \(start)")
        #expect(inside[start + run + 1] == !closes, "run \(run) at \(start)")
      }
    }
  }

  private static func inside(_ text: [UInt8]) -> [Bool] {
    var state = TextState()
    return text.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [] }
      return stride(from: 0, to: buffer.count, by: 64).flatMap { offset -> [Bool] in
        let masks = NativeClassifier.masks(base + offset)
        let inside = state.advance(quotes: masks.quotes, backslashes: masks.backslashes)
        return (0..<64).map { inside >> UInt64($0) & 1 == 1 }
      }
    }
  }
}
