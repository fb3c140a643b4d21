package import TableModel

/// Sum, extremes and spread of numbers; everything that isn't a number is passed over.
package struct NumberStatistics: Sendable {
  package private(set) var count = 0
  package private(set) var minimum: NumberText?
  package private(set) var maximum: NumberText?
  private var total = ExactSum()
  private var runningMean = 0.0
  private var squares = 0.0

  package init() {}

  package mutating func add(_ number: NumberText) {
    guard !number.double.isNaN else { return }
    total.add(number)
    spread(number.double)
    if number.compare(minimum ?? number) ?? 0 <= 0 { minimum = number }
    if number.compare(maximum ?? number) ?? 0 >= 0 { maximum = number }
  }

  /// Adds a number of at most 15 digits, which its double identifies, without regard to the extremes:
  /// they are set at the end.
  mutating func add(exact value: Double) {
    total.add(exact: value)
    spread(value)
  }

  /// Adds a number without regard to the extremes.
  mutating func addInside(_ number: NumberText) {
    total.add(number)
    spread(number.double)
  }

  mutating func setExtremes(_ minimum: NumberText?, _ maximum: NumberText?) {
    (self.minimum, self.maximum) = (minimum, maximum)
  }

  private mutating func spread(_ value: Double) {
    count += 1
    let distance = value - runningMean
    runningMean += distance / Double(count)
    squares += distance * (value - runningMean)
  }

  /// Exact in decimal where 38 digits suffice; 0 without numbers.
  package var sum: NumberText { total.text }

  package var mean: Double? { count == 0 ? nil : total.double / Double(count) }

  /// The standard deviation of the numbers as all there are, not as a sample of more.
  package var deviation: Double? { count == 0 ? nil : (squares / Double(count)).squareRoot() }
}
