import Documents
import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Starts other programs. Foundation's way to do so would cost every start of this one.
///
/// All signals have their usual meaning in the program, and it has no open files but those that are
/// named.
struct ProcessStart {
  /// The file of the program, and its arguments from its own name on.
  var path: String
  var arguments: [String]
  /// `NAME=VALUE` each.
  var environment: [String]
  /// What it has in the place of the standard streams, by their numbers.
  var streams: [(own: Int32, its: Int32)] = []
  /// True for a session of its own, without a terminal: no key reaches it, and it can't ask how large
  /// the window is.
  var hasOwnSession = false

  /// `POSIX_SPAWN_SETSID`, which headers show to GNU programs only.
  #if canImport(Darwin)
    private static let newSession: Int32 = 0x400
  #else
    private static let newSession: Int32 = 0x80
  #endif

  /// - Returns: the system's error number; 0 where the program has been started.
  func start(_ process: inout pid_t) -> Int32 {
    #if canImport(Darwin)
      var (actions, attributes) = (posix_spawn_file_actions_t?.none, posix_spawnattr_t?.none)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    for stream in streams { posix_spawn_file_actions_adddup2(&actions, stream.own, stream.its) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    let session = hasOwnSession ? Self.newSession : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(session))
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    return posix_spawn(&process, path, &actions, &attributes, &words, &variables)
  }

  /// The variables of this program.
  static func ownEnvironment() -> [String] {
    var list: [String] = []
    var index = 0
    while let entry = environ[index] {
      list.append(String(cString: entry))
      index += 1
    }
    return list
  }
}

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

/// A program that runs beside this one and whose output is collected without waiting for it.
///
/// It is bounded in what it may write and how long it may take; the system ends it in any case when it
/// uses the processor for longer, or too much memory. It runs in a group of its own, which is ended as
/// a whole, so that neither Ctrl-C nor anything it starts outlives its time.
package final class BoundedChild {
  package struct Limits: Sendable {
    package var time = Duration.seconds(2)
    /// In bytes.
    package var output = 1 << 20

    package init() {}
  }

  package enum Progress: Sendable, Hashable {
    case running
    case ended(status: Int32, output: [UInt8])
    case tookTooLong
    case wroteTooMuch
  }

  private let process: pid_t
  private let limits: Limits
  private let begin = ContinuousClock.now
  private let stream: Int32
  private var output: [UInt8] = []
  private var isGone = false

  /// What the shell exits with when there is no such program.
  package static let notFound: Int32 = 127

  /// Seconds of the processor, and kilobytes of memory: what ends a child that this program can't
  /// watch.
  private static let script =
    "ulimit -t 4 2>/dev/null; ulimit -v 2097152 2>/dev/null; exec \"$0\" \"$@\""

  /// Starts a program that is found in `PATH`.
  ///
  /// - Parameter input: the descriptor that it reads; it stays the caller's.
  /// - Returns: nil where the system has no room for another process.
  package init?(
    _ program: String, _ arguments: [String], reading input: Int32, limits: Limits = Limits()
  ) {
    var ends: [Int32] = [-1, -1]
    guard Self.openPipe(&ends) else { return nil }
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer {
      close(ends[1])
      if nowhere >= 0 { close(nowhere) }
    }
    let kept = ["PATH=", "HOME=", "TMPDIR="]
    var child: pid_t = 0
    let code = ProcessStart(
      path: "/bin/sh", arguments: ["/bin/sh", "-c", Self.script, program] + arguments,
      environment: ProcessStart.ownEnvironment().filter { entry in
        kept.contains { entry.hasPrefix($0) }
      } + ["LC_ALL=C.UTF-8", "TERM=xterm-256color"],
      streams: [(input, 0), (ends[1], 1), (nowhere, 2)], hasOwnSession: true
    ).start(&child)
    guard code == 0 else {
      close(ends[0])
      return nil
    }
    (process, stream, self.limits) = (child, ends[0], limits)
  }

  deinit { stop() }

  private static func openPipe(_ ends: inout [Int32]) -> Bool {
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return true
  }

  /// Takes what the program has written since, and says how far it is. It is called again until it
  /// answers something else than `running`.
  package func proceed() -> Progress {
    guard !isGone else { return .ended(status: -1, output: output) }
    let isClosed = collect()
    if output.count > limits.output {
      stop()
      return .wroteTooMuch
    }
    var status: Int32 = 0
    if isClosed, waitpid(process, &status, WNOHANG) == process {
      isGone = true
      close(stream)
      let code = status & 0x7F != 0 ? 128 + status & 0x7F : status >> 8 & 0xFF
      return .ended(status: code, output: output)
    }
    if ContinuousClock.now - begin > limits.time {
      stop()
      return .tookTooLong
    }
    return .running
  }

  /// - Returns: true when nothing more can come.
  private func collect() -> Bool {
    while output.count <= limits.output {
      switch DescriptorInput.readNow(stream) {
      case .bytes(let bytes): output += bytes
      case .woken: return false
      case .end, .failed: return true
      }
    }
    return false
  }

  /// Ends the program and all that it has started.
  package func stop() {
    guard !isGone else { return }
    isGone = true
    kill(-process, SIGKILL)
    close(stream)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}
