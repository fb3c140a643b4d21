/// Which cell of a pool is handed out next.
package enum PoolOrder: Sendable, Hashable {
  /// The one that came last.
  case lifo
  /// The one that came first.
  case fifo
  /// The one that was made first.
  case oldest
  /// Any, but the same one in every run with the same seed.
  case set(seed: UInt64)
}

/// How many cells of one identifier a pool takes.
package enum PoolCap: Sendable, Hashable {
  case policyDefault
  case unlimited
  case limit(Int)
}

package enum FillOrder: String, Sendable, Hashable, CaseIterable {
  case ascending
  case descending
}
