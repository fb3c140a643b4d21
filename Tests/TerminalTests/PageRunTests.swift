import Foundation
import Testing

@testable import Playing

/// `shelf test` from outside: what happens while it runs, and to its files.
@Suite(.waits) struct PageRunTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func page(_ name: String, _ lines: [String]) throws -> URL {
    let file = folder.appending(path: name)
    let text = "# Page\n\n```shelf\n" + lines.joined(separator: "\n") + "\n```\n"
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  private func start(_ arguments: [String], output: Any) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: try TerminalSession.executable())
    process.arguments = ["test"] + arguments
    process.environment = ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin", "TERM": "dumb"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Text that holds a word, read from a file that grows; nil when it does not come in time.
  private func text(of file: URL, with word: String, within seconds: Double = 30) -> String? {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
      if let text = try? String(contentsOf: file, encoding: .utf8), text.contains(word) {
        return text
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return nil
  }

  @Test(.timeLimit(.minutes(2))) func watchingRunsAgainWhenAPageChanges() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try page("a.shelf.md", ["shelf> echo one", "one"])
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    let process = try start([file.path, "--watch"], output: try FileHandle(forWritingTo: log))
    defer { process.terminate() }
    #expect(text(of: log, with: "1 passed") != nil)
    _ = try page("a.shelf.md", ["shelf> echo one", "two"])
    #expect(text(of: log, with: "1 failed") != nil)
    _ = try page("a.shelf.md", ["shelf> echo two", "two", "shelf> echo one", "one"])
    #expect(text(of: log, with: "2 passed") != nil)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
  }

  /// Whenever an update is killed, the page is the old one or the new one.
  @Test(.timeLimit(.minutes(2))) func aKilledUpdateLeavesAWholePage() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = (0..<300).flatMap { ["shelf> echo line \($0)", "nothing of the kind"] }
    let file = try page("a.shelf.md", lines)
    let old = try String(contentsOf: file, encoding: .utf8)
    let begin = Date()
    let whole = try start([file.path, "--update"], output: FileHandle.nullDevice)
    whole.waitUntilExit()
    let duration = Date().timeIntervalSince(begin)
    let new = try String(contentsOf: file, encoding: .utf8)
    #expect(whole.terminationStatus == 0 && new != old)
    for attempt in 0..<12 {
      try old.write(to: file, atomically: true, encoding: .utf8)
      let process = try start([file.path, "--update"], output: FileHandle.nullDevice)
      Thread.sleep(forTimeInterval: duration * Double(attempt) / 10)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text == old || text == new, "killed at attempt \(attempt)")
    }
  }
}
