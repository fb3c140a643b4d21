import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
      streams: [(input, 0), (ends[1], 1), (nowhere, 2)], hasOwnGroup: true
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
