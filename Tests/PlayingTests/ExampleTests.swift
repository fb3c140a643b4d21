import Commands
import Foundation
import TestSeeds
import Testing

@testable import Playing

/// What every command's examples print, kept in `Tests/Golden/examples.txt`.
///
/// The file is for reading differences: a line for each example and a few lines of what it prints.
/// Of a long answer it keeps the ends, and a digest of all lines notices a change in between.
@Suite struct ExampleTests {
  private static let file = Repository.path("Tests/Golden/examples.txt")
  /// Longer answers are cut to their first and last lines.
  private static let longest = 6
  private static let (firstLines, lastLines) = (2, 2)
  /// Longer lines are cut, which the digest makes good.
  private static let widest = 160

  @Test func examplesPrintWhatTheyPrinted() throws {
    let page = try Transcript(
      parsing: Help(.standard).examplesPage(),
      file: Repository.path("Documentation/examples.shelf.md"))
    let printed = Self.text(of: page, TranscriptRunner(executable: nil).run(page))
    if ProcessInfo.processInfo.environment["SHELF_GOLDEN_UPDATE"] != nil {
      try printed.write(toFile: Self.file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOfFile: Self.file, encoding: .utf8)
    if printed == expected { return }
    let known = Set(Self.examples(in: expected))
    let new = Self.examples(in: printed).filter { !known.contains($0) }
    Issue.record(
      """
      \(new.count) examples print something else, or are new; \
      SHELF_GOLDEN_UPDATE=1 accepts it:
      \(new.prefix(5).joined(separator: "\n"))
      """)
  }

  /// A line that starts an example has no indentation.
  private static func examples(in text: String) -> [String] {
    text.replacing("\n  ", with: "\u{0}").split(separator: "\n").map {
      String($0).replacing("\u{0}", with: "\n  ")
    }
  }

  private static func text(of page: Transcript, _ result: TranscriptResult) -> String {
    var text = ""
    var (heading, dataset) = ("", "")
    for step in result.steps {
      if let title = step.heading, title != heading {
        heading = title
        text += "\n## \(heading)\n"
      }
      guard step.step > 0 else {
        dataset = step.input.split(separator: " ").last.map(String.init) ?? ""
        continue
      }
      text += "\(dataset): \(step.input)\n"
      guard let replacement = step.replacement else {
        text += "  \(step.outcome)\n"
        continue
      }
      for line in shortened(replacement.printed.lines) { text += "  \(line)\n" }
      if !replacement.status.isSuccess { text += "  ? \(replacement.status.text)\n" }
    }
    return String(text.dropFirst())
  }

  private static func shortened(_ lines: [String]) -> [String] {
    let cut = lines.map { $0.count > widest ? $0.prefix(widest) + "..." : $0 }
    if lines.count <= longest, cut == lines { return lines }
    let digest = String(digest(lines), radix: 16)
    if lines.count <= longest { return cut + ["... digest \(digest)"] }
    let left = lines.count - firstLines - lastLines
    return cut.prefix(firstLines) + ["... \(left) lines, digest \(digest)"] + cut.suffix(lastLines)
  }

  /// FNV-1a of the lines.
  private static func digest(_ lines: [String]) -> UInt32 {
    lines.joined(separator: "\n").utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}
