import Foundation
import Synchronization
import Testing

@testable import Playing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct PseudoTerminalTests {
  /// A program that got the name of another terminal would read keys that are typed there.
  @Test func terminalsOpenedTogetherHaveTheirOwnNames() {
    let threads = 8
    let named = Atomic(0)
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      guard let terminal = PseudoTerminal(columns: 80, rows: 24) else { return }
      for _ in 0..<500 {
        var (expected, found) = (stat(), stat())
        guard let path = terminal.path, fstat(terminal.line, &expected) == 0 else { continue }
        let isOwn = stat(path, &found) == 0 && found.st_rdev == expected.st_rdev
        if isOwn {
          named.add(1, ordering: .relaxed)
        } else {
          wrong.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(named.load(ordering: .relaxed) >= 500)
  }
}
