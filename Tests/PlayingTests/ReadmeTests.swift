import Playing
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let text = """
      ~~~shelf
      shelf> open rows.json; count
      [..]
      1 section · 26 rows
      ~~~
      """
    let page = try Transcript(parsing: text, file: "page.shelf.md")
    let result = TranscriptRunner(executable: nil).run(page)
    let report = ReportFormat.pretty.text(of: [result], transcripts: [page], context: 3)
    // A difference: 25 rows are printed, not 26.
    // end
    #expect(!result.hasPassed && report.contains("1 section · 25 rows"))
    #expect(try ModulePage.example(of: "Playing") == ModulePage.tested())
  }
}
