import Documents
import Layouts
import Rendering
import TestSeeds
import Testing

@testable import Files

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let text = #"{"size": [40, 2], "views": [{"kind": "label", "role": "text", "width": "50%"}]}"#
    let file = SourceText(file: "card.json", bytes: Array(text.utf8))
    let layout = try LayoutReader.read(file, name: "card", refusing: ["subtitle"])
    let name = layout.identifier  // card
    // end
    #expect(name == "card" && layout.views.count == 1)
    #expect(try ModulePage.example(of: "Layouts") == ModulePage.tested())
  }
}
