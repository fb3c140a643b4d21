import Foundation
import TestSeeds
import Testing

@testable import Playing

/// What the program does with the addresses of servers, whether there are any or not.
@Suite(.waits) struct ServerProgramTests {
  private func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    home: String = "/nonexistent"
  ) throws -> ProgramOutcome {
    try .of(
      TerminalSession.executable(), arguments, in: ProgramTests.root,
      environment: ["HOME": home, "PATH": "/usr/bin:/bin", "TERM": "dumb"]
        .merging(environment) { $1 },
      input: input)
  }

  private static let secret = "hunter2hunter2"

  /// A server of `Scripts/test-servers`.
  #if os(Linux)
    private static let isLinux = true
  #else
    private static let isLinux = false
  #endif
  private static let server = ProcessInfo.processInfo.environment["SHELF_TEST_SERVER_SINGLE"]

  /// The password of an address is in nothing that is printed or written.
  @Test func passwordsAreShownNowhere() throws {
    let home = try TemporaryFolder()
    let address = "postgres://ann:\(Self.secret)@localhost:1/shop"
    let lines = """
      open \(address)
      open \(address) --nonsense
      open 'pg:host=localhost port=1 password=\(Self.secret)'
      alias shop "open \(address)"
      alias
      shop
      echo \(address)
      history
      status
      """
    for mode in [["--echo"], ["--json"], ["--plain"], []] {
      let outcome = try run(
        mode + ["--keep-going", "--no-rc", "-c", "record \(home.path)/page.shelf.md", address],
        input: lines, home: home.path)
      #expect(!(outcome.output + outcome.errors).contains(Self.secret), "\(mode)")
    }
    let piped = try run(
      ["--keep-going", "--echo", "--no-rc"],
      input: "record \(home.path)/page.shelf.md\n" + lines + "\nrecord stop\n", home: home.path)
    #expect(!(piped.output + piped.errors).contains(Self.secret))
    #expect(piped.errors.contains("postgres://ann@localhost:1/shop"))
    for case let file as String in FileManager.default.enumerator(atPath: home.path) ?? .init() {
      let text = (try? home.read(file)) ?? ""
      #expect(!text.contains(Self.secret), "\(file)")
    }
  }

  /// A password is asked for on a terminal that shows nothing of it, and is as it was afterwards. Ctrl-Z and Ctrl-\
  /// are characters there.
  @Test(arguments: ["s3cret\n", "\u{1A}\u{1C}s3cret\n", "wrong\n", "\u{3}", "\u{4}"])
  func passwordsAreAskedForAtThePrompt(_ answer: String) throws {
    let server = try FalseServer(.refuses, after: 2, password: "s3cret")
    let session = try TerminalSession(environment: ["PGPASSFILE": "/nonexistent"])
    try session.waitForPrompt()
    let modes = session.modes
    session.type("open '\(server.address)'\n")
    try session.wait(for: "a question") { $0.currentLine.hasPrefix("Password for user shelf:") }
    // What says how long a command takes already does not write over the question.
    session.settle(milliseconds: 700)
    #expect(session.screen.currentLine.hasPrefix("Password for user shelf:"))
    session.type(answer)
    let end =
      answer == "s3cret\n"
      ? "permission denied" : answer == "\u{3}" ? "cancelled" : "password"
    try session.wait(for: end) { $0.text.contains(end) && $0.currentLine == "shelf>" }
    #expect(session.modes == modes)
    #expect(!session.output.contains("s3cret") && !session.output.contains("wrong"))
  }

  @Test func serversAreRefusedWhereNobodyWantsThem() throws {
    let outcome = try run(["--no-network", "postgres://localhost:1/x", "-c", "view"])
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("servers are refused by --no-network"))
  }

  /// A script's check reaches for no server, and two servers can be compared.
  @Test func addressesAreNoMissingFiles() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.shelf", "open 'postgres://localhost:1/x?a=b'\nview\n")
    #expect(try run(["--check", script]).status == 0)
    let other = "postgres://ann:\(Self.secret)@localhost:1/x?connect_timeout=2"
    let outcome = try run(["diff", other, "Datasets/rows.json"])
    #expect(outcome.errors.contains("cannot connect to 'postgres://ann@localhost:1/x"))
    #expect(!outcome.errors.contains(Self.secret))
  }

  /// From version 17 on, libpq asks a server to stop over a connection like the one that is stopped, TLS
  /// included. Where the library is older, the functions are made here out of those that it has.
  @Test(.enabled(if: Self.server != nil && Self.isLinux))
  func aRequestToStopIsAsSafeAsItsConnection() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(
      "cancel.c",
      """
      #include <stdio.h>
      #include <stdlib.h>
      extern void *PQgetCancel(void *);
      extern int PQcancel(void *, char *, int);
      extern void PQfreeCancel(void *);
      void *PQcancelCreate(void *connection) { return PQgetCancel(connection); }
      int PQcancelBlocking(void *request) {
        char message[256];
        fclose(fopen(getenv("SHELF_TEST_MARK"), "w"));
        return PQcancel(request, message, sizeof message);
      }
      void PQcancelFinish(void *request) { PQfreeCancel(request); }
      """)
    let (library, mark) = (folder.path + "/libpq.so", folder.path + "/mark")
    let compiled = try ProgramOutcome.of(
      "/usr/bin/env", ["cc", "-shared", "-fPIC", source, "-o", library, "-l:libpq.so.5"],
      in: folder.path, environment: ["PATH": "/usr/bin:/bin"])
    try #require(compiled.status == 0, "\(compiled.errors)")
    let address = try #require(Self.server)
    let session = try TerminalSession(
      environment: ["SHELF_LIBPQ": library, "SHELF_TEST_MARK": mark])
    try session.waitForPrompt()
    session.type("open '\(address)' --query 'SELECT pg_sleep(60)'\r")
    // By then the query runs, unless the machine stands still.
    session.settle(milliseconds: 4000)
    #expect(!FileManager.default.fileExists(atPath: mark))
    session.type("\u{3}")
    try session.wait(for: "the end") { $0.text.contains("cancelled") }
    #expect(FileManager.default.fileExists(atPath: mark))
  }

  @Test func theLibraryIsOptional() throws {
    let outcome = try run(
      ["postgres://localhost:1/x", "-c", "view"], environment: ["SHELF_LIBPQ": "/nonexistent.so"])
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("without libpq"))
    #expect(outcome.errors.contains("apt install libpq5"))
    #expect(try run(["Datasets/rows.json", "-c", "count"]).status == 0)
  }
}
