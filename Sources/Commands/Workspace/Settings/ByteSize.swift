/// An amount of memory as people write it: `512M`, `2G`, `65536`.
struct ByteSize: Sendable, Hashable {
  var count: Int

  /// What the columns of a table may take unless something else is set.
  static let standardBudget = ByteSize(count: 512 << 20)

  private static let units: [(letter: Character, shift: Int)] = [("G", 30), ("M", 20), ("K", 10)]

  init(count: Int) {
    self.count = count
  }

  /// - Returns: nil for what is no size, or a larger one than any machine has.
  init?(parsing text: String) {
    var digits = Substring(text)
    var shift = 0
    if let unit = Self.units.first(where: { $0.letter == text.uppercased().last }) {
      digits.removeLast()
      shift = unit.shift
    }
    guard let number = Int(digits), (0..<1 << 20).contains(number) || shift == 0, number >= 0 else {
      return nil
    }
    count = number << shift
  }
}

extension ByteSize: CustomStringConvertible {
  /// In the largest unit that leaves no remainder.
  var description: String {
    let unit = Self.units.first { count > 0 && count % (1 << $0.shift) == 0 }
    guard let unit else { return String(count) }
    return "\(count >> unit.shift)\(unit.letter)"
  }
}
