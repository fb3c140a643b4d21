import CommandLanguage
import Documents
import PredicateLanguage
import TableModel
import Workspaces

/// `delete`: takes items, rows or sections out of the data.
struct DeleteCommand: ShelfCommand {
  static let declaration = Command(
    "delete", .change, "delete items, rows or sections",
    parameters: [Parameter("ADDRESS", .address, optional: true, repeated: true)],
    options: CommandOption.halves,
    discussion: "All addresses are places before the deletion. The file is not touched.",
    examples: [
      .init("delete 0.2..4", "three rows at once", on: "rows.json"),
      .init("delete Science.0.1", "an item"), .init("delete 2; undo", "a section, and back"),
    ],
    errors: [
      .noSuchPlace: "out of range",
      .impossible: "--only-data and --only-table together, or a change that can't be made here",
      .refusedUpdate: "",
    ], related: ["insert", "batch"], needs: .everything,
    effect: .change)

  /// What begins a predicate in other commands.
  private enum Leader: String, Keyword { case `where` }

  private let places: [ChangePlace]
  private let halves: ChangeHalves
  /// What was typed, where it may have been meant as a predicate.
  private let predicate: String?

  init(_ call: Invocation) throws(CommandError) {
    places = call.arguments.map(ChangePlace.init)
    halves = try ChangeHalves(call)
    let hasLeader = call.keyword(Leader.self) != nil
    predicate = hasLeader || call[1] != nil ? call.rest(from: hasLeader ? 1 : 0).text : nil
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    var addresses: [Address] = []
    for place in places {
      do {
        addresses += try place.places(halves, in: workspace)
      } catch {
        throw advising(error)
      }
    }
    if addresses.isEmpty { addresses = [try workspace.place(nil)] }
    return try halves.make(addresses.map(DataChange.delete), verb: "deleted", in: &workspace)
  }

  /// What is deleted is named by places; a predicate finds them first.
  private func advising(_ error: CommandError) -> CommandError {
    guard case .noSuchPlace = error.reason, let predicate,
      (try? Condition(parsing: predicate)) != nil
    else { return error }
    var error = error
    error.proposal =
      "delete takes addresses: 'filter \(predicate)' shows what matches, and 'delete 0.*' deletes "
      + "what section 0 shows"
    return error
  }
}
