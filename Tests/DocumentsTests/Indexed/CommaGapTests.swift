import TestSeeds
import Testing

@testable import Documents
@testable import Files

/// Quick ways over a text, compared with the slow ones.
@Suite struct CommaGapTests {
  /// Calls back with random texts of some bytes, behind which zeros follow.
  private func forEachText(
    of alphabet: [UInt8], upTo length: Int, rounds: Int,
    _ body: (UnsafePointer<UInt8>, Int, String) -> Void
  ) {
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    for round in 0..<rounds {
      let count = random.below(length + 1)
      let bytes = (0..<count).map { _ in alphabet[random.below(alphabet.count)] }
      let padded = bytes + [UInt8](repeating: 0, count: 64)
      padded.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        body(base, count, "seed \(seed), round \(round): \(bytes)")
      }
    }
  }

  @Test func whatIsUsualIsRecognised() {
    var usual = UsualGap()
    var found = 0
    forEachText(of: Array(",,,  \n\t1".utf8), upTo: 11, rounds: 4000) { bytes, count, words in
      for start in 0...count {
        for text in [TextState(), TextState(inText: ~0, escape: 0)] {
          let gap = CommaGap(start: start, text: text)
          let expected = gap.isLoneComma(to: count, bytes)
          found += expected ? 1 : 0
          #expect(
            usual.isLoneComma(in: gap, to: count, bytes) == expected, "\(words) from \(start)")
        }
      }
    }
    #expect(found > 1000)
  }

  /// Byte after byte.
  private func endOfString(_ bytes: UnsafePointer<UInt8>, from offset: Int, to end: Int) -> Int {
    var index = offset + 1
    while index < end {
      if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return end
  }

  @Test(arguments: ["\"\\a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé\\\"\u{1}", "港é\""])
  func textsEndWhereTheyDo(_ alphabet: String) {
    forEachText(of: Array(alphabet.utf8), upTo: 150, rounds: 400) { bytes, count, words in
      for (start, end) in [(0, count), (count / 3, count), (0, count / 2), (count, count)] {
        let found = JSONText.endOfString(from: start, to: end, of: bytes)
        #expect(found == endOfString(bytes, from: start, to: end), "\(words) \(start)..<\(end)")
      }
    }
  }

  @Test(arguments: ["items", "", "naïve", "a\\b", "long name with more than 15 bytes"])
  func namesAreCompared(_ name: String) {
    for other in [
      "items", "itemz", "item", "", "naïve", "a\\b", "long name with more than 15 bytes",
    ] {
      let bytes = Array(other.utf8)
      #expect(bytes.withUnsafeBufferPointer { name.isWritten($0) } == (name == other))
    }
  }
}
