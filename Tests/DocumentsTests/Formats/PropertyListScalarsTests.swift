import Foundation
import TableModel
import TestSeeds
import Testing

@testable import Documents

@Suite struct PropertyListScalarsTests {
  private func date(_ text: String) -> Double? {
    PropertyListScalars.date(Array(text.utf8)[...])?.secondsSince1970
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2024-02-29T12:30:05Z", 1_709_209_805),
    ("2024-2-9T1:2:3Z", 1_707_440_523), ("1970-01-01T00:00:00.25Z", 0.25),
    ("1969-12-31T23:59:59.5Z", -0.5), ("0000-03-01T00:00:00Z", -62_162_035_200),
    ("-0001-01-01T00:00:00Z", -62_198_755_200), ("012024-01-01T00:00:00Z", 317_273_587_200),
  ])
  func readsDates(_ text: String, _ seconds: Double) {
    #expect(date(text) == seconds)
  }

  @Test(arguments: [
    "", "Z", "2024-01-01T00:00:00", "2024-01-01 00:00:00Z", "2024-01-01T00:00:00z",
    "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2023-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2024-04-31T00:00:00Z", "2024-01-00T00:00:00Z",
    "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:60Z",
    "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00.1234567890Z", "224-01-01T00:00:00Z",
    "1234567-01-01T00:00:00Z", "2024-001-01T00:00:00Z", "2024-01-01T00:00Z",
    "2024-01-01T00:00:00:00Z", "--2024-01-01T00:00:00Z", "+2024-01-01T00:00:00Z",
    "2024-01-01T00:00:00ZZ", "2024-01-01T00:00:00 Z",
    "99999999999999999999-01-01T00:00:00Z", "2024-01-01T00:00:00.99999999999999999999Z",
  ])
  func refusesWhatIsNoDate(_ text: String) {
    #expect(date(text) == nil)
  }

  /// Days and months are counted by arithmetic; the calendar of Foundation must agree.
  @Test func agreesWithTheCalendar() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let formatter = ISO8601DateFormatter()
    for _ in 0..<300 {
      let second = Int.random(in: -12_000_000_000...200_000_000_000, using: &random)
      let text = formatter.string(from: Date(timeIntervalSince1970: Double(second)))
      #expect(date(text) == Double(second), "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [
    ("0", true), ("-0", true), ("10", true), ("-12", true), ("", false), ("-", false),
    ("01", false), ("-01", false), ("1.0", false), ("1e2", false), ("+1", false), ("1 ", false),
  ])
  func tellsWholeNumbersOfJSON(_ text: String, _ isWhole: Bool) {
    #expect(JSONNumber.isWhole(Array(text.utf8)[...]) == isWhole)
  }

  @Test(arguments: [
    ("0", true), ("-0.5", true), ("1e2", true), ("1E+2", true), ("1.25e-3", true), ("", false),
    ("-", false), ("00", false), ("01.5", false), ("1.", false), (".5", false), ("1e", false),
    ("1e+", false), ("1.5.", false), ("+1", false), ("0x1", false),
  ])
  func tellsNumbersOfJSON(_ text: String, _ isNumber: Bool) {
    #expect(JSONNumber.isValid(Array(text.utf8)[...]) == isNumber)
  }

  /// A name is told by the number that its bytes make.
  @Test(arguments: PropertyListElement.allCases)
  func tellsElementsByTheirNames(_ element: PropertyListElement) {
    func read(_ text: String) -> PropertyListElement? {
      var name = PropertyListElement.Name()
      for byte in text.utf8 { name.append(byte) }
      return PropertyListElement(name)
    }
    #expect(read(element.name) == element)
    #expect(element.length == element.name.utf8.count)
    let others = ["", "x" + element.name, element.name + "x", "longnamed" + element.name]
    for other in others { #expect(read(other) == nil, "\(other)") }
    #expect(read(String(element.name.dropLast())) == nil)
  }

  @Test func namesAreThoseOfPropertyLists() {
    #expect(
      PropertyListElement.allCases.map(\.name) == [
        "plist", "dict", "array", "key", "string", "integer", "real", "date", "data", "true",
        "false",
      ])
  }
}
