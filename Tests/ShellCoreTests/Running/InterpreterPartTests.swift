import CommandLanguage
import Commands
import Testing
import Workspaces

@testable import ShellCore

/// What a shell can do beside running commands comes from its parts.
@Suite struct InterpreterPartTests {
  /// Notes what it hears, in a list that parts share.
  private final class Part: InterpreterPart {
    final class Notes {
      var list: [String] = []
    }

    private let name: String
    private let answers: Bool
    private let notes: Notes

    init(_ name: String, answers: Bool, _ notes: Notes) {
      self.name = name
      self.answers = answers
      self.notes = notes
    }

    func carryOut(_ next: Output.Next, of line: SourceLine, in shell: Interpreter)
      -> Interpreter.Verdict?
    {
      guard answers, case .lesson = next else { return nil }
      shell.answer("lesson", ["taught by \(name)"])
      return .carryOn
    }

    func note(_ event: Interpreter.Event, in shell: Interpreter) {
      switch event {
      case .begins(let line): notes.list.append("\(name) begins \(line.text)")
      case .carriedOut(let result): notes.list.append("\(name) \(result.command)")
      case .ended(let verdict): notes.list.append("\(name) ended \(verdict)")
      case .opened, .ranUnasked: break
      }
    }

    func substitute(for line: SourceLine, in shell: Interpreter) -> SourceLine? {
      line.text == "again" ? SourceLine(text: "echo \(name)") : nil
    }
  }

  @Test func theFirstPartThatAnswersCarriesARequestOut() {
    let shell = Collected()
    let notes = Part.Notes()
    shell.interpreter.parts = [
      Part("a", answers: false, notes), Part("b", answers: true, notes),
      Part("c", answers: true, notes),
    ]
    #expect(shell.run("lesson list\n") == 0)
    #expect(shell.results == "taught by b\n")
  }

  /// What prints something at the end of a line does so before what began earlier has ended.
  @Test func partsEndInReverseOrder() {
    let shell = Collected()
    let notes = Part.Notes()
    shell.interpreter.parts = [Part("a", answers: false, notes), Part("b", answers: false, notes)]
    _ = shell.run("echo x\n")
    #expect(
      notes.list == [
        "a begins echo x", "b begins echo x", "a echo", "b echo", "b ended carryOn",
        "a ended carryOn",
      ])
  }

  @Test func aPartMayRunAnotherLine() {
    let shell = Collected()
    shell.interpreter.parts = [Part("a", answers: false, Part.Notes())]
    #expect(shell.run("again\n") == 0)
    #expect(shell.results == "a\n")
  }

  @Test(arguments: ["lesson list", "record page.shelf.md", "history --transcript"])
  func withoutItsPartARequestFails(_ line: String) {
    let shell = Collected()
    #expect(shell.run(line + "\n") == 1)
    #expect(shell.messages.contains("error: this shell has no part for that"))
  }
}
