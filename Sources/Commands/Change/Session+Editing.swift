import TableEngine
import TableModel

extension Session {
  /// Makes a cell the first responder, or lets it resign. What is typed into it is no concern of
  /// the table, which only keeps the cell for its row while editing lasts.
  mutating func edit(_ call: Invocation) throws(CommandError) -> Output {
    let table = try current().table
    guard let word = call[0] else { return Output(Self.words(for: table)) }
    if word.raw == "end" {
      guard let place = table.editing else {
        throw CommandError(.nothing("nothing is being edited", hint: "'edit ADDRESS' begins"))
      }
      let waited = table.editsOffScreen
      table.endEditing()
      return Output("editing \(place) ended" + (waited ? ": its cell is pooled" : ""))
    }
    let address = try place(word)
    try engine { () throws(EngineError) in try table.beginEditing(address) }
    table.moveFocus(to: address)
    return Output(Self.words(for: table))
  }

  private static func words(for table: Table) -> String {
    guard let place = table.editing else { return "nothing is being edited" }
    let whereabouts = table.editsOffScreen ? "\(Mark.dot)its cell waits off the screen" : ""
    return "editing \(place)\(whereabouts)"
  }
}
