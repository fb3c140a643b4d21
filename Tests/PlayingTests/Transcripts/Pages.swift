import Playing
import TestSeeds
import Workspaces

/// Helpers of the tests of pages.
enum Pages {
  /// A page of this text that lies in the repository's root.
  static func parse(_ text: String) throws -> Transcript {
    try Transcript(parsing: text, file: Repository.path("page.shelf.md"))
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
