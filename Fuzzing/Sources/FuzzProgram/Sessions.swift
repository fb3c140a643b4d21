import CommandLanguage
import Commands
import Documents
import Files
import Foundation
import FuzzHarness
import Opening
import Rendering
import ShellCore
import TableEngine
import TableModel
import TestSeeds
import Workspaces

@testable import Browsing

/// Files that lie in memory: the bundled datasets, and nothing that is written.
enum Memory {
  private static let files: [String: [UInt8]] = {
    guard let folder = BundledDatasets.folder() else { return [:] }
    let names = BundledDatasets.summaries.map(\.0).filter { !$0.hasSuffix(".sqlite") }
    let pairs = names.compactMap { name in
      FileManager.default.contents(atPath: "\(folder)/\(name)").map { (name, Array($0)) }
    }
    return Dictionary(pairs) { a, _ in a }
  }()

  /// - Parameter end: when commands that still run are stopped.
  static func environment(until end: ContinuousClock.Instant) -> Environment {
    Environment(
      open: { path, options throws(DataError) in
        if path.hasPrefix("generated:") { return try DocumentOpener.open(path: path) }
        guard let bytes = files[path] else { throw .notFound(file: path) }
        return try SharedDocuments.document(at: path, options: options) { () throws(DataError) in
          try DocumentOpener.open(bytes: bytes, name: path, among: .all)
        }
      },
      datasets: { nil },
      write: { _, _, content in try content { _ in } },
      list: { _ in [] }, stamp: { _ in nil }, isInterrupted: { .now > end })
  }
}

extension FuzzTarget {
  /// Lines of commands, and keys of the browser in lines that begin with a tab.
  ///
  /// After each line the engine's statistics agree with its cells, and what is printed for machines
  /// can be read; in the end everything is taken back and done again, and the state is the same. Where
  /// a cell may keep what it showed for a former row, what it shows depends on the way that led here,
  /// and undo is another way: there cells are not compared.
  static let session = FuzzTarget(
    "session", of: ["Commands", "Workspaces", "Browsing", "Arranging", "TableEngine"],
    mostBytes: 2000
  ) { bytes in
    guard let first = bytes.first else { return }
    let end = ContinuousClock.now + .seconds(2)
    let browsing = BrowsingSession([], columns: 20 + Int(first >> 2), lines: 8 + Int(first >> 4))
    let shell = browsing.shell
    shell.session.environment = Memory.environment(until: end)
    shell.mode.isInteractive = first & 1 == 1
    shell.mode.json = first & 2 == 2
    var (printed, isStale) = ("", false)
    shell.console.writeResult = { printed += $0 }
    for line in String(decoding: bytes.dropFirst(), as: UTF8.self).split(separator: "\n").prefix(40)
    {
      guard ContinuousClock.now < end else { return }
      printed = ""
      if line.hasPrefix("\t") {
        browsing.press(String(line.dropFirst()))
      } else {
        _ = shell.run(SourceLine(text: String(line)))
        if shell.mode.json { checkJSON(printed, after: line) }
      }
      isStale = isStale || line.contains("--only")
      isStale = isStale || shell.session.preferences.engine.mayShowFormerRows
      let violations = shell.session.levels.last?.table.invariantViolations() ?? []
      require(violations.isEmpty, "after '\(line)': \(violations)")
      require(
        !printed.unicodeScalars.contains {
          $0.value < 32 && !"\n\t\r\u{1B}".unicodeScalars.contains($0)
        },
        "a control character is printed after '\(line)'")
    }
    shell.mode.isInteractive = false
    guard ContinuousClock.now < end else { return }
    takeBack(shell, end, comparesCells: !isStale)
  }

  private static func checkJSON(_ printed: String, after line: Substring) {
    for text in printed.split(separator: "\n") {
      let bytes = Array(text.utf8)
      let isRead = (try? JSONReader.read(SourceText(file: "answer", bytes: bytes))) != nil
      require(isRead, "no JSON after '\(line)': \(text)")
    }
  }

  private static func takeBack(
    _ shell: Interpreter, _ end: ContinuousClock.Instant, comparesCells: Bool
  ) {
    let before = shell.session.digest()
    var count = 0
    while count < 60, shell.session.levels.last != nil,
      case .carryOn = shell.run(SourceLine(text: "undo"))
    {
      count += 1
    }
    for _ in 0..<count { _ = shell.run(SourceLine(text: "redo")) }
    guard ContinuousClock.now < end else { return }
    let differences = shell.session.digest().differences(from: before).filter {
      comparesCells || $0.name != WorkspaceDigest.cells
    }
    require(differences.isEmpty, "\(count) undone and done again: \(differences)")
  }
}

extension EngineConfiguration {
  /// Whether a reused cell may keep something that was written for another row.
  fileprivate var mayShowFormerRows: Bool {
    nested == .none || !conditionalWrites.isEmpty || images != .immediate || !mistakes.isEmpty
  }
}
