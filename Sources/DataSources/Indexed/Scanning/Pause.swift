import Foundation

enum Pause {
  /// Lets other threads work for about a millisecond.
  static func millisecond() { usleep(1000) }
}
