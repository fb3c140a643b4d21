import ArgumentParser
import Commands
import DataSources
import Rendering
import ShellCore

/// The program: a table unless another word comes first.
struct Shelf: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shelf", abstract: "A shell for tables of tables.", version: Version.text,
    subcommands: [
      OpenTable.self, Run.self, Test.self, Lesson.self, Evaluate.self, Completions.self,
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
      shelf [<options>] [<file> | -]
      shelf run <script> ...
      shelf test <path> ...
      shelf lesson [<name>]
      shelf evaluate [<file> | -]
      shelf completions bash|zsh|fish
      """,
    discussion: """
      Opens JSON, NDJSON, property lists and SQLite databases as sections, rows and items; \
      scrolls, selects, filters and sorts them from a prompt, and shows what a recycling table \
      view does underneath. Without a terminal, commands are read from standard input; if there are \
      none, the table is shown. Each option with a long name can also be given as a variable, such \
      as SHELF_SIZE.

      The exit status is 0, 1 when a command failed, 2 for wrong usage, 3 when data could not be \
      opened, 4 when 'shelf test' found a difference, and 128 plus the signal's number when one \
      ended the program.
      """)

  @Argument(
    help: "What to open; - for data from standard input; a .shelf file is run.",
    completion: .file())
  var file: String?

  @OptionGroup var options: ShelfOptions

  var request: LaunchRequest { LaunchRequest(.open(file: file), options.launch) }

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
    let commands = try CompletedCommand.all()
    let script =
      switch shell {
      case .bash: BashScript(commands: commands).text
      case .zsh: ZshScript(commands: commands).text
      case .fish: FishScript(commands: commands).text
      }
    DescriptorOutput.write(script, to: 1)
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
