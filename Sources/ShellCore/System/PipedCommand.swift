import Documents
import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A command of the system's shell that reads a text: a pager, or what stands behind a `|`.
///
/// It is started in the terminal's own group of processes, so Ctrl-C and Ctrl-Z reach it as they do
/// in other shells; this program leaves Ctrl-C to it meanwhile. Standard input holds the text and
/// nothing else, and all signals have their usual meaning.
package struct PipedCommand {
  package var text: String
  /// Where what it prints goes.
  package var output: Int32 = 1
  /// Variables of the environment that it has besides.
  package var variables: [String] = []

  package init(_ text: String) { self.text = text }

  package enum Ending: Sendable, Hashable {
    case exited(Int32)
    case signal(Int32)
    /// - Parameter code: the system's error number.
    case notStarted(Int32)
  }

  /// Runs the command and waits for its end.
  ///
  /// - Parameter input: what it reads; it need not read all of it.
  package func run(reading input: String) -> Ending {
    // A reader that leaves early shows in the write that fails.
    _ = signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return .notStarted(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var modes = termios()
    let hasModes = tcgetattr(0, &modes) == 0
    let leftBefore = SignalState.leavesInterrupts
    SignalState.leavesInterrupts = true
    defer {
      SignalState.leavesInterrupts = leftBefore
      // A program that was killed leaves the terminal as it needed it.
      if hasModes { tcsetattr(0, TCSADRAIN, &modes) }
    }
    var process: pid_t = 0
    let code = start(&process, reading: ends[0])
    close(ends[0])
    guard code == 0 else {
      close(ends[1])
      return .notStarted(code)
    }
    DescriptorOutput.write(input, to: ends[1])
    close(ends[1])
    return Self.wait(for: process)
  }

  private static func wait(for process: pid_t) -> Ending {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return .notStarted(errno) }
    }
    let signal = status & 0x7F
    if signal != 0 { return .signal(signal) }
    let code = (status >> 8) & 0xFF
    // The shell says so of a program that it has started and a signal has ended.
    return code > 128 && code <= 128 + 64 ? .signal(code - 128) : .exited(code)
  }

  /// - Returns: the system's error number; 0 where the command has been started.
  private func start(_ process: inout pid_t, reading input: Int32) -> Int32 {
    var streams: [(own: Int32, its: Int32)] = [(input, 0)]
    if output != 1 { streams.append((output, 1)) }
    return ProcessStart(
      path: "/bin/sh", arguments: ["/bin/sh", "-c", text],
      environment: variables + ProcessStart.ownEnvironment(),
      streams: streams
    ).start(&process)
  }
}
