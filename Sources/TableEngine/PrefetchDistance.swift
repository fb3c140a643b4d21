/// How far ahead data is asked for.
package enum PrefetchDistance: Sendable, Hashable {
  case off
  case viewport
  case rows(Int)
}
