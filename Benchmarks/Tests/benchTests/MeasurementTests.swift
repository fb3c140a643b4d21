import Foundation
import Testing

@testable import bench

struct MeasurementTests {
  private func child(_ command: String...) -> ChildProcess {
    ChildProcess(command: command, environment: ["PATH=/usr/bin:/bin"])
  }

  @Test func sleepingIsMeasured() throws {
    let sample = try child("sleep", "0.05").measure()
    #expect(sample.wall >= .milliseconds(50))
    #expect(sample.peakKilobytes > 100)
  }

  @Test func ownMemoryIsKnown() {
    #expect((1_000..<10_000_000).contains(Sample.ownPeakKilobytes))
  }

  @Test func failuresAreNotFigures() {
    #expect(throws: BenchError.exited(program: "false", status: 1)) {
      try child("false").measure()
    }
    #expect(throws: BenchError.killed(program: "sh", signal: 9)) {
      try child("sh", "-c", "kill -9 $$").measure()
    }
    #expect(throws: BenchError.cannotStart(program: "no-such-program", code: ENOENT)) {
      try child("no-such-program").measure()
    }
  }

  @Test func scrollScriptHasItsCommands() {
    let lines = BenchmarkCase.scrollScript(opening: "a b.plist").split(separator: "\n")
    #expect(lines.first == "open \"a b.plist\"")
    #expect(lines.last == "view")
    #expect(lines.count == BenchmarkCase.scrollCommands + 2)
  }

  @Test func catalogueIsTheSameValidDocumentEveryTime() throws {
    let paths = [1, 2].map { _ in NSTemporaryDirectory() + "catalogue-\(UUID().uuidString).json" }
    defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
    for path in paths { try Catalogue.write(to: path, bytes: 600_000, form: .lines) }
    let contents = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(contents[0] == contents[1])
    #expect(contents[0].count >= 600_000)

    let document = try #require(
      try JSONSerialization.jsonObject(with: contents[0]) as? [String: [[String: Any]]])
    let sections = try #require(document["sections"])
    #expect(sections.first?["title"] as? String == Catalogue.firstTitle)
    let rows = sections.compactMap { $0["rows"] as? [[String: Any]] }.flatMap(\.self)
    let items = rows.compactMap { $0["items"] as? [Any] }
    #expect(rows.count == sections.count * 50)
    #expect(items.allSatisfy { (8...40).contains($0.count) })
    let size = contents[0].count / items.map(\.count).reduce(0, +)
    #expect((170...230).contains(size), "about 200 bytes an item, not \(size)")
  }

  @Test func catalogueSaysTheSameInEveryForm() throws {
    let forms: [Catalogue.Form] = [.lines, .line, .pretty]
    let path = NSTemporaryDirectory() + "catalogue-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    // Less than a section in every form: all of them have one.
    let contents = try forms.map { form in
      try Catalogue.write(to: path, bytes: 1, form: form)
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let documents = try contents.map {
      try #require(try JSONSerialization.jsonObject(with: $0) as? NSDictionary)
    }
    #expect(documents[0] == documents[1] && documents[0] == documents[2])
    let lines = contents.map { content in content.count { $0 == UInt8(ascii: "\n") } }
    #expect(lines[1] == 1 && lines[0] > 400 && lines[2] > 10 * lines[0])
  }
}
