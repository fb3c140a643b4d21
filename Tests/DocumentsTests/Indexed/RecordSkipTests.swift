import TestSeeds
import Testing

@testable import Documents

/// Stepping over the values of a sequence.
@Suite struct RecordSkipTests {
  /// Values of every kind, with brackets in texts, one after the other with and without blanks.
  @Test func stepsOverWholeValues() {
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    let long = String(repeating: "{\"]\": [\"\\\"}\", {}]}, ", count: 9)
    for round in 0..<200 {
      var text = ""
      var starts: [Int] = []
      for _ in 0..<random.below(20) + 2 {
        starts.append(text.utf8.count)
        text += random.pick([
          "{}", "[]", "17 ", "\"}\"", "null ", "{\"a\":[1,{\"b\":\"\\\"]\"}]}",
          "[\(long)1]", "\"\\\\\"", "[\"\(random.pick(["é", "{", "[\\\\"]))\"]",
        ])
        text += random.pick(["\n", "\n\n ", "", "\r\n\t"])
      }
      let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 80)
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let first = random.below(starts.count - 1)
        for target in first + 1..<starts.count {
          func skip<Classifier: BlockClassifier>(_ classifier: Classifier.Type) -> Int? {
            RecordSkip.offset(
              after: target - first, recordsFrom: starts[first], of: base, end: text.utf8.count,
              isSequence: true, by: classifier)
          }
          #expect(skip(NativeClassifier.self) == starts[target], "seed \(seed), round \(round)")
          #expect(skip(PortableClassifier.self) == starts[target], "seed \(seed), round \(round)")
        }
      }
    }
  }

  /// Records of every kind with commas between them, in lists that are longer than what is looked
  /// at at once.
  @Test func stepsOverRecordsOfLists() {
    let seed = testSeed()
    var random = RandomJSON(seed: seed)
    let long = String(repeating: "{\"]\": [\"\\\"}\", {}]}, ", count: 70)
    for round in 0..<100 {
      var text = ""
      var starts: [Int] = []
      let isKeyed = random.below(3) == 0
      for number in 0..<random.below(40) + 2 {
        if number > 0 { text += "," }
        starts.append(text.utf8.count)
        text += random.pick(["", "\n    ", String(repeating: " ", count: random.below(90))])
        if isKeyed { text += "\"ke,y{\\\"\": " }
        text += random.pick([
          "{}", "[1, 2]", "17", "\"},\"", "null", "{\"a\":[1,{\"b\":\"\\\"]\"}]}", "[\(long)1]",
          "\"\(long.filter { $0 != "\"" && $0 != "\\" })\"",
        ])
        text += random.pick(["", " "])
      }
      let end = text.utf8.count
      let bytes = Array((text + "]").utf8) + [UInt8](repeating: 0, count: 80)
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let first = random.below(starts.count - 1)
        for target in first + 1...starts.count {
          func skip<Classifier: BlockClassifier>(_ classifier: Classifier.Type) -> Int? {
            RecordSkip.offset(
              after: target - first, recordsFrom: starts[first], of: base, end: end + 1,
              isSequence: false, by: classifier)
          }
          let expected = target < starts.count ? starts[target] : nil
          #expect(skip(NativeClassifier.self) == expected, "seed \(seed), round \(round)")
          #expect(skip(PortableClassifier.self) == expected, "seed \(seed), round \(round)")
        }
      }
    }
  }
}
