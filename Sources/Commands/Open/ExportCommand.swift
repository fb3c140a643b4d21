import Arranging
import CommandLanguage
import Documents
import Opening
import PredicateLanguage
import Rendering
import Results
import Saving
import TableModel
import Workspaces

/// `export`: writes what is shown to a file.
struct ExportCommand: ShelfCommand {
  private static let format = CommandOption(
    "format", Parameter("NAME", .choice(forms(of: .all).map(\.word))),
    "the format, when the file's name does not say")

  private static let keys = CommandOption(
    "keys", Parameter("NAME", .text), "a name for a first field with the key of each record")

  private static let with = CommandOption(
    "with", Parameter("KEYS", .text),
    "keys of what stands around the records, with commas between, as first fields")

  private static let safeCSV = CommandOption(
    "safe-csv", nil, "keep spreadsheets from taking texts for formulas")

  static let declaration = Command(
    "export", .open, "write what is shown to a file",
    parameters: [Parameter("FILE", .file(.new))],
    options: [format, .force, keys, with, safeCSV],
    discussion: """
      Writes the records that are shown (after filters, in the order shown) as json, ndjson, \
      csv, tsv or plist, or the viewport as text or as a picture: svg is a drawing, html a page that can be \
      read, searched and heard; both are light or dark as the reader prefers and need nothing \
      beside them. `session` is a page that plays what was done since the program began, pass by \
      pass, in a browser. `-` writes to standard output. Files are written atomically.

      The records are written as they are in the data. In a dictionary the key of a record is \
      not part of it, so no field is made of it unless it is named: `--keys country` puts it \
      first, as `country`. For a record in a list it is the title of the list around it. Where \
      records have keys and no name is given, a note says so. `--with name,$section.title` puts \
      fields of the row, the section or the document around each record before its own. In csv and tsv the \
      columns are the fields of all records in order of first appearance, or those of a grid whose \
      columns were chosen by their keys; what is not a record goes in a column of its own, \
      `value`. Data is written in base64, dates as text, null as nothing in csv and a text that looks like a \
      number in quotes. A note counts infinity and "not a number", which become null in json, and \
      lists and records, which become text in csv.

      Characters that hide, or act on a terminal, are written as the format's own escapes in json, \
      ndjson and plist (`\\u202e`, `&#x202E;`), so the data is the same and nothing acts. csv has \
      no escapes and carries every byte as it is; on a terminal `export -` refuses records with \
      such characters, and `--force` shows them nevertheless. `--safe-csv` puts an apostrophe \
      before texts that begin with `=`, `+`, `-`, `@`, a tab or a line break, which a spreadsheet \
      would run as a formula; numbers stay numbers. Under --json `export -` answers with the lines \
      as they are: with a line feed behind each they are the export again.
      """,
    examples: [
      .init("filter Views > 40000; export - --format ndjson", "print records, one per line"),
      .init("export - --format csv", "print a table for a spreadsheet", on: "rows.json"),
      .init(
        "filter Views > 45000; export - --format csv --keys section",
        "the key of each record, first"),
      .init(
        "export - --format csv --with operator,$section.name", "with what stands around them",
        on: "api.json"),
      .init("export - --format csv --safe-csv", "a table without formulas", on: "rows.json"),
      .init("select 0.0.1; export - --format svg", "draw the viewport as a picture"),
      .init("goto 0.40; export - --format html", "the viewport as a page", on: "catalog.json"),
      .init("down 3; export session.html --format session", "the session so far, to be played"),
    ],
    errors: [
      .file: "it exists (use --force), or the folder cannot be written",
      .impossible: "an option that the format has no use for, or text that acts on a terminal",
    ],
    related: ["save", "show", "view", "record"], needs: .everything)

  /// What is exported: records in a format, or the viewport as a picture.
  enum Form {
    case records(FileFormat, FormatWriting)
    case picture(Picture)
  }

  enum Picture: String, Keyword { case text, svg, html, session }

  /// All forms that there are with some formats, by their words.
  static func forms(of formats: FileFormats) -> [(word: String, form: Form)] {
    let records = formats.list.compactMap { format in
      format.writing.map { (word: format.name, form: Form.records(format, $0)) }
    }
    return records + Picture.allCases.map { (word: $0.rawValue, form: .picture($0)) }
  }

  private let file: Word
  private let form: Form
  private let isReplacing: Bool
  /// A name for a first field with the key of each record.
  private let keyName: String?
  private let isSafe: Bool
  /// Keys of outer levels.
  private let outerKeys: Word?

  init(_ call: Invocation) throws(CommandError) { try self.init(call, among: .all) }

