import Documents
package import Files
import Foundation

/// A file in which the program keeps something from one start to the next: its user's alone (0600,
/// in folders 0700), and changed by one program at a time.
package struct StateFile: Sendable, Hashable {
  package let path: String

  package init(path: String) { self.path = path }

  /// How often others may replace the file while one waits for it. This ends the waiting where the
  /// name never leads to the file that was just opened by it.
  private static let mostReplacements = 1000

  /// Does something while no other shell changes the file, which is made if it is missing.
  ///
  /// The lock belongs to the file and not to its name. So a program that has waited for it checks
  /// whether the name still means that file, and waits for the new one if it was replaced
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - failure: what an error number of the system is thrown as.
  ///   - body: gets the file, open for reading and for adding at its end.
  package func change<Failure: Error>(
    _ failure: (Int32) -> Failure, _ body: (Int32) throws(Failure) -> Void
  ) throws(Failure) {
    makeFolders()
    for _ in 0..<Self.mostReplacements {
      let handle = SystemCall.uninterrupted {
        open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
      }
      guard handle >= 0 else { throw failure(errno) }
      defer { close(handle) }
      guard Self.isFile(handle) else { throw failure(Self.noFile) }
      guard Self.lock(handle, LOCK_EX) else { throw failure(errno) }
      guard isNamed(handle) else { continue }
      try body(handle)
      return
    }
    throw failure(EBUSY)
  }

  /// Opens the file to read it. Never waits: a pipe, which may have nobody at its other end, is
  /// refused with the number `noFile`.
  ///
  /// - Returns: nil where there is not a file; the descriptor is the caller's to close.
  package func openForReading<Failure: Error>(_ failure: (Int32) -> Failure) throws(Failure)
    -> Int32?
  {
    let handle = SystemCall.uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    if handle < 0 {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure(errno)
    }
    guard Self.isFile(handle) else {
      close(handle)
      throw failure(Self.noFile)
    }
    return handle
  }

  /// The error number of something that is not a file: a pipe, a device, a folder.
  private static let noFile = EINVAL

  /// True for a file, and for the null device, which stands for remembering nothing.
  static func isFile(_ handle: Int32) -> Bool {
    var own = stat()
    guard fstat(handle, &own) == 0 else { return false }
    if own.st_mode & S_IFMT == S_IFREG { return true }
    var null = stat()
    return own.st_mode & S_IFMT == S_IFCHR && stat("/dev/null", &null) == 0
      && own.st_rdev == null.st_rdev
  }

  /// What the system says of an error number, also of `noFile`.
  package static func reason(_ code: Int32) -> String {
    code == noFile ? noFileWords : SystemMessage.text(code)
  }

  static let noFileWords = "it is not a regular file"

  /// Puts a new file in the place of this one, as a whole: at any moment, and when the disk is full
  /// or the program is killed, the old one or the new one is there. Call it inside `change`.
  package func replace(with bytes: [UInt8]) throws(FileReplacement.Failure) {
    let file = try FileReplacement(path, replacing: true, mode: 0o600)
    try file.write(bytes)
    try file.finish()
  }

  /// Waits for a lock, which closing the file gives back.
  ///
  /// - Returns: false where there are no locks; `errno` says why.
  @discardableResult
  static func lock(_ handle: Int32, _ kind: Int32) -> Bool {
    SystemCall.uninterrupted { flock(handle, kind) } == 0
  }

  /// True when the path still leads to the file. Also takes away any access that others have to it.
  private func isNamed(_ handle: Int32) -> Bool {
    var own = stat()
    var named = stat()
    guard fstat(handle, &own) == 0, stat(path, &named) == 0,
      own.st_dev == named.st_dev, own.st_ino == named.st_ino
    else { return false }
    if own.st_mode & S_IFMT == S_IFREG, own.st_mode & 0o077 != 0 { _ = fchmod(handle, 0o600) }
    return true
  }

  private func makeFolders() {
    guard access(path, F_OK) != 0 else { return }
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
  }
}

/// Where the program keeps what it remembers from one start to the next.
package enum StateFolder {
  /// A file of this user: in `$XDG_STATE_HOME/shelf`, else below `~/.local/state`.
  ///
  /// - Returns: nil when there is no home either.
  package static func path(of name: String, environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return state + "/shelf/" + name
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.local/state/shelf/" + name
  }
}
