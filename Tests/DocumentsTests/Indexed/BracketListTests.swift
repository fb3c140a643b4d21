import TestSeeds
import Testing

@testable import Documents

/// Lists of the brackets outside of texts, and the commas between them.
@Suite struct BracketListTests {
  private typealias Finding = (places: [Int], text: TextState)

  /// What a stretch holds, byte after byte.
  private static func slowly(_ bytes: ArraySlice<UInt8>, _ text: TextState) -> Finding {
    var isInside = text.inText != 0
    var isEscaped = text.escape != 0
    var places: [Int] = []
    for (place, byte) in bytes.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      } else if byte == UInt8(ascii: "\"") {
        isInside.toggle()
      }
      if !isInside, "[{]}".utf8.contains(byte) { places.append(place) }
    }
    return (places, TextState(inText: isInside ? ~0 : 0, escape: isEscaped ? 1 : 0))
  }

  private static func finding<Classifier: BlockClassifier>(
    _ bytes: UnsafePointer<UInt8>, _ range: Range<Int>, _ text: TextState,
    by classifier: Classifier.Type
  ) -> Finding {
    var text = text
    let places = list { places in
      BracketList.find(
        from: range.lowerBound, to: range.upperBound, of: bytes, &text, into: places,
        by: classifier)
    }
    return (places, text)
  }

  private static func list(_ fill: (UnsafeMutablePointer<UInt16>) -> Int) -> [Int] {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: BracketList.capacity) { buffer in
      guard let places = buffer.baseAddress else { return [] }
      return (0..<fill(places)).map { Int(places[$0]) }
    }
  }

  /// All ways to list brackets give what the bytes say, over any text and from any state.
  @Test func allWaysFindTheSame() {
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    for round in 0..<300 {
      // Backslashes outside of texts are no JSON; all ways treat them alike nevertheless.
      let parts = random.pick(["{}[]\"\\,a", "{}[]", "\\\"{", "[aaaaaaaaaaaaaaaaaaa\"bb"])
      let length = 1 + random.below(random.pick([70, 300, BracketList.stretch]))
      let text = (0..<length).map { _ in random.pick(Array(parts.utf8)) }
      let state = TextState(
        inText: random.below(2) == 0 ? 0 : ~0, escape: UInt64(random.below(2)))
      let expected = Self.slowly(text[...], state)
      let words: Comment = "seed \(seed), round \(round)"
      (text + [UInt8](repeating: 0, count: 64)).withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let native = Self.finding(base, 0..<length, state, by: NativeClassifier.self)
        let portable = Self.finding(base, 0..<length, state, by: PortableClassifier.self)
        #expect(native.places == expected.places, words)
        #expect(portable.places == expected.places, words)
        #expect(native.text.inText == expected.text.inText, words)
        #expect(native.text == portable.text, words)
        #if arch(x86_64) || arch(arm64)
          let whole = length & ~63
          for processor in Self.processors {
            var text = state
            let list = Self.list {
              VectorClassifier.brackets(base, whole, &text, into: $0, processor)
            }
            #expect(list == expected.places.filter { $0 < whole }, words)
          }
        #endif
      }
    }
  }

  #if arch(x86_64) || arch(arm64)
    /// This processor and those with less.
    private static let processors = Processor.allCases.filter {
      $0.rawValue <= Processor.own.rawValue
    }
  #endif

  /// Braces, and the texts that begin as a name does; what else is listed does no harm.
  @Test func allWaysFindMembers() {
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"title\": ", "\"tags\":", "\"\":", "\"\" :", "\"a\"\n:",
      "\"a\"", "\"{t\\\"it}\"", "\"é\"",
      "\"ti", "\"\\\\\"", "  ",
    ]
    for round in 0..<200 {
      var text = ""
      while text.utf8.count < 600 { text += random.pick(parts) }
      let bytes = Array(text.utf8.prefix(576)) + [UInt8](repeating: 0, count: 64)
      let wanted = random.pick([["title", ""], ["a", "tags"], ["none"]])
      let expected = Self.members(bytes[..<576], wanted)
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let starts = NameStarts(wanted)
        var (native, portable) = (TextState(), TextState())
        let found = Self.list { NativeClassifier.members(base, 576, &native, starts, into: $0) }
        let others = Self.list {
          PortableClassifier.members(base, 576, &portable, starts, into: $0)
        }
        #expect(native == portable, "seed \(seed), round \(round)")
        var lists = [found, others]
        #if arch(x86_64) || arch(arm64)
          for processor in Self.processors {
            var state = TextState()
            lists.append(
              Self.list {
                VectorClassifier.members(base, 576, &state, starts, into: $0, processor)
              })
            #expect(state == portable, "seed \(seed), round \(round)")
          }
        #endif
        for list in lists {
          #expect(list == list.sorted(), "seed \(seed), round \(round)")
          let hasAll = Set(list).isSuperset(of: expected)
          #expect(hasAll, "seed \(seed), round \(round): \(text)")
          let isOutside = list.allSatisfy { "{}[]\"".utf8.contains(bytes[$0]) }
          #expect(isOutside, "seed \(seed), round \(round): \(text)")
        }
      }
    }
  }

  private static func members(_ bytes: ArraySlice<UInt8>, _ names: [String]) -> [Int] {
    var (isInside, isEscaped) = (false, false)
    return bytes.indices.filter { place in
      let byte = bytes[place]
      if isEscaped {
        isEscaped = false
        return false
      }
      if byte == UInt8(ascii: "\\") { isEscaped = true }
      guard byte == UInt8(ascii: "\"") else { return !isInside && "{}".utf8.contains(byte) }
      isInside.toggle()
      return isInside
        && names.contains { name in
          let text = bytes[place...]
          return ": \n".utf8.contains { text.starts(with: Array("\"\(name)\"".utf8) + [$0]) }
        }
    }
  }

  @Test(arguments: [
    (",", true), (",   \n\t ", true), ("", false), (" ,", false), (",,", false), (",1", false),
    (", \"a\":", false),
  ])
  func knowsALoneComma(_ text: String, _ isLone: Bool) {
    Array(text.utf8 + [0]).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      #expect(CommaGap(start: 0).isLoneComma(to: text.utf8.count, base) == isLone)
      let inside = CommaGap(start: 0, text: TextState(inText: ~0))
      #expect(!inside.isLoneComma(to: text.utf8.count, base))
    }
  }

  /// Commas of keys and texts between records do not part these.
  @Test func countsCommasOutsideOfTexts() {
    let text = ",\"a,\\\",b\": 1, \"" + String(repeating: ",", count: 90) + "\", 2,"
    Array(text.utf8 + [UInt8](repeating: 0, count: 64)).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for end in [1, 5, 13, text.utf8.count] {
        var places: [Int] = []
        CommaGap(start: 0).forEachBlock(to: end, of: base, by: NativeClassifier.self) {
          commas, offset in
          places += (0..<64).filter { commas >> UInt64($0) & 1 == 1 }.map { offset + $0 }
          return true
        }
        let all = [0, 12, text.utf8.count - 4, text.utf8.count - 1]
        #expect(places == all.filter { $0 < end })
      }
    }
  }
}
