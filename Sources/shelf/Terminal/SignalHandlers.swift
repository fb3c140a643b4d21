import CEditShim
import Documents
import Files
import Rendering
import ShellCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program's answers to signals: they note what was asked in `SignalState`, and no more.
///
/// The first Ctrl-C cancels the command that runs, a second one within two seconds leaves: in good
/// order where the program has reacted to the first, on the spot where it has not. Changes that are
/// not saved are not a reason to stay in a program that hangs, but in one that works. What ends the
/// program is obeyed after two seconds in any case.
package enum SignalHandlers {
  /// When Ctrl-C last met a command, in milliseconds.
  private static let lastInterrupt = Atomic<Int>(.min / 2)
  /// In seconds.
  private static let patience = 2

  /// Installs all handlers; call it once, before the first command.
  package static func install() {
    SignalState.openWakePipe()
    TerminalGuard.prepare()
    unblock()
    _ = lastInterrupt.load(ordering: .relaxed)
    // A pipe that nobody reads, or a file that may not grow, shows in the write that fails.
    for signal in [SIGPIPE, SIGXFSZ] { _ = ed_ignore_signal(signal) }
    _ = ed_on_signal(SIGINT, { SignalHandlers.interrupted($0) }, 0)
    for signal in [SIGTERM, SIGHUP] {
      _ = ed_on_signal(signal, { SignalHandlers.asked(toEnd: $0) }, 0)
    }
    _ = ed_on_signal(SIGALRM, { _ in SignalHandlers.leave() }, 0)
    for signal in [SIGWINCH, SIGCONT] {
      _ = ed_on_signal(signal, { SignalState.note($0) }, 0)
    }
    let deadly = [
      SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGUSR1, SIGUSR2, SIGXCPU,
    ]
    for signal in deadly {
      _ = ed_on_signal(signal, { SignalHandlers.crashed($0) }, 1)
    }
  }

  /// Says that a line is being edited: then Ctrl-Z is noted.
  static func startEditing() {
    _ = ed_on_signal(SIGTSTP, { SignalState.note($0) }, 0)
  }

  /// Says that commands run: then Ctrl-Z stops the program by itself.
  static func stopEditing() {
    _ = ed_default_signal(SIGTSTP)
  }

  /// A program may be started with signals blocked, by a test runner for example.
  private static func unblock() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGWINCH, SIGCONT] {
      sigaddset(&signals, signal)
    }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func interrupted(_ signal: Int32) {
    if SignalState.leavesInterrupts { return }
    let now = milliseconds()
    let isSecond = now - lastInterrupt.load(ordering: .relaxed) <= patience * 1000
    let isAtWork = !SignalState.isAtPrompt
    if isAtWork { lastInterrupt.store(now, ordering: .relaxed) }
    guard isSecond else {
      SignalState.note(signal)
      return
    }
    if isAtWork, SignalState.interruptRequested {
      TerminalGuard.restoreFromHandler()
      _exit(128 + signal)
    }
    if SignalState.holdsChanges {
      SignalState.note(signal)
      return
    }
    SignalState.noteEnd(by: signal)
    alarm(UInt32(patience))
  }

  private static func asked(toEnd signal: Int32) {
    if SignalState.note(signal) { leave() }
    alarm(UInt32(patience))
  }

  private static func leave() {
    TerminalGuard.restoreFromHandler()
    _exit(SignalState.exitStatus ?? 1)
  }

  /// The default answer is back in place by now, so this ends the program as the system means it.
  private static func crashed(_ signal: Int32) {
    TerminalGuard.restoreFromHandler()
    raise(signal)
  }

  private static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}

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
  /// True while the alternate screen is shown.
  private static let hasScreen = Atomic<Bool>(false)
  private static let hasPictures = Atomic<Bool>(false)
  /// True while the terminal marks what is pasted.
  private static let hasPasteMarks = Atomic<Bool>(false)

  /// Whether the terminal may show pictures that have to be taken away.
  static var clearsPictures: Bool {
    get { hasPictures.load(ordering: .relaxed) }
    set { hasPictures.store(newValue, ordering: .relaxed) }
  }

  /// Remembers the terminal's modes before an editor changes them.
  ///
  /// If a killed child left modes without line editing, these are not worth remembering: then the
  /// earlier modes count, and are set.
  ///
  /// - Parameter marksPaste: whether the terminal is to mark what is pasted.
  static func enter(input: Int32, output descriptor: Int32, marksPaste: Bool = true) {
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
    guard marksPaste else { return }
    hasPasteMarks.store(true, ordering: .releasing)
    DescriptorOutput.write(pasteMarksOn, to: descriptor)
  }

  /// Takes the whole screen, and keys as they are pressed; Ctrl-C alone is still a signal.
  static func enterScreen(input: Int32, output descriptor: Int32) {
    enter(input: input, output: descriptor)
    guard ed_take_keys(input) == 0 else { return }
    hasScreen.store(true, ordering: .releasing)
    DescriptorOutput.write(ScreenWriter.opening, to: descriptor)
  }

  /// Puts the modes back when the line is read.
  static func leave() { restore(when: TCSADRAIN) }

  /// Puts the modes back from a signal handler: calls only what is allowed there.
  static func restoreFromHandler() { restore(when: TCSANOW) }

  /// A signal that ends the program on the way does all of it again: what was begun may not have
  /// reached the terminal.
  private static func restore(when: Int32) {
    let input = changed.load(ordering: .acquiring)
    guard input >= 0 else { return }
    if hasScreen.load(ordering: .acquiring) {
      if clearsPictures { put(ScreenWriter.clearingPictures) }
      put(ScreenWriter.closing)
    }
    if hasPasteMarks.load(ordering: .acquiring) { put(pasteMarksOff) }
    tcsetattr(input, when, modes)
    hasScreen.store(false, ordering: .releasing)
    hasPasteMarks.store(false, ordering: .releasing)
    changed.store(-1, ordering: .releasing)
  }

  /// How long a terminal that takes nothing is waited for: so often a tenth of a second.
  private static let patience = 20

  /// Writes to the terminal; signals may come meanwhile, and who shares it may have made it
  /// non-blocking.
  private static func put(_ text: StaticString) {
    let descriptor = output.load(ordering: .relaxed)
    var (written, waits) = (0, 0)
    while written < text.utf8CodeUnitCount, waits < patience {
      let count = write(descriptor, text.utf8Start + written, text.utf8CodeUnitCount - written)
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&watched, 1, 100) == 0 { waits += 1 }
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Touches everything that a handler uses, because first use is not safe there.
  static func prepare() {
    _ = (modes, changed.load(ordering: .relaxed), output.load(ordering: .relaxed))
    _ = (
      hasModes.load(ordering: .relaxed), hasScreen.load(ordering: .relaxed), ScreenWriter.closing,
      hasPictures.load(ordering: .relaxed), ScreenWriter.clearingPictures,
      hasPasteMarks.load(ordering: .relaxed)
    )
  }
}
