import Arranging
import Documents
import SQLiteSource
import Saving
import TableModel

/// `save`: writes the document with its changes to a file.
struct SaveCommand: ShelfCommand {
  /// The formats that hold a table, not only what is shown of it.
  private static let format = CommandOption.format(
    FileFormats.all.savable, "the format, when the file's name does not say")

  private static let pushed = CommandOption(
    "pushed", nil, "only the value that was pushed, not the whole document")

  static let declaration = Command(
    "save", .open, "save the table with its changes to a file",
    parameters: [Parameter("FILE", .file(.new))],
    options: [format, .force, pushed],
    discussion: """
      Writes the document with what was inserted, deleted, moved and updated, at the places where \
      that was done, inside pushed values as well. All else stays what it is: lists are lists, dictionaries have their keys in \
      their order, what is beside the table and the fields of sections and rows are kept, and \
      numbers keep their text. Filters, sorting and grouping change what is shown, not what is \
      saved, and a note says so; `export` writes what is shown. What has no place in the document \
      is reported as well: titles in lists that name nothing, null in a property list. Edits that \
      don't fit the document at all, such as a second section where the document is the only \
      one, are saved as sections, rows and items under these names. A table of a database \
      becomes a list of its records. JSON and property lists hold any table, NDJSON a \
      list of plain rows. The file is written whole or not at all, and what is open stays open.
      """,
    examples: [
      .init(
        "update 0.0 colour=teal; delete 0.2; save - --format ndjson", "the rows as JSON",
        on: "rows.json"),
      .init(
        "delete 0.0.0; save shorter.json; open shorter.json",
        "a dictionary of lists stays one, in another format"),
    ],
    errors: [
      .file: "it exists (use --force), or the folder cannot be written",
      .data: "the format can't hold the table, as null in a property list's list",
    ],
    related: ["export", "apply", "open"], needs: .everything)

  private let file: Word
  private let format: FileFormat
  private let isReplacing: Bool
  /// Only the value that was pushed is written.
  private let isPart: Bool
  private let line: Statement

  init(_ call: Invocation) throws(CommandError) {
    file = try call.required(0)
    let known = FileFormats.all.savable.map { (word: $0.name, form: $0) }
    format = try call.form(Self.format, of: file, among: known)
    (isReplacing, isPart) = (call.has(.force), call.has(Self.pushed))
    line = call.statement
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try workspace.asAWhole(line) { workspace throws(CommandError) in
      if !isPart { try workspace.takeEditsIntoDocument() }
      let level = isPart ? try workspace.current() : try workspace.documentLevel()
      let bytes = workspace.levels.last?.sizeOfFile
      return try save(level, about: bytes, workspace.environment)
    }
  }

  /// - Parameter bytes: how large the file will be, as far as that is known.
  private func save(
    _ level: Level, about bytes: Int?, _ environment: Environment
  ) throws(CommandError) -> Output {
    let source = level.shaped.source
    var remarks: [String] = []
    var output = try WrittenFile(file, isReplacing: isReplacing).write(in: environment) { take in
      let table = try TableWriting(of: source, checkpoint: environment.checkpoint)
      if let misfit = table.misfit {
        remarks.append("saved as a table, not as the document it was: \(misfit)")
      }
      guard let writing = format.writing else { return }
      if let document = writing.document {
        remarks += try environment.write(table, with: document(), about: bytes, take)
      } else {
        guard table.isListOfRecords else { throw noList }
        remarks += try environment.write(source, with: writing.records(RecordWriting()), take)
      }
    }
    // What was left out is in no file yet, nor is what went to a pipe or a device.
    if level.parent == nil, remarks.isEmpty, let stamp = environment.stamp(file.text) {
      let isOrigin = level.origin.map { environment.stamp($0.path) == stamp } ?? false
      level.saved.add(source.edition, replacing: isOrigin ? stamp : nil)
    }
    if let remark = level.document.savingRemark { remarks.append(remark) }
    if let words = level.unsavedTablesWords { remarks.append("the changes in " + words) }
    if let unsaved = level.arrangement.unsaved { remarks.insert(unsaved, at: 0) }
    if !remarks.isEmpty { output.notices = [remarks.joined(separator: "; ")] }
    return output
  }

  private var noList: DataError {
    let others = FileFormats.all.savable.filter { $0.writing?.document != nil }
    return .shape(
      message: "\(format.title) holds rows only, and this table has sections, items or keys",
      hint: "save it as \(Words.choice(others.map { "." + $0.name })), or 'export' its records")
  }
}

extension Environment {
  /// Writes a document.
  ///
  /// - Returns: what could not be kept, in words.
  fileprivate func write(
    _ table: TableWriting, with writer: some DocumentWriter, about bytes: Int?,
    _ take: ([UInt8]) throws -> Void
  ) throws -> [String] {
    var writer = writer
    var pieces = TextPieces(isInterrupted: isInterrupted)
    meter.begin(.bytes, of: bytes)
    let remarks = try table.write(with: &writer) { writer throws(DataError) in
      meter.add(TextPieces.wholePiece(of: writer.output))
      return try pieces.handOn(&writer.output, to: take)
    }
    try pieces.finish(&writer.output, to: take)
    return remarks + writer.losses.words
  }
}

extension Level {
  /// The size of the file that the table comes from, which is about that of the new one.
  fileprivate var sizeOfFile: Int? {
    document is SQLiteDocument ? nil : origin.flatMap { FileStamp(path: $0.path)?.size }
  }
}

extension Arrangement {
  /// What of an arrangement `save` leaves out; nil where nothing is arranged.
  fileprivate var unsaved: String? {
    var parts: [String] = []
    if !filters.isEmpty { parts.append("the filter") }
    if grouping != nil { parts.append("the grouping") }
    if !sortKeys.isEmpty || sectionOrder != nil { parts.append("the order") }
    guard let last = parts.popLast() else { return nil }
    let words = parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
    return
      "\(words) of what is shown \(parts.isEmpty ? "is" : "are") not saved: all of the data is,"
      + " in its own order"
  }
}
