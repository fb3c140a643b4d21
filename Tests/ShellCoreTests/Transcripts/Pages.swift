import Foundation
import ShellCore
import TableEngine
import Testing

/// Helpers of the tests of pages.
enum Pages {
  /// The repository that this file is in.
  static let repository: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path.count > 1,
      !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    { folder.deleteLastPathComponent() }
    return folder
  }()

  static func path(_ name: String) -> String { repository.appending(path: name).path }

  /// A page of this text that lies in the repository's root.
  static func parse(_ text: String) throws -> Transcript {
    try Transcript(parsing: text, file: path("page.shelf.md"))
  }

  /// A page with one session of these lines.
  static func session(_ lines: String, attributes: String = "", matter: String = "") -> String {
    let head = matter.isEmpty ? "" : "---\nshelf: 1\n\(matter)\n---\n"
    return head + "```shelf \(attributes)\n\(lines)\n```\n"
  }

  static func run(_ text: String, executable: String? = nil) throws -> TranscriptResult {
    try TranscriptRunner(executable: executable).run(parse(text))
  }

  /// The page as `--update` leaves it.
  static func updated(_ text: String, mode: UpdateMode = .failed) throws -> String {
    let transcript = try parse(text)
    var updater = TranscriptUpdater(transcript, mode: mode)
    return updater.text(after: TranscriptRunner(executable: nil).run(transcript))
  }
}

/// A folder that goes away with the object.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      URL(filePath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
      + "/shelf-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: path + "/" + name), encoding: .utf8)
  }
}
