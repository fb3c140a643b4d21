import Foundation
import Testing

@testable import ShelfTesting

/// The library's own failures, caught as known issues.
@Suite struct SnapshotTests {
  private static let dataset = "rows.json"

  @Test func inlineSnapshotsTakePatterns() {
    let text = expectViewport(
      of: Self.dataset, after: "down 2", size: "40x4", record: .never,
      matches: """
         rows.json   1 section · 25 rows[..]
        ▸  Row 2[..]
        ...
        """)
    #expect(text?.split(separator: "\n").count == 6)
  }

  @Test func differencesFailWithTheLinesThatDiffer() {
    withKnownIssue {
      _ = expectViewport(
        of: Self.dataset, size: "40x4", record: .never, matches: "something else")
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("-something else") && text.contains("+▸  Row 0")
        && issue.sourceLocation?.fileName == "SnapshotTests.swift"
    }
  }

  @Test func missingSnapshotsFailWhereNothingIsRecorded() {
    withKnownIssue {
      _ = expectViewport(of: Self.dataset, record: .never, matches: .file(named: "none"))
    } matching: {
      $0.comments.contains { $0.rawValue.contains("there is no snapshot") }
    }
    withKnownIssue {
      _ = expectViewport(of: Self.dataset, record: .never, matches: "")
    } matching: {
      $0.comments.contains { $0.rawValue.contains("there is no snapshot yet") }
    }
  }

  @Test(arguments: [("none.json", ""), ("rows.json", "fliter x"), ("rows.json", "echo \"open")])
  func whatCannotBeShownFails(_ dataset: String, _ commands: String) {
    withKnownIssue {
      #expect(expectViewport(of: dataset, after: commands) == nil)
      #expect(expectReuse(of: dataset, after: commands) { _ in true } == nil)
    } matching: {
      $0.comments.contains { $0.rawValue.contains("could not be shown") }
    }
  }

  @Test func figuresThatAreNotAsExpectedFail() {
    withKnownIssue {
      expectReuse(of: Self.dataset) { $0.created == 0 }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("created 20") }
    }
  }

  @Test func filesAreRecordedAndThenCompared() throws {
    let folder = NSTemporaryDirectory() + "shelf-snapshots-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = URL(filePath: folder + "/__Snapshots__/A/f-x--.b.txt")
    func check(_ text: String, _ mode: RecordMode) -> String? {
      FileSnapshot(source: folder + "/A.swift", function: "f(x:)", name: "b").check(text, mode)
    }
    #expect(check("one\n", .never)?.contains("there is no snapshot") == true)
    #expect(check("one\n", .missing)?.hasPrefix("recorded") == true)
    #expect(check("one\n", .missing) == nil)
    #expect(check("two\n", .missing)?.contains("-one\n+two") == true)
    #expect(try String(contentsOf: file, encoding: .utf8) == "one\n")
    #expect(check("two\n", .failed)?.hasPrefix("recorded") == true)
    #expect(try String(contentsOf: file, encoding: .utf8) == "two\n")
    #expect(check("two\n", .all) == nil)
  }

  @Test(arguments: [
    ("80x24", 80, 24), ("0x5", 1, 5), ("9999x9999", 1000, 1000), ("big", 80, 20), ("1x2x3", 80, 20),
  ])
  func sizesAreRead(_ text: String, _ columns: Int, _ lines: Int) {
    #expect(ViewportSize(stringLiteral: text) == ViewportSize(columns: columns, lines: lines))
  }
}
