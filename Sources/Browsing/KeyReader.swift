import Commands

/// Collects keys until they mean something: a number, and one or two keys behind it.
struct KeyReader {
  /// The digits that were typed, as a number; nil without any.
  private(set) var count: Int?
  private var keys: [String] = []

  /// A larger number means the same everywhere: the end.
  private static let mostCounted = 1_000_000_000

  enum Reading {
    case action(KeyBinding.Action, count: Int?, letter: Character?)
    case more
    /// Keys that mean nothing.
    case unknown(String)
  }

  /// What was typed so far, for the foot of the screen.
  var shown: String { (count.map(String.init) ?? "") + keys.joined(separator: " ") }

  mutating func forget() { self = KeyReader() }

  mutating func read(_ key: KeyName, _ map: KeyMap) -> Reading {
    let name = key.description
    if keys.isEmpty, let digit = name.wholeNumber, digit > 0 || count != nil {
      count = min(Self.mostCounted, (count ?? 0) * 10 + digit)
      return .more
    }
    keys.append(name)
    switch map.meaning(of: keys) {
    case .beginning: return .more
    case .nothing:
      let unknown = keys.joined(separator: " ")
      forget()
      return .unknown(unknown)
    case .action(let action, let letter):
      let counted = count
      forget()
      return .action(action, count: counted, letter: letter)
    }
  }
}

extension String {
  /// The value of a single ASCII digit.
  fileprivate var wholeNumber: Int? {
    utf8.count == 1 ? first.flatMap { $0.isASCII ? $0.wholeNumberValue : nil } : nil
  }
}
