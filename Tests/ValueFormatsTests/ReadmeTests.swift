import Documents
import TableModel
import TestSeeds
import Testing
import ValueFormats

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let text = """
      title = "Grove"
      [[trees]]
      name = "Ash"
      height = 35.50
      """
    let formats = FileFormats(FileFormats.standard.list + FileFormats.valueFormats)
    let document = try DocumentOpener.open(
      bytes: Array(text.utf8), name: "grove.toml", among: formats)
    let shaped = try document.table(shape: nil)

    let format = document.format  // TOML
    let ash = try shaped.source.value(at: Address(0, 0))?.record
    let name = ash?["name"]  // Ash
    // end
    #expect(format == "TOML")
    #expect(name == .string("Ash"))
    #expect(try ModulePage.example(of: "ValueFormats") == ModulePage.tested())
  }
}
