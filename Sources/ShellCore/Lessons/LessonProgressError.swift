/// What is wrong with the file of progress.
package enum LessonProgressError: Error, Sendable, Hashable {
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  /// It is no progress of lessons.
  case damaged(path: String)
  /// - Parameter kept: where it lies now.
  case replaced(path: String, kept: String)
  case newer(path: String, version: Int)
}
