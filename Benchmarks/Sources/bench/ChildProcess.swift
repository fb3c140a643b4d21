import Glibc

/// A program that is started, waited for and measured.
struct ChildProcess {
  var command: [String]
  var environment: [String]
  /// Where its standard output goes. Standard error is kept, so that a failure explains itself.
  var output = "/dev/null"
  /// True to ask every millisecond how much private memory it has.
  var watchesMemory = false

  private var program: String { command.first ?? "" }

  /// Runs it to its end.
  ///
  /// The clock runs from before the start of the process to after its end was reported.
  func measure() throws(BenchError) -> Sample {
    let begin = ContinuousClock.now
    let pid = try start()
    var status: Int32 = 0
    var usage = rusage()
    var privateKilobytes = 0
    while true {
      let ended = wait4(pid, &status, watchesMemory ? WNOHANG : 0, &usage)
      if ended == pid { break }
      guard ended == 0 || errno == EINTR else {
        throw .cannotWait(program: program, code: errno)
      }
      privateKilobytes = max(privateKilobytes, Sample.privateKilobytes(of: pid) ?? 0)
      usleep(1000)
    }
    let wall = ContinuousClock.now - begin
    try check(status)
    return Sample(
      wall: wall, peakKilobytes: usage.ru_maxrss, privateKilobytes: privateKilobytes)
  }

  private func start() throws(BenchError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for copy in arguments + variables { free(copy) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, program, &actions, nil, &arguments, &variables)
    guard code == 0 else { throw .cannotStart(program: program, code: code) }
    return pid
  }

  /// Takes the status apart by hand: the C macros for it are not imported.
  private func check(_ status: Int32) throws(BenchError) {
    let signal = status & 0x7f
    guard signal == 0 else { throw .killed(program: program, signal: signal) }
    let code = (status >> 8) & 0xff
    guard code == 0 else { throw .exited(program: program, status: code) }
  }
}

extension ChildProcess {
  /// True when a command's program is there: a path, or a name that is found on `PATH`.
  static func isInstalled(_ program: String) -> Bool {
    guard !program.contains("/") else { return access(program, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
