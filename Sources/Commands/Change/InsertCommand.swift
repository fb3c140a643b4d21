import Arranging
import Saving
import TableModel

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
      `{"title": "New", "rows": [...]}` is a section. JSON has no dates: where one is meant, write \
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
    let part = PartReader(of: try workspace.current(), at: place).part(value, at: place)
    return try halves.make([.insert(part, at: place)], verb: "inserted", in: &workspace)
  }
}

/// Turns a value read from JSON into the part to insert, depending on what surrounds its place.
private struct PartReader {
  /// Whether rows at the place are strips; false where there is nothing to tell by.
  private let rowsAreStrips: Bool
  /// What is inserted when nothing is said.
  private let standard: Value

  init(of level: Level, at place: Address) {
    let section = min(place.section, max(0, level.presenter.sectionCount - 1))
    rowsAreStrips = level.presenter.itemCount(inRow: Address(section, 0)) != nil
    standard = level.presenter.standardRecord(like: place)
  }

  func part(_ value: Value?, at place: Address) -> NewPart {
    if place.item != nil { return .item(value ?? standard) }
    if place.row != nil { return .row(value.map(row) ?? standardRow) }
    return section(value)
  }

  private var standardRow: NewRow {
    rowsAreStrips ? NewRow(title: "New row", .items([])) : NewRow(.record(standard))
  }

  /// A record with `items` is a strip; so is a list where rows are strips.
  private func row(_ value: Value) -> NewRow {
    if let record = value.record, let items = record["items"]?.array {
      return NewRow(title: record["title"]?.plainText, .items(items))
    }
    if rowsAreStrips, let items = value.array { return NewRow(.items(items)) }
    return NewRow(.record(value))
  }

  /// A record gives its title and its rows, or the items of its only row; a list gives the rows.
  private func section(_ value: Value?) -> NewPart {
    guard let value else { return .section(title: "New section", rows: []) }
    guard let record = value.record else {
      return .section(title: nil, rows: (value.array ?? [value]).map(row))
    }
    let title = record["title"]?.plainText
    if let items = record["items"]?.array {
      return .section(title: title, rows: [NewRow(.items(items))])
    }
    return .section(title: title, rows: (record["rows"]?.array ?? []).map(row))
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
