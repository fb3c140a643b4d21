import Arranging
import Asking
import CommandLanguage
import Documents
import PredicateLanguage
import Rendering
import TableModel
import Workspaces

/// `copy`: the focused record, one of its fields, or where that stands in the document, as text.
struct CopyCommand: ShelfCommand {
  enum Form: String, Keyword { case value, record, path, jq }

  private static let file = CommandOption(
    "to", Parameter("FILE", .file(.new)), "write the text to a file")

  static let declaration = Command(
    "copy", .choose, "give out a value or its place in the document, to be pasted",
    parameters: [
      Parameter("value|record|path|jq", .choice(of: Form.self)),
      Parameter("KEY", .key, optional: true, after: Form.value, Form.path, Form.jq),
    ],
    options: [file, .force, .json],
    discussion: """
      `copy value KEY` prints a field of the focused record: a text as it is, without quotes, a record or \
      a list as JSON. Without a KEY it is the field that the cell shows as its text; `SELF` is the record \
      itself, which `copy record` prints as JSON, as `show` does. `copy path` prints where the field stands \
      in the document, from its root, and `copy jq` the same as a filter of jq, which finds the \
      value in the file: filters, orders, groups and pushed tables lead to the record's own \
      place. With `--to FILE` the text goes to a file, with a line break behind it. In `browse` it goes to the clipboard.

      Lines of results, derived keys and the records of databases stand in no document, and have \
      no path. Unsaved edits are in no file: a note says where they make a difference.
      """,
    examples: [
      .init("copy value", "the text of the focused cell"),
      .init("goto 0.0.3; copy record", "a whole record, as JSON"),
      .init("sort by Title; copy path Views", "where a field stands in the document"),
      .init("goto 0.0.2; push; copy jq", "from a pushed table, as a filter of jq"),
    ],
    errors: [
      .noSuchPlace: "the record has no such key",
      .impossible: "what is shown stands in no document",
      .file: "FILE can't be written",
    ],
    related: ["show", "export", "push"])

  private let form: Form
  private let key: Word?
  private let file: WrittenFile?
  private let isForMachines: Bool
  private let line: Range<Int>

  init(_ call: Invocation) throws(CommandError) {
    guard let form = try call.keyword(Form.self, argument: "form") else {
      throw CommandError(
        .missingArgument(Words.choice(Form.words), usage: Self.declaration.usage), at: call.range)
    }
    self.form = form
    key = call[1]
    file = call.option(Self.file).map { WrittenFile($0, isReplacing: call.has(.force)) }
    isForMachines = call.has(.json)
    line = call.range
    if call.has(.force), file == nil {
      throw CommandError(
        .impossible("--force replaces a file, and none is named", hint: "--to FILE names one"),
        at: line)
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let place = try workspace.place(nil)
    let (asked, said) = try askedField(in: workspace)
    let (value, field) = try self.value(of: asked, at: place, in: workspace)
    var notices = said
    let text: String
    switch form {
    case .value: text = Self.text(of: value)
    case .record: text = JSONWriter.text(of: value, layout: .pretty)
    case .path, .jq:
      let found = try DocumentPath(to: place, field, in: workspace)
      text = form == .jq ? found.path.jq ?? "" : found.path.description
      notices += try remarks(on: found, in: workspace)
    }
    if let file { return try file.write(text + "\n", in: workspace.environment).with(notices) }
    let json = answer(text, value, field, at: place)
    if isForMachines { return Output(lines: [], json: [json]).with(notices) }
    var output = Output(verbatim: text)
    (output.json, output.clipboard) = ([json], text)
    if text.actsOnTerminal {
      notices.append("what acts on a terminal is shown as signs; --to FILE writes it as it is")
    }
    return output.with(notices)
  }

  // MARK: What is copied

  /// The field that is meant, and what is to be said of its key.
  private func askedField(in workspace: Workspace) throws(CommandError) -> (FieldPath, [String]) {
    if form == .record { return (.itself, []) }
    guard let key else { return (try workspace.current().textField ?? .itself, []) }
    let field = try workspace.questions.shownField(key)
    return (field.path, field.notices)
  }

  /// The value of a field, and where it is; that of the whole record where nobody has named a field
  /// and the record has none that cells show.
  private func value(
    of field: FieldPath, at place: Address, in workspace: Workspace
  ) throws(CommandError) -> (Value, FieldPath) {
    let level = try workspace.current()
    let record = try reading { () throws(DataError) in
      if let outer = OuterLevel(at: field) {
        return try level.shown.outerRecord(outer, around: place).map {
          ($0, FieldPath(Array(field.steps.dropFirst())))
        }
      }
      return try level.ownValue(at: place).map { ($0, field) }
    }
    if let (value, path) = record {
      if let found = value[path: path] { return (found, field) }
      if key == nil { return (value, .itself) }
    }
    throw CommandError(
      .noSuchPlace(
        "\(place) \(field)", explanation: "the record has no such key",
        nearest: Spelling.matches(for: "\(field)", among: record?.0.record?.keys ?? [])),
      at: key?.range ?? line)
  }

  /// A value as somebody would type it: nothing around a text, JSON for all that has parts.
  private static func text(of value: Value) -> String {
    switch value {
    case .string, .date, .number, .bool, .null: return value.plainText
    case .data:
      return String(JSONWriter.text(of: value).dropFirst().dropLast())
    case .array, .record: return JSONWriter.text(of: value, layout: .pretty)
    }
  }

  private func remarks(on found: DocumentPath, in workspace: Workspace) throws(CommandError)
    -> [String]
  {
    var remarks: [String] = []
    if found.isEdited {
      remarks.append("there are edits: until 'save' the file may have something else there")
    }
    let format = try workspace.documentLevel().document.format
    if form == .jq {
      if format == "NDJSON" {
        remarks.append("jq reads this file as one list with --slurp")
      } else if format != "JSON" {
        remarks.append("jq reads JSON, in which 'save FILE.json' writes this document")
      }
    }
    return remarks
  }

  private func answer(_ text: String, _ value: Value, _ field: FieldPath, at place: Address)
    -> String
  {
    var answer = Record()
    answer["schema"] = .string("shelf.copy.1")
    answer["form"] = .string(form.rawValue)
    answer["address"] = .string(place.description)
    answer["key"] = form == .record ? .null : .string(field.description)
    answer["text"] = .string(text)
    answer["value"] = value
    return JSONWriter.text(of: .record(answer), layout: .spaced)
  }
}

extension Level {
  /// The field that cells show as their text; nil where they show none.
  fileprivate var textField: FieldPath? {
    switch look.fields[.text] {
    case .path(let path): path
    case .some(.none): nil
    case nil: presenter.roles.text
    }
  }
}
