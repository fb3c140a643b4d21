import Asking
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

/// Asks for a password on the terminal, which shows nothing of what is typed.
enum PasswordPrompt {
  /// How often the wait looks whether the user has pressed Ctrl-C, in milliseconds.
  private static let tick: Int32 = 50
  private static let longest = 1000
  private static let isAsking = Atomic<Bool>(false)

  /// Asks the person at the terminal that commands come from.
  ///
  /// - Returns: nil where commands come from a pipe, while the whole screen is in use, and where the
  ///   answer is Ctrl-C or Ctrl-D.
  static func ask(_ question: String) -> String? {
    guard isatty(0) == 1, let terminal = TerminalFacts.openTerminal() else { return nil }
    isAsking.store(true, ordering: .relaxed)
    defer {
      isAsking.store(false, ordering: .relaxed)
      close(terminal)
    }
    return ask(question, on: terminal)
  }

  private static func ask(_ question: String, on terminal: Int32) -> String? {
    var usual = termios()
    // A program that reads single keys has the screen for itself.
    guard tcgetattr(terminal, &usual) == 0, usual.c_lflag & tcflag_t(ICANON) != 0 else {
      return nil
    }
    var silent = usual
    silent.c_lflag &= ~tcflag_t(ECHO)
    // A shell that continues a stopped program sets modes of its own, and the password would be seen.
    withUnsafeMutableBytes(of: &silent.c_cc) { characters in
      for key in [VSUSP, VQUIT] { characters[Int(key)] = 0 }
    }
    // Signals that end the program give the terminal back.
    TerminalGuard.enter(input: terminal, output: terminal, marksPaste: false)
    defer {
      // What was typed and not read would be shown at the next prompt.
      tcflush(terminal, TCIFLUSH)
      TerminalGuard.leave()
      DescriptorOutput.write("\n", to: terminal)
    }
    guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return nil }
    DescriptorOutput.write("\r" + DisplaySafe.line(question), to: terminal)
    return line(from: terminal)
  }

  /// Writes what says how far the work is, unless that is for the user to answer.
  static func writeProgress(_ text: String) {
    if !isAsking.load(ordering: .relaxed) { DescriptorOutput.write(text, to: 2) }
  }

  private static func line(from terminal: Int32) -> String? {
    var bytes: [UInt8] = []
    while !SignalState.shouldStop, bytes.count < longest {
      var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, tick) > 0 else { continue }
      var byte: UInt8 = 0
      guard read(terminal, &byte, 1) == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }
}

extension ProgressLine {
  /// One on standard error.
  static func onTerminal(_ meter: WorkMeter) -> ProgressLine {
    ProgressLine(
      meter, width: { TerminalFacts.size(of: 2)?.columns ?? 80 },
      write: { PasswordPrompt.writeProgress($0) })
  }
}
