import CommandLanguage
import Commands
import Documents
import Opening
import PredicateLanguage
import Rendering
import TableModel

/// The options of the program: the names and the help text that the quick reading of arguments, the
/// help, the messages and the completion scripts use.
enum ProgramOption: Int, CaseIterable {
  case command
  case size
  case color
  case charset
  case format
  case table
  case query
  case groupBy
  case key
  case delimiter
  case header
  case quote
  case types
  case lenient
  case skipBadLines
  case shape
  case columns
  case wait
  case limit
  case follow
  case form
  case verify
  case json
  case plain
  case noInput
  case shell
  case quiet
  case noRC
  case initFile
  case projectRC
  case keepGoing
  case echo
  case check
  case thenInteractive
  case browse
  case noNetwork
}

extension ProgramOption {
  /// What the option says of separated values; nil for one that does not.
  var dialect: DialectOption? {
    switch self {
    case .delimiter: .delimiter
    case .header: .header
    case .quote: .quote
    case .types: .types
    default: nil
    }
  }

  /// What follows two dashes; nil for an option that has only a letter.
  var word: String? {
    switch self {
    case .command: nil
    case .size: "size"
    case .color: "color"
    case .charset: "charset"
    case .format: "format"
    case .table: "table"
    case .query: "query"
    case .groupBy: "group-by"
    case .key: "key"
    case .delimiter, .header, .quote, .types: dialect?.rawValue
    case .lenient: "lenient"
    case .skipBadLines: "skip-bad-lines"
    case .shape: "shape"
    case .columns: "columns"
    case .wait: "wait"
    case .limit: "limit"
    case .follow: "follow"
    case .form: "as"
    case .verify: "verify"
    case .json: "json"
    case .plain: "plain"
    case .noInput: "no-input"
    case .shell: "shell"
    case .quiet: "quiet"
    case .noRC: "no-rc"
    case .initFile: "init"
    case .projectRC: "project-rc"
    case .keepGoing: "keep-going"
    case .echo: "echo"
    case .check: "check"
    case .thenInteractive: "then-interactive"
    case .browse: "browse"
    case .noNetwork: "no-network"
    }
  }

  /// What follows one dash.
  var letter: Character? {
    switch self {
    case .command: "c"
    case .quiet: "q"
    case .noRC: "X"
    default: nil
    }
  }

  /// True for an option that is followed by a value.
  var takesValue: Bool {
    switch self {
    case .command, .size, .color, .charset, .format, .table, .query, .groupBy, .key, .delimiter,
      .header,
      .quote, .types, .shape, .limit, .form, .initFile:
      true
    default:
      false
    }
  }

  var help: String {
    switch self {
    case .command: "Run a command; may be given several times, in order."
    case .size: "The table's viewport, in characters."
    case .color: "When to use colours; auto without it."
    case .charset: "Characters for borders and marks; unicode without it."
    case .format:
      "Take the data for this format: \(choices.dropLast().joined(separator: ", ")) or "
        + "\(choices.last ?? "")."
    case .table: "The table or view of a database."
    case .query: "A query over a database, in SQL; it may only read."
    case .groupBy: "The column of a database whose values make sections."
    case .key: "The columns by which rows of a server's view are told apart."
    case .delimiter, .header, .quote, .types:
      dialect.map { $0.summary.prefix(1).uppercased() + $0.summary.dropFirst() + "." } ?? ""
    case .lenient: "Put up with comments, commas before a closing bracket and the like in JSON."
    case .skipBadLines: "Leave out lines of NDJSON that are none, and say which."
    case .shape: "How the data maps to the table: sections=PATH,rows=PATH,items=PATH,title=KEY."
    case .columns: "Show plain rows as a grid of columns from the start."
    case .wait:
      "Wait for all of a pipe, a compressed file or several files before anything is shown."
    case .limit: "How much a compressed file may unpack to, or a pipe may give: 500M, 2G."
    case .form: "Open several files as sections, or as rows of one list."
    case .follow: "Take over what is added to a file of NDJSON while it is open."
    case .verify: "Check the whole file before the first command, however large it is."
    case .json: "Print one JSON object for each command."
    case .plain: "Print records as fields separated by tabs."
    case .noInput: "Fail instead of prompting."
    case .shell: "Let '| COMMAND' hand results to commands of the system's shell."
    case .quiet: "Print no banner."
    case .noRC: "Do not read any file of start-up commands."
    case .initFile: "Read this file of start-up commands instead of your own."
    case .projectRC: "Read the file .shelfrc of the current folder as well, if there is one."
    case .keepGoing: "Go on with the next line after a command that failed."
    case .echo: "Print each command before its output."
    case .check: "Parse files of commands without running them and report every error."
    case .thenInteractive: "Go on at a prompt after the commands of -c or of a script."
    case .noNetwork: "Open no database of a server."
    case .browse: "Show the table on the whole screen; 'q' leads to the prompt."
    }
  }

  /// The only values that the option takes; none where any text may be one, or it takes none.
  var choices: [String] {
    switch self {
    case .color: ColorChoice.allCases.map(\.rawValue)
    case .charset: Charset.allCases.map(\.rawValue)
    case .format: FileFormats.all.readable.map(\.name)
    case .delimiter, .header, .quote, .types: dialect?.choices ?? []
    default: []
    }
  }

  /// The variable of the environment that stands for the option: `SHELF_GROUP_BY`.
  var variable: String? {
    word.map { "SHELF_" + $0.uppercased().replacing("-", with: "_") }
  }

  /// The option that an argument names, dashes included; nil for any other argument.
  init?(argument: Substring) {
    let found = Self.allCases.first { option in
      if argument.hasPrefix("--") {
        return option.word.map { argument.dropFirst(2) == $0 } ?? false
      }
      guard argument.first == "-", let letter = option.letter else { return false }
      return argument.dropFirst().elementsEqual(CollectionOfOne(letter))
    }
    guard let found else { return nil }
    self = found
  }
}

/// `sections=PATH,rows=PATH,items=PATH,title=KEY`.
struct ShapeOption {
  var shape = Shape()

  init?(argument: String) {
    for part in argument.split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, let path = FieldPath(parsing: String(pair[1])) else { return nil }
      switch pair[0] {
      case "sections": shape.sections = path
      case "rows": shape.rows = path
      case "items": shape.items = path
      case "title": shape.title = path
      default: return nil
      }
    }
  }
}
