import TableEngine
import TestSeeds
import Testing

@testable import shelf

/// The example of the program's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let request = LaunchRequest(["--size", "60x9", "Datasets/pulse.plist"])
    let size = request?.options.size  // 60 by 9 characters
    let unusual = LaunchRequest(["--help"])  // nil: this is for the argument parser
    // end
    #expect(size == Size(width: 60, height: 9))
    #expect(unusual == nil)
    #expect(try ModulePage.example(of: "shelf") == ModulePage.tested())
  }
}
