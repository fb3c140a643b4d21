import ShelfTesting
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let viewport = expectViewport(
      of: "Datasets/rows.json", after: "filter a > 1; filter off", size: "40x3",
      matches: """
        ...
         rows   3 visible · [..]
        """)
    // end
    #expect(viewport != nil)
    #expect(try ModulePage.example(of: "ShelfTesting") == ModulePage.tested())
  }
}
