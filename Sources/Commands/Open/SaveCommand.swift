import Arranging
import Asking
import CommandLanguage
import Documents
import Files
import ManyFiles
import Opening
import SQLTables
import Saving
import TableModel
import Workspaces

/// `save`: writes the document with its changes to a file.
struct SaveCommand: ShelfCommand {
  /// The formats that hold a table, not only what is shown of it.
  private static let format = CommandOption.format(
    FileFormats.all.savable, "the format, when the file's name does not say")

  private static let pushed = CommandOption(
    "pushed", nil, "only the value that was pushed, not the whole document")

  private static let asTable = CommandOption(
    "as-table", nil, "sections, rows and items, even if the document loses fields or keys by that")

  private static let overChanges = CommandOption(
    "over-changes", nil, "replace the open file even if another program changed it meanwhile")

  static let declaration = Command(
    "save", .open, "save the table with its changes to a file",
    parameters: [Parameter("FILE", .file(.new))],
    options: [format, .force, pushed, asTable, overChanges],
    discussion: """
      Writes the document with what was inserted, deleted, moved and updated, at the places where \
      that was done, inside pushed values as well. All else stays what it is: lists are lists, dictionaries have their keys in \
      their order, what is beside the table and the fields of sections and rows are kept, and \
      numbers keep their text. Filters, sorting and grouping change what is shown, not what is \
      saved, and a note says so; `export` writes what is shown. What has no place in the document \
      is reported as well: titles in lists that name nothing, null in a property list. Edits that \
      don't fit the document, such as a second section where the document is the only one, are \
      saved as sections, rows and items under these names, in the place of the table; all beside it \
      stays. Where fields or keys of sections and rows would get lost by that, nothing is written \
      unless --as-table says so. A table of a database \
      becomes a list of its records. JSON and property lists hold any table, NDJSON a \
      list of plain rows, CSV and TSV one of plain rows whose fields are scalars. Separated values keep \
      their delimiter, line breaks and header, and quotes stand where they are needed. The file is written whole or not at all, and what is open stays open. The file that is open is \
      not replaced once another program has changed it, unless --over-changes says so. Changes that \
      an open batch collects are not saved yet, and a note says so.
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
      .file: "it exists (use --force), it was changed meanwhile (--over-changes), or the folder "
        + "cannot be written",
      .data: "fields or keys would get lost (use --as-table), or the format can't hold the table, "
        + "as null in a property list's list",
    ],
    related: ["export", "apply", "open"], needs: .everything)

  private let file: Word
  private let format: FileFormat
  private let isReplacing: Bool
  /// Only the value that was pushed is written.
  private let isPart: Bool
  /// What has no place in the form that is written may get lost.
  private let isTable: Bool
  /// What another program has written into the open file may get lost.
  private let isOverChanges: Bool
  private let line: Statement

  init(_ call: Invocation) throws(CommandError) {
    file = try call.required(0)
    let known = FileFormats.all.savable.map { (word: $0.name, form: $0) }
    format = try call.form(Self.format, of: file, among: known)
    (isReplacing, isPart) = (call.has(.force), call.has(Self.pushed))
    (isTable, isOverChanges) = (call.has(Self.asTable), call.has(Self.overChanges))
    line = call.statement
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    try workspace.asAWhole(line) { workspace throws(CommandError) in
      if !isPart { try workspace.takeEditsIntoDocument() }
      let level = isPart ? try workspace.current() : try workspace.documentLevel()
      try refuseOneOfSeveral(in: workspace)
      if !isOverChanges { try refuseChangedFile(in: workspace) }
      let bytes = workspace.levels.last?.sizeOfFile
      let output = try save(level, about: bytes, workspace.environment)
      let collected = workspace.history.batch?.changes.count ?? 0
      guard collected > 0 else { return output }
      let words = Words.number(collected, "change")
      return output.with(["\(words) of the open batch not saved; 'batch commit' comes first"])
    }
  }

  /// Refuses to replace one of several files with what all of them hold.
  private func refuseOneOfSeveral(in workspace: Workspace) throws(CommandError) {
    let environment = workspace.environment
    guard isReplacing, let files = workspace.levels.first?.document as? ManyFilesDocument,
      let stamp = environment.stamp(file.text),
      files.paths.contains(where: { environment.stamp($0) == stamp })
    else { return }
    throw CommandError(
      .impossible(
        "'\(file.text)' is one of the \(files.paths.count) files that are open together",
        hint: "'save' under another name writes one file with all of them, 'export' what is shown"),
      at: file.range)
  }

  /// Refuses to replace the file that is open, as it is no longer the one that was read.
  private func refuseChangedFile(in workspace: Workspace) throws(CommandError) {
    let environment = workspace.environment
    guard isReplacing, let stamp = environment.stamp(file.text) else { return }
    for level in workspace.levels {
      guard let origin = level.origin, environment.stamp(origin.path) == stamp,
        level.hasFileChanged(environment)
      else { continue }
      throw CommandError(
        .impossible(
          "'\(file.text)' was changed by another program since it was read",
          hint: "save under another name, or 'save \(file.raw) --force --over-changes' replaces"
            + " what it holds now; '\(level.isReadAgain ? "reload" : "open")' reads it"),
        at: file.range)
    }
  }

  /// - Parameter bytes: how large the file will be, as far as that is known.
  private func save(
    _ level: Level, about bytes: Int?, _ environment: Environment
  ) throws(CommandError) -> Output {
    let source = level.data
    var remarks: [String] = []
    var output = try WrittenFile(file, isReplacing: isReplacing).write(in: environment) { take in
      let table = try TableWriting(of: source, checkpoint: environment.checkpoint)
      if let misfit = table.misfit {
        guard isTable || table.losses.isEmpty else { throw Self.loss(table.losses, misfit) }
        remarks.append("saved as a table, not as the document it was: \(misfit)")
        if !table.losses.isEmpty {
          remarks.append("left out: " + table.losses.joined(separator: ", "))
        }
      }
      guard let writing = level.document.writing(as: format) else { return }
      if let document = writing.document {
        remarks += try environment.write(table, with: document(), about: bytes, take)
      } else {
        guard table.isListOfRecords else { throw noList }
        remarks += try environment.write(
          recordsOf: source, header: level.document.headerKeys, by: writing, take)
      }
    }
    if !isReplacing { try environment.check(output, of: format, at: file.range) }
    // What was left out is in no file yet, nor is what went to a pipe or a device.
    if level.parent == nil, remarks.isEmpty, let stamp = environment.stamp(file.text) {
      let isOrigin = level.origin.map { environment.stamp($0.path) == stamp } ?? false
      level.saved.add(source.edition, replacing: isOrigin ? stamp : nil)
    }
    if let remark = level.document.savingRemark { remarks.append(remark) }
    if let words = level.unsavedTablesWords { remarks.append("the changes in " + words) }
    if !level.derived.isEmpty {
      remarks.insert("derived keys are not saved; 'export' writes them", at: 0)
    }
    if let unsaved = level.arrangement.unsaved { remarks.insert(unsaved, at: 0) }
    if !remarks.isEmpty { output.notices = [remarks.joined(separator: "; ")] }
    if format.name == FileFormat.plist.name, level.document.isPropertyListWithoutXML {
      output.notices.append("written in XML, and not as the \(level.document.format) that is open")
    }
    return output
  }

  private static func loss(_ names: [String], _ misfit: String) -> DataError {
    .shape(
      message: "the edits don't fit the document: \(misfit); as a table it would lose "
        + names.joined(separator: ", "),
      hint: "'undo' takes edits back, '--as-table' writes it without these")
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

extension Environment {
  /// Takes the fields of all records of a table, or of the first ones.
  func takeFields(
    of source: any TableSource, most: Int = .max, into fields: inout RecordFields
  ) throws(DataError) {
    let counting = counting(source)
    var count = 0
    try source.scan { _, value throws(DataError) in
      fields.take(value)
      count += 1
      try counting(count)
      return count < most
    }
  }

  /// Writes a list of records.
  ///
  /// - Parameter header: the columns that the document names, which stay where no record has them.
  /// - Returns: what could not be kept, in words.
  fileprivate func write(
    recordsOf source: any TableSource, header: [String], by writing: FormatWriting,
    _ take: ([UInt8]) throws -> Void
  ) throws -> [String] {
    var fields = RecordFields()
    if writing.needsColumns {
      fields.take(.record(Record(header.map { ($0, .null) })))
      try takeFields(of: source, into: &fields)
    }
    let records = RecordWriting(columns: fields.columns, isWhole: true)
    return try write(source, with: writing.records(records), take) { _, value throws(DataError) in
      writing.needsColumns ? try fields.record(of: value, adding: []) : value
    }
  }
}

extension Level {
  /// The size of the file that the table comes from, which is about that of the new one.
  fileprivate var sizeOfFile: Int? {
    document is DatabaseDocument ? nil : origin.flatMap { FileStamp(path: $0.path)?.size }
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
