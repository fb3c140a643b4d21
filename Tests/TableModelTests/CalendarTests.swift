import Testing

@testable import TableModel

/// The calendar, and dates as text.
@Suite struct CalendarTests {
  /// Years on both sides of all exceptions to leap years, with their days since 1970-01-01.
  static let days: [(year: Int, month: Int, day: Int, number: Int)] = [
    (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017),
    (1600, 1, 1, -135_140), (1900, 3, 1, -25_508), (0, 3, 1, -719_468), (0, 2, 29, -719_469),
    (-1, 12, 31, -719_529), (9999, 12, 31, 2_932_896),
  ]

  @Test(arguments: days) func aDayHasANumber(_ year: Int, _ month: Int, _ day: Int, _ number: Int) {
    #expect(CivilDate(year: year, month: month, day: day)?.dayNumber == number)
    let date = CivilDate(dayNumber: number)
    #expect((date.year, date.month, date.day) == (year, month, day))
  }

  @Test func everyNumberHasADay() {
    let wrong = stride(from: -1_500_000, through: 3_000_000, by: 97).filter { number in
      let date = CivilDate(dayNumber: number)
      let same = CivilDate(year: date.year, month: date.month, day: date.day)
      return same?.dayNumber != number
    }
    #expect(wrong == [])
  }

  @Test func otherDaysDoNotExist() {
    for (year, month, day) in [
      (1900, 2, 29), (2023, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 1, 0),
    ] {
      #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
  }

  /// What a fraction of a second has beyond thousandths is written, and read again.
  @Test(arguments: [
    "2024-01-01T00:00:00Z", "2024-01-01T00:00:00.500Z", "2024-01-01T00:00:00.123456Z",
    "2024-01-01T00:00:00.999999Z", "9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00.001Z",
    "3000-05-05T05:05:05.555Z", "1969-12-31T23:59:59.000001Z",
  ])
  func fractionsAreWritten(_ text: String) {
    #expect(Instant(iso8601: text)?.iso8601 == text)
  }

  /// A text, whether people may type it, and whether a property list may hold it.
  @Test(arguments: [
    ("2024-02-29T12:00:00Z", true, true), ("2024-02-29", true, false),
    ("2024-02-29 12:30:15.5+01:00", true, false), ("2024-2-9T1:2:3Z", false, true),
    ("-0044-03-15T00:00:00Z", false, true), ("02024-02-29T12:00:00Z", false, true),
    ("2024-02-30T12:00:00Z", false, false), ("2024-02-29T24:00:00Z", true, false),
    ("2024-02-29T12:00:00Z ", false, false), ("", false, false),
  ])
  func bothNotationsAreRead(_ text: String, _ isTyped: Bool, _ isStored: Bool) {
    let typed = Instant(iso8601: text)
    let stored = Instant(propertyList: Array(text.utf8)[...])
    #expect((typed != nil, stored != nil) == (isTyped, isStored))
    if isTyped && isStored { #expect(typed == stored) }
  }
}

/// Random numbers are the published ones of the method, so that seeds outlive a release.
@Suite struct SplitMix64Tests {
  @Test func theNumbersOfSeedZeroAreKnown() {
    var generator = SplitMix64(seed: 0)
    #expect(generator.next() == 0xE220_A839_7B1D_CDAF)
    #expect(generator.next() == 0x6E78_9E6A_A1B9_65F4)
    #expect(SplitMix64.mixed(0) == 0xE220_A839_7B1D_CDAF)
  }
}
