import CommandLanguage
import Commands
import Foundation
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import ShellCore

/// The scripts in `Tests/Golden`, compared with what stands beside them.
@Suite struct GoldenScriptTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Golden").path

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".shelf") }.map { String($0.dropLast(6)) }.sorted()
  }()

  @Test func theyAreAllThere() {
    let numbers = Set(Self.names.map { $0.prefix(3) })
    #expect(numbers.count >= 12)
  }

  @Test(arguments: names)
  func printsWhatIsExpected(_ name: String) throws {
    let script = try String(contentsOfFile: "\(Self.folder)/\(name).shelf", encoding: .utf8)
    let printed = Self.output(of: script, file: "\(name).shelf")
    let file = "\(Self.folder)/\(name).expected"
    if ProcessInfo.processInfo.environment["SHELF_GOLDEN_UPDATE"] != nil {
      try printed.write(toFile: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOfFile: file, encoding: .utf8)
    let lines = printed.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == wanted.count)
    for (number, pair) in zip(lines, wanted).enumerated() where pair.0 != pair.1 {
      Issue.record("line \(number + 1): printed \(pair.0), expected \(pair.1)")
      break
    }
  }

  /// An `expect` that fails would be accepted by an update; it must not be.
  @Test(arguments: names)
  func everyExpectationHolds(_ name: String) throws {
    let printed = try String(contentsOfFile: "\(Self.folder)/\(name).expected", encoding: .utf8)
    #expect(!printed.contains("error: expected "))
  }

  /// What `shelf run --echo --keep-going` prints, on both streams.
  private static func output(of script: String, file: String) -> String {
    let printed = Printed()
    let console = Console(
      writeResult: { printed.text += $0 }, writeMessage: { printed.text += $0 })
    var environment = Environment.sharing
    let open = environment.open
    environment.open = { path, format throws(DataError) in
      let isPlain = path.hasPrefix("/") || path.contains(":")
      return try open(isPlain ? path : "\(folder)/\(path)", format)
    }
    var mode = Interpreter.Mode()
    mode.echoes = true
    mode.keepsGoing = true
    let interpreter = Interpreter(
      session: Workspace(environment: environment), console: console, mode: mode)
    _ = interpreter.run(ScriptReader(text: script, file: file))
    return printed.text
  }

  private final class Printed {
    var text = ""
  }
}
