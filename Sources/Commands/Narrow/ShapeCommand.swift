import Arranging
import CommandLanguage
import Rendering
import Saving
import TableModel

/// `shape`: how the document becomes sections, rows and items.
enum ShapeCommand: ShelfCommand {
  case report
  /// - Parameter shape: nil to infer it.
  case reshape(Shape?, place: Range<Int>)

  static let declaration = Command(
    "shape", .narrow, "say how the document maps to the table",
    parameters: [Parameter("off", .choice(of: OffWord.self), optional: true)],
    options: Shape.options,
    discussion: """
      Each path is relative to the one above it; a level that is not given is not taken from \
      the data. `shape` alone says what is on, `shape off` infers again. See 'help shapes'.
      """,
    examples: [
      .init("shape", "say how the document was understood"),
      .init(
        "shape --sections SELF --items articles --title description", "a shelf per entry",
        on: "filmstrip.json"),
      .init("shape --rows SELF; shape off", "state it, then infer again", on: "rows.json"),
    ],
    errors: [
      .data: "a path leads nowhere (with the nearest key)",
      .impossible: "what is shown was pushed, or has no shape",
    ],
    related: ["group", "flatten", "open"], needs: .everything, effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    let stated = try Shape(statedIn: call)
    if try !call.isOff() {
      try call.checkEnd(at: 0)
    } else if stated != nil {
      throw CommandError(
        .impossible("'off' infers the shape, and the options state it", hint: nil), at: call.range)
    }
    self = stated == nil && call[0] == nil ? .report : .reshape(stated, place: call.range)
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    guard case .reshape(let shape, let place) = self else {
      return Output(try workspace.current().shaped.explanation)
    }
    let (level, leavesEdits) = try Self.reshaped(
      try workspace.current(), shape, in: workspace, at: place)
    let notices = leavesEdits ? SavedEditions.abandonment(level.title) : []
    workspace.levels[workspace.levels.count - 1] = level
    let counts = Words.counts(level.shown.counts())
    return Output("\(level.shaped.explanation)\(Mark.dot)\(counts)").with(notices)
  }

  private static func reshaped(
    _ level: Level, _ shape: Shape?, in workspace: Workspace, at place: Range<Int>
  ) throws(CommandError) -> (level: Level, leavesEdits: Bool) {
    do {
      return try level.reshaped(
        shape, workspace.preferences, checkpoint: workspace.environment.checkpoint)
    } catch {
      throw CommandError(.data(error), at: place)
    }
  }
}

extension Level {
  /// The same data in another shape, dressed as far as that fits any shape.
  ///
  /// - Returns: the table, and whether edits were left behind that no document of another shape can
  ///   hold.
  fileprivate func reshaped(
    _ shape: Shape?, _ preferences: Preferences, checkpoint: () throws(DataError) -> Void
  ) throws(DataError) -> (level: Level, leavesEdits: Bool) {
    let edited = try editedDocument(checkpoint: checkpoint)
    var reshaped = try Level(
      document: edited ?? document, title: title, origin: origin, shape: shape, parent: parent,
      saved: saved, preferences: preferences, checkpoint: checkpoint)
    reshaped.editedTables = editedTables
    if edited != nil {
      reshaped.shaped.source = try EditedSource(reshaped.shaped.source)
      reshaped.shown = ArrangedTable(base: reshaped.shaped.source)
      // The same data has another number now.
      let (old, new) = (shaped.source.edition, reshaped.shaped.source.edition)
      if saved.contains(old) { saved.add(new, replacing: nil) }
      if editionBelow == old { reshaped.editionBelow = new }
    }
    reshaped.look.styles = look.styles.filter(\.isUnconditional)
    reshaped.look.hidden = look.hidden
    reshaped.look.layouts = look.layouts
    if let columns = try Self.proposedAgain(look.columns, of: reshaped.shaped.source),
      !columns.isUsual
    {
      reshaped.look.columns = columns
    }
    try reshaped.reload(preferences)
    return (reshaped, edited == nil && hasUnsavedEdits)
  }
}
