/// How far the strips of rows are scrolled, by their rows; those at their start are not listed.
///
/// Every state that can be undone holds the offsets of its time. They stand in parts, of which a change
/// copies one: a single dictionary would be copied as a whole for each change, however many rows have
/// been scrolled.
package struct StripOffsets: Sendable, Hashable {
  /// Nothing while no strip is scrolled, so that what is equal has equal parts.
  private var parts: [[RowKey: Int]] = []
  package private(set) var count = 0

  private static let partCount = 64

  package init() {}

  package var isEmpty: Bool { count == 0 }

  private static func part(of key: RowKey) -> Int { key.hashValue & (partCount - 1) }

  /// - Complexity: O(1) to read; a change copies one part of what is shared with another state.
  package subscript(key: RowKey) -> Int? {
    get { isEmpty ? nil : parts[Self.part(of: key)][key] }
    set {
      let old = self[key]
      guard newValue != old else { return }
      if isEmpty { parts = Array(repeating: [:], count: Self.partCount) }
      count += (newValue == nil ? 0 : 1) - (old == nil ? 0 : 1)
      if isEmpty { parts = [] } else { parts[Self.part(of: key)][key] = newValue }
    }
  }
}

extension StripOffsets: Sequence {
  /// In no particular order.
  package func makeIterator() -> some IteratorProtocol<(key: RowKey, value: Int)> {
    parts.lazy.joined().makeIterator()
  }
}

extension StripOffsets: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (RowKey, Int)...) {
    for (key, offset) in elements { self[key] = offset }
  }
}
