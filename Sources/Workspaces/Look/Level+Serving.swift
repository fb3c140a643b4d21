import Arranging
package import TableModel

// A database on a server filters, orders and groups its records itself, where it means the same by it. Then the
// records that it gives take the place of the data: places, columns and counts are those of what is left, and the
// data as a whole waits behind it (`TableSource.unnarrowed`).

extension Level {
  /// Arranges the data as the arrangement says: as far as the source can do that by itself, there.
  package mutating func arrange(
    budget: Int, isInterrupted: @escaping @Sendable () -> Bool, checkpoint: @escaping Checkpoint
  ) throws(DataError) {
    let served = try arrangement.serve(from: shaped.source.unnarrowed)
    if let served {
      shaped.source = served.source
    } else if shaped.source.isNarrowed {
      shaped.source = shaped.source.unnarrowed
    }
    shown = try ArrangedTable(
      base: shaped.source, arrangement: arrangement, columns: columns, budget: budget,
      isInterrupted: isInterrupted, checkpoint: checkpoint)
    if let count = served?.filtered { shown = try shown.outOf(count) }
  }
}

/// Where records stand once a source has filtered or ordered them by itself, or no longer does.
struct ServedPlaces {
  private let before: any TableSource
  private let now: any TableSource
  /// More places are not looked up one by one.
  private static let most = 100
  private var count = 0

  /// - Returns: nil where records stand where they stood.
  init?(from before: any TableSource, to now: any TableSource) {
    guard before.isNarrowed || now.isNarrowed else { return nil }
    (self.before, self.now) = (before, now)
  }

  /// - Complexity: what the source needs to count the records before this one.
  mutating func place(of address: Address) -> Address? {
    count += 1
    return count > Self.most ? nil : (try? before.place(of: address, in: now)) ?? nil
  }

  /// Says what was not looked up; nil where all was.
  var note: String? {
    count > Self.most
      ? "only \(Self.most) selected records are looked for on the server; the others are no longer selected"
      : nil
  }
}
