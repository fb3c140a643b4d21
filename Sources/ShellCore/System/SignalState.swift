import Files
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What signals have asked for. Handlers only note it here and wake the reader that waits.
///
/// Everything is an atomic, and the functions marked so may be called from a signal handler.
package enum SignalState {
  private static let interrupt = Atomic<Bool>(false)
  private static let termination = Atomic<Int32>(0)
  private static let resized = Atomic<Bool>(false)
  private static let suspended = Atomic<Bool>(false)
  private static let continued = Atomic<Bool>(false)
  private static let atPrompt = Atomic<Bool>(false)
  private static let unsaved = Atomic<Bool>(false)
  private static let leaving = Atomic<Bool>(false)
  private static let wakeReading = Atomic<Int32>(-1)
  private static let wakeWriting = Atomic<Int32>(-1)

  /// True after Ctrl-C until somebody takes the request.
  package static var interruptRequested: Bool { interrupt.load(ordering: .relaxed) }

  /// True while a line is awaited from a person: then Ctrl-C drops the line, else it cancels work.
  package static var isAtPrompt: Bool {
    get { atPrompt.load(ordering: .relaxed) }
    set { atPrompt.store(newValue, ordering: .relaxed) }
  }

  /// True while another program has the terminal: Ctrl-C is its own then.
  package static var leavesInterrupts: Bool {
    get { leaving.load(ordering: .relaxed) }
    set { leaving.store(newValue, ordering: .relaxed) }
  }

  /// True while changes are in no file: then Ctrl-C leaves only what does not react to it.
  package static var holdsChanges: Bool {
    get { unsaved.load(ordering: .relaxed) }
    set { unsaved.store(newValue, ordering: .relaxed) }
  }

  /// The status to leave with, when a signal asks the program to end: 143 for SIGTERM.
  package static var exitStatus: Int32? {
    let signal = termination.load(ordering: .relaxed)
    return signal == 0 ? nil : 128 + signal
  }

  /// True when a long command should give up: it keeps the state from before and returns.
  package static var shouldStop: Bool { interruptRequested || exitStatus != nil }

  /// True when a signal was noted and nobody has taken it.
  package static var hasNews: Bool {
    shouldStop || resized.load(ordering: .relaxed) || suspended.load(ordering: .relaxed)
      || continued.load(ordering: .relaxed)
  }

  /// Answers whether Ctrl-C was pressed, and forgets it.
  package static func takeInterrupt() -> Bool { interrupt.exchange(false, ordering: .relaxed) }
  package static func takeResize() -> Bool { resized.exchange(false, ordering: .relaxed) }
  package static func takeSuspension() -> Bool { suspended.exchange(false, ordering: .relaxed) }
  package static func takeContinuation() -> Bool { continued.exchange(false, ordering: .relaxed) }
}

extension SignalState {
  /// Notes a signal. May be called from a handler.
  ///
  /// - Returns: true when the same request is already waiting to be taken.
  @discardableResult
  package static func note(_ signal: Int32) -> Bool {
    var wasPending = false
    switch signal {
    case SIGINT: wasPending = interrupt.exchange(true, ordering: .relaxed)
    case SIGWINCH: wasPending = resized.exchange(true, ordering: .relaxed)
    case SIGTSTP: wasPending = suspended.exchange(true, ordering: .relaxed)
    case SIGCONT: wasPending = continued.exchange(true, ordering: .relaxed)
    default: wasPending = termination.exchange(signal, ordering: .relaxed) != 0
    }
    wake()
    return wasPending
  }

  /// Notes that a signal is to end the program, also one that otherwise only cancels. May be called
  /// from a handler.
  package static func noteEnd(by signal: Int32) {
    termination.store(signal, ordering: .relaxed)
    wake()
  }

  /// Asks what runs to give up, as Ctrl-C does.
  package static func requestInterrupt() { note(SIGINT) }

  /// Forgets everything, for tests.
  package static func reset() {
    for flag in [SIGINT, SIGWINCH, SIGTSTP, SIGCONT] { _ = take(flag) }
    termination.store(0, ordering: .relaxed)
    drainWakeUps()
  }

  private static func take(_ signal: Int32) -> Bool {
    switch signal {
    case SIGINT: takeInterrupt()
    case SIGWINCH: takeResize()
    case SIGTSTP: takeSuspension()
    default: takeContinuation()
    }
  }
}

extension SignalState {
  /// Becomes readable when a signal was noted; -1, which `poll` ignores, before `openWakePipe`.
  package static var wakeDescriptor: Int32 { wakeReading.load(ordering: .relaxed) }

  /// Opens the pipe that makes waiting and signals free of races; once is enough.
  ///
  /// Touches every atomic, so that no handler is the first to use one.
  package static func openWakePipe() {
    _ = (
      leavesInterrupts, interruptRequested, isAtPrompt, holdsChanges, exitStatus,
      resized.load(ordering: .relaxed)
    )
    _ = (suspended.load(ordering: .relaxed), continued.load(ordering: .relaxed))
    guard wakeDescriptor < 0 else { return }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wakeReading.store(ends[0], ordering: .relaxed)
    wakeWriting.store(ends[1], ordering: .relaxed)
  }

  /// Makes `wakeDescriptor` readable. May be called from a handler, and by any thread that has news.
  static func wake() {
    let descriptor = wakeWriting.load(ordering: .relaxed)
    guard descriptor >= 0 else { return }
    let saved = errno
    var byte: UInt8 = 0
    _ = write(descriptor, &byte, 1)
    errno = saved
  }

  /// Empties the pipe; the flags themselves stay.
  package static func drainWakeUps() {
    let descriptor = wakeDescriptor
    guard descriptor >= 0 else { return }
    var scratch: (UInt64, UInt64) = (0, 0)
    while withUnsafeMutableBytes(of: &scratch, { read(descriptor, $0.baseAddress, $0.count) }) > 0 {
    }
  }
}

/// Reading that a signal can interrupt without a race.
package enum DescriptorInput {
  package enum Outcome: Sendable, Hashable {
    case bytes([UInt8])
    case end
    /// A signal arrived, or the time is over: look at `SignalState`.
    case woken
    /// - Parameter code: the system's error number.
    case failed(Int32)
  }

  /// Waits until bytes, the end or a signal arrives.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait at most; nil to wait as long as it takes.
  ///   - limit: the most bytes to read.
  package static func read(
    _ descriptor: Int32, milliseconds: Int32? = nil, limit: Int = 65536
  ) -> Outcome {
    var watched = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: SignalState.wakeDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    let ready = poll(&watched, nfds_t(watched.count), milliseconds ?? -1)
    if ready < 0 { return errno == EINTR ? .woken : .failed(errno) }
    if watched[1].revents != 0 {
      SignalState.drainWakeUps()
      return .woken
    }
    if ready == 0 { return .woken }
    return readNow(descriptor, limit: limit)
  }

  /// Reads what is there, without watching for signals.
  package static func readNow(_ descriptor: Int32, limit: Int = 65536) -> Outcome {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let got = systemRead(descriptor, buffer.baseAddress, buffer.count)
      count = max(0, got)
      code = got < 0 ? errno : 0
    }
    if code == EINTR || code == EAGAIN { return .woken }
    if code != 0 { return .failed(code) }
    return bytes.isEmpty ? .end : .bytes(bytes)
  }
}

/// The name `read` is taken inside `DescriptorInput`.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int)
  -> Int
{
  read(descriptor, buffer, count)
}
