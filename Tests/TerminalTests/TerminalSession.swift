import Foundation

@testable import Playing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The shell on a pseudo-terminal of its own, in a home of its own.
final class TerminalSession {
  enum Failure: Error, CustomStringConvertible {
    case system(String)
    case timeout(String)

    var description: String {
      switch self {
      case .system(let what): "\(what) failed: \(String(cString: strerror(errno)))"
      case .timeout(let what): "no \(what) in time"
      }
    }
  }

  /// In seconds; only what never comes takes that long, so that a busy machine fails no test.
  private static let patience = 60.0

  let home: String
  /// Everything the program wrote.
  private(set) var output = ""
  /// The terminal's modes before the program was started: it changes them at once.
  private(set) var modesBefore: [UInt] = []
  private let terminal: PseudoTerminal

  var screen: TerminalScreen { terminal.screen }

  /// - Parameters:
  ///   - program: what is started, with its arguments; nil for the shell at its prompt.
  ///   - arguments: further arguments.
  ///   - prepare: gets the home before the program starts.
  init(
    columns: Int = 60, rows: Int = 20, environment: [String: String] = [:],
    home: String? = nil, program: [String]? = nil, arguments: [String] = [],
    prepare: (String) throws -> Void = { _ in }
  ) throws {
    self.home = home ?? NSTemporaryDirectory() + "shelf-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: self.home, withIntermediateDirectories: true)
    try prepare(self.home)
    guard let terminal = PseudoTerminal(columns: columns, rows: rows) else {
      throw Failure.system("opening a pseudo-terminal")
    }
    self.terminal = terminal
    var variables = [
      "HOME": self.home, "XDG_STATE_HOME": self.home + "/state", "TERM": "xterm",
      "PATH": "/usr/bin:/bin", "LC_ALL": "C",
    ]
    variables.merge(environment) { $1 }
    modesBefore = modes
    let words = try (program ?? [Self.executable(), "--quiet"]) + arguments
    try terminal.start(
      executable: words[0], arguments: Array(words.dropFirst()),
      environment: variables.filter { !$0.value.isEmpty },
      folder: FileManager.default.currentDirectoryPath)
  }

  deinit { try? FileManager.default.removeItem(atPath: home) }

  func resize(columns: Int, rows: Int) { terminal.resize(columns: columns, rows: rows) }

  func signal(_ number: Int32) {
    if let process = terminal.child?.process { kill(process, number) }
  }

  /// Types text, control characters included.
  func type(_ text: String) { terminal.type(text) }

  /// The terminal's modes, to be compared.
  var modes: [UInt] {
    var modes = termios()
    tcgetattr(terminal.line, &modes)
    let characters = withUnsafeBytes(of: modes.c_cc) { $0.map { UInt($0) } }
    return [
      UInt(modes.c_iflag), UInt(modes.c_oflag), UInt(modes.c_cflag), UInt(modes.c_lflag),
    ] + characters
  }

  /// Reads until something is on the screen.
  ///
  /// - Parameter what: named when it never comes.
  func wait(for what: String, until isThere: (TerminalScreen) -> Bool) throws {
    let end = Date().addingTimeInterval(Self.patience)
    while !isThere(screen) {
      guard Date() < end else { throw Failure.timeout("\(what) on screen:\n\(screen.text)") }
      read(milliseconds: 50)
    }
  }

  /// Waits until the cursor's line has a text.
  func wait(forLine text: String) throws {
    try wait(for: "line '\(text)'") { $0.currentLine == text }
  }

  /// Waits for the empty prompt.
  func waitForPrompt() throws { try wait(forLine: "shelf>") }

  /// Waits until a line that was printed is there, and the next prompt: keys that arrive before
  /// it are echoed by the terminal itself.
  func wait(forOutput text: String) throws {
    try wait(for: "output '\(text)'") { $0.lines.contains(text) && $0.currentLine == "shelf>" }
  }

  /// Runs a command and waits for the next prompt.
  ///
  /// The line is entered only once it stands there: the prompt before it looks like the one
  /// after it, and what an equal command printed before is still on the screen.
  func run(_ command: String) throws {
    try waitForPrompt()
    type(command)
    try wait(for: "'\(command)' at the prompt") { $0.currentLine != "shelf>" }
    type("\r")
    try wait(for: "end of '\(command)'") {
      $0.currentLine == "shelf>" && $0.lines.dropLast().contains { $0.hasSuffix(command) }
    }
  }

  /// Reads what comes within a short while, for things that must not come.
  func settle(milliseconds: Int32 = 150) {
    let end = Date().addingTimeInterval(Double(milliseconds) / 1000)
    while Date() < end { read(milliseconds: 20) }
  }

  var hasEnded: Bool { terminal.child?.exitStatus() != nil }

  /// Waits for the end; the exit code, or 128 and the signal's number.
  func exitCode() throws -> Int32 {
    let end = Date().addingTimeInterval(Self.patience)
    while true {
      if let status = terminal.child?.exitStatus() {
        settle(milliseconds: 40)
        return status
      }
      guard Date() < end else { throw Failure.timeout("end, screen:\n\(screen.text)") }
      read(milliseconds: 20)
    }
  }

  private func read(milliseconds: Int32) {
    output += terminal.read(milliseconds: milliseconds) ?? ""
  }

  /// The program under test stands beside the tests.
  static func executable() throws -> String {
    guard let path = ChildProgram.findExecutable() else {
      throw Failure.system("finding the executable 'shelf' beside the tests")
    }
    return path
  }
}

/// What the program wrote, looked at beyond what is on the screen.
extension TerminalSession {
  /// The control sequences, without what begins each of them: `?2004h`, `2m`.
  var sequences: [String] {
    output.matches(of: /\u{1B}\[([^@-~]*[@-~])/).map { String($0.1) }
  }

  /// How often the bell rang; titles and marks may end with the same character.
  var bells: Int {
    output.replacing(/\u{1B}\][^\u{07}\u{1B}]*(?:\u{07}|\u{1B}\\)/, with: "")
      .unicodeScalars.count { $0 == "\u{07}" }
  }
}

extension TerminalScreen {
  /// A way to draw text that stands out.
  enum Drawing {
    case dim
    case red
  }

  var text: String { lines.joined(separator: "\n") }

  /// The line that the cursor is in.
  var currentLine: String { row < lines.count ? lines[row] : "" }

  /// The lines with something drawn in a way, and what that is.
  func lines(in drawing: Drawing) -> [String] {
    cells.map { Self.text(of: $0, in: drawing) }.filter { !$0.isEmpty }
  }

  /// The part of the cursor's line that is drawn in a way.
  func text(in drawing: Drawing) -> String { Self.text(of: cells[row], in: drawing) }

  private static func text(of row: [Cell], in drawing: Drawing) -> String {
    let drawn = row.filter { cell in
      switch drawing {
      case .dim: cell.look.attributes & 1 << 2 != 0
      case .red: cell.look.color == 31 || cell.look.color == 91
      }
    }
    return String(drawn.compactMap(\.text))
  }
}
