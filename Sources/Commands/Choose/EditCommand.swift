import CommandLanguage
import PredicateLanguage
import Rendering
import TableEngine
import TableModel
import Workspaces

/// `edit`: makes a cell the first responder, or lets it resign. What is typed into it is no concern of
/// the table, which only keeps the cell for its row while editing lasts.
enum EditCommand: ShelfCommand {
  case report
  case begin(Word)
  case end

  static let declaration = Command(
    "edit", .choose, "begin or end the editing of a cell",
    parameters: [Parameter("ADDRESS|end", .address, optional: true, words: Step.words)],
    discussion: """
      The cell becomes the first responder, of which there is one at a time. When it leaves \
      the screen it is not recycled, and neither is the row around it: it waits, is counted as \
      retained, and comes back with its row without being asked for. Reloading the data ends \
      editing. Nothing is written: `update` changes records. Without an argument says which \
      cell it is.
      """,
    examples: [
      .init("edit 0.2; down 9; up 9; trace --verbose", "away and back", on: "rows.json"),
      .init("edit 0.0.1; right 9; edit end", "an item; it is pooled at the end"),
      .init("edit", "say which cell is being edited"),
    ],
    errors: [
      .engine: "the place has no cell, because it is not on the screen",
      .nothingToDo: "no cell is being edited",
    ],
    related: ["select", "explain"], effect: .change)

  private enum Step: String, Keyword { case end }

  init(_ call: Invocation) {
    if call.keyword(Step.self) != nil {
      self = .end
    } else {
      self = call[0].map { .begin($0) } ?? .report
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let table = try workspace.current().table
    switch self {
    case .report:
      break
    case .begin(let place):
      let address = try workspace.place(place)
      try engine { () throws(EngineError) in try table.beginEditing(address) }
      table.moveFocus(to: address)
    case .end:
      guard let place = table.editing else {
        throw CommandError(.nothing("nothing is being edited", hint: "'edit ADDRESS' begins"))
      }
      let waited = table.editsOffScreen
      table.endEditing()
      return Output("editing \(place) ended" + (waited ? ": its cell is pooled" : ""))
    }
    guard let place = table.editing else { return Output("nothing is being edited") }
    let whereabouts = table.editsOffScreen ? "\(Mark.dot)its cell waits off the screen" : ""
    return Output("editing \(place)\(whereabouts)")
  }
}
