import CommandLanguage
import Documents
import Foundation
import Opening
import Rendering
import TableEngine
import TableModel
import TestSeeds
import Workspaces

@testable import Commands

/// The checkout that the tests lie in.
let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().path

extension Workspace {
  /// A session over a bundled dataset.
  static func over(_ dataset: String) throws -> Workspace {
    var session = Workspace(environment: .checkout)
    _ = try session.open(path: "\(root)/Datasets/\(dataset)")
    return session
  }

  /// A session over a value, as if it came from a file.
  static func over(json text: String) throws -> Workspace {
    var session = Workspace(environment: .checkout)
    let document = try DocumentOpener.open(bytes: Array(text.utf8), name: "test.json")
    _ = try session.open(document)
    return session
  }

  /// Runs a line and gives back what it prints.
  @discardableResult
  mutating func said(_ line: String) throws -> String {
    try run(line: line).map { $0.lines.map(\.text).joined(separator: "\n") }
      .joined(separator: "\n")
  }

  /// The error of a line that must fail.
  mutating func failure(_ line: String) -> CommandError? {
    do {
      _ = try run(line: line)
      return nil
    } catch {
      return error
    }
  }

  /// Everything that a command can change, as text.
  var digest: String {
    let state = levels.last?.table.state
    let arranged = levels.last?.arrangement.statements.joined(separator: ";") ?? ""
    let selected = state?.selection.sorted().map(\.description).joined(separator: ",") ?? ""
    let strips = state?.stripOffsets.map { "\($0.key)=\($0.value)" }.sorted().joined() ?? ""
    return [
      breadcrumb.joined(separator: ">"), arranged, selected, strips,
      (levels.last?.presenter.marks.sorted().map(\.description) ?? []).joined(separator: ","),
      "\(state?.offset ?? -1)", "\(state?.focus?.description ?? "-")",
      picture().map(\.text).dropLast(2).joined(separator: "\n"),
      preferences.engine.selection.rawValue,
      preferences.changedSettings().map { "\($0.name)=\($0.value)" }.joined(),
    ].joined(separator: "|")
  }
}

extension Environment {
  /// The real files, with paths taken from the checkout, whatever the working directory.
  static let checkout: Environment = {
    var environment = Environment.standard
    environment.open = { path, options throws(DataError) in
      let isRelative = !path.hasPrefix("/") && !path.contains(":")
      let whole = isRelative ? "\(root)/\(path)" : path
      return try SharedDocuments.document(at: whole, options: options) { () throws(DataError) in
        try Environment.standard.open(whole, options)
      }
    }
    environment.datasets = { ("\(root)/Datasets", BundledDatasets.summaries.map(\.0)) }
    return environment
  }()

  /// The same, with a folder for what is written, where it is also found again.
  static func checkout(writingTo folder: URL) -> Environment {
    var environment = checkout
    environment.write = { path, replacing, content in
      try standard.write(folder.appendingPathComponent(path).path, replacing, content)
    }
    environment.open = { path, options throws(DataError) in
      let written = folder.appendingPathComponent(path).path
      return FileManager.default.fileExists(atPath: written)
        ? try standard.open(written, options) : try checkout.open(path, options)
    }
    return environment
  }
}
