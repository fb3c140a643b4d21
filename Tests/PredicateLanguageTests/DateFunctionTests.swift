import Foundation
import TableModel
import TestSeeds
import Testing

@testable import PredicateLanguage

@Suite struct DateFunctionTests {
  static let read: [(text: String, pattern: String, iso: String?)] = [
    ("05/01/2024", "dd/MM/yyyy", "2024-01-05T00:00:00Z"),
    ("5.1.2024", "d.M.y", "2024-01-05T00:00:00Z"),
    ("20240501", "yyyyMMdd", "2024-05-01T00:00:00Z"),
    ("May 1, 2024", "MMMM d, yyyy", "2024-05-01T00:00:00Z"),
    ("wed 01-MAY-24", "EEE dd-MMM-yy", "2024-05-01T00:00:00Z"),
    ("Thu 01-May-24", "EEE dd-MMM-yy", nil),
    ("01-05-69", "dd-MM-yy", "1969-05-01T00:00:00Z"),
    ("01-05-68", "dd-MM-yy", "2068-05-01T00:00:00Z"),
    ("2024-05", "yyyy-MM", "2024-05-01T00:00:00Z"), ("2024", "yyyy", "2024-01-01T00:00:00Z"),
    ("2024-05-01T12:30:15.250+02:00", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2024-05-01T10:30:15.250Z"),
    ("2024-05-01 Z", "yyyy-MM-dd X", "2024-05-01T00:00:00Z"),
    ("2024-05-01 Z", "yyyy-MM-dd x", nil),
    ("2024-05-01 -0130", "yyyy-MM-dd Z", "2024-05-01T01:30:00Z"),
    ("2024-05-01 12:05 AM", "yyyy-MM-dd h:mm a", "2024-05-01T00:05:00Z"),
    ("2024-05-01 12:05 pm", "yyyy-MM-dd h:mm a", "2024-05-01T12:05:00Z"),
    ("2024-05-01 1:05 PM", "yyyy-MM-dd h:mm a", "2024-05-01T13:05:00Z"),
    ("o'clock 2024", "'o''clock' yyyy", "2024-01-01T00:00:00Z"),
    ("2024-02-29", "yyyy-MM-dd", "2024-02-29T00:00:00Z"), ("2023-02-29", "yyyy-MM-dd", nil),
    ("2024-5-1", "yyyy-MM-dd", nil), ("2024-05-01 ", "yyyy-MM-dd", nil), ("", "yyyy", nil),
    ("2024-05-01 24:00", "yyyy-MM-dd HH:mm", nil), ("2024-00-01", "yyyy-MM-dd", nil),
    ("２０２４", "yyyy", nil), ("24-05-01", "yyyy-MM-dd", nil),
  ]

  @Test(arguments: read) func reads(_ text: String, _ pattern: String, _ iso: String?) throws {
    let pattern = try DatePattern(pattern)
    #expect(pattern.readingFault == nil)
    #expect(pattern.instant(of: text)?.iso8601 == iso)
  }

  static let written: [(pattern: String, text: String)] = [
    ("yyyy-MM", "2024-05"), ("d.M.yy", "1.5.24"), ("EEEE, MMM d", "Wednesday, May 1"),
    ("EEE h:mm a", "Wed 2:05 PM"), ("HH'h' mm ss.SSS", "14h 05 09.123"), ("D", "122"), ("Q", "2"),
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2024-05-01T14:05:09Z"), ("Z xxx", "+0000 +00:00"),
    ("S SSSSSSSSS", "1 123000000"),
  ]

  @Test(arguments: written) func writes(_ pattern: String, _ text: String) throws {
    let instant = try #require(Instant(iso8601: "2024-05-01T14:05:09.123Z"))
    #expect(try DatePattern(pattern).text(of: instant) == text)
    #expect(instant.iso8601 == "2024-05-01T14:05:09.123Z")
  }

  /// A calendar of someone else's writes the same.
  @Test func agreesWithFoundation() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.calendar = Calendar(identifier: .iso8601)
    var seed = SplitMix64(seed: 7)
    for format in [
      "yyyy-MM-dd HH:mm:ss", "d MMMM yyyy, h:mm a", "EEE dd-MMM-yyyy HH:mm", "EEEE yyyyMMdd", "D Q",
    ] {
      formatter.dateFormat = format
      let pattern = try DatePattern(format)
      for _ in 0..<200 {
        let second = Int.random(in: -2_000_000_000..<20_000_000_000, using: &seed) / 60 * 60
        let date = Date(timeIntervalSince1970: Double(second))
        let text = try #require(
          pattern.text(of: Instant(secondsSince1970: Double(second))))
        #expect(text == formatter.string(from: date), "\(format) \(second)")
        guard pattern.readingFault == nil, format.contains("m") else { continue }
        #expect(pattern.instant(of: text)?.secondsSince1970 == Double(second))
      }
    }
  }

  @Test func asksRecords() throws {
    let item: Value = [
      "day": "01.05.2024", "number": 20_240_501, "at": 1_714_521_600_000,
      "placed": .date(Instant(secondsSince1970: 1_714_521_600)),
    ]
    for text in [
      "date(day, 'dd.MM.yyyy') == placed", "date(number, 'yyyyMMdd') == placed",
      "epoch(at, 'ms') == placed", "epoch(at * 1000, 'us') == placed",
      "text(placed, 'yyyy-MM') == '2024-05'", "date(absent, 'yyyy') == nil",
      "text(date(day, 'dd.MM.yyyy'), 'EEE') IN {'Wed', 'Thu'}",
      "DATE(day, 'dd.MM.yyyy') BETWEEN {CAST('2024-01-01', 'date'), CAST('2025-01-01', 'date')}",
    ] { #expect(try holds(text, item, strict: true), "\(text)") }
  }

  /// What does not fit is nil, and counted.
  @Test func countsWhatDoesNotFit() throws {
    let records: [Value] = [
      ["day": "01.05.2024", "at": 5], ["day": "2024-05-01", "at": "5"], ["day": nil, "at": nil],
      ["day": true, "at": 1_714_521_600_000],
    ]
    func notes(_ text: String) throws -> [String] {
      var context = EvaluationContext()
      let condition = try Condition(parsing: text)
      for record in records { _ = try condition.evaluate(record, in: &context) }
      return context.mismatches.sentences(outOf: records.count).sorted()
    }
    #expect(
      try notes("date(day, 'dd.MM.yyyy') != nil") == [
        "1 of 4 items has a truth value in `day`; taken as nil",
        "1 of 4 items has text in `day` that does not fit the pattern; taken as nil",
      ])
    #expect(
      try notes("epoch(at, 's') != nil") == [
        "1 of 4 items has a number in `at` that is beyond the year 9999; taken as nil",
        "1 of 4 items has text in `at`; taken as nil",
      ])
    #expect(
      try notes("text(at, 'yyyy') != nil") == [
        "1 of 4 items has text in `at`; taken as nil",
        "2 of 4 items have numbers in `at`; taken as nil",
      ])
  }

  @Test func isWrittenAsItIsRead() throws {
    let text = "text(date(day, \"dd.MM.yyyy\"), \"yyyy\") == \"2024\""
    #expect(try Condition(parsing: text).format == text)
  }
}
