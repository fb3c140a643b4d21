import CommandLanguage
import Foundation
import TableEngine
import TableModel
import TestSeeds
import Testing
import Workspaces

@testable import Commands
@testable import Documents

/// What other programs do to a file between two commands costs at most an error: each example of each
/// command runs over a file that has just been cut, emptied, grown, replaced, deleted or damaged. A
/// new command is in here by its examples.
@Suite struct FileUnderCommandTests {
  enum Change: CaseIterable {
    case cut, emptied, grown, damaged, replaced, deleted, folder

    /// Does to a file what its name says.
    func apply(to file: URL) throws {
      let manager = FileManager.default
      let bytes = try Data(contentsOf: file)
      switch self {
      case .cut: try Self.write(bytes.prefix(bytes.count / 2), in: file)
      case .emptied: try Self.write(Data(), in: file)
      case .grown: try Self.write(bytes + bytes, in: file)
      case .damaged: try Self.write(Data(bytes.map { $0 ^ 0x15 }), in: file)
      case .replaced:
        try manager.removeItem(at: file)
        try Data(#"{"other": [{"n": 1}]}"#.utf8).write(to: file)
      case .deleted: try manager.removeItem(at: file)
      case .folder:
        try manager.removeItem(at: file)
        try manager.createDirectory(at: file, withIntermediateDirectories: false)
      }
    }

    /// Writes over the file, which stays the same one.
    private static func write(_ bytes: Data, in file: URL) throws {
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: bytes)
      try handle.close()
    }
  }

  /// A session over a copy of a dataset.
  ///
  /// - Parameter stays: whether the file stays in its place, as large ones do.
  private func session(over dataset: String, in folder: URL, stays: Bool) throws -> (URL, Workspace)
  {
    let name = URL(filePath: dataset).lastPathComponent
    let file = folder.appendingPathComponent(name)
    try FileManager.default.copyItem(atPath: "\(root)/Datasets/\(dataset)", toPath: file.path)
    var environment = Environment.checkout(writingTo: folder)
    let open = environment.open
    environment.open = { path, options throws(DataError) in
      guard stays, path == file.path else { return try open(path, options) }
      let large = try DocumentOpener.large(path: path, name: name, format: nil, from: 1)
      if let large { return large }
      return try open(path, options)
    }
    var session = Workspace(environment: environment)
    _ = try session.open(path: file.path)
    return (file, session)
  }

  @Test(arguments: testCases(CommandTable.standard.commands.map(\.name), oneIn: 3))
  func whatHappensToTheFileCostsAtMostAnError(_ name: String) throws {
    let command = try #require(CommandTable.standard[name])
    let cases = command.examples.flatMap { example in
      Change.allCases.flatMap { [(example, $0, true), (example, $0, false)] }
    }
    for (example, change, stays) in testCases(cases, oneIn: 53) {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("shelf-under-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      var (file, session) = try session(over: example.dataset, in: folder, stays: stays)
      let before = try Data(contentsOf: file)
      try change.apply(to: file)
      let story = "\(example.line), \(change), \(stays ? "in its place" : "as values")"
      // The lines of an example, one by one, as somebody would go on after an error.
      for line in [example.line, "down", "view", "status", "reload", "undo"] {
        if let failure = session.failure(line) {
          #expect(!failure.description.isEmpty, "\(line) after \(story)")
        }
        let violations = session.levels.last?.table.invariantViolations() ?? []
        #expect(violations.isEmpty, "\(line) after \(story)")
      }
      try? FileManager.default.removeItem(at: file)
      try before.write(to: file)
      _ = session.failure("batch rollback")
      #expect(throws: Never.self, "\(story)") { try session.said("open '\(file.path)'; view") }
    }
  }
}
