import Commands
import Documents
import Foundation
import TableModel
import Testing
import Workspaces

@testable import Files
@testable import ShellCore

/// What other programs read is the data, byte for byte; what is drawn on a terminal is safe.
@Suite struct RawResultTests {
  /// Everything that hides or acts, among what does not.
  private static let odd =
    "\u{1B}[31m\u{200B}\u{2064}\u{FFFE}\u{FFFF}\u{202E}\u{9B}\u{7F}\u{0}é\u{1F600}"

  private func open(_ shell: Collected, _ value: Value) throws {
    let document = ValueDocument(name: "t", value: value)
    _ = try shell.interpreter.session.open(document)
  }

  private func records(_ texts: String...) -> Value {
    .array(texts.map { .record(Record([("a", .string($0))])) })
  }

  @Test(arguments: ["export -", "save -", "export - --format ndjson", "show 0.0"], [false, true])
  func jsonIsTheSameData(_ command: String, isTerminal: Bool) throws {
    let shell = Collected(isTerminal: isTerminal)
    try open(shell, records(Self.odd))
    #expect(shell.run(command) == 0)
    let hidden = shell.results.unicodeScalars.filter { $0.isHidden && $0 != "\n" }
    #expect(hidden.isEmpty, "\(shell.results)")
    let text = SourceText(file: "t", bytes: Array(shell.results.utf8))
    let value = try JSONReader.read(text)
    #expect((value.array?.first ?? value).record?["a"] == .string(Self.odd))
  }

  @Test func aPropertyListIsTheSameData() throws {
    let shell = Collected()
    let text =
      "\u{200B}\u{202E}\u{9B}\u{7F}\u{2028}" + String(Unicode.Scalar(0xFDD0 as UInt16) ?? "x")
    try open(shell, records(text))
    #expect(shell.run("export - --format plist; export - --format plist") == 0)
    #expect(shell.results.contains("&#x202E;"))
    let half = shell.results.prefix(shell.results.count / 2)
    let document = try DocumentOpener.open(bytes: Array(half.utf8), name: "t.plist")
    let back = try document.table(shape: nil).source.value(at: Address(0, 0))
    #expect(back?.record?["a"] == .string(text))
  }

  @Test func separatedValuesGoThroughAPipeAsTheyAre() throws {
    let shell = Collected()
    try open(shell, records("x\ty", Self.odd))
    #expect(shell.run("export - --format csv") == 0)
    #expect(Array(shell.results.utf8) == Array("a\r\n\"x\ty\"\r\n\(Self.odd)\r\n".utf8))
  }

  @Test(arguments: ["\u{1B}]0;x\u{7}", "a\rb", "\u{202E}", "\u{0}"])
  func aTerminalGetsNoControlCharactersOfSeparatedValues(_ text: String) throws {
    let shell = Collected(isTerminal: true)
    try open(shell, records(text))
    #expect(shell.run("export - --format csv") == 1)
    #expect(shell.results == "")
    #expect(shell.messages.contains("--force"), "\(shell.messages)")
    #expect(shell.run("export - --format csv --force") == 0)
    #expect(shell.results.unicodeScalars.contains { text.unicodeScalars.contains($0) })
  }

  @Test func aTerminalGetsOtherSeparatedValues() throws {
    let shell = Collected(isTerminal: true)
    try open(shell, records("x\ty", "a\nb", "語\u{1F600}"))
    #expect(shell.run("export - --format csv") == 0)
  }

  @Test func aFileGetsThemAllInAnyCase() throws {
    let file = FileManager.default.temporaryDirectory.path + "/raw-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let shell = Collected(isTerminal: true)
    try open(shell, records(Self.odd))
    #expect(shell.run("once \(file); export - --format csv") == 0)
    let written = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(Array(written) == Array("a\r\n\(Self.odd)\r\n".utf8))
  }

  @Test func plainFieldsAreTheDataWhereNoTerminalShowsThem() throws {
    let shell = Collected { $0.isPlain = true }
    try open(shell, records(Self.odd))
    #expect(shell.run("show 0.0") == 0)
    #expect(Array(shell.results.utf8) == Array("a\t\(Self.odd)\n".utf8))
    let drawn = Collected(isTerminal: true) { $0.isPlain = true }
    try open(drawn, records(Self.odd))
    #expect(drawn.run("show 0.0") == 0)
    #expect(!drawn.results.unicodeScalars.contains("\u{1B}"))
  }

  /// The escapes of a field give it back, and no field has what would end it.
  @Test(arguments: [
    ("a\tb", #"a\tb"#), ("a\nb\r\nc", #"a\nb\r\nc"#), (#"a\tb"#, #"a\\tb"#), ("\\", #"\\"#),
    ("", ""), ("plain é", "plain é"),
  ])
  func plainFieldsCanBeReadBack(_ text: String, _ written: String) throws {
    let shell = Collected { $0.isPlain = true }
    try open(shell, records(text))
    #expect(shell.run("show 0.0") == 0)
    #expect(Array(shell.results.utf8) == Array("a\t\(written)\n".utf8))
  }

  /// With `--json` the lines of a document are a list of texts, as they are.
  @Test(arguments: ["csv", "ndjson", "json", "plist", "text"])
  func documentsCanBeReadBackFromJSON(_ format: String) throws {
    let odd = format == "plist" ? "\u{202E}\u{9B}" : Self.odd
    let texts = ["x\ty", "one\ntwo\r\nthree", odd, "\"q\", é"]
    let value = Value.array(texts.map { .record(Record([("a", .string($0))])) })
    let (plain, json) = (Collected(), Collected { $0.json = true })
    for shell in [plain, json] {
      try open(shell, value)
      #expect(shell.run("export - --format \(format)") == 0)
    }
    #expect(!json.results.unicodeScalars.contains { $0.isHidden && $0 != "\n" })
    let answer = try JSONReader.read(SourceText(file: "t", bytes: Array(json.results.utf8)))
    let lines = answer.record?["text"]?.array?.compactMap(\.string) ?? []
    #expect(Array(lines.map { $0 + "\n" }.joined().utf8) == Array(plain.results.utf8))
  }

  @Test(arguments: [
    "count", "filter v > 5", "distinct v", "describe v", "schema", "view", "status", "down 2000",
    "goto 0.1500", "stats", "expect count == 2000; bottom",
  ])
  func plainNumbersHaveNoCommas(_ command: String) throws {
    let rows = (0..<2000).map { Value.record(Record([("v", .integer($0 + 1_000_000))])) }
    let shell = Collected { $0.isPlain = true }
    try open(shell, .array(rows))
    #expect(shell.run(command) == 0, "\(shell.messages)")
    #expect(!shell.results.contains(/[0-9],[0-9]/), "\(shell.results)")
    let usual = Collected()
    try open(usual, .array(rows))
    #expect(usual.run("count") == 0)
    #expect(usual.results.contains("2,000"))
  }
}
