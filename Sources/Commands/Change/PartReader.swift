import DataSources
import TableModel

/// Turns a value read from JSON into the part to insert, depending on what surrounds its place.
struct PartReader {
  /// Whether rows at the place are strips; false where nothing tells.
  var rowsAreStrips: Bool
  /// What is inserted when nothing is said.
  var standard: Value

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

extension Value {
  /// Reads JSON; nil for anything else.
  init?(json text: String) {
    let bytes = Array(text.utf8)
    guard
      let document = try? DocumentOpener.open(bytes: bytes, name: "value", format: .json),
      let value = (document as? ValueDocument)?.value
    else { return nil }
    self = value
  }
}
