import Rendering
import TableEngine
import TableModel

/// Pictures of what the engine did: charts over its frames.
extension Session {
  /// Draws created, reused and pooled cells over the frames.
  func plot(of table: Table) -> Output {
    let plot = FramePlot(
      spans: table.frameHistory.spans, charset: preferences.charset, width: preferences.window.width
    )
    return Output(lines: plot.lines, json: [plot.json])
  }

  /// Draws which cell served which row, and writes that where it is wanted.
  func timeline(_ file: Word, _ call: Invocation) throws(CommandError) -> Output {
    let level = try current()
    var timeline = CellTimeline(
      events: level.table.allTrace, frames: level.table.frameCount,
      sharesItemPools: level.table.configuration.nested.sharesItemPools)
    if let word = call.option("of") {
      guard let table = TableKind(rawValue: word.text) else {
        throw CommandError(
          .badValue(word.text, argument: "kind", expected: "rows or items"), at: word.range)
      }
      timeline.keep(table)
    }
    timeline.title = level.document.name
    return try write(timeline.svg(), to: file, replacing: call.has("force"))
  }
}
