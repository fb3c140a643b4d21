import Arranging
import TableModel

/// `show`: a whole record.
struct ShowCommand: ShelfCommand {
  static let declaration = Command(
    "show", .look, "print a whole record",
    parameters: [Parameter("ADDRESS", .address, optional: true)], options: [.json],
    discussion: """
      Prints the record at an address, or the focused one, with every field and with \
      numbers exactly as they are in the data. With `--json` it is the `record` of \
      an answer that says its address, too.
      """,
    examples: [
      .init("show 0.0.3", "the fourth item of the first row"),
      .init("show Science.0.-1", "the last item of a section, by its title"),
    ],
    errors: [.noSuchPlace: "the address is out of range"], related: ["push", "view"])

  private let address: Word?
  private let isForMachines: Bool

  init(_ call: Invocation) {
    address = call[0]
    isForMachines = call.has(.json)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let place = try workspace.place(address)
    let level = try workspace.current()
    guard let value = try reading({ () throws(DataError) in try level.shown.value(at: place) })
    else {
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
