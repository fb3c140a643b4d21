import DataSources
import ShellCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Gives the terminal back as it was found, whatever ends the program.
enum TerminalGuard {
  /// Asks the terminal to mark what is pasted, and takes that back.
  private static let pasteMarksOn = "\u{1B}[?2004h"
  private static let pasteMarksOff: StaticString = "\u{1B}[?2004l"

  /// Written before `changed` is set, and read only once it is, also by signal handlers.
  nonisolated(unsafe) private static let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private static let changed = Atomic<Int32>(-1)
  private static let output = Atomic<Int32>(-1)
  private static let hasModes = Atomic<Bool>(false)

  /// Remembers the terminal's modes before an editor changes them.
  ///
  /// If a killed child left modes without line editing, these are not worth remembering: then the
  /// earlier modes count, and are set.
  static func enter(input: Int32, output descriptor: Int32) {
    var now = termios()
    guard tcgetattr(input, &now) == 0 else { return }
    if now.c_lflag & tcflag_t(ICANON) != 0 || !hasModes.load(ordering: .relaxed) {
      modes.initialize(to: now)
      hasModes.store(true, ordering: .releasing)
    } else {
      tcsetattr(input, TCSADRAIN, modes)
    }
    output.store(descriptor, ordering: .relaxed)
    changed.store(input, ordering: .releasing)
    DescriptorOutput.write(pasteMarksOn, to: descriptor)
  }

  /// Puts the modes back when the line is read.
  static func leave() { restore(when: TCSADRAIN) }

  /// Puts the modes back from a signal handler: calls only what is allowed there.
  static func restoreFromHandler() { restore(when: TCSANOW) }

  private static func restore(when: Int32) {
    let input = changed.exchange(-1, ordering: .acquiringAndReleasing)
    guard input >= 0 else { return }
    let off = pasteMarksOff
    _ = write(output.load(ordering: .relaxed), off.utf8Start, off.utf8CodeUnitCount)
    tcsetattr(input, when, modes)
  }

  /// Touches everything that a handler uses, because first use is not safe there.
  static func prepare() {
    _ = (modes, changed.load(ordering: .relaxed), output.load(ordering: .relaxed))
    _ = hasModes.load(ordering: .relaxed)
  }
}
