import Foundation
import TestSeeds
import Testing

/// What people read says "'x' is not a number", never "'x' is no number", and a few more such rules.
///
/// The words of messages stand in literals all over the modules, so the sources themselves are read.
struct WordingTests {
  private static let wrong = [
    "' is no ", "it is no ", "that is no ", " any more", " stands twice", "' exists already",
    " a section a ", "a row a ", "one a line", "a line an event", "a record a line",
  ]

  @Test func messagesAreEnglish() throws {
    let files = FileManager.default.enumerator(
      at: URL(filePath: Repository.path("Sources")), includingPropertiesForKeys: nil)
    var count = 0
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      for phrase in Self.wrong where text.contains(phrase) {
        for line in text.split(separator: "\n") where Self.says(phrase, line) {
          Issue.record("\(file.lastPathComponent): \(line)")
        }
      }
    }
    #expect(count > 500)
  }

  /// Whether a line has the phrase outside of a comment.
  private static func says(_ phrase: String, _ line: Substring) -> Bool {
    !line.drop { $0 == " " }.hasPrefix("//")
      && line.replacing("is no longer", with: "").contains(phrase)
  }
}
