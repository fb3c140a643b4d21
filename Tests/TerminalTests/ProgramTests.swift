import Foundation
import TestSeeds
import Testing

@testable import Playing

/// The program from outside: arguments, streams and exit statuses.
@Suite(.waits) struct ProgramTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// Runs the program in the checkout, with a home of its own.
  private func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    program: String? = nil
  ) throws -> ProgramOutcome {
    try .of(
      program ?? TerminalSession.executable(), arguments, in: Self.root,
      environment: ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin", "TERM": "dumb"]
        .merging(environment) { $1 },
      input: input)
  }

  @Test(arguments: [("<&-", 0), (">&-", 1), ("2>&-", 0), ("<&- >&- 2>&-", 1)] as [(String, Int32)])
  func aClosedDescriptorIsTheNullDevice(_ closing: String, _ status: Int32) throws {
    let outcome = try shell("echo 'echo a' | exec \"$SHELF\" Datasets/rows.json \(closing)")
    #expect(outcome.status == status)
    #expect(outcome.errors.contains("standard output is closed") == (closing == ">&-"))
  }

  /// A file's name is bytes, which need not be UTF-8: as an argument, and as it is typed in a line.
  @Test(arguments: [#""$name" -c count"#, #"-c 'open caf\xE9.json; count'"#])
  func namesOfFilesNeedNotBeUTF8(_ arguments: String) throws {
    let outcome = try shell(
      #"""
      folder=$(mktemp -d) && cd "$folder" && name=$(printf 'caf\351.json')
      echo '[1, 2, 3]' > "$name" && "$SHELF" \#(arguments)
      status=$?; rm -r "$folder"; exit $status
      """#)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("3 rows"), "\(outcome.errors)")
  }

  /// Runs a line of the system's shell in the checkout, with the program as `$SHELF`.
  private func shell(_ line: String) throws -> ProgramOutcome {
    try run(
      ["-c", line], environment: ["SHELF": TerminalSession.executable()], program: "/bin/sh")
  }

  /// With nothing to read there is not one command, and what was opened is shown.
  @Test func aFileWithoutCommandsIsShown() throws {
    let view = try run(["Datasets/pulse.plist", "-c", "view"]).output
    #expect(view.contains("Business"))
    for line in [
      "Datasets/pulse.plist </dev/null", "- < Datasets/pulse.plist", "Datasets/pulse.plist <&-",
    ] {
      let outcome = try shell("exec \"$SHELF\" \(line)")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(line): \(outcome.errors)")
      #expect(
        outcome.output.hasSuffix(
          view.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"), "\(line)")
    }
    #expect(try run(["Datasets/pulse.plist"], input: "# nothing\n").output.isEmpty)
    #expect(try run([]).output.isEmpty)
    #expect(try run(["--json", "Datasets/rows.json"]).output.contains("shelf.view.1"))
  }

  static let statuses: [([String], Int32)] = [
    (["Datasets/pulse.plist", "-c", "view"], 0), (["nosuch.json"], 3),
    (["Datasets/rows.json", "-c", "fliter"], 1), (["--nosuch"], 2), (["--size", "0x9"], 2),
    (["--check"], 2), (["--check", "Datasets/tour.shelf"], 0), (["--check", "README.md"], 1),
    (["--check", "Datasets/tour.shelf", "-c", "view"], 2),
    (["test", "--review", "--no-input", "README.md"], 2),
    (["--no-input", "test", "--review", "README.md"], 2),
    (["Datasets/rows.json", "-c", "quit 9"], 9), (["--help"], 0), (["--version"], 0),
    (["run", "nosuch.shelf"], 1), (["run", "Datasets/tour.shelf"], 0),
    (["Datasets/tour.shelf"], 0), (["run", "--check", "Datasets/tour.shelf"], 0),
    (["-c", "open nosuch", "-c", "echo a"], 3),
    (["--keep-going", "-c", "open nosuch", "-c", "fliter", "-c", "echo a"], 3),
    (["--keep-going", "-c", "fliter", "-c", "quit"], 1),
    (["--keep-going", "-c", "fliter", "-c", "quit 7"], 7),
    (["-X", "run", "Datasets/tour.shelf"], 0), (["--init", "/nonexistent", "-c", "echo a"], 1),
    (["-X", "--size", "60x12", "run", "--check", "Datasets/tour.shelf"], 0),
    (["--verify", "Datasets/rows.json", "-c", "count"], 0),
    (["Datasets/README.md"], 3), (["evaluate", "nosuch"], 3), (["evaluate", "/dev/null"], 0),
    (["evaluate"], 0), (["Datasets/rows.json", "Datasets/tour.shelf"], 2),
    // What does not fit data that is open is a mistake of the command.
    (["Datasets/rows.json", "-c", "unnest nosuch"], 1),
    (["Datasets/rows.json", "-c", "shape --rows nosuch"], 1),
    (["-c", "open Datasets/rows.json --rows nosuch"], 3),
    (["Datasets/rows.json", "-c", "export - --keys a,b"], 1),
  ]

  @Test func whatAnOptionTakesIsSaid() throws {
    for (option, words) in [
      ("--size=5", "WIDTHxHEIGHT, such as 80x24"), ("--limit=x", "such as 500M or 2G"),
      ("--delimiter=ab", "a sign such as ;"), ("--shape=zz", "rows=PATH"),
    ] {
      let outcome = try run([option, "Datasets/rows.json"])
      #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test func errorsInPipedCommandsSayWhere() throws {
    let input = "# one\nopen Datasets/rows.json\ncount; fliter\n"
    let outcome = try run([], input: input)
    #expect(outcome.errors.hasPrefix("<stdin>:3:8: error: unknown command 'fliter'"))
    #expect(try run([], input: "echo a\n'open").errors.contains("<stdin>:2:1: error: this quote"))
    #expect(try run(["-c", "fliter"], input: input).errors.hasPrefix("error: "))
    #expect(try run(["--json"], input: input).output.contains(#""location": "3:8""#))
  }

  @Test(arguments: statuses)
  func exitStatus(_ arguments: [String], _ expected: Int32) throws {
    let outcome = try run(arguments)
    #expect(outcome.status == expected, "\(outcome.errors)")
    #expect(!outcome.output.contains("\u{1B}") && !outcome.errors.contains("\u{1B}"))
    if expected == 1 || expected == 3 { #expect(outcome.errors.contains("error: ")) }
  }

  @Test func commandsComeFromThePipeAndArgumentsAlike() throws {
    let lines = ["down 2", "right 3", "view", "filter Views > 20000", "view --table", "stats"]
    let typed = try run(["Datasets/pulse.plist"], input: lines.joined(separator: "\n"))
    let given = try run(["Datasets/pulse.plist"] + lines.flatMap { ["-c", $0] })
    #expect(typed.status == 0 && typed.output == given.output)
    #expect(typed.output.contains("Health"))
  }

  static let hostile = "x\u{1B}[31m\u{202E}\u{7}\u{9B}y"

  static let complaints: [[String]] = [
    ["test", hostile], ["lesson", hostile], ["--size", hostile], ["--size=\(hostile)"],
    ["--shape", hostile], ["--color", hostile], ["--\(hostile)"], ["-\(hostile)"],
    ["completions", hostile], ["run", hostile], ["run", "--check", hostile], ["--check", hostile],
    ["Datasets/rows.json", hostile], ["evaluate", hostile], [hostile],
    ["--init", hostile, "-c", "echo"],
    ["test", "--filter", "(\(hostile)", "Documentation"], ["test", "--update=\(hostile)", "x"],
    ["Datasets/rows.json", "-c", "\(hostile) 1"], ["Datasets/rows.json", "-c", "open \(hostile)"],
    ["Datasets/catalog.sqlite", "--table", hostile, "-c", "view"],
    ["Datasets/catalog.sqlite", "--query", "SELECT '\(hostile)", "-c", "view"],
    ["Datasets/rows.json", "--format", hostile, "-c", "view"],
  ]

  @Test(arguments: complaints) func messagesShowWhatActsOnATerminal(_ arguments: [String]) throws {
    let outcome = try run(arguments)
    let acting: Set<Unicode.Scalar> = ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"]
    #expect(outcome.status > 0 && !outcome.errors.isEmpty)
    #expect(outcome.errors.unicodeScalars.allSatisfy { !acting.contains($0) }, "\(outcome.errors)")
    #expect(outcome.errors.contains("␛[31m\\u{202E}"), "\(outcome.errors)")
  }

  /// The name of a file of commands stands in front of what is wrong in it.
  @Test func placesShowWhatActsOnATerminal() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a\u{1B}[31m\u{202E}.shelf").path
    for text in ["fliter", "echo \"", "\0"] {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let errors = try run(["run", file]).errors
      #expect(errors.contains("a␛[31m\\u{202E}.shelf:1"), "\(errors)")
      #expect(!errors.contains("\u{1B}") && !errors.contains("\u{202E}"))
    }
  }

  /// An argument must not begin a line that looks like a message of its own.
  @Test(arguments: [["--size", "a\nerror: b"], ["--size=a\nerror: b"], ["--no\r\nerror: b"]])
  func argumentsDoNotBreakMessages(_ arguments: [String]) throws {
    let lines = try run(arguments).errors.split(whereSeparator: \.isNewline)
    #expect(lines.count > 1 && !lines.contains { $0.hasPrefix("error: b") })
  }

  @Test func aScriptTakesNoCommandsBesides() throws {
    #expect(try run(["run", "Datasets/tour.shelf", "-c", "echo hi"]).status == 2)
  }

  @Test func resultsThatCannotBeWrittenAreAFailure() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try TerminalSession.executable())
    process.arguments = ["\(Self.root)/Datasets/rows.json", "-c", "view"]
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
  }

  @Test func aRecordingThatCannotBeWrittenIsAFailure() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let result = try run(["Datasets/rows.json", "-c", "record /dev/full --force; down"])
    #expect(result.status == 1)
  }

  /// A limit on the size of files is an error of the write, and no signal that ends the program.
  @Test func aFileThatMayNotGrowIsAFailure() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shelf-limit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "ulimit -f 1; exec \"$0\" \"$@\"", try TerminalSession.executable(), "--no-rc",
      "\(Self.root)/Datasets/pulse.plist", "-c", "save \(folder.path)/saved.json",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  static let signals: [(Int32, Int32)] = [(SIGINT, 130), (SIGTERM, 143)]

  @Test(.timeLimit(.minutes(1)), arguments: signals)
  func signalsStopWork(_ signal: Int32, _ expected: Int32) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try TerminalSession.executable())
    let many = Array(repeating: ["-c", "repeat 100000 stats"], count: 50).flatMap { $0 }
    process.arguments = ["\(Self.root)/Datasets/pulse.plist"] + many
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    Thread.sleep(forTimeInterval: 0.5)
    kill(process.processIdentifier, signal)
    for _ in 0..<100 where process.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    #expect(process.terminationStatus == expected)
  }

  @Test func plainOutputIsFieldsBetweenTabs() throws {
    let rows = try run(["--plain", "--size", "80x3", "Datasets/rows.json", "-c", "view"]).output
    let fields = rows.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(fields.count == 3 && fields.allSatisfy { $0.count == 3 })
    #expect(fields[0] == ["0.0", "Row 0", "amber"])
    let count = try run(["--plain", "Datasets/rows.json", "-c", "count"]).output
    #expect(count == "sections\t1\nrows\t25\nitems\t0\n")
  }

  @Test func dataComesFromThePipe() throws {
    let outcome = try run(["-", "-c", "show 0.0"], input: #"[{"price": 1.10}]"#)
    #expect(outcome.output == "{\n  \"price\": 1.10\n}\n")
    #expect(try run(["-", "-c", "view"], input: #"{"a": [1, }"#).status == 3)
  }

  @Test(arguments: [["evaluate"], ["evaluate", "-"]])
  func predicatesAreAnsweredLineByLine(_ arguments: [String]) throws {
    let lines = [
      #"{"predicate": "a > 1", "object": {"a": 2}}"#, #"{"predicate": "a >"}"#, "?", "",
      #"{"predicate": "TRUEPREDICATE"}"#,
    ]
    let outcome = try run(arguments, input: lines.joined(separator: "\n"))
    let answers = outcome.output.split(separator: "\n").map { String($0) }
    #expect(outcome.status == 0 && answers.count == lines.count)
    #expect(answers.first == #"{"result": true, "format": "a > 1"}"#)
    #expect(answers.last == #"{"result": true, "format": "TRUEPREDICATE"}"#)
  }

  @Test func predicatesAboutDatesAreAnswered() throws {
    let lines = [
      #"{"predicate": "text(date(d, 'd.M.y'), 'yyyy-MM') == '2024-05'", "object": {"d": "1.5.2024"}}"#,
      #"{"predicate": "epoch(t, 'ms') > date('2024', 'yyyy')", "object": {"t": 1714521600000}}"#,
      #"{"predicate": "epoch(t, 'min') == nil", "object": {"t": 1}}"#,
    ]
    let outcome = try run(["evaluate"], input: lines.joined(separator: "\n"))
    let answers = outcome.output.split(separator: "\n")
    #expect(answers.count == 3)
    #expect(answers.prefix(2).allSatisfy { $0.hasPrefix(#"{"result": true"#) })
    #expect(answers.last?.hasPrefix(#"{"error": {"kind": "bad-date", "at": 9"#) == true)
  }

  @Test(arguments: [("20x4", 20, 4), ("200x50", 200, 50), ("1x1", 1, 1)])
  func sizeIsTheViewport(_ size: String, _ width: Int, _ height: Int) throws {
    let outcome = try run(["--size", size, "Datasets/pulse.plist", "-c", "view --table"])
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == height)
    #expect(lines.allSatisfy { $0.count <= width && $0.last != " " })
  }

  @Test(arguments: ["C", "tr_TR.UTF-8", "de_DE.UTF-8"])
  func bytesDoNotDependOnTheLocale(_ locale: String) throws {
    let arguments = [
      "Datasets/catalog.json", "-c", "index by name", "-c", "view", "-c", "sort by price desc",
      "-c", "view",
    ]
    let plain = try run(arguments)
    #expect(
      try run(arguments, environment: ["LC_ALL": locale, "LANG": locale]).output == plain.output)
  }

  @Test func asciiHasNoOtherMarks() throws {
    let outcome = try run(["--charset", "ascii", "Datasets/rows.json", "-c", "view", "-c", "stats"])
    #expect(outcome.output.utf8.allSatisfy { $0 < 0x80 })
  }

  /// Whatever the program is asked to do: nothing but the data has other characters.
  @Test(arguments: [
    ["\u{1B}\u{7F}.json"], ["--no\u{1B}such"], ["run", "\u{7F}.shelf"],
    ["test", "\u{1B}.shelf.md"],
    ["lesson"], ["lesson", "reuse", "-c", "lesson next"], ["lesson", "\u{1B}"],
    ["evaluate", "\u{1B}"],
    ["completions", "bash"], ["manual"], ["--help"], ["test", "--help"], ["--version"],
    ["Datasets/rows.json", "-c", "stats", "-c", "find '\u{1B}'"],
    ["Datasets/rows.json", "--plain"],
    ["Datasets/rows.json", "--json", "-c", "view", "-c", "help view", "-c", "status"],
    ["Datasets/rows.json", "-c", "update 0.0 colour=x; export - --format svg; trace --timeline"],
    ["Datasets/rows.json", "-c", "push 0.0; export - --format html; stats --plot; explain frame"],
    ["Datasets/rows.json", "--check"], ["-c", "record /nonexistent/\u{1B}.md; \u{1B}"],
  ])
  func asciiIsAllThereIs(_ arguments: [String]) throws {
    let ways: [([String], [String: String])] = [
      (["--charset", "ascii"], [:]), (["--charset=ascii"], ["SHELF_CHARSET": "unicode"]),
      ([], ["SHELF_CHARSET": "ascii"]),
    ]
    for (more, variables) in testCases(ways, oneIn: 3) {
      let outcome = try run(arguments + more, environment: variables)
      let text = outcome.output + outcome.errors
      let others = text.unicodeScalars.filter { !$0.isASCII }
      #expect(others.isEmpty && !text.isEmpty, "\(text)")
    }
  }

  /// An error in the middle of a file; of a large one it is found behind the prompt, in threads of
  /// their own.
  @Test func whatIsFoundBehindThePromptIsASCIIToo() throws {
    let file = FileManager.default.temporaryDirectory.path + "/ascii-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let record = #"{"name": "\#(String(repeating: "long ", count: 100_000))", "n": 1}"#
    let records = Array(repeating: record, count: testRounds(36))
    let text = "[" + records.joined(separator: ", ") + ", {\"n\": tru}, " + record + "]"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let outcome = try run([file, "--verify", "--charset", "ascii", "-c", "view"])
    #expect(
      outcome.status == 3 && outcome.errors.utf8.allSatisfy { $0 < 0x80 }, "\(outcome.errors)")
  }

  /// What the check of a large file finds and is no mistake.
  @Test func verifyingSaysWhatWasNoticed() throws {
    let folder = try TemporaryFolder()
    let record = #"{"name": "\#(String(repeating: "long ", count: 100_000))"}"#
    let records = Array(repeating: record, count: 36).joined(separator: ", ")
    let file = try folder.write(
      "large.json", #"{"rows": [\#(records), {"n": 1, "n": 2}], "rest": 3}"#)
    let outcome = try run([file, "--verify", "-c", "count"])
    #expect(outcome.status == 0 && outcome.output == "1 section · 37 rows\n", "\(outcome.errors)")
    #expect(
      outcome.errors.contains("note: line 1, column")
        && outcome.errors.contains("'n' appears twice"))
    #expect(outcome.errors.contains("note: behind the list that is shown the document has 'rest'"))
  }

  @Test func aLessonDoesWhatItsOptionsSay() throws {
    let check = try run(["lesson", "reuse", "--check"])
    #expect(check.status == 2 && check.output.isEmpty)
    #expect(check.errors.contains("--check is for files of commands"))
    for arguments in [["lesson"], ["lesson", "reuse"], ["lesson", "reuse", "-c", "lesson hint"]] {
      let goesOn = try run(arguments + ["--then-interactive"], input: "echo goes on\n")
      #expect(goesOn.status == 0 && goesOn.output.contains("goes on\n"), "\(goesOn.errors)")
    }
    let over = try run(["lesson", "reuse", "-c", "echo over"], input: "echo goes on\n")
    #expect(over.output.contains("over\n") && !over.output.contains("goes on"))
  }

  @Test func coloursAreOnlyAdded() throws {
    let plain = try run(["Datasets/pulse.plist", "-c", "view"]).output
    let colored = try run(["--color", "always", "Datasets/pulse.plist", "-c", "view"]).output
    #expect(colored != plain)
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test func whatIsHostileIsVisible() throws {
    let json = #"[{"title": "\u001b[31mred\u0007\u202Eevil\nnext"}]"#
    let outcome = try run(["-", "-c", "view", "-c", "show 0.0", "-c", "find zz"], input: json)
    let forbidden: Set<Unicode.Scalar> = ["\u{1B}", "\u{7}", "\u{202E}"]
    #expect(outcome.output.unicodeScalars.allSatisfy { !forbidden.contains($0) })
    #expect(outcome.output.contains("␛[31mred"))
  }

  @Test func deepNestingIsRefused() throws {
    let deep = String(repeating: "[", count: 100_000)
    let outcome = try run(["-", "-c", "view"], input: deep)
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("levels deep"))
  }

  /// The page has everything that its tables have, and `man` finds nothing to complain of.
  @Test func theManualPageIsWhole() throws {
    let page = try run(["manual"]).output
    let terms = Set(
      page.replacing("\\-", with: "-").components(separatedBy: ".TP\n\\fB").dropFirst()
        .compactMap { $0.components(separatedBy: "\\fR").first })
    let browse = try run(["-c", "help --markdown"]).output.split(separator: "\n")
      .filter { $0.hasPrefix("### ") }.map { $0.dropFirst(4) }
    #expect(browse.count > 60)
    for name in browse { #expect(terms.contains { $0 == name || $0.hasPrefix(name + " ") }) }
    for key in ["Up, k", "Ctrl-D", "F1, H", "--browse", "--size SIZE", "SHELF_SIZE"] {
      #expect(terms.contains(key), "\(key)")
    }
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/groff") else { return }
    let checked = try ProgramOutcome.of(
      "/usr/bin/groff", ["-man", "-ww", "-z", "-Tutf8"], in: Self.root, environment: [:],
      input: page)
    #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.errors)")
  }

  @Test(arguments: [
    ("bash", "shelf.bash"), ("zsh", "_shelf"), ("fish", "shelf.fish"),
  ])
  func completionScriptsAreUpToDate(_ shell: String, _ file: String) throws {
    let committed = try String(contentsOfFile: "\(Self.root)/completions/\(file)", encoding: .utf8)
    let made = try run(["completions", shell]).output
    #expect(made == committed, "regenerate it: shelf completions \(shell) > completions/\(file)")
  }
}
