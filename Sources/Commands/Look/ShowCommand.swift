import Arranging
import CommandLanguage
import TableModel
import Workspaces

/// `show`: a whole record.
struct ShowCommand: ShelfCommand {
  private static let all = CommandOption("all", nil, "the list below a section or a row, too")

  static let declaration = Command(
    "show", .look, "print a whole record",
    parameters: [Parameter("ADDRESS", .address, optional: true)], options: [all, .json],
    discussion: """
      Prints the record at an address, or the focused one, with every field and with \
      numbers exactly as they are in the data. Of a section or a row of items it is the record that \
      stands around them, without the list that the table shows; `--all` prints that, too. With `--json` it is the `record` of \
      an answer that says its address, too.
      """,
    examples: [
      .init("show 0.0.3", "the fourth item of the first row"),
      .init("show Science.0.-1", "the last item of a section, by its title"),
      .init("show 0", "what stands around the list of a section", on: "api.json"),
    ],
    errors: [.noSuchPlace: "the address is out of range"], related: ["push", "view"])

  private let address: Word?
  private let isWhole: Bool
  private let isForMachines: Bool

  init(_ call: Invocation) {
    address = call[0]
    isWhole = call.has(Self.all)
    isForMachines = call.has(.json)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let place = try workspace.place(address)
    let level = try workspace.current()
    let found = try reading { () throws(DataError) in
      try isWhole ? level.wholeValue(at: place) : level.ownValue(at: place)
    }
    guard let value = found else {
      throw CommandError(
        .noSuchPlace("\(place)", explanation: "nothing is there", nearest: []),
        at: address?.range)
    }
    workspace.noteResult(place)
    let json = Self.answer(value, at: place)
    let remarks = Self.remarks(onRepeated: value.repeatedKeys)
    if isForMachines { return Output(lines: [], json: [json]).with(remarks) }
    var output = Output(document: JSONWriter.text(of: value, layout: .pretty)).with(remarks)
    output.json = [json]
    output.tell(fields: Self.fields(of: value))
    return output
  }

  /// What `show --json` prints: the value as it stands in the data, and where.
  private static func answer(_ value: Value, at address: Address) -> String {
    var answer = Record()
    answer["schema"] = .string("shelf.show.1")
    answer["address"] = .string(address.description)
    answer["record"] = value
    return JSONWriter.text(of: .record(answer), layout: .spaced)
  }

  /// A record as its keys and values, a list as its elements, anything else as itself. What is
  /// nested more deeply is JSON, so that nothing is lost.
  private static func fields(of value: Value) -> [[String]] {
    func text(_ value: Value) -> String {
      switch value {
      case .array, .record: JSONWriter.text(of: value)
      default: value.plainText
      }
    }
    return switch value {
    case .record(let record): record.fields.map { [$0.key, text($0.value)] }
    case .array(let elements): elements.map { [text($0)] }
    default: [[text(value)]]
    }
  }

  /// Says which key was written more than once; of several the first, and how many others.
  private static func remarks(onRepeated keys: [Record.RepeatedKey]) -> [String] {
    guard let first = keys.first else { return [] }
    let more = keys.count == 1 ? "" : " (and \(Words.number(keys.count - 1, "other key")) likewise)"
    return [
      "the data has \(first.values) values for the key '\(first.key)' here, of which only the last"
        + " counts\(more)"
    ]
  }
}

extension Level {
  /// The value at an address; of a section or a row of items the record around them, where there is
  /// one, without the list that the table shows of it.
  func ownValue(at place: Address) throws(DataError) -> Value? {
    if let record = try outerRecord(at: place) { return record }
    return try shown.value(at: place)
  }

  /// The same with that list.
  fileprivate func wholeValue(at place: Address) throws(DataError) -> Value? {
    guard place.row != nil, let record = try outerRecord(at: place), let list = shaped.shape.items,
      let items = try shown.value(at: place)
    else { return try shown.value(at: place) }
    return record.replacing(list.steps[...], with: items) ?? items
  }

  /// Nil for records, and where no record stands around the items.
  private func outerRecord(at place: Address) throws(DataError) -> Value? {
    let source = shown
    guard let row = place.row else { return try source.outerRecord(.section, around: place) }
    guard place.item == nil,
      try source.rows(row..<row + 1, inSection: place.section).first?.items != nil
    else { return nil }
    // A row that is its section in another role has the section's record.
    if let record = try source.outerRecord(.row, around: place) { return record }
    return try source.outerRecord(.section, around: Address(place.section))
  }
}
