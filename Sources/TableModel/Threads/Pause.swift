import Foundation

/// How threads wait for what others do: they look every millisecond, and more often at first.
package enum Pause {
  /// Lets other threads work for about a millisecond.
  package static func millisecond() { usleep(1000) }

  /// Asks about every millisecond until there is an answer.
  ///
  /// - Parameter ask: gives nil as long as there is none; throws to stop waiting.
  package static func until<Answer, Failure: Error>(
    _ ask: () throws(Failure) -> Answer?
  ) throws(Failure) -> Answer {
    var microseconds: UInt32 = 20
    while true {
      if let answer = try ask() { return answer }
      usleep(microseconds)
      microseconds = min(1000, microseconds * 2)
    }
  }

  /// Waits while a condition holds, but not much longer than a number of milliseconds.
  package static func upTo(_ milliseconds: Int, while isWaiting: () -> Bool) {
    var passed = 0
    while passed < milliseconds, isWaiting() {
      millisecond()
      passed += 1
    }
  }
}
