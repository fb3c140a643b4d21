import Documents

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
/// nothing else, and all signals have their usual meaning. Foundation's way to start programs would
/// cost every start of this one.
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
    #if canImport(Darwin)
      var (actions, attributes) = (posix_spawn_file_actions_t?.none, posix_spawnattr_t?.none)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    if output != 1 { posix_spawn_file_actions_adddup2(&actions, output, 1) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = ["/bin/sh", "-c", text]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var environment = Self.environment(with: variables)
    defer { for text in words + environment { free(text) } }
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, &environment)
  }

  /// The variables of this program and some others, as a list that ends with nothing.
  private static func environment(with others: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var list: [UnsafeMutablePointer<CChar>?] = others.map { strdup($0) }
    var index = 0
    while let entry = environ[index] {
      list.append(strdup(entry))
      index += 1
    }
    return list + [nil]
  }
}