  /// One name: a list is most likely meant to choose the fields that are written.
  private static func keyName(_ call: Invocation) throws(CommandError) -> Word? {
    guard let word = call.option(keys), word.text.contains(",") else { return call.option(keys) }
    throw CommandError(
      .badValue(
        word.text, argument: "name for the keys of the records",
        expected: "one name; 'columns KEY KEY' chooses the fields, and --with those of outer levels"
      ),
      at: word.range)
  }

  /// - Parameter formats: those that records can be written in.
  init(_ call: Invocation, among formats: FileFormats) throws(CommandError) {
    file = try call.required(0)
    form = try call.form(Self.format, of: file, among: Self.forms(of: formats))
    isReplacing = call.has(.force)
    let keys = try Self.keyName(call)
    (keyName, isSafe) = (keys?.text, call.has(Self.safeCSV))
    outerKeys = call.option(Self.with)
    if let word = keys ?? outerKeys, case .picture(let picture) = form {
      throw CommandError(
        .impossible(
          "\(picture.rawValue) shows the viewport, which has no field for keys",
          hint: "--\((keys == nil ? Self.with : Self.keys).name) goes with "
            + Words.list(formats.writable.map(\.name))), at: word.range)
    }
    if isSafe, word != FileFormat.csv.name, word != FileFormat.tsv.name {
      throw CommandError(
        .impossible(
          "--safe-csv is about csv, and this is \(word)",
          hint: "--format csv, or a FILE that ends in .csv"), at: file.range)
    }
  }

  private var word: String {
    switch form {
    case .records(let format, _): format.name
    case .picture(let picture): picture.rawValue
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    let (file, environment) = (WrittenFile(file, isReplacing: isReplacing), workspace.environment)
    func draw(with encoder: ViewEncoder) throws(CommandError) -> Output {
      let picture = workspace.picture(of: level, withChrome: true)
      return try file.write(encoder.encode(picture), in: environment)
    }
    switch form {
    case .picture(.text):
      let text = workspace.picture().map { $0.text + "\n" }.joined()
      return try file.write(text, in: environment)
    case .picture(.session):
      return .next(.record(.film(file: file.file.text, replacing: isReplacing)))
    case .picture(.svg): return try draw(with: .svg)
    case .picture(.html): return try draw(with: .html)
    case .records(let format, let writing):
      // A table of fields is written as it is seen, where somebody has chosen its columns.
      let chosen = level.look.columns.flatMap { $0.origin == .keys ? $0.columns : nil }
      let source = ExportedRecords(
        table: level.shown,
        added: try AddedFields(keyName: keyName, list: outerKeys, in: workspace),
        columns: writing.needsColumns ? chosen : nil,
        header: level.document.headerKeys,
        hasAllColumns: level.answer?.table.columns.map(\.name) == chosen?.map(\.title),
        environment: environment)
      let output = try write(source, by: writing, to: file)
      if !isReplacing { try environment.check(output, of: format, at: self.file.range) }
      return output
    }
  }

  private func write(
    _ source: ExportedRecords, by writing: FormatWriting, to file: WrittenFile
  ) throws(CommandError) -> Output {
    var remarks = source.added.notices
    if source.columns != nil, !source.hasAllColumns {
      remarks.append("the columns of the grid are written; 'columns off' writes all fields")
    }
    var output = try file.write(in: source.environment) { take in
      if try keyName == nil && RecordKeyReader.hasKeys(source.table) {
        remarks.append("the keys of the records are not written; --keys NAME makes a field of them")
      }
      var fields = RecordFields(adding: source.added.names)
      if writing.needsColumns { fields = try source.taking(fields) }
      let writer = try writing.records(RecordWriting(columns: fields.columns, isSafe: isSafe))
      remarks += try source.write(fields, with: writer, take)
    }
    if !remarks.isEmpty { output.notices = [remarks.joined(separator: "; ")] }
    return output
  }

}

extension Environment {
  /// Where a format can't escape what acts on a terminal it is refused there, and goes as it is to
  /// files and other programs.
  func check(_ output: Output, of format: FileFormat, at place: Range<Int>) throws(CommandError) {
    guard printsToTerminal, format.writing?.hasEscapes == false,
      output.document?.actsOnTerminal == true
    else { return }
    throw CommandError(
      .impossible(
        "the records hold control characters, which \(format.name.uppercased()) writes as they are",
        hint: "write to a file or into a pipe, or --force shows them on the terminal"),
      at: place)
  }
}

/// The records that are shown, on their way into a file.
private struct ExportedRecords {
  let table: ArrangedTable
  let added: AddedFields
  /// The columns that are written in the place of all fields; nil for those.
  let columns: [GridColumn]?
  /// The columns that the document names.
  let header: [String]
  /// True where these are all fields, as they are in a result until somebody chooses others.
  let hasAllColumns: Bool
  let environment: Environment

