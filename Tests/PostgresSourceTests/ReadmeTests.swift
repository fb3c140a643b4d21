import Files
import PostgresSource
import TestSeeds
import Testing

/// The example of the module's page.
@Suite struct ReadmeTests {
  @Test func theExampleHolds() throws {
    // example
    let typed = "open postgres://ann:secret@db.example/shop"
    let shown = PostgresAddress.hidingPasswords(in: typed)  // ann:******
    let isAddress = PostgresAddress.recognizes("service=shop")  // true: a service that libpq knows
    // end
    #expect(shown == "open postgres://ann:******@db.example/shop")
    #expect(isAddress)
    #expect(try ModulePage.example(of: "PostgresSource") == ModulePage.tested())
  }
}
