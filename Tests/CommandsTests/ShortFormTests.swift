import CommandLanguage
import Testing
import Workspaces

@testable import Commands

/// The beginnings of names that people type at the prompt.
///
/// A new command can make one of them ambiguous; that is a decision and not an accident.
@Suite struct ShortFormTests {
  @Test(arguments: [
    ("dist", "distinct"), ("histor", "history"), ("histog", "histogram"), ("sch", "schema"),
    ("desc", "describe"),
  ])
  func aShortFormMeansItsCommand(_ typed: String, _ name: String) throws {
    let word = try #require(Statement.statements(in: typed).first?.name)
    #expect(try CommandTable.standard.command(for: word, abbreviations: true).name == name)
  }
}
