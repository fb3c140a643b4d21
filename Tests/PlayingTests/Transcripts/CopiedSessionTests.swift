import CommandLanguage
import Foundation
import Rendering
import TableEngine
import TestSeeds
import Testing
import Workspaces

@testable import Commands
@testable import Playing
@testable import ShellCore

/// What stands in a terminal is a page as it is.
@Suite struct CopiedSessionTests {
  /// What a terminal shows after these lines were typed at its prompt.
  ///
  /// - Parameter file: what the program was started with; nil for nothing.
  private func screen(_ lines: [String], file: String? = nil, columns: Int = 64) -> String {
    var session = Workspace()
    session.preferences.window = Size(width: columns, height: 14)
    var mode = Interpreter.Mode()
    mode.isInteractive = true
    let written = Written()
    var console = Console(
      writeResult: { written.text += $0 }, writeMessage: { written.text += $0 })
    console.columns = columns
    let interpreter = Interpreter(session: session, console: console, mode: mode)
    interpreter.parts = [Recorder(of: interpreter), LessonPlayer()]
    if let file {
      written.text += "$ shelf \(file)\n"
      _ = interpreter.open(path: file, options: OpenOptions(), shape: nil)
      interpreter.greet(isQuiet: false)
    }
    for line in lines {
      written.text += "\(interpreter.prompt)\(line)\n"
      _ = interpreter.run(SourceLine(text: line))
    }
    // The fence follows in a line of its own.
    return String(written.text.dropLast())
  }

  private final class Written {
    var text = ""
  }

  private static func difference(_ result: TranscriptResult) -> String {
    guard let step = result.steps.first(where: \.outcome.isFailure) else { return "" }
    return "\(step.outcome)"
  }

  private func run(_ screen: String, matter: String = "") throws -> TranscriptResult {
    try Pages.run(Pages.session(screen, matter: matter))
  }

  static let sessions: [[String]] = [
    ["open pulse.plist", "down", "right 3", "select", "fliter", "filter Views > 20000", "undo"],
    ["open rows.json", "dow 3", "filter Nosuch > 3", "sort by detail desc", "count"],
    ["open rows.json", "delete 0.1", "status", "down 2", "", "insert 0.0 {\"title\": \"x\"}"],
    [
      "scenario catalog", "index M", "top",
      "echo one two three four five six seven eight nine ten "
        + "eleven twelve thirteen",
    ],
    ["echo a", "open garden.plist", "group by name", "view"],
  ]

  @Test(arguments: sessions, [64, 80, 41])
  func aCopyIsAPage(_ lines: [String], _ columns: Int) throws {
    let text = screen(lines, columns: columns)
    let result = try run(text)
    #expect(result.steps.count == lines.count)
    let failed = result.steps.filter(\.outcome.isFailure).map(\.input)
    #expect(failed.isEmpty, "\(Self.difference(result))")
  }

  /// The start of the program is copied along.
  @Test func aCopyMayBeginWithTheProgram() throws {
    let text = screen(["down 2", "show", "time count"], file: "rows.json")
    let old = text.replacing("shelf \(Greeting.version)", with: "shelf 0.0.1")
    for page in [text, old] {
      let result = try run(page)
      #expect(result.steps.count == 4 && result.hasPassed)
    }
    #expect(try !run(text.replacing("Row 0", with: "Row 9")).hasPassed)
  }

  @Test func whatDiffersIsFound() throws {
    let text = screen(["open rows.json", "down 2"])
    #expect(try run(text).hasPassed)
    #expect(try !run(text.replacing("row 3 of 25", with: "row 4 of 25")).hasPassed)
    #expect(try !run(text.replacing("apricot", with: "apricots")).hasPassed)
  }

  /// A page that says what it is, is that.
  @Test func detectionCanBeTurnedOff() throws {
    let text = screen(["open rows.json", "down 2"])
    #expect(try !run(text, matter: "interactive: false").hasPassed)
    #expect(try Pages.parse(Pages.session(text)).frontMatter.size == Size(width: 64, height: 10))
  }

  /// No page that was written for commands alone is taken for a copy.
  @Test(arguments: [
    "shelf> open rows.json\n[..]\nshelf> view\n rows 3 visible · 3 created",
    "shelf> open rows.json; view\n[..]\n rows 3 visible · 3 created",
    "$ shelf rows.json\n rows.json\n rows 3 visible · 3 created", "shelf> echo a\na",
    "shelf> repeat 2 down; view\n rows 3 visible · 3 created",
  ])
  func exactPagesStayExact(_ lines: String) throws {
    let matter = try Pages.parse(Pages.session(lines)).frontMatter
    #expect(!matter.isCopied && !matter.isInteractive && matter.size == nil)
  }

  @Test func pagesOfTheProjectAreExact() throws {
    let folders = ["README.md", "Documentation"].map { Repository.path($0) }
    for file in try TranscriptFile.find(folders) {
      #expect(try !TranscriptFile.read(file).frontMatter.isCopied, "\(file)")
    }
  }

  @Test func aStarredPromptIsAnInput() throws {
    let result = try run("shelf*> echo a\na\nshelf*>\nshelf> echo b\nb")
    #expect(result.steps.map(\.input) == ["echo a", "", "echo b"])
    #expect(result.hasPassed)
    #expect(PastedText.clean("shelf*> down 2\n...> x\nshelf*>\n") == "down 2\nx")
    let line = ExpectedLine(output: "shelf*> a", reserved: SessionBlockParser.reserved)
    #expect(line.source == "\\shelf*> a")
  }

  /// Rewriting a copy leaves the copy a copy.
  @Test func aCopyIsRewritten() throws {
    let text = screen(["open rows.json", "down 2"])
    let page = try Pages.parse(Pages.session(text.replacing("row 3 of 25", with: "row 4 of 25")))
    var updater = TranscriptUpdater(page, mode: .failed)
    let rewritten = updater.text(after: TranscriptRunner(executable: nil).run(page))
    #expect(rewritten == Pages.session(text))
  }
}
