import ArgumentParser
import CommandLanguage
import Commands
import Documents
import Files
import ManyFiles
import Rendering
import ShellCore
import TableEngine
import Workspaces

/// The options of the program as the argument parser knows them: for help, messages, completion
/// scripts, and the arguments that `LaunchRequest` does not read itself.
struct ShelfOptions: ParsableArguments {
  @Option(name: .of(.command), help: .of(.command)) var command: [String] = []
  @Option(name: .of(.size), help: .of(.size), transform: reading(.size)) var size: WindowSize?
  @Option(name: .of(.color), help: .of(.color)) var color: ColorChoice?
  @Option(name: .of(.charset), help: .of(.charset)) var charset: Charset?
  @Option(name: .of(.format), help: .of(.format), completion: .list(ProgramOption.format.choices))
  var format: String?
  @Option(name: .of(.table), help: .of(.table)) var table: String?
  @Option(name: .of(.query), help: .of(.query)) var query: String?
  @Option(name: .of(.groupBy), help: .of(.groupBy)) var groupBy: String?
  @Option(name: .of(.key), help: .of(.key)) var key: String?
  @Option(name: .of(.delimiter), help: .of(.delimiter), transform: reading(.delimiter))
  var delimiter: DelimiterOption?
  @Option(name: .of(.header), help: .of(.header)) var header: DialectOption.HeaderWord?
  @Option(name: .of(.quote), help: .of(.quote)) var quote: NoneWord?
  @Option(name: .of(.types), help: .of(.types)) var types: DialectOption.TypesWord?
  @Flag(name: .of(.lenient), help: .of(.lenient)) var lenient = false
  @Flag(name: .of(.skipBadLines), help: .of(.skipBadLines)) var skipBadLines = false
  @Option(name: .of(.shape), help: .of(.shape), transform: reading(.shape)) var shape: ShapeOption?
  @Flag(name: .of(.columns), help: .of(.columns)) var columns = false
  @Flag(name: .of(.wait), help: .of(.wait)) var wait = false
  @Option(name: .of(.limit), help: .of(.limit), transform: reading(.limit)) var limit: ByteLimit?
  @Flag(name: .of(.follow), help: .of(.follow)) var follow = false
  @Option(name: .of(.form), help: .of(.form)) var form: ConcatenatedTable.Form?
  @Flag(name: .of(.verify), help: .of(.verify)) var verify = false
  @Flag(name: .of(.json), help: .of(.json)) var json = false
  @Flag(name: .of(.plain), help: .of(.plain)) var plain = false
  @Flag(name: .of(.noInput), help: .of(.noInput)) var noInput = false
  @Flag(name: .of(.shell), help: .of(.shell)) var shell = false
  @Flag(name: .of(.quiet), help: .of(.quiet)) var quiet = false
  @Flag(name: .of(.noRC), help: .of(.noRC)) var noRC = false
  @Option(name: .of(.initFile), help: .of(.initFile), completion: .file()) var initFile: String?
  @Flag(name: .of(.projectRC), help: .of(.projectRC)) var projectRC = false
  @Flag(name: .of(.keepGoing), help: .of(.keepGoing)) var keepGoing = false
  @Flag(name: .of(.echo), help: .of(.echo)) var echo = false
  @Flag(name: .of(.check), help: .of(.check)) var check = false
  @Flag(name: .of(.thenInteractive), help: .of(.thenInteractive)) var thenInteractive = false
  @Flag(name: .of(.browse), help: .of(.browse)) var browse = false
  @Flag(name: .of(.noNetwork), help: .of(.noNetwork)) var noNetwork = false
}

/// Reads the value of an option, or says what it should be.
private func reading<Wanted: ExpressibleByArgument>(
  _ option: ProgramOption
) -> @Sendable (String) throws -> Wanted {
  { text in
    if let value = Wanted(argument: text) { return value }
    throw ValidationError("it is \(option.expected)")
  }
}

extension ShelfOptions {
  /// The same for the launch.
  var launch: LaunchOptions {
    var launch = LaunchOptions()
    launch.command = command
    launch.size = size?.size
    launch.color = color
    launch.charset = charset
    launch.open = OpenOptions(
      format: format, table: table, query: query, groupBy: groupBy, key: key,
      dialect: dialect, waits: wait, limit: limit?.bytes, follows: follow, form: form)
    launch.shape = shape?.shape
    launch.initFile = initFile
    let flags: [(ProgramOption, Bool)] = [
      (.lenient, lenient), (.skipBadLines, skipBadLines), (.columns, columns), (.wait, wait),
      (.follow, follow), (.verify, verify), (.json, json), (.plain, plain),
      (.noInput, noInput), (.shell, shell), (.quiet, quiet),
      (.noRC, noRC), (.projectRC, projectRC), (.keepGoing, keepGoing), (.echo, echo),
      (.check, check), (.thenInteractive, thenInteractive), (.browse, browse),
      (.noNetwork, noNetwork),
    ]
    for (flag, isOn) in flags where isOn { launch.turnOn(flag) }
    return launch
  }
}

extension ShelfOptions {
  private var dialect: StatedDialect {
    var dialect = StatedDialect()
    dialect.delimiter = delimiter?.delimiter
    dialect.hasHeader = header.map { $0 == .yes }
    (dialect.hasQuotes, dialect.hasTypes) = (quote == nil, types == nil)
    return dialect
  }
}

extension NameSpecification {
  fileprivate static func of(_ option: ProgramOption) -> NameSpecification {
    NameSpecification(
      [option.letter.map { .customShort($0) }, option.word.map { .customLong($0) }]
        .compactMap { $0 })
  }
}

extension ArgumentHelp {
  fileprivate static func of(_ option: ProgramOption) -> ArgumentHelp { ArgumentHelp(option.help) }
}

extension ColorChoice: ExpressibleByArgument {}
extension ConcatenatedTable.Form: ExpressibleByArgument {}
extension Charset: ExpressibleByArgument {}
extension ShapeOption: ExpressibleByArgument {}

/// `500M`.
struct ByteLimit: ExpressibleByArgument {
  var bytes: Int

  init?(argument: String) {
    guard let bytes = ByteCount.read(argument) else { return nil }
    self.bytes = bytes
  }
}

extension DialectOption.HeaderWord: ExpressibleByArgument {}
extension NoneWord: ExpressibleByArgument {}
extension DialectOption.TypesWord: ExpressibleByArgument {}

/// A character, or the word for one.
struct DelimiterOption: ExpressibleByArgument {
  var delimiter: UInt8

  init?(argument: String) {
    guard let delimiter = StatedDialect.delimiter(argument) else { return nil }
    self.delimiter = delimiter
  }
}

/// `80x24`.
struct WindowSize: ExpressibleByArgument {
  var size: Size

  init?(argument: String) {
    guard let size = Size(parsing: argument) else { return nil }
    self.size = size
  }
}
