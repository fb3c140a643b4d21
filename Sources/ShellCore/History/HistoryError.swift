/// Why the history could not be kept. The shell works without.
package enum HistoryError: Error, Sendable, Hashable {
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
}
