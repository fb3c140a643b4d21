/// The horizontal scroll offsets of rows. Rows at their start are not listed.
///
/// Every undo state keeps a copy. The entries are spread over small dictionaries, so that a change copies
/// one of them: a single dictionary, shared with the undo states, would be copied whole for each scroll.
package struct StripOffsets: Sendable, Hashable {
  /// Empty while no row is scrolled, so that equal offsets have equal parts.
  private var parts: [[RowKey: Int]] = []
  package private(set) var count = 0

  private static let partCount = 64

  package init() {}

  package var isEmpty: Bool { count == 0 }

  private static func part(of key: RowKey) -> Int { key.hashValue & (partCount - 1) }

  /// - Complexity: O(1) to read; O(count / 64) to change offsets that an undo state shares.
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
