extension DatePattern {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  /// From the day of 1970-01-01 on.
  static let weekdays = [
    "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
  ]

  /// An instant in universal time, by the pattern; nil for one that is in no calendar.
  package func text(of instant: Instant) -> String? {
    let whole = instant.secondsSince1970.rounded(.down)
    guard instant.secondsSince1970.isFinite, abs(whole) < 1e15 else { return nil }
    let seconds = Int(whole)
    let number = CivilDate.quotient(seconds, CivilDate.secondsPerDay)
    let moment = Moment(
      date: CivilDate(dayNumber: number), dayNumber: number,
      second: seconds - number * CivilDate.secondsPerDay,
      microseconds: min(Int(((instant.secondsSince1970 - whole) * 1e6).rounded()), 999_999))
    return parts.reduce(into: "") { text, part in
      switch part {
      case .literal(let literal): text += literal
      case .field(let letter, let count): text += moment.text(of: letter, count)
      }
    }
  }
}

/// A moment as a calendar and a clock have it.
private struct Moment {
  let date: CivilDate
  let dayNumber: Int
  /// Of the day.
  let second: Int
  /// Rounded: doubles of our time tell no shorter spans apart.
  let microseconds: Int

  func text(of letter: Character, _ count: Int) -> String {
    switch letter {
    case "y": count == 2 ? pad(abs(date.year) % 100, 2) : pad(date.year, count)
    case "M": name(DatePattern.months[date.month - 1], count) ?? pad(date.month, count)
    case "d": pad(date.day, count)
    case "D": pad(dayNumber - (firstDay?.dayNumber ?? dayNumber) + 1, count)
    case "Q": String((date.month + 2) / 3)
    case "E": name(weekday, max(count, 3)) ?? weekday
    case "H": pad(second / 3600, count)
    case "h": pad((second / 3600 + 11) % 12 + 1, count)
    case "a": second < 43_200 ? "AM" : "PM"
    case "m": pad(second / 60 % 60, count)
    case "s": pad(second % 60, count)
    case "S": String((pad(microseconds, 6) + "000").prefix(count))
    default: zone(letter, count)
    }
  }

  private var firstDay: CivilDate? { CivilDate(year: date.year, month: 1, day: 1) }

  private var weekday: String {
    DatePattern.weekdays[dayNumber - CivilDate.quotient(dayNumber, 7) * 7]
  }

  /// Universal time, as the letters for zones write it.
  private func zone(_ letter: Character, _ count: Int) -> String {
    switch (letter, count) {
    case ("X", _), ("Z", 5): "Z"
    case ("Z", 4): "GMT"
    case ("x", 1): "+00"
    case ("x", 3): "+00:00"
    default: "+0000"
    }
  }

  private func name(_ name: String, _ count: Int) -> String? {
    count == 4 ? name : count == 3 ? String(name.prefix(3)) : nil
  }

  private func pad(_ value: Int, _ width: Int) -> String {
    let text = String(abs(value))
    return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
