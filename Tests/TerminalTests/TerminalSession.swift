import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The shell on a pseudo-terminal of its own, in a home of its own.
final class TerminalSession {
  enum Failure: Error, CustomStringConvertible {
    case system(String)
    case timeout(String)

    var description: String {
      switch self {
      case .system(let what): "\(what) failed: \(String(cString: strerror(errno)))"
      case .timeout(let what): "no \(what) in time"
      }
    }
  }

  private static let patience = 10.0

  let home: String
  private(set) var screen: Screen
  /// Everything the program wrote.
  private(set) var output = ""
  /// The terminal's modes before the program was started: it changes them at once.
  private(set) var modesBefore: [UInt] = []
  private let terminal: Int32
  private let line: Int32
  private var process: pid_t = 0
  private var status: Int32?
  private var undecoded: [UInt8] = []

  /// - Parameters:
  ///   - program: what is started, with its arguments; nil for the shell at its prompt.
  ///   - arguments: further arguments.
  ///   - prepare: gets the home before the program starts.
  init(
    columns: Int = 60, rows: Int = 20, environment: [String: String] = [:],
    home: String? = nil, program: [String]? = nil, arguments: [String] = [],
    prepare: (String) throws -> Void = { _ in }
  ) throws {
    self.home = home ?? NSTemporaryDirectory() + "shelf-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: self.home, withIntermediateDirectories: true)
    try prepare(self.home)
    screen = Screen(columns: columns, rows: rows)
    var (controlling, controlled): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 256)
    guard openpty(&controlling, &controlled, nil, nil, nil) == 0,
      ttyname_r(controlled, &name, name.count) == 0
    else { throw Failure.system("opening a pseudo-terminal") }
    let path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    // This end is held open so that the terminal outlives the program and keeps its modes.
    (terminal, line) = (controlling, controlled)
    for descriptor in [terminal, line] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    resize(columns: columns, rows: rows)
    var variables = [
      "HOME": self.home, "XDG_STATE_HOME": self.home + "/state", "TERM": "xterm",
      "PATH": "/usr/bin:/bin", "LC_ALL": "C",
    ]
    variables.merge(environment) { $1 }
    modesBefore = modes
    process = try spawn(
      try (program ?? [Self.executable(), "--quiet"]) + arguments, on: path,
      environment: variables.filter { !$0.value.isEmpty })
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(line)
    close(terminal)
    try? FileManager.default.removeItem(atPath: home)
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    if columns != screen.columns { screen.resize(columns: columns) }
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  func signal(_ number: Int32) { kill(process, number) }

  /// Types text, control characters included.
  func type(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// The terminal's modes, to be compared.
  var modes: [UInt] {
    var modes = termios()
    tcgetattr(line, &modes)
    let characters = withUnsafeBytes(of: modes.c_cc) { $0.map { UInt($0) } }
    return [
      UInt(modes.c_iflag), UInt(modes.c_oflag), UInt(modes.c_cflag), UInt(modes.c_lflag),
    ] + characters
  }

  /// Reads until something is on the screen.
  ///
  /// - Parameter what: named when it never comes.
  func wait(for what: String, until isThere: (Screen) -> Bool) throws {
    let end = Date().addingTimeInterval(Self.patience)
    while !isThere(screen) {
      guard Date() < end else { throw Failure.timeout("\(what) on screen:\n\(screen.text)") }
      read(milliseconds: 50)
    }
  }

  /// Waits until the cursor's line has a text.
  func wait(forLine text: String) throws {
    try wait(for: "line '\(text)'") { $0.currentLine == text }
  }

  /// Waits for the empty prompt.
  func waitForPrompt() throws { try wait(forLine: "shelf>") }

  /// Waits until a line that was printed is there, and the next prompt: keys that arrive before
  /// it are echoed by the terminal itself.
  func wait(forOutput text: String) throws {
    try wait(for: "output '\(text)'") { $0.lines.contains(text) && $0.currentLine == "shelf>" }
  }

  /// Runs a command and waits for the next prompt.
  func run(_ command: String) throws {
    try waitForPrompt()
    type(command + "\r")
    try wait(for: "end of '\(command)'") {
      $0.currentLine == "shelf>" && $0.lines.dropLast().contains { $0.hasSuffix(command) }
    }
  }

  /// Reads what comes within a short while, for things that must not come.
  func settle(milliseconds: Int32 = 150) {
    let end = Date().addingTimeInterval(Double(milliseconds) / 1000)
    while Date() < end { read(milliseconds: 20) }
  }

  /// Waits for the end; the exit code, or 128 and the signal's number.
  func exitCode() throws -> Int32 {
    let end = Date().addingTimeInterval(Self.patience)
    var raw: Int32 = 0
    while waitpid(process, &raw, WNOHANG) == 0 {
      guard Date() < end else { throw Failure.timeout("end, screen:\n\(screen.text)") }
      read(milliseconds: 20)
    }
    settle(milliseconds: 40)
    status = raw
    return raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
  }

  private func read(milliseconds: Int32) {
    var watched = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, milliseconds) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recvTerminal(terminal, &buffer)
    guard count > 0 else { return }
    undecoded += buffer.prefix(count)
    let text = takeWholeCharacters()
    output += text
    screen.feed(text)
  }

  /// Leaves the start of a character whose rest has not arrived.
  private func takeWholeCharacters() -> String {
    for held in 0..<min(4, undecoded.count) {
      if let text = String(validating: undecoded.dropLast(held), as: UTF8.self) {
        undecoded = Array(undecoded.suffix(held))
        return text
      }
    }
    defer { undecoded = [] }
    return String(decoding: undecoded, as: UTF8.self)
  }
}

private func recvTerminal(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}

extension TerminalSession {
  /// The program under test stands beside the tests.
  static func executable() throws -> String {
    if let path = ProcessInfo.processInfo.environment["SHELF_EXECUTABLE"] { return path }
    let places = CommandLine.arguments + [Bundle.main.executablePath ?? ""]
    for place in places where place.contains(".xctest") {
      var url = URL(filePath: place)
      while url.path.contains(".xctest") { url.deleteLastPathComponent() }
      let path = url.appending(path: "shelf").path
      if access(path, X_OK) == 0 { return path }
    }
    throw Failure.system("finding the executable 'shelf' beside the tests")
  }

  /// Starts the program as the leader of a session whose terminal this is.
  private func spawn(_ program: [String], on path: String, environment: [String: String]) throws
    -> pid_t
  {
    guard let executable = program.first else { throw Failure.system("starting nothing") }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var (defaults, none) = (sigset_t(), sigset_t())
    sigfillset(&defaults)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &none)
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | spawnInNewSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments = program.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    errno = posix_spawn(&process, executable, &actions, &attributes, &arguments, &variables)
    guard errno == 0 else { throw Failure.system("starting \(executable)") }
    return process
  }

  /// `POSIX_SPAWN_SETSID`, which the C library shows only to some programs.
  private var spawnInNewSession: Int32 {
    #if canImport(Darwin)
      0x0400
    #else
      0x80
    #endif
  }
}
