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

  @Test func theLibraryIsOptional() throws {
    let outcome = try run(
      ["postgres://localhost:1/x", "-c", "view"], environment: ["SHELF_LIBPQ": "/nonexistent.so"])
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("without libpq"))
    #expect(outcome.errors.contains("apt install libpq5"))
    #expect(try run(["Datasets/rows.json", "-c", "count"]).status == 0)
  }
}
