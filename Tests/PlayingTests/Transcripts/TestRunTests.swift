import Foundation
import Playing
import TableModel
import TestSeeds
import Testing
import Workspaces

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct TestRunTests {
  /// What a run prints, and its exit status.
  private func run(
    _ paths: [String], inCI: Bool = false, answers: [String] = [],
    _ change: (inout TestRun.Options) -> Void = { _ in }
  ) -> (status: Int32, results: String, messages: String) {
    var options = TestRun.Options()
    options.paths = paths
    change(&options)
    var (results, messages) = ("", "")
    var answers = answers[...]
    var run = TestRun(
      options, writeResult: { results += $0 }, writeMessage: { messages += $0 })
    run.isContinuousIntegration = inCI
    run.ask = { _ in answers.popFirst() }
    return (run.run(), results, messages)
  }

  private static let good = Pages.session("shelf> echo a\na\nshelf> echo b\nb")
  private static let bad =
    "# Head\n" + Pages.session("shelf> echo a\na\nshelf> echo b\nx\nshelf> echo c\ny")

  @Test func exitStatusTellsWhatHappened() throws {
    let folder = try TemporaryFolder()
    try folder.write("good.shelf.md", Self.good)
    #expect(run([folder.path]).status == 0)
    let bad = try folder.write("bad.shelf.md", Self.bad)
    #expect(run([folder.path]).status == 4)
    try folder.write("broken.shelf.md", "```shelf\n")
    let broken = run([folder.path])
    #expect(broken.status == 2)
    #expect(broken.messages.contains("broken.shelf.md:1: error: this block is never closed"))
    // The other pages are run all the same.
    #expect(
      broken.results.contains("FAIL \(folder.path)/broken.shelf.md (cannot be read)")
        && broken.results.contains("ok   \(folder.path)/good.shelf.md (2 of 2)")
        && broken.results.hasSuffix("3 passed, 2 failed, 1 page unreadable\n"))
    #expect(run([folder.path + "/none"]).status == 2)
    let empty = try TemporaryFolder()
    #expect(run([empty.path]).status == 2)
    let prose = run([try empty.write("prose.shelf.md", "# Only words\n")])
    #expect(prose.status == 2 && prose.messages.contains("no inputs to test"))
    #expect(run([bad]) { $0.filter = "(" }.status == 2)
    #expect(run([bad]) { $0.filter = "no such input" }.status == 2)
  }

  @Test func textThatIsNotUTF8IsNamedByPlace() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.shelf.md"
    try Data([0x61, 0x0A, 0x62, 0xFF]).write(to: URL(filePath: path))
    let result = run([path])
    #expect(result.status == 2)
    #expect(result.messages.contains("a.shelf.md:2: error: the text is not valid UTF-8 at byte 3"))
  }

  @Test func whatCanNotBeReadIsSaidInTheSystemsWords() throws {
    let folder = try TemporaryFolder()
    let reason = "it is a directory"
    #expect(throws: TranscriptError.unreadable(file: folder.path, reason: reason)) {
      try TranscriptFile.read(folder.path)
    }
  }

  @Test func failuresShowTheWayToThem() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("bad.shelf.md", Self.bad)
    let text = run([path]).results
    let expected = """
      FAIL \(path) (1 of 3)

      \(path):5: Head
        line 3: 1 input, as expected
        shelf> echo b
          @@ line 6 @@
          -x
          +b
        run: shelf test \(path) --filter '^Head / echo b$' --update


      \(path):7: Head
        line 3: 2 inputs, 1 failed
        shelf> echo c
          @@ line 8 @@
          -y
          +c
        run: shelf test \(path) --filter '^Head / echo c$' --update

      3 inputs in 1 page: 1 passed, 2 failed

      """
    #expect(text == expected)
  }

  @Test func blanksThatDifferAreVisible() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.md", Pages.session("shelf> echo a  b\na b"))
    let text = run([path]).results
    #expect(text.contains("-a·b") && text.contains("+a··b"))
  }

  @Test func updatesAreWrittenOnceAndOnlyWhereAsked() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("bad.shelf.md", Self.bad)
    #expect(
      run([path]) {
        $0.update = .failed
        $0.filter = "^Head / echo b$"
      }.status == 0)
    #expect(try folder.read("bad.shelf.md") == Self.bad.replacing("\nx\n", with: "\nb\n"))
    let second = run([path]) { $0.update = .failed }
    #expect(second.status == 0)
    #expect(second.messages.contains("rewrote"))
    let text = try folder.read("bad.shelf.md")
    #expect(text == Self.bad.replacing("\nx\n", with: "\nb\n").replacing("\ny\n", with: "\nc\n"))
    #expect(run([path]) { $0.update = .failed }.messages == "")
    #expect(try folder.read("bad.shelf.md") == text)
  }

  @Test func nothingIsRewrittenInContinuousIntegration() throws {
    let folder = try TemporaryFolder()
    let bad = try folder.write("bad.shelf.md", Self.bad)
    let good = try folder.write("good.shelf.md", Self.good)
    for path in [bad, good] {
      let result = run([path], inCI: true) { $0.update = .failed }
      #expect(result.status == 4)
      #expect(result.messages == "error: CI is set, so no expected output is rewritten\n")
    }
    #expect(try folder.read("bad.shelf.md") == Self.bad)
  }

  @Test func filesThatCannotBeWrittenStay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("bad.shelf.md", Self.bad)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let result = run([path]) { $0.update = .failed }
    #expect(result.status == 4)
    #expect(result.messages.contains("bad.shelf.md: error: cannot write the file"))
    #expect(try folder.read("bad.shelf.md") == Self.bad)
  }

  @Test func reviewsAskForEachDifference() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("bad.shelf.md", Self.bad)
    let result = run([path], answers: ["what?", "r", "a"]) { $0.reviews = true }
    #expect(result.status == 4)
    #expect(try folder.read("bad.shelf.md") == Self.bad.replacing("\ny\n", with: "\nc\n"))
    #expect(run([path], answers: ["q"]) { $0.reviews = true }.status == 4)
    #expect(run([path]) { $0.reviews = true }.status == 4)
  }

  @Test(arguments: ReportFormat.allCases)
  func reportsDoNotDependOnJobs(_ format: ReportFormat) throws {
    let folder = try TemporaryFolder()
    for index in 0..<12 {
      try folder.write("p\(index).shelf.md", index % 3 == 0 ? Self.bad : Self.good)
    }
    let one = run([folder.path]) { $0.format = format }
    let eight = run([folder.path]) {
      $0.format = format
      $0.jobs = 8
    }
    #expect(one.results == eight.results)
    #expect(one.status == 4 && eight.status == 4)
  }

  @Test func reportsAgreeInTheirCounts() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.shelf.md", Self.bad)
    try folder.write(
      "b.shelf.md", Self.good + Pages.session("shelf> echo <&> #1", attributes: "{skip}"))
    let tap = run([folder.path]) { $0.format = .tap }.results.split(separator: "\n")
    #expect(tap.prefix(2) == ["TAP version 14", "1..6"])
    #expect(tap.filter { $0.hasPrefix("ok ") }.count == 4)
    #expect(tap.filter { $0.hasPrefix("not ok ") }.count == 2)
    #expect(tap.last?.hasSuffix("echo <&> \\#1 # SKIP marked to be skipped") == true)
    let junit = run([folder.path]) { $0.format = .junit }.results
    #expect(
      junit.contains(
        "<testsuites name=\"shelf\" tests=\"6\" failures=\"2\" errors=\"0\" skipped=\"1\">"))
    #expect(junit.contains("name=\"echo &lt;&amp;&gt; #1\""))
    let parser = JUnitReader(junit)
    #expect(parser.isWellFormed)
    #expect(parser.suites == ["\(folder.path)/a.shelf.md", "\(folder.path)/b.shelf.md"])
    #expect(parser.cases.count == 6 && parser.failures == 2 && parser.skipped == 1)
    let json = run([folder.path]) { $0.format = .json }.results
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(object?["schema"] as? String == "shelf.test.1")
    #expect(object?["passed"] as? Int == 3)
    #expect(object?["failed"] as? Int == 2)
    #expect(object?["skipped"] as? Int == 1)
  }

  /// What acts on a terminal or hides is visible in every report, in headings, names and output.
  @Test(arguments: ReportFormat.allCases)
  func reportsHideNothing(_ format: ReportFormat) throws {
    let folder = try TemporaryFolder()
    let odd = "\u{202E}\u{1B}[31m\u{200B}"
    try folder.write(
      "a.shelf.md", "# Head\(odd)\n" + Pages.session("shelf> echo '\(odd)'\n\(odd)x\n"))
    let report = run([folder.path]) { $0.format = format }
    #expect(report.status == 4)
    let raw = report.results.unicodeScalars.filter { $0.isHidden && $0 != "\n" }
    #expect(raw.isEmpty, "\(report.results)")
    if format == .junit { #expect(JUnitReader(report.results).isWellFormed) }
  }

  @Test func blanksThatDifferAreMarkedInTheChosenCharacters() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.shelf.md", Pages.session("shelf> echo 'a b'\na\tb"))
    #expect(run([folder.path]).results.contains("-a→b\n    +a·b\n"))
    let plain = Mark.plain(true) { run([folder.path]) }.results
    #expect(plain.contains("-a\\tb\n    +a.b\n") && plain.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func aPageThatCannotBeReadIsInEveryReport() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.shelf.md", "```shelf\n")
    try folder.write("b.shelf.md", Self.good)
    func report(_ format: ReportFormat) -> String {
      let outcome = run([folder.path]) { $0.format = format }
      #expect(outcome.status == 2)
      return outcome.results
    }
    let tap = report(.tap).split(separator: "\n")
    #expect(tap.count == 8 && tap[1] == "1..3" && tap[2] == "not ok 1 - \(folder.path)/a.shelf.md")
    #expect(tap[4].contains("message: '\(folder.path)/a.shelf.md:1: error: this block is never"))
    #expect(tap[6].hasPrefix("ok 2 - ") && tap[7].hasPrefix("ok 3 - "))
    let junit = report(.junit)
    #expect(junit.contains("tests=\"3\" failures=\"0\" errors=\"1\" skipped=\"0\">"))
    #expect(JUnitReader(junit).isWellFormed && junit.contains("<error message="))
    let object = try JSONSerialization.jsonObject(with: Data(report(.json).utf8)) as? [String: Any]
    let files = object?["files"] as? [[String: Any]]
    #expect(object?["unreadable"] as? Int == 1 && object?["passed"] as? Int == 2)
    #expect((files?.first?["error"] as? String)?.contains("this block is never closed") == true)
  }

  @Test func theOtherPagesAreRewritten() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.shelf.md", "```shelf\n")
    try folder.write("b.shelf.md", Self.bad)
    #expect(run([folder.path]) { $0.update = .failed }.status == 2)
    #expect(try folder.read("a.shelf.md") == "```shelf\n")
    #expect(try folder.read("b.shelf.md").contains("shelf> echo c\nc"))
  }

  @Test func aPageWhereNothingRanIsNotFine() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.shelf.md", Self.good)
    try folder.write("b.shelf.md", "# Only words\n")
    let all = run([folder.path])
    #expect(
      all.status == 0 && all.results.contains("none \(folder.path)/b.shelf.md (nothing to run)"))
    let none = run([folder.path]) { $0.filter = "^no such input$" }
    #expect(none.status == 2 && !none.results.contains("ok "))
  }

  @Test func failFastStopsAtTheFirst() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.shelf.md", Self.good)
    try folder.write("b.shelf.md", Self.bad)
    try folder.write("c.shelf.md", Self.bad)
    let result = run([folder.path]) {
      $0.failsFast = true
      $0.jobs = 3
    }
    #expect(result.results.hasSuffix("4 inputs in 2 pages: 3 passed, 1 failed\n"))
  }
}

/// Reads a JUnit report as programs that collect such reports do.
private final class JUnitReader: NSObject, XMLParserDelegate {
  private(set) var isWellFormed = false
  private(set) var suites: [String] = []
  private(set) var cases: [String] = []
  private(set) var failures = 0
  private(set) var skipped = 0

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    switch element {
    case "testsuite": suites.append(attributes["name"] ?? "")
    case "testcase": cases.append(attributes["name"] ?? "")
    case "failure": failures += 1
    case "skipped": skipped += 1
    default: break
    }
  }
}
