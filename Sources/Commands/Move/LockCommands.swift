import CommandLanguage
import TableEngine
import TableModel
import Workspaces

/// `lock`: rows whose strips scroll together.
struct LockCommand: ShelfCommand {
  static let declaration = Command(
    "lock", .move, "make rows scroll sideways together",
    parameters: [Parameter("ROWS", .row, repeated: true)],
    discussion: """
      The rows take the first one's offset and go along with every scroll of one of them, also \
      those off the screen. A section stands for all its rows.
      """,
    examples: [
      .init("lock 0 1 2; right 3", "three rows in step"), .init("lock *.0", "all rows"),
    ],
    errors: [.engine: "a plain row does not scroll sideways"], related: ["unlock", "right"],
    effect: .change)

  private let rows: [Word]

  init(_ call: Invocation) throws(CommandError) { rows = call.arguments }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let table = try workspace.current().table
    let rows = try rows.lockableRows(in: workspace)
    try engine { () throws(EngineError) in try table.lock(rows: rows) }
    return Output("\(Words.number(table.lockedRows.count, "row")) scroll together")
  }
}

/// `unlock`: rows that scroll by themselves again.
struct UnlockCommand: ShelfCommand {
  static let declaration = Command(
    "unlock", .move, "let rows scroll by themselves again",
    parameters: [Parameter("ROWS", .row, optional: true, repeated: true)],
    examples: [
      .init("lock *.0; right 2; unlock", "all of them, each where it is"),
      .init("lock 0 1 2; unlock 1", "one of them"),
    ],
    related: ["lock"], effect: .change)

  private let rows: [Word]

  init(_ call: Invocation) throws(CommandError) { rows = call.arguments }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let table = try workspace.current().table
    table.unlock(rows: rows.isEmpty ? nil : try rows.lockableRows(in: workspace))
    let left = table.lockedRows.count
    return Output(
      left == 0 ? "every row scrolls by itself" : "\(Words.number(left, "row")) scroll together")
  }
}

private let mostLocked = 1_000_000

extension [Word] {
  /// The rows that arguments name; a section stands for all its rows.
  fileprivate func lockableRows(in workspace: Workspace) throws(CommandError) -> [Address] {
    let table = try workspace.current().table
    var rows: [Address] = []
    for word in self {
      for address in try workspace.resolver().addresses(word) {
        let count = table.rowCount(inSection: address.section)
        if address.row != nil {
          rows.append(address.rowAddress)
        } else if rows.count + count > mostLocked {
          throw CommandError(
            .badAddress(word.raw, explanation: "it names more than a million rows"),
            at: word.range)
        } else {
          rows += (0..<count).map { Address(address.section, $0) }
        }
      }
    }
    return rows
  }
}
