import CommandLanguage
import Documents
import Files
import ManyFiles
import Opening
import TableModel
import Workspaces

/// `open`: opens a file as a table.
struct OpenCommand: ShelfCommand {
  private static let format = CommandOption.format(
    FileFormats.all.readable, "take the file for this format, whatever it looks like")

  private static let query = CommandOption(
    "query", Parameter("SQL", .text), "a query over a database that only reads")

  private static let groupBy = CommandOption(
    "group-by", Parameter("COLUMN", .text), "the column of a database that makes sections")

  private static let key = CommandOption(
    "key", Parameter("COLUMNS", .text),
    "the columns by which rows of a server's view are told apart, which no two have in common")

  private static let wait = CommandOption(
    "wait", nil,
    "wait for all of a pipe, a compressed file or several files before anything is shown")

  private static let limit = CommandOption(
    "limit", Parameter("SIZE", .text),
    "how much a compressed file may unpack to, or a pipe may give: 500M, 2G")

  private static let follow = CommandOption(
    "follow", nil, "take over what is added to a file of NDJSON while it is open")

  private static let lenient = CommandOption(
    "lenient", nil, "put up with comments, commas before a closing bracket and the like in JSON")

  private static let skipBadLines = CommandOption(
    "skip-bad-lines", nil, "leave out lines of NDJSON that are none, and say which")

  private static let form = CommandOption(
    "as", Parameter("FORM", .choice(of: FormWord.self)),
    "several files as sections (the usual way), or as rows: one list")

  private enum FormWord: String, Keyword { case sections, rows }

  private static let columns = CommandOption("columns", nil, "show plain rows as a grid of columns")

  static let declaration = Command(
    "open", .open, "open a file as a table",
    parameters: [Parameter("FILE", .file(.data), repeated: true)],
    options: [format] + Shape.options + [.table, query, groupBy, key]
      + DialectOption.allCases.map(\.option)
      + [lenient, skipBadLines, columns, wait, limit, follow, form],
    discussion: """
      Opens JSON, NDJSON, separated values (CSV, TSV), XML, feeds (RSS, Atom, JSON Feed), TOML, YAML, CBOR, \
      MessagePack, BSON or a property list (XML, binary, old text), infers how it maps to sections, rows and items, \
      and says so in one line. The name of a bundled dataset will \
      do for its path, and `bundled:NAME` means it whatever files there are. What was open is closed; if \
      the file cannot be opened it stays. `~/` at the start of a name is your home; in quotes, or as \
      `\\~/`, it is a folder of that name.
      A SQLite database shows its tables, and `push` opens one; a database of one table shows \
      that at once. It is read only, in windows, and never written.
      A PostgreSQL database opens by its address, `postgres://USER@HOST/DATABASE`, `service=NAME`, or `pg:` and \
      libpq's keywords, in the same way: only read, in windows, by one statement for each filter, order, count or \
      grouping (`Documentation/Servers.md`). A view or a foreign table has no key that the server knows; `--key \
      COLUMNS` says one, and without it all its rows are read in their order.
      Of separated values the delimiter and whether the first line names the columns are found out, \
      and the title says so; --delimiter and --header say it instead. A cell without quotes is a \
      number where JSON would call it one, `true` or `false`, null where nothing stands; all else is \
      text. `--types text` makes texts of all of them, `--quote none` takes quotes for characters.
      JSON is read as its standard has it. `--lenient` puts up with comments, a comma behind the last element, \
      single quotes, keys without quotes, NaN and Infinity (`Documentation/Lenient.shelf.md`); `--skip-bad-lines` \
      leaves out lines of NDJSON that are none. What was put up with is said, and `status` repeats it.
      Files that gzip, zstd, xz or bzip2 have compressed (`x.ndjson.gz`) open as what they hold, and so do \
      pipes and `-`, standard input. JSON and NDJSON are shown as soon as a first screen has come; the rest \
      arrives behind the prompt. What goes beyond 16 MiB is kept in a file without a name in the folder for \
      temporary files.
      With --follow a file of NDJSON goes on growing while others write to it, line by line: each command \
      takes over what has come, and a focus on the last row stays on the last one. A filter is asked about \
      new records; a sort or a group takes them in with `reload`. `follow SECONDS` waits for them.
      Several files, a folder or a pattern ('logs/*.ndjson') open together, a section for each file, or \
      with `--as rows` as one list whose records say their `file`. Those of a folder or a pattern \
      stand in the order of their names, numbers in these by value. The first is shown at once. \
      One that can't be read is an empty section that says why.
      `open generated:sections=2,rows=1000,items=20` makes up data of any size.
      Half of a surrogate pair, which JSON can escape but no text can hold, is read as U+FFFD, and so \
      it is shown and written. A note says so, except for files of more than 16 MiB.
      """,
    examples: [
      .init("open Datasets/pulse.plist", "open a bundled dataset"),
      .init("open Datasets/api.json --rows harbours --title name", "say where the rows are"),
      .init(
        "open Datasets/catalog.sqlite --group-by manufacturer",
        "open a database's table with a section for each manufacturer"),
      .init(
        "open Datasets/Questions/harvest.csv --types text",
        "separated values as texts and nothing else"),
      .init("open 'Datasets/Questions/*.csv' --wait", "open the files that a pattern matches"),
      .init("open Datasets/api.json Datasets/rows.json --as rows --wait", "two files as one list"),
      .init("open Datasets/Questions/notices.rss", "a feed: its channel, with a row of items"),
      .init("open generated:rows=1000000,items=20", "open a million rows made up on demand"),
    ],
    errors: [
      .data: "the file is missing, unreadable or malformed (with line and column)",
      .engine: "the identities that 'set identity' asks for are not unique",
    ],
    related: ["shape", "datasets", "reload", "close"], needs: .nothing, effect: .open)

