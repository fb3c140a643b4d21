import ArgumentParser
import Commands
import Rendering
import ShellCore
import TableEngine

/// The options of the program, as they are typed.
struct ShelfOptions: ParsableArguments {
  @Option(name: .customShort("c"), help: "Run a command; may be given several times, in order.")
  var command: [String] = []

  @Option(help: "The table's viewport, in characters.")
  var size: WindowSize?

  @Option(help: "When to use colours: auto, always or never.")
  var color = ColorChoice.auto

  @Option(help: "Characters for borders and marks: unicode or ascii.")
  var charset: Charset = .unicode

  @Option(help: "Take the data for this format: json, ndjson, plist or sqlite.")
  var format: String?

  @Option(help: "The table or view of a database.")
  var table: String?

  @Option(help: "A query over a database, in SQL; it may only read.")
  var query: String?

  @Option(
    name: .customLong("group-by"), help: "The column of a database whose values make sections.")
  var groupBy: String?

  @Option(help: "How the data maps to the table: sections=PATH,rows=PATH,items=PATH,title=KEY.")
  var shape: ShapeOption?

  @Flag(help: "Check the whole file before the first command, however large it is.")
  var verify = false

  @Flag(help: "Print one JSON object for each command.")
  var json = false

  @Flag(help: "Print records as fields with tabs between them.")
  var plain = false

  @Flag(name: .customLong("no-input"), help: "Fail instead of prompting.")
  var noInput = false

  @Flag(name: [.short, .long], help: "Print no banner.")
  var quiet = false

  @Flag(
    name: [.customLong("no-rc"), .customShort("X")], help: "Read no file of start-up commands.")
  var noRC = false

  @Option(name: .customLong("init"), help: "Read this file of start-up commands instead.")
  var initFile: String?

  @Flag(name: .customLong("keep-going"), help: "Go on after a command that failed.")
  var keepGoing = false

  @Flag(help: "Print each command before its output.")
  var echo = false

  @Flag(
    name: .customLong("then-interactive"), help: "Go on at a prompt after the commands of -c.")
  var thenInteractive = false
}

extension ShelfOptions {
  /// What is said about the file that is opened.
  var openOptions: OpenOptions {
    OpenOptions(format: format, table: table, query: query, groupBy: groupBy)
  }
}

/// When to use colours.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never
}

/// `80x24`.
struct WindowSize: ExpressibleByArgument {
  var size: Size

  init?(argument: String) {
    guard let size = Size(parsing: argument) else { return nil }
    self.size = size
  }
}

extension Charset: ExpressibleByArgument {}
