import Commands
import Foundation
import Playing
import TestSeeds
import Testing

/// Every page of the repository says what is so.
@Suite struct PageTests {
  static let pages: [String] = {
    let folders = ["Documentation", "Tests", "Examples", "Datasets"].map { Repository.path($0) }
    let existing = folders.filter { FileManager.default.fileExists(atPath: $0) }
    let found = existing.flatMap { (try? TranscriptFile.find([$0])) ?? [] }
    return [Repository.path("README.md")] + found.filter { !$0.contains("/.build/") }
  }()

  @Test func everyScenarioHasAPage() {
    for scenario in Scenario.all {
      #expect(Self.pages.contains { $0.hasSuffix("Scenarios/\(scenario.name).shelf.md") })
    }
  }

  @Test func thereArePages() { #expect(Self.pages.count >= 3) }

  @Test(arguments: pages)
  func pagePasses(_ page: String) throws {
    let transcript = try TranscriptFile.read(page)
    var runner = TranscriptRunner()
    // Beside hundreds of other tests a program that a page starts may wait for its turn.
    runner.timeout = 60
    let result = runner.run(transcript)
    #expect(!result.steps.isEmpty)
    let report = ReportFormat.pretty.text(of: [result], transcripts: [transcript], context: 3)
    // The report says it better than the result would.
    let hasPassed = result.hasPassed
    #expect(hasPassed, "\(report)")
  }
}
