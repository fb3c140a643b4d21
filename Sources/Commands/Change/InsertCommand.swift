import Arranging
import CommandLanguage
import Documents
import Saving
import TableModel
import Workspaces

/// `insert`: puts an item, a row or a section into the data.
struct InsertCommand: ShelfCommand {
  static let declaration = Command(
    "insert", .change, "insert an item, a row or a section",
    parameters: [
      Parameter("ADDRESS", .address), Parameter("JSON", .text, optional: true),
    ],
    options: CommandOption.halves,
    discussion: """
      The address is the place after the insertion. An item or a plain row is any JSON value; \
      `{"title": "New", "items": [...]}` or a list is a row of items where rows are such; \
      `{"title": "New", "rows": [...]}` is a section; both keep their other fields, and their lists \
      may have the names that they have in the document. JSON has no dates: where one is meant, write \
      `CAST("2024-05-01", "NSDate")`, as in predicates. The file is not touched: edits lie over \
      it, `undo` takes them back.
      The table is told, so cells of rows that stay are moved and not asked for again. With \
      --only-table or --only-data one half is left out, which a table view does not forgive.
      """,
    examples: [
      .init("insert 0.0.1 {\"Title\": \"Late news\", \"Views\": 7}", "an item"),
      .init("insert 0.3 {\"title\": \"New\"}; view", "a plain row", on: "rows.json"),
      .init("insert 1 {\"title\": \"Local\", \"items\": [{\"Title\": \"Fair\"}]}", "a section"),
    ],
    errors: [
      .refusedUpdate: "the counts do not add up, with what they are",
      .impossible: "--only-data and --only-table together, or a change that can't be made here",
    ],
    related: ["delete", "move", "update", "batch"], needs: .everything, effect: .change)

  private let place: ChangePlace
  /// What is inserted; nil for what the table has for it.
  private let value: Value?
  private let halves: ChangeHalves

  init(_ call: Invocation) throws(CommandError) {
    place = ChangePlace(try call.required(0))
    let typed = TypedText(call.rest(from: 1))
    let (named, json) = ChangeHalves.split(typed.text)
    value = json.isEmpty ? nil : ValueReader.value(of: json)
    if value == nil, !json.isEmpty {
      throw CommandError(
        .badValue(
          json, argument: "value",
          expected: "JSON, {\"name\": \"New\"} for example, or CAST(\"2024-05-01\", \"NSDate\")"),
        at: typed.range)
    }
    halves = try ChangeHalves(call, behind: named)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let place = try place.goal(in: workspace)
    let part = try PartReader(of: try workspace.current(), at: place).part(value, at: place)
    return try halves.make([.insert(part, at: place)], verb: "inserted", in: &workspace)
  }
}

/// Turns a value read from JSON into the part to insert, depending on what surrounds its place.
private struct PartReader {
  /// Whether rows at the place are strips; false where there is nothing to tell by.
  private let rowsAreStrips: Bool
  /// What is inserted when nothing is said.
  private let standard: Value
  private let shape: Shape

  init(of level: Level, at place: Address) {
    let section = min(place.section, max(0, level.presenter.sectionCount - 1))
    shape = level.shaped.shape
    let isEmpty = level.presenter.rowCount(inSection: section) == 0
    rowsAreStrips =
      level.presenter.itemCount(inRow: Address(section, 0)) != nil
      || isEmpty && (shape.items != nil || shape.rows == nil)
    standard = level.presenter.standardRecord(like: place)
  }

  func part(_ value: Value?, at place: Address) throws(CommandError) -> NewPart {
    if place.item != nil { return .item(value ?? standard) }
    if place.row != nil { return .row(value.map(row) ?? standardRow) }
    return try section(value)
  }

  private var standardRow: NewRow {
    rowsAreStrips ? NewRow(title: "New row", .items([])) : NewRow(.record(standard))
  }

  /// Where rows are strips, a record with a list of items is one, and so is a list.
  private func row(_ value: Value) -> NewRow {
    guard rowsAreStrips else { return NewRow(.record(value)) }
    if let record = value.record,
      let (items, fields) = Self.list(of: record, at: shape.items, or: "items")
    {
      return NewRow(title: title(of: record), .items(items), fields: fields)
    }
    if let items = value.array { return NewRow(.items(items)) }
    return NewRow(.record(value))
  }

  /// A record gives its title and its rows, or the items of its only row; a list gives the rows.
  private func section(_ value: Value?) throws(CommandError) -> NewPart {
    guard let value else { return .section(title: "New section", rows: []) }
    guard let record = value.record else {
      return .section(title: nil, rows: (value.array ?? [value]).map(row))
    }
    let title = title(of: record)
    let isOneRow = shape.rows == nil
    if let (rows, fields) = Self.list(of: record, at: rowsPath, or: "rows") {
      return .section(title: title, rows: rows.map(row), fields: fields)
    }
    if let (items, fields) = Self.list(of: record, at: isOneRow ? shape.items : nil, or: "items") {
      return .section(title: title, rows: [NewRow(.items(items))], fields: fields)
    }
    // Sections that are dictionaries of rows have no names for lists.
    if shape.sections != nil, shape.rows == .itself, record["title"] == nil {
      let rows = record.fields.map { NewRow(title: $0.key, .record($0.value)) }
      return .section(title: nil, rows: rows)
    }
    return .section(title: title, rows: [], fields: record)
  }

  /// Where the rows of a section stand in it.
  private var rowsPath: FieldPath? { shape.sections == nil ? nil : shape.rows }

  private func title(of record: Record) -> String? {
    TitleRule(path: shape.title).title(of: .record(record), key: nil)
  }

  /// The list that a record holds, under its name in the document or the usual one, and the fields
  /// with a list in its place or without it.
  private static func list(
    of record: Record, at path: FieldPath?, or usual: String
  ) -> (elements: [Value], fields: Record)? {
    if let path, !path.steps.isEmpty, let elements = Value.record(record)[path: path]?.array {
      return (elements, record)
    }
    guard let elements = record[usual]?.array else { return nil }
    var fields = record
    fields[usual] = nil
    return (elements, fields)
  }
}

extension Presenter {
  /// A record to insert when none is given: a text where texts stand, and the reuse identifier
  /// of the record that is at the place now.
  fileprivate func standardRecord(like place: Address) -> Value {
    guard case .key(let key)? = textPath?.steps.first, textPath?.steps.count == 1 else {
      return .string("new")
    }
    var record = Record([(key, .string("new"))])
    if case .path(let path) = look.fields[.identifier], case .key(let name)? = path.steps.first,
      path.steps.count == 1, name != key
    {
      let there = (try? source.value(at: place)) ?? nil
      let kind =
        there?[path: path] ?? (try? source.value(at: Address(place.section, 0)))??[path: path]
      record[name] = kind
    }
    return .record(record)
  }

  private var textPath: FieldPath? {
    switch look.fields[.text] {
    case .path(let path): path
    case .some(.none): nil
    case nil: roles.text
    }
  }
}
