import Foundation
import TestSeeds
import Testing
import Workspaces

@testable import CommandLanguage
@testable import Commands

@Suite struct CommandTableTests {
  let table = CommandTable.standard

  @Test func namesAndAliasesAreUnique() {
    #expect(Set(table.names).count == table.names.count)
  }

  @Test func everyCommandIsDocumented() {
    for command in table.commands {
      #expect(command.examples.count >= 2, "\(command.name) has too few examples")
      #expect(!command.summary.hasSuffix("."), "\(command.name): no full stop")
      #expect(command.summary.first?.isLowercase == true, "\(command.name): small letter")
      for related in command.related {
        #expect(table[related] != nil, "\(command.name) refers to unknown \(related)")
      }
    }
  }

  @Test(arguments: CommandTable.standard.commands.map(\.name))
  func examplesRun(_ name: String) throws {
    let command = try #require(table[name])
    // What they print is compared with what they printed, in one page.
    for example in testCases(command.examples, oneIn: 3) {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("shelf-example-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      var session = Workspace(environment: .checkout(writingTo: folder))
      _ = try session.open(path: "\(root)/Datasets/\(example.dataset)")
      var answers: [String] = []
      #expect(throws: Never.self, "\(example.line)") {
        answers = try session.run(line: example.line).flatMap(\.json)
      }
      for text in answers {
        // A machine has to know what it reads, in every line.
        #expect(text.hasPrefix(#"{"schema": "shelf."#), "\(example.line): \(text.prefix(80))")
      }
      let words = Statement.statements(in: example.line).compactMap(\.name?.text)
      #expect(words.contains { table[$0]?.name == name }, "\(example.line) is not about \(name)")
    }
  }

  @Test func overviewFitsTheScreen() {
    let lines = Help(table).overview()
    #expect(lines.count <= 22)
    #expect(lines.allSatisfy { $0.count <= 80 })
    for command in table.commands {
      #expect(lines.contains { $0.contains(command.name) }, "\(command.name) is not listed")
    }
  }

  @Test func pagesAreAtMostEightyWide() {
    for command in table.commands {
      for line in Help(table).page(for: command) where !line.hasPrefix("usage:") {
        #expect(line.count <= 80 || line.hasPrefix("  "), "\(command.name): \(line)")
      }
    }
  }

  @Test func pagesFitNarrowScreens() throws {
    let filter = try #require(table["filter"])
    let text = Help(table).page(for: filter, width: 20).dropFirst(4).prefix { $0 != "options:" }
    #expect(text.contains("") && text.allSatisfy { $0.count <= 20 || !$0.contains(" ") })
  }

  @Test func referencePageIsUpToDate() throws {
    let file = "\(root)/Documentation/Commands.md"
    let page = try String(contentsOfFile: file, encoding: .utf8)
    #expect(
      page == Help(table).markdown(),
      "regenerate it: shelf -c 'help --markdown' > Documentation/Commands.md")
  }

  @Test func bundledDatasetsAreThoseInTheFolder() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(root)/Datasets")
    let folders = ["cells", "pictures", "Questions"]
    let data = files.filter {
      !$0.hasSuffix(".md") && !$0.hasSuffix(".shelf") && !folders.contains($0)
    }
    #expect(Set(data) == Set(BundledDatasets.summaries.map(\.0)))
  }
}

@Suite struct CommandLookupTests {
  private func word(_ text: String) -> Word {
    Word(text: text, raw: text, range: 0..<text.count, isQuoted: false, isOpen: false)
  }

  @Test(arguments: [
    ("down", false, "down"), ("d", false, "down"), ("sel", true, nil), ("unl", true, "unlock"),
    ("fil", true, "filter"), ("fil", false, nil), ("?", false, "help"),
  ])
  func abbreviations(_ typed: String, _ allowed: Bool, _ expected: String?) {
    let found = try? CommandTable.standard.command(for: word(typed), abbreviations: allowed)
    #expect(found?.name == expected)
  }

  @Test(arguments: [("fliter", "filter"), ("dwon", "down"), ("viwe", "view"), ("stat", nil)])
  func proposals(_ typed: String, _ expected: String?) throws {
    do {
      _ = try CommandTable.standard.command(for: word(typed), abbreviations: false)
      Issue.record("\(typed) was understood")
    } catch {
      if let expected {
        #expect(error.hint == "did you mean '\(expected)'?")
      } else {
        #expect(error.hint != nil)
      }
    }
  }
}
