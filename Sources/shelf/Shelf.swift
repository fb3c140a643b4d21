import ArgumentParser
import Commands
import Rendering
import ShellCore

/// `shelf [FILE | -]`: the prompt over a table, or the commands of a pipe.
struct Shelf: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shelf",
    abstract: "A shell for tables of tables.",
    discussion: """
      Opens JSON, NDJSON and property lists as sections, rows and items; scrolls, selects, \
      filters and sorts them from a prompt, and shows what a recycling table view does \
      underneath. Without a terminal, commands are read from standard input.
      """,
    version: Version.text,
    subcommands: [Run.self, Test.self, Completions.self])

  @Argument(help: "What to open; - for data from standard input; a .shelf file is run.")
  var file: String?

  @OptionGroup var options: ShelfOptions

  func run() throws {
    var launch = Launch(options)
    if let file, file.hasSuffix(".shelf") {
      throw ExitCode(launch.runScripts([file]))
    }
    throw ExitCode(launch.runShell(file: file))
  }
}

extension Shelf {
  /// What the arguments ask for. A subcommand's name counts in the first place only, and there
  /// before a file's: the parser by itself would take it for a file that is to be opened.
  static func command(for arguments: [String]) throws -> any ParsableCommand {
    let named = configuration.subcommands.first { $0._commandName == arguments.first }
    guard let named else { return try parseAsRoot(arguments) }
    return try named.parseAsRoot(Array(arguments.dropFirst()))
  }
}

/// `shelf run SCRIPT...`: runs files of commands.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", _superCommandName: "shelf", abstract: "Run files of commands.")

  @Argument(help: "Files of commands; - for standard input.")
  var scripts: [String]

  @Flag(help: "Parse without running and report every error.")
  var check = false

  @OptionGroup var options: ShelfOptions

  func run() throws {
    var launch = Launch(options)
    throw ExitCode(check ? launch.check(scripts) : launch.runScripts(scripts))
  }
}

/// `shelf completions SHELL`: prints a completion script.
struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", _superCommandName: "shelf",
    abstract: "Print a completion script for bash, zsh or fish.")

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash
    case zsh
    case fish
  }

  @Argument(help: "bash, zsh or fish.")
  var shell: Shell

  func run() {
    let completion: CompletionShell =
      switch shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    print(Shelf.completionScript(for: completion))
  }
}

/// What `--version` prints.
enum Version {
  static let number = "0.1.0"

  static var text: String {
    "shelf \(number) (Swift \(swift), Unicode \(DisplayWidth.unicodeVersion))"
  }

  private static var swift: String {
    #if swift(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
