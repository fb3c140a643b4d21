import Commands
import Foundation
import TableEngine

/// A page that is written when the session, or the recording, ends.
struct Recording {
  /// The file as it was named.
  var file: String
  var replacing: Bool
  /// The first entry of the log that belongs to it; nil when all do, and what was set before.
  var start: Int?
  /// How many characters the table's viewport had when it began.
  var size: Size
}

extension SessionLog {
  /// The page of a session.
  ///
  /// - Parameters:
  ///   - start: what led to the state in which the session began.
  ///   - file: where the page will lie; nil when it will be printed.
  ///   - matter: what does not come from the log.
  func page(
    of recording: Recording, after start: SessionLog, at file: String?, _ matter: FrontMatter
  ) -> String {
    var matter = matter
    matter.size = recording.size
    matter.tags = ["test"]
    let here = FileManager.default.currentDirectoryPath
    let target = file ?? here + "/session.shelf.md"
    matter.directory = Self.path(from: Self.folder(of: target), to: here)
    let folders = PageFolders(file: target, directory: matter.directory, sandbox: Sandbox())
    let normaliser = Normaliser(rules: [], folders: folders.tokens)
    var writer = TranscriptWriter()
    writer.write(matter)
    writer.write(heading: "A recorded session")
    let first = recording.start.map { start.entries.count + $0 } ?? 0
    let blocks = Self.blocks(of: start.entries + entries, from: first, size: recording.size) {
      normaliser.normalise($0)
    }
    for block in blocks { writer.write(block) }
    return writer.text
  }

  private static func folder(of file: String) -> String {
    URL(filePath: file).deletingLastPathComponent().standardizedFileURL.path.withoutTrailingSlash
  }

  /// The way from one folder to another; nil when they are the same.
  static func path(from start: String, to end: String) -> String? {
    let from = start.split(separator: "/")
    let to = end.split(separator: "/")
    let common = zip(from, to).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: from.count - common) + to.dropFirst(common)
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
