import Foundation
import Synchronization

/// What one thread reads for another.
private final class ErrorBytes: Sendable {
  let bytes = Mutex(Data())
}

/// What a program that ran to its end left behind.
struct ProgramOutcome {
  /// The exit status, or the number of the signal that ended it.
  var status: Int32
  var output: String
  var errors: String

  /// Runs a program to its end.
  ///
  /// - Parameter input: what it reads; short enough for a pipe, since nobody writes the rest.
  static func of(
    _ executable: String, _ arguments: [String], in folder: String,
    environment: [String: String], input: String = ""
  ) throws -> Self {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = environment
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    // Both at once: a program whose errors fill a pipe waits for somebody to read them.
    let reading = DispatchGroup()
    let error = stderr.fileHandleForReading
    let unread = ErrorBytes()
    DispatchQueue.global().async(group: reading) {
      let bytes = try? error.readToEnd()
      unread.bytes.withLock { $0 = bytes ?? Data() }
    }
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    reading.wait()
    let errors = unread.bytes.withLock { $0 }
    process.waitUntilExit()
    return Self(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }
}
