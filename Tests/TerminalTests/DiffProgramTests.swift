import Foundation
import TestSeeds
import Testing

/// `shelf diff A B` from outside: what it prints where, and its exit status.
@Suite(.waits) struct DiffProgramTests {
  private static let old = #"[{"id":1,"name":"Ada","age":36},{"id":2,"name":"Bob","age":20}]"#
  private static let new = #"[{"id":1,"name":"Ada","age":37},{"id":3,"name":"Cem","age":50}]"#

  private func diff(_ arguments: String, _ files: [String: String] = [:]) throws -> ProgramOutcome {
    let folder = try TemporaryFolder()
    try folder.write("a.json", Self.old)
    try folder.write("b.json", Self.new)
    for (name, text) in files { try folder.write(name, text) }
    return try .of(
      "/bin/sh", ["-c", "exec \"$SHELF\" diff \(arguments)"], in: folder.path,
      environment: [
        "HOME": "/nonexistent", "PATH": "/usr/bin:/bin", "TERM": "dumb",
        "SHELF": try TerminalSession.executable(),
      ])
  }

  @Test func differencesAreResultsAndAllElseIsNotes() throws {
    let found = try diff("a.json b.json")
    #expect(found.status == 1)
    #expect(
      found.output == """
        ~ 0.0 Ada: age 36 -> 37
        - 0.1 Bob: {id: 2, name: Bob, age: 20}
        + 0.1 Cem: {id: 3, name: Cem, age: 50}

        """)
    #expect(
      found.errors == """
        note: matched records by id (1 in both)
        note: 1 added · 1 removed · 1 changed

        """)
  }

  @Test(arguments: ["a.json a.json", "a.json ./a.json", "a.json c.json", "- a.json < a.json"])
  func theSameIsZero(_ arguments: String) throws {
    let found = try diff(arguments, ["c.json": Self.old.replacing(":36", with: " : 36.0")])
    #expect(found.status == 0 && found.output.isEmpty)
    #expect(found.errors.contains("nothing differs"))
  }

  @Test(
    arguments: [
      ("a.json", 2, "Missing expected argument"), ("a.json none.json", 3, "no file 'none.json'"),
      ("none.json a.json", 3, "no file"), ("a.json bad.json", 3, "bad.json:1:"),
      ("a.json b.json --only more", 2, "'more'"),
      ("--json --only moved a.json b.json", 2, "all of them"),
      ("- -", 2, "only one"), ("a.json b.json --id ''", 2, "--id"),
      ("a.json b.json --wrong", 2, "--wrong"),
      ("a.json .", 3, "."), ("a.json b.json c.json", 2, "c.json"),
      ("--format tiff a.json b.json", 3, "tiff"),
    ] as [(String, Int32, String)])
  func troubleIsTwoAndMore(_ arguments: String, _ status: Int32, _ words: String) throws {
    let found = try diff(arguments, ["bad.json": "[1,"])
    #expect(found.status == status, "\(found.errors)")
    #expect(found.output.isEmpty)
    #expect(found.errors.contains(words), "\(found.errors)")
  }

  @Test func thePatchIsAlone() throws {
    let found = try diff("--json a.json b.json")
    #expect(found.status == 1)
    let patch = try JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [[String: Any]]
    #expect(patch?.map { $0["op"] as? String } == ["remove", "add", "replace"])
    #expect(try diff("a.json a.json --json").output == "[]\n")
  }

  @Test func someKindsAreShownAndAllCount() throws {
    let found = try diff("a.json b.json --only moved")
    #expect(found.status == 1 && found.output.isEmpty)
    #expect(try diff("a.json b.json --only added,removed").output.split(separator: "\n").count == 2)
  }

  @Test func namesActOnNoTerminal() throws {
    let found = try diff(
      "a.json odd.json", ["odd.json": #"[{"id":1,"name":"Ada","age":"\u001b[2J"}]"#])
    #expect(!found.output.contains("\u{1B}"))
    #expect(try diff("--color always a.json b.json").output.contains("\u{1B}["))
    #expect(try diff("--charset ascii a.json b.json").errors.contains("1 added | 1 removed"))
  }

  /// Long work stops at once, without a result.
  @Test func anInterruptStopsIt() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try TerminalSession.executable())
    process.arguments = ["diff", "generated:rows=100000000", "generated:rows=100000001"]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, Pipe())
    try process.run()
    Thread.sleep(forTimeInterval: 1)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(try output.fileHandleForReading.readToEnd() ?? Data() == Data())
  }
}
