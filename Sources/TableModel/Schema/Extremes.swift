/// The least and the greatest number, text and date among values.
///
/// Numbers are compared by exact value, texts by their characters as they are.
package struct Extremes {
  private var numbers: (least: NumberText, most: NumberText)?
  private var texts: (least: String, most: String)?
  private var dates: (least: Instant, most: Instant)?

  package mutating func add(_ value: Value) {
    switch value {
    case .number(let number) where !number.double.isNaN:
      let (least, most) = numbers ?? (number, number)
      numbers = (
        (number.compare(least) ?? 0) < 0 ? number : least,
        (number.compare(most) ?? 0) > 0 ? number : most
      )
    case .string(let text):
      let (least, most) = texts ?? (text, text)
      texts = (min(text, least), max(text, most))
    case .date(let date) where !date.secondsSince1970.isNaN:
      let (least, most) = dates ?? (date, date)
      dates = (min(date, least), max(date, most))
    default:
      break
    }
  }

  /// Adds the extremes of values that come later.
  mutating func add(_ later: Extremes) {
    if let (least, most) = later.numbers {
      add(.number(least))
      add(.number(most))
    }
    if let (least, most) = later.texts {
      texts = texts.map { (min(least, $0.least), max($0.most, most)) } ?? (least, most)
    }
    if let (least, most) = later.dates {
      add(.date(least))
      add(.date(most))
    }
  }

  /// The extremes among values of one kind; nil for kinds that have no extremes.
  package func values(of kind: ValueKind?) -> (least: Value, most: Value)? {
    switch kind {
    case .number: numbers.map { (.number($0.least), .number($0.most)) }
    case .text: texts.map { (.string($0.least), .string($0.most)) }
    case .date: dates.map { (.date($0.least), .date($0.most)) }
    default: nil
    }
  }
}