  /// Writes the records as records with fields.
  ///
  /// - Returns: what the format could not hold, in words.
  func write(
    _ fields: RecordFields, with writer: some RecordListWriter, _ take: ([UInt8]) throws -> Void
  ) throws -> [String] {
    // Without columns or added fields values stand as they are.
    let isPlain = fields.columns.isEmpty
    var around = added.reader(of: table)
    var row = columns.map { ColumnValues($0, of: table) }
    return try environment.write(table, with: writer, take) { address, value throws(DataError) in
      if isPlain { return value }
      let value = try row?.record(of: value, at: address) ?? value
      return try fields.record(of: value, adding: try around.values(at: address))
    }
  }

  /// How many records show which columns there are where none is written.
  private static let sample = 10_000

  /// Adds the fields of all records.
  func taking(_ fields: RecordFields) throws(DataError) -> RecordFields {
    var fields = fields
    if let columns {
      fields.take(.record(Record(columns.map { ($0.title, .null) })))
      // Values that are not records get a column of their own, as in every export.
      if columns.contains(where: { $0.path == .itself }) { return fields }
    }
    let counting = environment.counting(table)
    var count = 0
    try table.scan { _, value throws(DataError) in
      if columns == nil || value.record == nil { fields.take(value) }
      count += 1
      try counting(count)
      return true
    }
    if count == 0 {
      // Where no record is left, the columns are those of the first ones.
      fields.take(.record(Record(header.map { ($0, .null) })))
      try environment.takeFields(of: table.base, most: Self.sample, into: &fields)
    }
    return fields
  }
}

/// The values of records in the columns of a grid.
private struct ColumnValues {
  private let columns: [GridColumn]
  private let outer: [Int]
  private var around: ShownSurroundings

  init(_ columns: [GridColumn], of table: ArrangedTable) {
    self.columns = columns
    outer = columns.indices.filter { OuterLevel(at: columns[$0].path) != nil }
    around = ShownSurroundings(of: table, for: outer.map { columns[$0].path })
  }

  /// A record as one with the columns for fields. What is no record stays what it is, unless a column
  /// shows it.
  mutating func record(of value: Value, at address: Address) throws(DataError) -> Value {
    if value.record == nil, !columns.contains(where: { $0.path == .itself }) { return value }
    let outside = outer.isEmpty ? [] : try around.values(at: address)
    var fields: [(String, Value)] = []
    for (index, column) in columns.enumerated() {
      let found =
        if let place = outer.firstIndex(of: index) { outside[place] } else {
          value[path: column.path]
        }
      if let found { fields.append((column.title, found)) }
    }
    return .record(Record(fields))
  }
}

/// Fields that an export writes before those of the records: their keys, and what stands around
/// them.
struct AddedFields {
  /// The names of all of them, the one for keys first.
  private(set) var names: [String] = []
  /// True where the first name is one for the keys of the records.
  private let hasKeys: Bool
  /// The fields around the records, in the order of their names.
  private var paths: [FieldPath] = []
  /// What is to be said of the fields.
  private(set) var notices: [String] = []

  /// - Parameters:
  ///   - keyName: a name for a field with the keys of the records; nil for none.
  ///   - list: the keys of outer levels, separated by commas; nil for none.
  /// - Throws: `unknownKey` for a key that no level has.
  init(keyName: String?, list: Word?, in workspace: Workspace) throws(CommandError) {
    hasKeys = keyName != nil
    names = [keyName].compactMap(\.self)
    guard let list else { return }
    for piece in list.text.pieces(between: ",") {
      let name = piece.drop { $0.isWhitespace }
      guard !name.isEmpty else {
        throw CommandError(
          .badValue(list.text, argument: "list of keys", expected: "KEY,KEY"), at: list.range)
      }
      let asked = try workspace.questions.shownField(Word(plain: String(name), at: list.range))
      notices += asked.notices
      guard asked.level != nil else {
        notices.append("\(asked.path) is a field of the records, which have it anyway")
        continue
      }
      names.append(String(name))
      paths.append(asked.path)
    }
  }

  /// Reads the fields of one record after the other; what stands around many is read once.
  func reader(of table: ArrangedTable) -> Reader {
    Reader(
      keys: hasKeys ? RecordKeyReader(table) : nil,
      around: ShownSurroundings(of: table, for: paths))
  }

  struct Reader {
    fileprivate var keys: RecordKeyReader?
    fileprivate var around: ShownSurroundings

    mutating func values(at address: Address) throws(DataError) -> [Value] {
      let outer = try around.values(at: address).map { $0 ?? .null }
      guard keys != nil else { return outer }
      return [try keys?.key(of: address).map(Value.string) ?? .null] + outer
    }
  }
}
