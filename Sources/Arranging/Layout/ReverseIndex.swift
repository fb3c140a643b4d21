import Synchronization
import TableModel

/// Finds where records of the base are shown, for those parts of a layout that stand in an order
/// which nothing else tells. It is built when it is first asked, and shared by copies of the table.
final class ReverseIndex: Sendable {
  private struct Entry: Sendable {
    var base: RecordRef
    var shown: RecordRef
  }

  private let layout: Layout
  private let isComplete: Bool
  private let entries = Mutex<[Entry]?>(nil)

  /// - Parameter isComplete: whether all rows and rearranged items are wanted, not only those in an
  ///   order that nothing else tells.
  init(_ layout: Layout, isComplete: Bool = false) {
    self.layout = layout
    self.isComplete = isComplete
  }

  /// - Complexity: O(log n); O(n log n) the first time.
  func shown(_ base: RecordRef) -> Address? {
    let entries = sortedEntries()
    let index = entries.partitioningIndex { $0.base >= base }
    return index < entries.count && entries[index].base == base ? entries[index].shown.address : nil
  }

  private func sortedEntries() -> [Entry] {
    entries.withLock { entries in
      if let entries { return entries }
      let built = build().sorted { $0.base < $1.base }
      entries = built
      return built
    }
  }

  private func build() -> [Entry] {
    var entries: [Entry] = []
    switch layout {
    case .identity: break
    case .narrowed(let sections):
      for (index, section) in sections.enumerated() { append(section, at: index, to: &entries) }
    case .gathered(let sections):
      for (index, section) in sections.enumerated() {
        Self.append(section, at: index, to: &entries)
      }
    }
    return entries
  }

  private func append(_ section: NarrowedSection, at index: Int, to entries: inout [Entry]) {
    for position in 0..<section.rows.count
    where isComplete || section.rows.needsReverse || !section.items.isEmpty {
      let row = section.rows[position]
      guard let base = try? RecordRef(Address(section.origin, row)),
        let shown = try? RecordRef(Address(index, position))
      else { continue }
      if isComplete || section.rows.needsReverse { entries.append(Entry(base: base, shown: shown)) }
      guard let items = section.items[row], isComplete || items.needsReverse else { continue }
      for place in 0..<items.count {
        var (base, shown) = (base, shown)
        (base.item, shown.item) = (UInt32(items[place]), UInt32(place))
        entries.append(Entry(base: base, shown: shown))
      }
    }
  }

  private static func append(_ section: GatheredSection, at index: Int, to entries: inout [Entry]) {
    for position in 0..<section.records.count {
      let place = UInt32(position)
      let shown =
        section.asStrip
        ? RecordRef(section: UInt32(index), row: 0, item: place)
        : RecordRef(section: UInt32(index), row: place)
      entries.append(Entry(base: section.records[position], shown: shown))
    }
  }
}
