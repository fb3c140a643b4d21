import Foundation
import Testing
import Workspaces

@testable import Playing

/// The completion scripts, in the shells that they are for: a line is typed and Tab is pressed.
@Suite(.serialized, .waits) struct CompletionScriptTests {
  enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    var path: String? {
      ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(rawValue)" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// What is typed to load the script.
    var loading: String {
      switch self {
      case .bash: "source scripts/shelf.bash"
      case .zsh: "autoload -Uz compinit; compinit -D -u; source scripts/_shelf"
      case .fish: "source scripts/shelf.fish"
      }
    }
  }

  /// What is typed, and what the line is after Tab.
  static let completed: [(String, String)] = [
    ("shelf ru", "shelf run"), ("shelf less", "shelf lesson"), ("shelf compl", "shelf completions"),
    ("shelf mov", "shelf movies.json"), ("shelf run Data", "shelf run Datasets/"),
    ("shelf Datasets/pul", "shelf Datasets/pulse.plist"), ("shelf --colo", "shelf --color"),
    ("shelf -X --colo", "shelf -X --color"), ("shelf run --che", "shelf run --check"),
    ("shelf --color ne", "shelf --color never"), ("shelf --charset a", "shelf --charset ascii"),
    ("shelf --format sq", "shelf --format sqlite"), ("shelf --color=ne", "shelf --color=never"),
    ("shelf test --format ju", "shelf test --format junit"),
    ("shelf --init mov", "shelf --init movies.json"),
    ("shelf movies.json --group", "shelf movies.json --group-by"),
    ("shelf lesson pref", "shelf lesson prefetching"),
    ("shelf -q lesson up", "shelf -q lesson updates"),
    ("shelf completions fi", "shelf completions fish"), ("shelf a\\ f", "shelf a\\ file.json"),
    ("shelf evaluate mov", "shelf evaluate movies.json"), ("shelf tab", "shelf tab"),
    ("shelf --size mov", "shelf --size mov"), ("shelf x.json mov", "shelf x.json movies.json"),
    ("shelf lesson nosuch", "shelf lesson nosuch"),
  ]

  /// Where a shell is missing its tests are left out, unless all of them are asked for.
  @Test func shellsAreThere() {
    guard ProcessInfo.processInfo.environment["SHELF_TEST_PROGRAMS"] == "all" else { return }
    for shell in Shell.allCases { #expect(shell.path != nil, "\(shell) is not installed") }
  }

  @Test(.timeLimit(.minutes(5)), arguments: Shell.allCases)
  func offersWhatFits(_ shell: Shell) throws {
    guard let path = shell.path else { return }
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let session = shell == .fish ? nil : try start(shell, path, folder)
    for (typed, expected) in Self.completed {
      let completed =
        try session.map { try line(after: typed, expecting: expected, at: $0) }
        ?? fishLine(after: typed, path, folder)
      #expect(completed == expected, "\(shell) \(typed)")
    }
  }

  /// Two Tabs list all there is.
  @Test(arguments: Shell.allCases) func listsWordsAndFiles(_ shell: Shell) throws {
    guard let path = shell.path, shell != .fish else { return }
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let session = try start(shell, path, folder)
    session.type("shelf \t\t")
    try session.wait(for: "a list") { screen in
      ["run", "lesson", "completions", "movies.json", "Datasets"].allSatisfy {
        screen.text.contains($0)
      }
    }
    #expect(!session.screen.text.contains("table"))
  }

  /// A folder with files whose names begin like words.
  private func folder() throws -> String {
    let folder = NSTemporaryDirectory() + "shelf-\(UUID().uuidString)"
    for name in ["Datasets", "scripts"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    for name in ["movies.json", "a file.json", "Datasets/pulse.plist"] {
      try "[]".write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    }
    for name in ["shelf.bash", "_shelf", "shelf.fish"] {
      try FileManager.default.copyItem(
        atPath: "\(ProgramTests.root)/completions/\(name)", toPath: "\(folder)/scripts/\(name)")
    }
    return folder
  }

  private func start(_ shell: Shell, _ path: String, _ folder: String) throws -> TerminalSession {
    let plain =
      switch shell {
      case .bash: ["--noprofile", "--norc", "-i"]
      case .zsh: ["-f", "-i"]
      case .fish: ["-N"]
      }
    let session = try TerminalSession(
      columns: 100, rows: 40, environment: ["PS1": "$ ", "INPUTRC": "/dev/null"],
      program: [path] + plain)
    session.type("cd '\(folder)'; PS1='$ '; \(shell.loading); clear; echo ready\r")
    try session.wait(for: "prompt") { $0.lines.contains("ready") && $0.currentLine == "$" }
    return session
  }

  /// The line that stands at the prompt after Tab was pressed behind what was typed. Ctrl-U takes it
  /// away again.
  private func line(after typed: String, expecting expected: String, at session: TerminalSession)
    throws -> String
  {
    // An option that takes a value is followed by a sign of equality.
    func line(_ screen: TerminalScreen) -> String {
      let line = screen.currentLine.drop { $0 == "$" || $0 == " " }
      return String(line.hasSuffix("=") ? line.dropLast() : line)
    }
    session.type(typed + "\t")
    if typed == expected {
      session.settle(milliseconds: 300)
    } else {
      try? session.wait(for: "completion") { line($0) == expected }
    }
    let result = line(session.screen)
    session.type("\u{15}")
    try session.wait(for: "empty line") { $0.currentLine == "$" }
    return result
  }

  /// fish answers the question itself; only one candidate completes the line.
  private func fishLine(after typed: String, _ path: String, _ folder: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.arguments = ["-N", "-c", "\(Shell.fish.loading); complete -C '\(typed)'"]
    process.environment = ["HOME": folder, "PATH": "/usr/bin:/bin", "TERM": "dumb"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let answers = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { $0.prefix { $0 != "\t" } }
    guard let answer = answers.first, answers.count == 1 else { return typed }
    let word = typed.hasSuffix("\\ f") ? 2 : 1
    let words = typed.split(separator: " ").dropLast(word)
    return words.joined(separator: " ") + " " + answer.replacing(" ", with: "\\ ")
  }
}
