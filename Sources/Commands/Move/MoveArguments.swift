import CommandLanguage
import PredicateLanguage

/// What several commands that move take.
extension CommandOption {
  static let row = CommandOption(
    "row", Parameter("ADDRESS", .row), "the row whose strip is meant, instead of the focused one")

  static let animated = CommandOption(
    "animated", Parameter("FRAMES", .count, optional: true),
    "scroll in FRAMES frames of equal steps, 18 without a number")
}

extension Invocation {
  /// What the platform's own animation takes: 0.3 seconds, at sixty frames a second.
  private static let standardFrames = 18

  /// How many frames `--animated` asks for; one without it.
  func frames() throws(CommandError) -> Int {
    guard has(.animated) else { return 1 }
    guard let word = option(.animated) else { return Self.standardFrames }
    guard let count = Int(word.text), (1...1000).contains(count) else {
      throw CommandError(
        .badValue(word.text, argument: "number of frames", expected: "a number from 1 to 1000"),
        at: word.range)
    }
    return count
  }

}

/// How far a scroll goes, and in which units.
struct ScrollDistance<Unit: Keyword>: Sendable {
  static var parameters: [Parameter] {
    [
      Parameter("N", .count, optional: true),
      Parameter("UNIT", .choice(of: Unit.self), optional: true),
    ]
  }

  /// Negative towards the beginning.
  let amount: Int
  let unit: Unit
  let isTowardsEnd: Bool

  /// - Parameters:
  ///   - sign: 1 towards the end, -1 towards the beginning.
  ///   - usual: the unit where none was typed.
  init(_ call: Invocation, by sign: Int, usual: Unit) throws(CommandError) {
    amount = sign * (try call.count(at: 0) ?? 1)
    isTowardsEnd = sign > 0
    guard let word = call[1] else {
      unit = usual
      return
    }
    // The singular will do, too.
    guard let unit = Unit(rawValue: word.raw) ?? Unit(rawValue: word.raw + "s") else {
      throw CommandError(
        .badValue(word.text, argument: "unit", expected: Unit.words.joined(separator: ", ")),
        at: word.range)
    }
    self.unit = unit
  }
}

extension Int {
  /// A product that ends far beyond every table instead of overflowing.
  func scaled(by factor: Int) -> Int {
    let farthest = 1 << 60
    let (product, overflows) = multipliedReportingOverflow(by: factor)
    if overflows { return (self < 0) == (factor < 0) ? farthest : -farthest }
    return Swift.min(Swift.max(product, -farthest), farthest)
  }
}
