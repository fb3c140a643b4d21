import Foundation
import Testing

@testable import ShellCore

@Suite struct BoundedChildTests {
  private func run(
    _ script: String, seconds: Double = 60, output: Int = 1 << 20,
    reading path: String = "/dev/null"
  ) throws -> BoundedChild.Progress {
    var limits = BoundedChild.Limits()
    limits.time = .milliseconds(Int(seconds * 1000))
    limits.output = output
    let input = open(path, O_RDONLY)
    defer { close(input) }
    let child = try #require(BoundedChild("sh", ["-c", script], reading: input, limits: limits))
    while true {
      let progress = child.proceed()
      if progress != .running { return progress }
      usleep(5_000)
    }
  }

  private func text(_ progress: BoundedChild.Progress) -> String? {
    guard case .ended(0, let output) = progress else { return nil }
    return String(decoding: output, as: UTF8.self)
  }

  @Test func outputIsCollected() throws {
    #expect(text(try run("echo one; echo two")) == "one\ntwo\n")
    let much = try #require(text(try run("head -c 900000 /dev/zero")))
    #expect(much.utf8.count == 900_000)
    #expect(text(try run("cat", reading: "/dev/null")) == "")
  }

  @Test func theFileIsReadAndMessagesAreNot() throws {
    let path = NSTemporaryDirectory() + "shelf-child-" + UUID().uuidString
    try Data("data".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(text(try run("cat /dev/stdin; echo wrong >&2", reading: path)) == "data")
  }

  @Test func failuresHaveTheirStatus() throws {
    #expect(try run("echo x; exit 3") == .ended(status: 3, output: Array("x\n".utf8)))
    #expect(try run("kill -9 $$") == .ended(status: 137, output: []))
    let input = open("/dev/null", O_RDONLY)
    defer { close(input) }
    let child = try #require(BoundedChild("no-such-program-here", [], reading: input))
    var progress = child.proceed()
    while progress == .running { progress = child.proceed() }
    #expect(progress == .ended(status: BoundedChild.notFound, output: []))
  }

  /// What hangs is ended with all that it has started.
  @Test func whatHangsIsEnded() throws {
    let path = NSTemporaryDirectory() + "shelf-child-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try run("sleep 100 & echo $! > \(path); wait", seconds: 0.5) == .tookTooLong)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let grandchild = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    // Whoever has adopted it may take a moment to bury it.
    var isThere = true
    for _ in 0..<200 where isThere {
      let stat = try? String(contentsOfFile: "/proc/\(grandchild)/stat", encoding: .utf8)
      isThere = kill(grandchild, 0) == 0 && stat?.contains(") Z") != true
      if isThere { usleep(10_000) }
    }
    #expect(!isThere)
  }

  /// One that has left a program behind that keeps its output open is over when its time is.
  @Test func whatStaysBehindIsEnded() throws {
    #expect(try run("sleep 100 & exit 0", seconds: 0.5) == .tookTooLong)
  }

  @Test func floodsAreEnded() throws {
    #expect(try run("cat /dev/zero", output: 100_000) == .wroteTooMuch)
  }

  @Test func secretsOfTheEnvironmentStayHere() throws {
    let names = try #require(text(try run("env | cut -d= -f1 | sort | tr '\\n' ' '")))
    let allowed: Set = [
      "HOME", "LC_ALL", "PATH", "TERM", "TMPDIR", "PWD", "OLDPWD", "SHLVL", "_",
    ]
    #expect(Set(names.split(separator: " ").map(String.init)).isSubset(of: allowed), "\(names)")
  }
}
