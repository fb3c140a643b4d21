import CommandLanguage
import Foundation
import TableModel
import Testing
import Workspaces

@testable import Commands

/// Several files at a prompt.
@Suite struct ManyFilesCommandTests {
  private static func folder(_ files: [String: String]) throws -> String {
    let path = NSTemporaryDirectory() + "shelf-many-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }
    return path
  }

  private static let lines: [String: String] = [
    "log1.ndjson": "{\"id\": 1, \"n\": 5}\n{\"id\": 2, \"n\": 7}\n",
    "log2.ndjson": "{\"id\": 3, \"n\": 9}\n", "log10.ndjson": "{\"id\": 4, \"n\": 1}\n",
  ]

  /// Commands about all records say what they say of one file that holds all records.
  @Test(arguments: [
    "count", "filter n > 4; count; distinct id", "sort by n desc; distinct id",
    "summarize count(), sum(n), max(id)", "describe n", "find 7; next", "group by n",
    "search 9; count", "filter id > 1; filter off; distinct n",
  ])
  func asOneList(_ line: String) throws {
    let folder = try Self.folder(Self.lines)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let all = ["log1", "log2", "log10"].compactMap { Self.lines[$0 + ".ndjson"] }.joined()
    try Data(all.utf8).write(to: URL(fileURLWithPath: folder + "/all.json1"))
    var (many, one) = (
      Workspace(environment: .checkout), Workspace(environment: .checkout)
    )
    _ = try many.run(line: "open '\(folder)/*.ndjson' --as rows --wait")
    _ = try one.run(line: "open '\(folder)/all.json1' --format ndjson")
    #expect(try many.said(line) == one.said(line))
  }

  @Test func theFileIsAKeyOfEachRecord() throws {
    let folder = try Self.folder(Self.lines)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var session = Workspace(environment: .checkout)
    _ = try session.run(line: "open '\(folder)' --as rows --wait")
    #expect(try session.said("count where file == 'log1.ndjson'") == "2 of 4 records match")
    #expect(try session.said("show 0.3").contains("log10.ndjson"))
    #expect(try session.said("summarize sum(n) by file").contains("log1.ndjson"))
  }

  @Test func whatIsLeftOutIsSaidWithAnAnswerAboutAll() throws {
    var files = Self.lines
    files["bad.json"] = "[1, "
    let folder = try Self.folder(files)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var session = Workspace(environment: .checkout)
    _ = try session.run(line: "open '\(folder)' --wait")
    let answer = try #require(try session.run(line: "count").first)
    #expect(answer.notices.contains { $0.contains("'bad.json' can't be read") })
    #expect(try session.run(line: "count").first?.notices == [])
    #expect(try session.said("status").contains("'bad.json' can't be read"))
  }

  /// Each file has the notes that it would have alone, with its name.
  @Test(arguments: ["sections", "rows"]) func notesOfFilesAreSaid(_ form: String) throws {
    let path = try Self.folder([
      "a.ndjson": "{\"n\":1}\nbad\n{\"n\":2}\n", "b.json": "[{\"n\":3,\"n\":4}]",
      "c.ndjson": "{\"n\":5}\n",
    ])
    defer { try? FileManager.default.removeItem(atPath: path) }
    var session = Workspace(environment: .checkout)
    _ = try session.run(line: "open '\(path)' --as \(form) --skip-bad-lines --wait")
    let notices = try session.run(line: "summarize sum(n)").last?.notices ?? []
    #expect(notices.contains { $0.hasPrefix("'a.ndjson': line 2 is not JSON and left out") })
    #expect(
      notices.contains { $0.hasPrefix("'b.json': line 1, column 9: the key 'n'") })
    #expect(notices.count == 2)
    #expect(try session.run(line: "summarize sum(n)").last?.notices == [])
    let status = try session.said("status")
    #expect(status.contains("'a.ndjson': line 2") && status.contains("'b.json': line 1"))
  }

  @Test func oneOfTheFilesIsNotReplacedByAll() throws {
    let folder = try Self.folder(Self.lines)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var session = Workspace(environment: .checkout)
    _ = try session.run(line: "open '\(folder)' --wait")
    let failure = session.failure("save '\(folder)/log2.ndjson' --force")
    #expect("\(failure.map { "\($0)" } ?? "")".contains("one of the 3 files"))
    _ = try session.run(line: "reload; count")
    #expect(session.failure("open '\(folder)' --follow") != nil)
  }
}
