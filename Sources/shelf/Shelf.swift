import ArgumentParser
import CommandLanguage
import Commands
import Documents
import Files
import Rendering
import ShellCore
import TableModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program: a table unless another word comes first.
struct Shelf: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shelf", abstract: "A shell for tables of tables.", version: Version.text,
    subcommands: [
      OpenTable.self, Run.self, Diff.self, Test.self, Lesson.self, Evaluate.self,
      Completions.self, Manual.self,
    ],
    defaultSubcommand: OpenTable.self)

  /// Help is about opening a table, which is what the program does without another word.
  static var help: String { helpMessage(for: OpenTable.self) }
}

/// `shelf [FILE | -]`: the prompt over a table, or the commands of `-c` or a pipe.
struct OpenTable: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table", abstract: "A shell for tables of tables.",
    usage: """
      shelf [<options>] [<file> ... | -]
      shelf run <script> ...
      shelf diff <old> <new>
      shelf test <path> ...
      shelf lesson [<name> | <page>]
      shelf evaluate [<file> | -]
      shelf completions bash|zsh|fish
      shelf manual
      """,
    discussion: """
      Opens JSON, NDJSON, property lists and SQLite databases as sections, rows and items; \
      scrolls, selects, filters and sorts them from a prompt, and shows what a recycling table \
      view does underneath. Without a terminal, commands are read from standard input; if there are \
      none, the table is shown. Each option with a long name can also be given as a variable, such \
      as SHELF_SIZE.

      The exit status is 0, 1 when a command failed, 2 for wrong usage, 3 when data could not be \
      opened, 4 when 'shelf test' found a difference, 1 when 'shelf diff' did, and 128 plus the signal's number when one \
      ended the program.
      """)

  @Argument(
    help: "What to open; - for data from standard input; a .shelf file is run.",
    completion: .file())
  var files: [String] = []

  @OptionGroup var options: ShelfOptions

  var request: LaunchRequest { LaunchRequest(.open(files: files), options.launch) }

  func run() throws { throw ExitCode(request.carryOut()) }
}

/// `shelf run SCRIPT...`: runs files of commands.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run files of commands.")

  @Argument(help: "Files of commands; - for standard input.", completion: .file())
  var scripts: [String]

  @OptionGroup var options: ShelfOptions

  var request: LaunchRequest {
    LaunchRequest(.run(scripts: scripts), options.launch)
  }

  func run() throws { throw ExitCode(request.carryOut()) }
}

/// `shelf completions SHELL`: prints a completion script.
struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print a completion script for bash, zsh or fish.")

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash
    case zsh
    case fish
  }

  @Argument(help: "bash, zsh or fish.")
  var shell: Shell

  func run() throws {
    let commands = try CompletedCommand.all(of: Shelf.self)
    let script =
      switch shell {
      case .bash: BashScript(commands: commands).text
      case .zsh: ZshScript(commands: commands).text
      case .fish: FishScript(commands: commands).text
      }
    DescriptorOutput.write(script, to: 1)
  }
}

/// `shelf manual`: prints the manual page.
struct Manual: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page, for man.")

  func run() throws {
    let program = OpenTable.configuration
    let page = ManualPage(
      commands: try CompletedCommand.all(of: Shelf.self), usage: program.usage ?? "",
      discussion: program.discussion)
    DescriptorOutput.write(page.text, to: 1)
  }
}

/// What `--version` prints.
enum Version {
  static var text: String {
    "shelf \(Greeting.version) (Swift \(swift), Unicode \(DisplayWidth.unicodeVersion))"
  }

  private static var swift: String {
    #if swift(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}

/// `shelf evaluate [FILE | -]`: answers predicates for other programs, a line each.
struct Evaluate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Answer predicates, one line of JSON each.",
    discussion: """
      Reads lines {"predicate": "...", "object": {...}, "variables": {...}} and writes for each \
      {"result": true}, {"result": false} or {"error": {"kind": "...", "at": 0, "message": \
      "..."}}, with "format", the predicate in its canonical form, when it can be read.
      """)

  @Argument(
    help: "The file of lines; standard input without one, and for -.", completion: .file())
  var file: String?

  func run() throws {
    let results = ResultWriter(descriptor: 1)
    let console = Console(
      writeResult: { results.write($0) },
      writeMessage: { text in
        results.flush()
        DescriptorOutput.write(text, to: 2)
      })
    func report(_ diagnostic: Diagnostic) { console.message(diagnostic.lines()) }
    guard let file, file != "-" else {
      let loop = EvaluationLoop(descriptor: 0, file: nil, results: results, reportError: report)
      throw ExitCode(loop.run())
    }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      report(Diagnostic(.unreadable(file: file, reason: SystemMessage.text(errno))))
      throw ExitCode(ExitStatus.dataNotOpened)
    }
    defer { close(descriptor) }
    let loop = EvaluationLoop(
      descriptor: descriptor, file: file, results: results, reportError: report)
    throw ExitCode(loop.run())
  }
}

/// `shelf lesson [NAME]`: begins a lesson at the prompt, the next one without a name.
struct Lesson: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lesson", abstract: "Learn by doing, in short lessons.",
    discussion: """
      What follows is what follows 'lesson' at the prompt: the name or the number of a lesson, a page of \
      your own, 'list', or 'new' and a file. Without it the next lesson begins; where there is no \
      prompt they are listed. A lesson goes on where it was left; your progress is kept in \
      $XDG_STATE_HOME/shelf/lessons.json.
      """)

  @Argument(
    help: "The lesson to begin; the next one without it.",
    completion: .list(BundledLessons.names))
  var words: [String] = []

  @Flag(
    name: .customLong("no-progress"), help: "Begin at the start and remember nothing.")
  var noProgress = false

  @Flag(help: "Print the lesson as a page with room for answers.")
  var handout = false

  @Flag(help: "With --handout: fill in the answers.")
  var answers = false

  @OptionGroup var options: ShelfOptions

  func validate() throws {
    if answers, !handout { throw ValidationError("--answers goes with --handout") }
    if handout, words.count != 1 {
      throw ValidationError("--handout needs the name of one lesson, or the file of a page")
    }
  }

  func run() throws {
    do {
      let launch = Launch(try options.launch.filled())
      throw ExitCode(
        handout
          ? launch.printHandout(of: words.joined(), hasAnswers: answers)
          : try launch.runLesson(words, keepsProgress: !noProgress))
    } catch let error as UsageError {
      StandardError.write(error.text)
      throw ExitCode(ExitStatus.usage)
    }
  }
}
