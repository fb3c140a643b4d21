package import Foundation

extension Thread {
  /// Begins work on a thread of its own. Its messages have the marks of the work that begins it: a
  /// thread does not see the local values of the task that made it.
  package static func begin(_ work: @escaping @Sendable () -> Void) {
    let isPlain = Mark.isPlain
    Thread { Mark.plain(isPlain, work) }.start()
  }
}
