/// Numbers for reuse identifiers, so that pools and books need no text.
struct IdentifierTable: Sendable {
  /// What a cell without identifier is called.
  static let unnamed = "(none)"

  /// What the group of a row's items in a flat layout is called.
  static let group = "(group)"

  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]
  private var ordinals: [Int] = []
  private var last = 0

  /// - Complexity: O(1), quickest for the name asked for last.
  mutating func number(of name: String) -> Int {
    if last < names.count, names[last] == name { return last }
    if let number = numbers[name] {
      last = number
      return number
    }
    last = names.count
    numbers[name] = last
    names.append(name)
    ordinals.append(0)
    return last
  }

  /// The identity of the next cell that is made for an identifier.
  mutating func nextID(_ number: Int, serial: Int) -> CellID {
    ordinals[number] += 1
    return CellID(identifier: names[number], ordinal: ordinals[number], serial: serial)
  }
}
