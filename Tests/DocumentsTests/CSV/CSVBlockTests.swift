import TestSeeds
import Testing

@testable import Documents

/// What stands in quotes is what a reader finds that goes from byte to byte.
@Suite struct CSVBlockTests {
  /// What a text has, byte by byte, in words of its own.
  private struct Plain {
    var delimiters: Set<Int> = []
    var starts: Set<Int> = []
    var ends: Set<Int> = []
    var isInside = false

    init(_ bytes: [UInt8], countsEmptyLines: Bool, hasQuotes: Bool) {
      var isCellStart = true
      var lineStart = 0
      var index = 0
      func begin(_ offset: Int, _ plain: inout Plain) {
        lineStart = offset
        guard offset < bytes.count else { return }
        if countsEmptyLines || bytes[offset] != 0x0A && bytes[offset] != 0x0D {
          plain.starts.insert(offset)
        }
      }
      begin(0, &self)
      while index < bytes.count {
        let byte = bytes[index]
        if isInside {
          if byte == 0x22, index + 1 < bytes.count, bytes[index + 1] == 0x22 {
            index += 1
          } else if byte == 0x22 {
            isInside = false
          }
        } else if byte == 0x22, isCellStart, hasQuotes {
          isInside = true
          isCellStart = false
        } else if byte == 0x2C {
          delimiters.insert(index)
          isCellStart = true
        } else if byte == 0x0A || byte == 0x0D {
          if countsEmptyLines || index > lineStart { ends.insert(index) }
          if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
          isCellStart = true
          begin(index + 1, &self)
        } else {
          isCellStart = false
        }
        index += 1
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func agreeWithTheBytes(_ countsEmptyLines: Bool, _ hasQuotes: Bool) {
    let seed = testSeed(countsEmptyLines ? 1 : 0)
    var random = RandomJSON(seed: seed)
    var dialect = CSVDialect(delimiter: UInt8(ascii: ","), hasQuotes: hasQuotes)
    dialect.countsEmptyLines = countsEmptyLines
    for round in 0..<400 {
      let letters = random.pick([Array("\",\n\ra".utf8), Array("\"\"\",\nab".utf8)])
      let bytes = (0..<random.below(300)).map { _ in random.pick(letters) }
      let expected = Plain(bytes, countsEmptyLines: countsEmptyLines, hasQuotes: hasQuotes)
      let padded = bytes + Array(repeating: 0, count: 64)
      var (delimiters, starts, ends): (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])
      var (state, offset) = (CSVState.record, 0)
      padded.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        while offset < bytes.count {
          let length = min(1 + random.below(64), bytes.count - offset)
          let block = CSVBlock(base + offset, length, dialect, &state)
          Self.add(block.delimiters, offset, &delimiters)
          Self.add(block.starts(countsEmptyLines: countsEmptyLines), offset, &starts)
          Self.add(block.ends(countsEmptyLines: countsEmptyLines), offset, &ends)
          offset += length
        }
      }
      let text = String(decoding: bytes, as: UTF8.self).debugDescription
      #expect(delimiters == expected.delimiters, "seed \(seed), round \(round): \(text)")
      #expect(starts == expected.starts, "seed \(seed), round \(round): \(text)")
      #expect(ends == expected.ends, "seed \(seed), round \(round): \(text)")
      #expect((state.inside != 0) == expected.isInside, "seed \(seed), round \(round): \(text)")
    }
  }

  private static func add(_ mask: UInt64, _ offset: Int, _ places: inout Set<Int>) {
    for bit in 0..<64 where mask >> UInt64(bit) & 1 == 1 { places.insert(offset + bit) }
  }

  @Test func waysToMakeMasksAgree() {
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    for round in 0..<200 {
      let bytes = (0..<64).map { _ in random.pick(Array("\",;\n\r\t|a\u{0}".utf8) + [0x80, 0xFF]) }
      let delimiter = random.pick(CSVDialect.usualDelimiters)
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let masks = NativeClassifier.cells(base, delimiter)
        #expect(masks == PortableClassifier.cells(base, delimiter), "seed \(seed), \(round)")
        for (mask, byte) in [
          (masks.quotes, UInt8(ascii: "\"")), (masks.delimiters, delimiter),
          (masks.feeds, 0x0A), (masks.returns, 0x0D),
        ] {
          let expected = bytes.indices.reduce(UInt64(0)) {
            $0 | (bytes[$1] == byte ? 1 : 0) << UInt64($1)
          }
          #expect(mask == expected, "seed \(seed), \(round)")
        }
      }
    }
  }
}
