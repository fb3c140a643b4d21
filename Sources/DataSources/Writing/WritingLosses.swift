/// What a format has no word for, of what was written in it.
package struct WritingLosses: Sendable, Hashable {
  /// Infinities and "not a number", which became null.
  package var numbers = 0
  /// Fields that held null and were left out.
  package var nulls = 0

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
    return words
  }
}
