import TableModel
import Testing

@testable import Arranging

@Suite struct SummaryTests {
  static let sales = FixtureTable(plain: [
    ["city": "Oslo", "price": .num("0.1")], ["city": "Bonn", "price": .num("0.2")],
    ["city": "Oslo", "price": .num("0.2")], ["city": "oslo", "price": 5],
    ["city": .null, "price": .num("1.10")], ["price": "free"], ["city": "Bonn"],
  ])

  @Test func distinctValuesComeByCount() throws {
    let distinct = try Self.sales.distinct("city")
    #expect(distinct.values.map(\.value) == ["Oslo", "Bonn", "oslo", .null])
    #expect(distinct.values.map(\.count) == [2, 2, 1, 1])
    #expect(distinct.missing == 1 && distinct.isComplete)
  }

  @Test func distinctValuesPastTheLimitAreOnlyCounted() throws {
    let distinct = try Self.sales.distinct("city", limit: 1)
    #expect(distinct.values == [ValueCount("Oslo", 2)])
    #expect(distinct.others == 4 && !distinct.isComplete)
  }

  @Test func describesNumbers() throws {
    let description = try Self.sales.describe("price")
    let numbers = try #require(description.numbers)
    #expect(description.records == 7 && description.summary.missing == 1)
    #expect(numbers.count == 5)
    #expect(numbers.sum.text == "6.6")
    #expect(numbers.minimum?.text == "0.1" && numbers.maximum?.text == "5")
    #expect(abs((numbers.mean ?? 0) - 1.32) < 1e-12)
    #expect(description.frequent.first == ValueCount(.num("0.2"), 2))
    #expect(description.textLengths == 4...4)
  }

  @Test func describesWhatNobodyHas() throws {
    let description = try Self.sales.describe("nothing")
    #expect(description.numbers == nil && description.frequent.isEmpty)
    #expect(description.summary.missing == 7 && description.textLengths == nil)
  }

  @Test func valuesThatOccurOnceAreNotFrequent() throws {
    #expect(try EndlessTable(rowCount: 5).describe(.itself).frequent.isEmpty)
  }

  @Test func summarizesByGroup() throws {
    let groups = try Self.sales.summarize("price", by: "city")
    #expect(groups.map(\.title) == ["Bonn", "oslo", "Oslo", "(none)"])
    #expect(groups.map(\.records) == [2, 1, 2, 2])
    #expect(groups.map(\.present) == [1, 1, 2, 2])
    #expect(groups.map(\.numbers.sum.text) == ["0.2", "5", "0.3", "1.1"])
    #expect(groups.last?.value == nil)
    #expect(groups[2].minimum == .num("0.1") && groups[2].maximum == .num("0.2"))
  }

  @Test func summarizesEverythingAsOneGroup() throws {
    let groups = try Self.sales.summarize("price")
    #expect(groups.map(\.title) == ["(all)"])
    #expect(groups.first?.numbers.sum.text == "6.6")
    #expect(try FixtureTable(plain: []).summarize("price").map(\.records) == [0])
  }

  @Test(arguments: [
    ([], "0"), (["1", "2"], "3"), (["-0.5", "0.25"], "-0.25"), (["0.1", "0.9"], "1"),
    (["-0.1", "0.1"], "0"), (["0.001", "-0.002"], "-0.001"),
    (["9223372036854775807", "1"], "9223372036854775808"),
    (["12345678901234567890.5", "0.5"], "12345678901234567891"), (["1e3", "1"], "1001"),
    (["1e308", "1e308"], "inf"), (["1e20", "1", "-1e20"], "1"),
    (["0.00000000000000000000000000000000001", "99999999999999999999"], "1e+20"),
  ])
  func sumsExactly(_ numbers: [String], _ expected: String) {
    var sum = ExactSum()
    for number in numbers { sum.add(NumberText(text: number)) }
    #expect(sum.text.text == expected)
  }

  @Test func spreadOfNumbers() {
    var statistics = NumberStatistics()
    for number in [2, 4, 4, 4, 5, 5, 7, 9] { statistics.add(NumberText(number)) }
    #expect(statistics.deviation == 2)
    statistics.add(NumberText(text: "nan"))
    #expect(statistics.count == 8)
    #expect(NumberStatistics().mean == nil && NumberStatistics().deviation == nil)
  }

  @Test func summariesStopAtACheckpoint() {
    let base = EndlessTable(rowCount: 1_000_000)
    let stop: Checkpoint = { _ throws(DataError) in throw .cancelled }
    #expect(throws: DataError.cancelled) { _ = try base.schema(checkpoint: stop) }
    #expect(throws: DataError.cancelled) { _ = try base.distinct(.itself, checkpoint: stop) }
    #expect(throws: DataError.cancelled) { _ = try base.describe(.itself, checkpoint: stop) }
    #expect(throws: DataError.cancelled) { _ = try base.summarize(.itself, checkpoint: stop) }
  }

  @Test func summariesSeeWhatIsShown() throws {
    let table = try Self.sales.filtered { _, value in value[path: "city"] == "Oslo" }
    #expect(try table.schema().records == 2)
    #expect(try table.summarize("price").first?.numbers.sum.text == "0.3")
  }
}