  private let file: Word
  private let options: OpenOptions
  private let shape: Shape?
  private let isGrid: Bool

  init(_ call: Invocation) throws(CommandError) {
    file = try call.required(0)
    isGrid = call.has(Self.columns)
    options = OpenOptions(
      format: call.option(Self.format)?.text, table: call.option(.table)?.text,
      query: call.option(Self.query)?.text, groupBy: call.option(Self.groupBy)?.text,
      key: call.option(Self.key)?.text,
      dialect: try StatedDialect(statedIn: call),
      tolerance: Tolerance(
        isLenient: call.has(Self.lenient), skipsBadLines: call.has(Self.skipBadLines)),
      waits: call.has(Self.wait), limit: try Self.limit(call), follows: call.has(Self.follow),
      others: call.arguments.dropFirst().map(\.text), form: try Self.form(call))
    shape = try Shape(statedIn: call)
  }

  private static func form(_ call: Invocation) throws(CommandError) -> ConcatenatedTable.Form? {
    guard let word = call.option(form) else { return nil }
    if let form = ConcatenatedTable.Form(rawValue: word.text) { return form }
    throw CommandError(
      .badValue(word.text, argument: "form", expected: "sections or rows"), at: word.range)
  }

  private static func limit(_ call: Invocation) throws(CommandError) -> Int? {
    guard let word = call.option(limit) else { return nil }
    if let bytes = ByteCount.read(word.text) { return bytes }
    throw CommandError(
      .badValue(word.text, argument: "size", expected: "bytes, or a number with K, M, G or T"),
      at: word.range)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let derived = workspace.levels.compactMap(\.derivedWords)
    let notices =
      workspace.abandonment()
      + derived.map { "\($0) went with the table; 'undo' brings all of it back" }
    let usual = workspace.preferences.showsColumns
    if isGrid { workspace.preferences.showsColumns = true }
    let output = try workspace.open(
      path: file.text, options: options, shape: shape, at: file.range
    ).with(notices)
    workspace.preferences.showsColumns = usual
    guard isGrid, workspace.levels.last?.look.columns == nil else { return output }
    return output.with(["--columns: no rows here are plain, so that there is no grid"])
  }
}

/// `close`: closes the table.
struct CloseCommand: ShelfCommand {
  static let declaration = Command(
    "close", .open, "close the table",
    examples: [
      .init("close", "close what is open"),
      .init("close; open Datasets/rows.json", "close it and open another"),
    ],
    related: ["open"], needs: .nothing, effect: .change)

  init(_ call: Invocation) {}

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let shown = try workspace.current()
    let name = workspace.levels.first?.title ?? shown.title
    let notices = workspace.abandonment()
    workspace.levels = []
    workspace.memory.forgetTable()
    return Output("closed \(name)").with(notices)
  }
}

/// `datasets`: lists the bundled datasets.
struct DatasetsCommand: ShelfCommand {
  static let declaration = Command(
    "datasets", .open, "list the bundled datasets",
    examples: [
      .init("datasets", "list them"),
      .init("datasets; open filmstrip.json", "list them and open one by its name"),
    ],
    related: ["open"], needs: .nothing)

  init(_ call: Invocation) {}

  func run(in workspace: inout Workspace) -> Output {
    guard let bundled = workspace.environment.datasets() else {
      return Output("no bundled datasets were found; open any file with 'open FILE'")
    }
    let summaries = Dictionary(uniqueKeysWithValues: BundledDatasets.summaries)
    return Output(
      bundled.names.map { name in
        let blanks = String(repeating: " ", count: max(2, 18 - name.count))
        return name + blanks + (summaries[name] ?? "")
      }.joined(separator: "\n"))
  }
}
