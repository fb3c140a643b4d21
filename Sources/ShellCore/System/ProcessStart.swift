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
  /// True for a group of processes of its own, which no key of the terminal reaches.
  var hasOwnGroup = false

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
    let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(group))
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
