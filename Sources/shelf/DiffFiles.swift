import ArgumentParser
import CommandLanguage
import Commands
import Differences
import Documents
import Files
import ManyFiles
import Opening
import PredicateLanguage
import Rendering
import ShellCore
import TableModel
import Workspaces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `shelf diff A B`: says what two files differ in.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Say what two files differ in, at every level.",
    discussion: """
      Compares two documents as data, whatever their formats, and prints a line for each difference: + \
      added, - removed, > moved, ~ changed, with its place in the table, or its path beside the table. \
      Records are matched by --id, else by the key that is unique and has most values in common, else by their \
      places; a note on standard error says by which. With --json the JSON patch (RFC 6902) that makes B of A is \
      printed, and nothing else.

      The exit status is 0 when the documents are the same as data, 1 when they differ, 2 for wrong \
      usage, and 3 when a file could not be read or compared.
      """)

  @Argument(help: "The older file; - for data from standard input.", completion: .file())
  var old: String

  @Argument(help: "The newer file; - for data from standard input.", completion: .file())
  var new: String

  @Flag(help: "Print the JSON patch (RFC 6902) that makes the newer document of the older one.")
  var json = false

  @Option(help: "The key that names records.")
  var id: String?

  @Option(
    help: "Only differences of some kinds: added,removed,moved,changed.",
    completion: .list(Change.Kind.allCases.map(\.rawValue)))
  var only: String?

  @Option(
    help: "Take both files for this format.", completion: .list(ProgramOption.format.choices))
  var format: String?

  @Option(help: "The table or view of databases.")
  var table: String?

  @Option(help: "When to use colours; auto without it.")
  var color: ColorChoice?

  @Option(help: "Characters for marks in messages: unicode or ascii; unicode without it.")
  var charset: Charset?

  func validate() throws {
    if old == "-", new == "-" { throw ValidationError("only one file can be standard input") }
    if let id, FieldPath(parsing: id) == nil {
      throw ValidationError("--id must be a key such as a.b or `odd key`, not '\(id)'")
    }
    if json, only != nil {
      throw ValidationError("--only leaves out differences, and a JSON patch needs all of them")
    }
    for word in kindWords where Change.Kind(rawValue: word) == nil {
      let known = Change.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--only must be some of \(known), not '\(word)'")
    }
  }

  private var kindWords: [String] {
    only.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
  }

  func run() throws {
    var options = LaunchOptions()
    options.color = color
    options.charset = charset
    options.open = OpenOptions(format: format, table: table)
    do {
      let launch = Launch(try options.filled())
      let kinds = kindWords.compactMap(Change.Kind.init(rawValue:))
      let asked = Launch.AskedDifferences(
        identity: id.flatMap { FieldPath(parsing: $0) },
        kinds: kinds.isEmpty ? Change.Kind.allCases : kinds, isPatch: json)
      throw ExitCode(launch.runDiff(old, new, asked))
    } catch let error as UsageError {
      StandardError.write(error.text)
      throw ExitCode(ExitStatus.usage)
    }
  }
}

extension Launch {
  /// What is asked for of two files.
  struct AskedDifferences {
    var identity: FieldPath?
    var kinds: [Change.Kind]
    var isPatch: Bool
  }

  /// `shelf diff A B`: prints what two files differ in.
  ///
  /// - Returns: the exit status: 0 for nothing, 1 for something, 3 for files that can't be compared.
  func runDiff(_ old: String, _ new: String, _ asked: AskedDifferences) -> Int32 {
    let interpreter = makeInterpreter()
    let environment = interpreter.session.environment
    var status = ExitStatus.success
    do throws(DataError) {
      let isPlain = options.charset == .ascii
      try Mark.plain(isPlain) { () throws(DataError) in
        let found = try progress(environment) { () throws(DataError) in
          let first = try openedForDiff(old, environment)
          return try DocumentDifferences(
            first, try openedForDiff(new, environment), identity: asked.identity,
            bytes: sizes(old, new, environment), in: environment)
        }
        if !found.changes.isEmpty { status = Self.documentsDiffer }
        try show(found, asked, in: interpreter)
      }
    } catch {
      results.flush()
      if error != .cancelled { report(error, interpreter) }
      status = error == .cancelled ? ExitStatus.interrupted : ExitStatus.dataNotOpened
    }
    results.flush()
    if let ending = SignalState.exitStatus { return ending }
    if let failure = results.failure {
      StandardError.write("error: cannot write the results: \(failure)\n")
      return ExitStatus.dataNotOpened
    }
    return status
  }

  private static let documentsDiffer: Int32 = 1

  private func report(_ error: DataError, _ interpreter: Interpreter) {
    interpreter.report(
      Diagnostic(CommandError(error), in: SourceLine(text: ""), isTyped: false))
  }

  private func openedForDiff(_ name: String, _ environment: Environment)
    throws(DataError) -> DocumentDifferences.Shown
  {
    let path = name == "-" ? Environment.standardInput : PostgresAddress.hidingPasswords(in: name)
    guard PostgresAddress.recognizes(path) || !FileList.isSeveral(path) else {
      throw .unreadable(file: path, reason: "two files are compared, and this stands for several")
    }
    var options = options.open
    // A table is that of a database, and the other file need not be one.
    if FileFormats.all.fileFormat(of: path) == nil { options.table = nil }
    let document = try environment.open(path, options)
    return (document, try document.table(shape: nil).source)
  }

  private func sizes(_ old: String, _ new: String, _ environment: Environment) -> Int? {
    guard let first = environment.stamp(old)?.size, let second = environment.stamp(new)?.size else {
      return nil
    }
    return first + second
  }

  private func progress<Result>(
    _ environment: Environment, _ work: () throws(DataError) -> Result
  ) throws(DataError) -> Result {
    guard isatty(2) == 1 else { return try work() }
    return try ProgressLine.onTerminal(environment.meter).during("diff", work)
  }

  private func show(
    _ found: DocumentDifferences, _ asked: AskedDifferences, in interpreter: Interpreter
  ) throws(DataError) {
    for note in found.notes { interpreter.tell(note) }
    let results = results
    if asked.isPatch {
      let losses = try found.writePatch { results.write(String(decoding: $0, as: UTF8.self)) }
      for loss in losses { interpreter.tell(loss) }
      return
    }
    for change in found.changes where asked.kinds.contains(change.kind) {
      let line = StyledLine(
        DisplaySafe.line(try found.words.line(of: change)), change.kind.style)
      interpreter.console.result([line])
      if results.isClosed || SignalState.shouldStop { return }
    }
    interpreter.tell(found.summary)
  }
}

extension Change.Kind {
  /// The colour of its lines on a terminal.
  fileprivate var style: TextStyle {
    switch self {
    case .added: TextStyle(.success)
    case .removed: TextStyle(.error)
    case .moved: TextStyle(.accent)
    case .changed: TextStyle(.warning)
    }
  }
}
