import Rendering
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    // "Café" followed by the sequence that clears a terminal, and a wide character.
    let name = DisplaySafe.line("Café\u{1B}[2J 港")
    let columns = DisplayWidth.of(name)  // 11

    let line = StyledLine(name).truncated(to: 6)
    let text = ViewEncoder.text(of: [line])  // "Café␛…\n"
    // end
    #expect(columns == 11 && name == "Café␛[2J 港")
    #expect(text == "Café␛…\n")
    #expect(try ModulePage.example(of: "Rendering") == ModulePage.tested())
  }
}
