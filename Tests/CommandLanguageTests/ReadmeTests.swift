import CommandLanguage
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let line = "goto 2.'Lost & Found' top; view"
    let statements = Statement.statements(in: line)
    let names = statements.compactMap { $0.name?.text }  // goto, view

    // A word keeps its quotes and its place; an address is read from it as it was typed.
    let word = statements[0].words[1]
    let place = try AddressPattern(parsing: word.raw)  // the row titled "Lost & Found" of section 2
    let range = word.range  // 5..<21
    // end
    #expect(names == ["goto", "view"])
    #expect(place.parts == [.number(2), .title("Lost & Found")])
    #expect(range == 5..<21)
    #expect(try ModulePage.example(of: "CommandLanguage") == ModulePage.tested())
  }
}
