import TableModel
import TestSeeds
import Testing

@testable import Documents

/// Records share what was prepared for their neighbours' keys.
@Suite struct ValueBuilderTests {
  private func list(_ records: [[(String, Int)]]) -> [Record] {
    var builder = ValueBuilder()
    builder.beginArray()
    for record in records {
      builder.beginRecord()
      for (key, value) in record {
        builder.add(key: key)
        builder.add(.integer(value))
      }
      builder.end()
    }
    builder.end()
    return builder.take()?.array?.compactMap(\.record) ?? []
  }

  private func pairs(_ record: Record) -> [String] {
    record.fields.map { "\($0.key)=\($0.value.plainText)" }
  }

  @Test func aKeyThatIsWrittenTwiceKeepsItsFirstPlace() {
    let twice = [("a", 1), ("b", 2), ("a", 3)]
    let records = list([twice, twice, [("a", 1), ("b", 2)], twice])
    #expect(
      records.map(pairs) == [["a=3", "b=2"], ["a=3", "b=2"], ["a=1", "b=2"], ["a=3", "b=2"]])
  }

  /// Records of many keys, some of them written twice, are as if they were set one by one.
  @Test func recordsOfManyKeysAreAsIfSetOneByOne() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for count in 0..<60 {
      let keys = (0..<count).map { _ in "key \(Int.random(in: 0...count, using: &random))" }
      let values = keys.indices.map { Value.integer($0) }
      let written = Record(written: keys[...], values: values[...])
      let set = Record(zip(keys, values))
      #expect(written == set, "seed \(seed), \(count)")
      #expect((0...count).allSatisfy { written["key \($0)"] == set["key \($0)"] })
      var (a, b) = (written, set)
      a["another"] = .null
      b["another"] = .null
      #expect(a == b && a["another"] == .null)
    }
  }

  /// Every record is as it would be alone, whatever stands before it.
  @Test func recordsAreAsTheyWouldBeAlone() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let names = (0..<14).map { "key \($0)" }
    var records: [[(String, Int)]] = []
    for number in 0..<400 {
      if let last = records.last, Int.random(in: 0..<3, using: &random) > 0 {
        records.append(last.map { ($0.0, $0.1 + number) })
      } else {
        let count = Int.random(in: 0...12, using: &random)
        records.append((0..<count).map { (names.randomElement(using: &random) ?? "", $0) })
      }
    }
    for (record, expected) in zip(list(records), records) {
      let alone = Record(expected.map { ($0.0, Value.integer($0.1)) })
      #expect(record == alone, "seed \(seed)")
      for name in names { #expect(record[name] == alone[name], "seed \(seed)") }
    }
  }
}
