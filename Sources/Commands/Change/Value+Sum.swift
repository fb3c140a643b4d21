import TableModel

extension Value {
  /// The sum of a number and one that was typed, whole as long as both are and it fits; nil for
  /// anything else.
  ///
  /// - Throws: an error that says so where the sum of two numbers can't be kept exactly.
  func adding(_ text: String, _ word: Word) throws(CommandError) -> Value? {
    guard case .number(let number) = self, case .number(let other)? = Value(json: text) else {
      return nil
    }
    if case .int(let a) = number.numeric, case .int(let b) = other.numeric {
      let (sum, overflow) = a.addingReportingOverflow(b)
      if !overflow { return .number(NumberText(text: String(sum))) }
    }
    // The digits of a whole number that fits into no integer would be lost.
    if number.isLargeInteger || other.isLargeInteger || number.isWhole && other.isWhole {
      throw Self.tooLarge(
        "whole numbers are added from \(Int.min) to \(Int.max), so that no digit is lost", word)
    }
    let sum = number.double + other.double
    guard sum.isFinite else {
      throw Self.tooLarge("the sum is beyond the largest number, about 1.8e308", word)
    }
    return .double(sum)
  }

  private static func tooLarge(_ reason: String, _ word: Word) -> CommandError {
    CommandError(
      .impossible(
        "'\(word.text)' is too large to be added: \(reason)",
        hint: "KEY=VALUE sets a number of any size"),
      at: word.range)
  }
}

extension NumberText {
  fileprivate var isWhole: Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (48...57).contains($0) }
  }

  /// True for a whole number with more digits than an integer of the machine has.
  fileprivate var isLargeInteger: Bool {
    if case .int = numeric { return false }
    return isWhole
  }
}
