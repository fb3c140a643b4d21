import Arranging
import CommandLanguage
import Rendering
import Saving
import TableModel
import Workspaces

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
      the data. `--items` alone goes on from the rows that are shown, if these have such a list. \
      `shape` alone says what is on and what else would fit, `shape off` infers again. See \
      'help shapes'.
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
      let shaped = try workspace.current().shaped
      return Output(shaped.explanation + shaped.otherWays)
    }
    let notices: [String]
    do throws(DataError) {
      notices = try reshape(shape, in: &workspace)
    } catch {
      throw CommandError(.asking(error), at: place)
    }
    let level = try workspace.current()
    let counts = Words.counts(level.shown.counts())
    let shaped = level.shaped
    return Output("\(shaped.explanation)\(Mark.dot)\(counts)\(shaped.otherWays)").with(notices)
  }

  private func reshape(_ shape: Shape?, in workspace: inout Workspace) throws(DataError) -> [String]
  {
    if let shape, shape.saysItemsAlone, var whole = workspace.levels.last?.shaped.shape,
      whole.items == nil
    {
      (whole.items, whole.title) = (shape.items, shape.title ?? whole.title)
      if let notices = try? Self.reshape(to: whole, in: &workspace) { return notices }
    }
    return try Self.reshape(to: shape, in: &workspace)
  }

  /// Shows the data of the table in another shape.
  ///
  /// - Parameter shape: nil to infer it.
  /// - Returns: what got lost by that, in words.
  static func reshape(to shape: Shape?, in workspace: inout Workspace)
    throws(DataError) -> [String]
  {
    guard let before = workspace.levels.last else { return [] }
    let level = try before.reshaped(
      shape, workspace.preferences, checkpoint: workspace.environment.checkpoint)
    workspace.levels[workspace.levels.count - 1] = level
    let isAsRead = before.data.edition != 0 && level.data.edition == 0
    return (isAsRead ? ["this is the data as it was read; 'open' shows what was saved"] : [])
      + before.abandonment(in: level)
  }
}

extension Level {
  /// What another shape does to filters, orders and columns of the records as they were.
  fileprivate func abandonment(in other: Level) -> [String] {
    let isOrdered = !arrangement.sortKeys.isEmpty || arrangement.sectionOrder != nil
    let lost = [
      arrangement.filters.isEmpty ? nil : "the filter", isOrdered ? "the order" : nil,
      arrangement.grouping == nil ? nil : "the grouping",
      look.columns != nil && other.look.columns == nil ? "the grid" : nil,
      derivedWords, watch == nil ? nil : "the watch",
    ].compactMap(\.self)
    let places = Self.lostBookmarks(bookmarks.keys.sorted())
    guard !lost.isEmpty else { return places }
    let verb = lost.count == 1 && derived.count < 2 ? "is" : "are"
    return places + ["\(Words.list(lost)) \(verb) off in the new shape"]
  }
}

extension Level {
  /// The same data in another shape, dressed as far as that fits any shape.
  ///
  /// - Throws: also where edits that are in no file would get lost.
  fileprivate func reshaped(
    _ shape: Shape?, _ preferences: Preferences, checkpoint: () throws(DataError) -> Void
  ) throws(DataError) -> Level {
    let edited = try editedDocument(checkpoint: checkpoint)
    if edited == nil, hasUnsavedEdits {
      throw .shape(
        message: "the changes to '\(title)' are in no file, and another shape would lose them",
        hint: "'save FILE' writes them, and 'open FILE --rows ...' or 'unnest' there goes on;"
          + " 'undo' takes them back")
    }
    var reshaped = try Level(
      document: edited ?? document, title: title, origin: origin, shape: shape, parent: parent,
      saved: saved, preferences: preferences, checkpoint: checkpoint)
    reshaped.editedTables = editedTables
    if edited != nil {
      reshaped.hasEditedDocument = true
      reshaped.shaped.source = try EditedSource(reshaped.shaped.source)
      reshaped.shown = ArrangedTable(base: reshaped.shaped.source)
      // The same data has another number now.
      let (old, new) = (data.edition, reshaped.data.edition)
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
    reshaped.presenter.document = presenter.document
    try reshaped.reload(preferences)
    return reshaped
  }
}
