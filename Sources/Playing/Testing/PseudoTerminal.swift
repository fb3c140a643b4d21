import Documents
import Files
import Foundation
import Rendering
import ShellCore
import Synchronization
import TableModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program on a terminal of its own, and what is on its screen.
final class PseudoTerminal {
  private(set) var screen: TerminalScreen
  /// The end that keys are written to and output is read from.
  private let terminal: Int32
  /// The program's end, held open so that the screen stays when the program ends.
  let line: Int32
  /// Nil until a program was started.
  var child: ChildProgram?
  private var undecoded: [UInt8] = []
  /// How large it says that its characters are, in pixels.
  private let cell: PixelSize?

  /// - Returns: nil when the system has no terminal left.
  init?(columns: Int, rows: Int, cell: PixelSize? = nil) {
    self.cell = cell
    screen = TerminalScreen(columns: columns, rows: rows)
    var (controlling, controlled): (Int32, Int32) = (-1, -1)
    let isOpen = ChildProgram.starting.withLock { _ in
      guard openpty(&controlling, &controlled, nil, nil, nil) == 0 else { return false }
      for descriptor in [controlling, controlled] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return true
    }
    guard isOpen else { return nil }
    (terminal, line) = (controlling, controlled)
    tellSize(columns: columns, rows: rows)
  }

  deinit {
    child?.end()
    close(line)
    close(terminal)
  }

  func start(
    executable: String, arguments: [String], environment: [String: String], folder: String
  ) throws(ChildProgram.Failure) {
    guard let path else { throw .system("a terminal without a name") }
    child = try ChildProgram(
      executable: executable, arguments: arguments, environment: environment, folder: folder,
      streams: [.terminal(path), .same(0), .same(0)])
  }

  /// The file that leads to the program's end.
  ///
  /// `ttyname` would write every answer into the same memory: of two terminals that are opened at
  /// the same time, one could get the other's name, or part of one.
  var path: String? {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard ttyname_r(line, &name, name.count) == 0 else { return nil }
    return name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    tellSize(columns: columns, rows: rows)
  }

  private func tellSize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(clamping: columns)
    size.ws_row = UInt16(clamping: rows)
    if let cell {
      size.ws_xpixel = UInt16(clamping: columns * cell.width)
      size.ws_ypixel = UInt16(clamping: rows * cell.height)
    }
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) { DescriptorOutput.write(text, to: terminal) }

  /// Reads what the program prints within a time.
  ///
  /// - Returns: the text that came, which is on the screen now; nil when nothing did.
  @discardableResult
  func read(milliseconds: Int32) -> String? {
    var watched = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, milliseconds) > 0,
      case .bytes(let bytes) = DescriptorInput.readNow(terminal)
    else { return nil }
    undecoded += bytes
    let text = takeWholeCharacters()
    screen.feed(text)
    return text
  }

  /// Leaves the start of a character whose rest has not arrived.
  private func takeWholeCharacters() -> String {
    for held in 0...min(3, undecoded.count) {
      if let text = String(validating: undecoded.dropLast(held), as: UTF8.self) {
        undecoded = Array(undecoded.suffix(held))
        return text
      }
    }
    defer { undecoded = [] }
    return String(decoding: undecoded, as: UTF8.self)
  }
}

/// The program itself, started as a process of its own.
struct ChildProgram {
  enum Failure: Error {
    case system(String)
  }

  /// Where a stream of the process leads.
  enum Stream {
    case reading(String)
    case writing(String)
    /// The same as an earlier stream.
    case same(Int32)
    /// A terminal that becomes the process's own.
    case terminal(String)
  }

  /// Held while descriptors are open that no other program may inherit: a terminal hangs up only
  /// when nobody holds it.
  static let starting = Guarded(())

  private(set) var process: pid_t = 0
  private var status: Int32?

  /// - Parameters:
  ///   - streams: standard input, output and error, in this order.
  ///   - folder: the working directory.
  init(
    executable: String, arguments: [String], environment: [String: String], folder: String,
    streams: [Stream]
  ) throws(Failure) {
    // The shell of the system changes the folder: not every system can do it while starting.
    let words = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder, executable] + arguments
    var actions = Self.fileActions()
    var attributes = Self.attributes()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (descriptor, stream) in streams.enumerated() {
      Self.add(stream, as: Int32(descriptor), to: &actions)
    }
    var (defaults, none) = (sigset_t(), sigset_t())
    sigfillset(&defaults)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &none)
    let flags =
      Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | Self.startsNewSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var argumentList = words.map { strdup($0) } + [nil]
    var variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") }
    variables.append(nil)
    defer { for text in argumentList + variables { free(text) } }
    let code = Self.starting.withLock { _ in
      posix_spawn(&process, "/bin/sh", &actions, &attributes, &argumentList, &variables)
    }
    guard code == 0 else {
      throw .system("cannot start \(executable): \(SystemMessage.text(code))")
    }
  }

  private static func add(
    _ stream: Stream, as descriptor: Int32, to actions: inout FileActions
  ) {
    switch stream {
    case .reading(let path):
      posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDONLY, 0)
    case .writing(let path):
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
      posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
    case .same(let other): posix_spawn_file_actions_adddup2(&actions, other, descriptor)
    case .terminal(let path):
      posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDWR, 0)
    }
  }

  #if canImport(Darwin)
    private typealias FileActions = posix_spawn_file_actions_t?
    private static func fileActions() -> FileActions { nil }
    private static func attributes() -> posix_spawnattr_t? { nil }
    private static let startsNewSession: Int32 = 0x0400
  #else
    private typealias FileActions = posix_spawn_file_actions_t
    private static func fileActions() -> FileActions { posix_spawn_file_actions_t() }
    private static func attributes() -> posix_spawnattr_t { posix_spawnattr_t() }
    /// `POSIX_SPAWN_SETSID`, which the C library shows only to some programs.
    private static let startsNewSession: Int32 = 0x80
  #endif

  /// The exit status once the process has ended, 128 and the number of a signal that ended it.
  mutating func exitStatus() -> Int32? {
    if let status { return status }
    var raw: Int32 = 0
    guard waitpid(process, &raw, WNOHANG) == process else { return nil }
    status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
    return status
  }

  /// Waits for the end.
  ///
  /// - Returns: nil when `isOver` came first; the process is ended then.
  mutating func wait(until isOver: () -> Bool) -> Int32? {
    while true {
      if let status = exitStatus() { return status }
      if isOver() {
        end()
        return nil
      }
      usleep(1000)
    }
  }

  /// Ends the process, and whatever it started.
  mutating func end() {
    guard status == nil else { return }
    kill(-process, SIGKILL)
    kill(process, SIGKILL)
    var raw: Int32 = 0
    waitpid(process, &raw, 0)
    status = 128 + SIGKILL
  }
}

extension ChildProgram {
  /// Where the program `shelf` is: named by `SHELF_EXECUTABLE`, this program itself, or beside
  /// the tests that run now.
  package static func findExecutable() -> String? {
    let named = ProcessInfo.processInfo.environment["SHELF_EXECUTABLE"]
    let own = Bundle.main.executableURL?.resolvingSymlinksInPath()
    if let own, own.lastPathComponent == "shelf" { return named ?? own.path }
    var places = [named].compactMap { $0 }
    for argument in CommandLine.arguments + [own?.path ?? ""] where argument.contains(".xctest") {
      var url = URL(filePath: argument)
      while url.path.contains(".xctest") { url.deleteLastPathComponent() }
      places.append(url.appending(path: "shelf").path)
    }
    return places.first { access($0, X_OK) == 0 }
  }
}
