import Testing

@testable import TableModel

@Suite struct NumberTextTests {
  @Test(arguments: [
    ("1", "1.0", 0), ("1", "2", -1), ("12345678901234567890", "12345678901234567891", -1),
    ("1.10", "1.1", 0), ("9007199254740993", "9007199254740992.0", 1), ("-1", "1", -1),
    ("-0", "0", 0), ("1e2", "100", 0), ("0.1", "0.10000000000000000001", -1),
    ("-12345678901234567890.5", "-12345678901234567890.25", -1), ("1e400", "2e400", -1),
  ])
  func comparesExactly(_ a: String, _ b: String, _ expected: Int) {
    let (x, y) = (NumberText(text: a), NumberText(text: b))
    #expect(x.compare(y) == expected)
    #expect(y.compare(x) == -expected)
  }

  @Test func whatIsNoNumberHasNoOrder() {
    #expect(NumberText(text: "nan").compare(NumberText(1)) == nil)
  }

  @Test func textIsKept() {
    for text in ["12345678901234567890", "1.10", "1E+2", "-0.0"] {
      #expect(Value.number(NumberText(text: text)).plainText == text)
    }
    #expect(NumberText(2.0).text == "2")
  }
}

@Suite struct RecordTests {
  @Test func keysKeepTheirOrderAndLastValueWins() {
    let record = Record([("b", .integer(1)), ("a", .integer(2)), ("b", .integer(3))])
    #expect(record.keys == ["b", "a"])
    #expect(record["b"] == .integer(3))
    #expect(record["c"] == nil)
  }

  @Test(arguments: [3, 9, 100])
  func removingKeepsLookupRight(_ count: Int) {
    var record = Record((0..<count).map { ("k\($0)", Value.integer($0)) })
    record["k1"] = nil
    #expect(record.count == count - 1)
    for index in 0..<count where index != 1 { #expect(record["k\(index)"] == .integer(index)) }
    #expect(record["k1"] == nil)
  }
}

@Suite struct FieldPathTests {
  @Test func readsThroughContainers() {
    let value = Value.record(
      Record([("a", .array([.record(Record([("b", .string("x"))]))]))]))
    #expect(value[path: FieldPath([.key("a"), .index(-1), .key("b")])] == .string("x"))
    #expect(value[path: FieldPath([.key("a"), .index(1)])] == nil)
    #expect(value[path: .itself] == value)
  }
}

@Suite struct InstantTests {
  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"), (951_827_696.5, "2000-02-29T12:34:56.500Z"),
    (-1.0, "1969-12-31T23:59:59Z"), (4_102_444_800.0, "2100-01-01T00:00:00Z"),
    (.nan, "invalid date"), (-62_135_596_800.0, "0001-01-01T00:00:00Z"),
  ])
  func printsAsISO8601(_ seconds: Double, _ expected: String) {
    #expect(Instant(secondsSince1970: seconds).iso8601 == expected)
  }
}

@Suite struct AddressTests {
  @Test func orderIsThatOfTheScreen() {
    let sorted = [
      Address(0), Address(0, 0), Address(0, 0, 0), Address(0, 0, 1), Address(0, 1), Address(1),
    ]
    #expect(sorted.shuffled().sorted() == sorted)
  }

  @Test func recordBatchesProject() {
    var batch = RecordBatch(fields: [FieldPath(key: "a"), .itself])
    batch.append(.record(Record([("a", .number(NumberText(text: "1.10")))])))
    batch.append(.null)
    #expect(batch.text(0, 0) == "1.10" && batch.kind(0, 0) == .number)
    #expect(batch.kind(1, 0) == nil && batch.kind(1, 1) == .null)
  }
}

@Suite struct RepeatedKeyRecordTests {
  /// A record of so many keys, of which the first two were written more than once.
  private static func record(_ count: Int) -> Record {
    let keys = (0..<count).map { "k\($0)" }
    var record = Record(keys.map { ($0, .integer(1)) })
    record.noteRepeated(["k1", "k0"] + keys + ["k0"])
    return record
  }

  @Test(arguments: [3, 30])
  func areRemembered(_ count: Int) {
    var record = Self.record(count)
    let repeated = record.repeatedKeys
    #expect(repeated.map(\.key) == ["k0", "k1"] && repeated.map(\.values) == [3, 2])
    #expect(record.lostValues == 3)
    // Changes leave it so, and keys are found as ever.
    for index in 0..<20 { record["new\(index)"] = .integer(index) }
    record["k2"] = nil
    record["k0"] = .null
    #expect(record.repeatedKeys == repeated && record.count == count + 19)
    for (key, value) in record.fields.map({ ($0.key, $0.value) }) { #expect(record[key] == value) }
    #expect(record["k2"] == nil && record["new19"] == .integer(19))
  }

  @Test func areNoPartOfEquality() {
    let keys = (0..<3).map { "k\($0)" }
    let plain = Record(keys.map { ($0, .integer(1)) })
    #expect(plain == Self.record(3) && plain.hashValue == Self.record(3).hashValue)
    #expect(plain.repeatedKeys.isEmpty && Value.record(plain).repeatedKeys.isEmpty)
    let nested = Value.array([.record(Record([("in", .record(Self.record(3)))]))])
    #expect(nested.repeatedKeys.map(\.key) == ["k0", "k1"])
  }

  @Test func costNoRoom() {
    #expect(MemoryLayout<Record>.size == 16)
  }
}
