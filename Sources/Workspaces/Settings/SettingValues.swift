package import CommandLanguage
import PredicateLanguage
package import TableEngine
package import TableModel

/// How the values of settings are written: each kind reads what its `word` prints.

/// A word that has the seed of a random order behind it: `shuffle:7`.
package struct SeededWord<Key: Keyword> {
  package let key: Key
  package let seed: UInt64

  package init?(parsing text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let key = Key(rawValue: String(parts[0])), let seed = UInt64(parts[1])
    else { return nil }
    (self.key, self.seed) = (key, seed)
  }
}

extension PoolOrder {
  private enum Word: String, Keyword { case lifo, fifo, oldest }
  private enum Seeded: String, Keyword { case set }

  package init?(parsing text: String) {
    if let seeded = SeededWord<Seeded>(parsing: text) {
      self = .set(seed: seeded.seed)
      return
    }
    switch Word(rawValue: text) {
    case .lifo: self = .lifo
    case .fifo: self = .fifo
    case .oldest: self = .oldest
    case nil: return nil
    }
  }

  package var word: String {
    switch self {
    case .lifo: Word.lifo.rawValue
    case .fifo: Word.fifo.rawValue
    case .oldest: Word.oldest.rawValue
    case .set(let seed): "\(Seeded.set.rawValue):\(seed)"
    }
  }
}

extension PoolCap {
  package init?(parsing text: String) {
    if NoneWord(rawValue: text) != nil {
      self = .unlimited
    } else {
      guard let cap = Int(text), cap >= 0 else { return nil }
      self = .limit(cap)
    }
  }

  /// The cap that holds: the one that is set, or the policy's.
  static func of(_ engine: EngineConfiguration) -> PoolCap {
    engine.effectiveCap == .max ? .unlimited : .limit(engine.effectiveCap)
  }

  package var word: String {
    switch self {
    case .policyDefault, .unlimited: NoneWord.none.rawValue
    case .limit(let cap): String(cap)
    }
  }
}

extension PrefetchDistance {
  package enum Word: String, Keyword { case off, viewport }

  package init?(parsing text: String) {
    switch Word(rawValue: text) {
    case .off: self = .off
    case .viewport: self = .viewport
    case nil:
      guard let rows = Int(text), (1...10_000).contains(rows) else { return nil }
      self = .rows(rows)
    }
  }

  package var word: String {
    switch self {
    case .off: Word.off.rawValue
    case .viewport: Word.viewport.rawValue
    case .rows(let rows): String(rows)
    }
  }
}

extension Size {
  /// Reads `80x24`; nil unless both are from 1 to 1,000,000.
  package init?(parsing text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    let range = 1...1_000_000
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      range.contains(width), range.contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}

// MARK: - Sets

/// What stands for a choice that follows from something else.
package enum AutoWord: String, Keyword { case auto }

/// What stands for an empty set, and for one with everything in it.
package enum AllWord: String, Keyword { case none, all }

extension OptionSet where Element == Self {
  /// Reads `none`, `all` or names with commas between them.
  package init?(parsing text: String, among known: [(name: String, element: Self)]) {
    switch AllWord(rawValue: text) {
    case .some(.none): self = []
    case .all: self = Self(known.map(\.element))
    case nil:
      self = []
      for word in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let named = known.first(where: { $0.name == word }) else { return nil }
        insert(named.element)
      }
    }
  }

  package func words(among known: [(name: String, element: Self)]) -> String {
    let names = known.filter { contains($0.element) }.map(\.name)
    if names.isEmpty { return AllWord.none.rawValue }
    return names.count == known.count ? AllWord.all.rawValue : names.joined(separator: ",")
  }
}

// MARK: - Snapshots of servers

extension SnapshotHold {
  private enum Word: String, Keyword { case hold, none }

  private static let mostSeconds = 86_400

  package init?(parsing text: String) {
    switch Word(rawValue: text) {
    case .hold: self = .always
    case Word.none?: self = .never
    case nil:
      guard let seconds = Int(text), (1...Self.mostSeconds).contains(seconds) else { return nil }
      self = .seconds(seconds)
    }
  }

  package var word: String {
    switch self {
    case .seconds(let seconds): String(seconds)
    case .always: Word.hold.rawValue
    case .never: Word.none.rawValue
    }
  }
}

// MARK: - Memory

/// An amount of memory as people write it: `512M`, `2G`, `65536`.
package struct ByteSize: Sendable, Hashable {
  package var count: Int

  /// What the columns of a table may take unless something else is set.
  package static let standardBudget = ByteSize(count: 512 << 20)

  private static let units: [(letter: Character, shift: Int)] = [("G", 30), ("M", 20), ("K", 10)]

  package init(count: Int) {
    self.count = count
  }

  /// - Returns: nil for what is no size, or a larger one than any machine has.
  package init?(parsing text: String) {
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
  package var description: String {
    let unit = Self.units.first { count > 0 && count % (1 << $0.shift) == 0 }
    guard let unit else { return String(count) }
    return "\(count >> unit.shift)\(unit.letter)"
  }
}
