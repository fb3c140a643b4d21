/// What a format has no word for, of what was written in it.
package struct WritingLosses: Sendable, Hashable {
  /// Infinities and "not a number", which became null.
  package var numbers = 0
  /// Fields that held null and were left out.
  package var nulls = 0
  /// Values that were lost when the data was read, because their keys stand again in their records.
  package var repeats = 0

  package init() {}

  /// In words; empty where there is nothing to say.
  package var words: [String] {
    var words: [String] = []
    if numbers > 0 {
      words.append(
        "\(numbers) \(numbers == 1 ? "number that is" : "numbers that are") infinite or not a number"
          + " \(numbers == 1 ? "was" : "were") written as null: JSON has no word for them")
    }
    if nulls > 0 {
      words.append(
        "\(nulls) \(nulls == 1 ? "field that holds null is" : "fields that hold null are") left out:"
          + " a property list has no null")
    }
    if repeats > 0 {
      words.append(
        "\(repeats) \(repeats == 1 ? "value is" : "values are") left out: where a key appears more"
          + " than once in a record, only its last value is written")
    }
    return words
  }
}
