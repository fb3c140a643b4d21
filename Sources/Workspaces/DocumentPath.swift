import Arranging
import Asking
package import CommandLanguage
import Documents
import Saving
package import TableModel

/// The way from the root of the document to a value that is shown.
package struct DocumentPath {
  package var path: FieldPath
  /// True where the file may have something else there until edits are saved.
  package var isEdited = false
}

extension DocumentPath {
  /// The way in the document to a field of a record that is shown, through all that was pushed.
  ///
  /// Where a table has edits, the way is that in the file as it was read or last saved.
  ///
  /// - Parameter field: from the record, or from what stands around it: `$section.name`.
  package init(to address: Address, _ field: FieldPath, in workspace: Workspace)
    throws(CommandError)
  {
    let top = try workspace.current()
    for case .computed(let computed) in field.steps {
      throw CommandError(pathless: "'\(computed.name)' is computed, and stands nowhere")
    }
    if let key = field.steps.first?.name, let derived = top.derived.first(where: { $0.name == key })
    {
      throw CommandError(pathless: "\(derived.quotedName) is derived, and stands nowhere")
    }
    if top.answer != nil { throw CommandError.pathlessLine }
    let found = try reading { () throws(DataError) in
      guard let data = top.shown.baseAddress(of: address) else { return DocumentPath?.none }
      let stack = OpenTables(levels: workspace.levels)
      return try stack.path(toData: data, field, in: workspace.levels.count - 1)
    }
    guard let found else { throw CommandError(pathlessRecordIn: workspace) }
    self = found
  }
}

/// The tables that lie one on the other.
private struct OpenTables {
  let levels: [Level]

  /// - Parameter address: in the table without its arrangement.
  func path(toData address: Address, _ field: FieldPath, in index: Int) throws(DataError)
    -> DocumentPath?
  {
    let level = levels[index]
    let outer = OuterLevel(at: field)
    let place = outer?.place(around: address) ?? address
    guard let found = try StandingPlace(place, in: level.shaped.source),
      var whole = try pathToRoot(of: index)
    else { return nil }
    let isSaved = !levels[...index].contains(where: \.hasUnsavedEdits)
    if outer == .document {
      whole.path.steps += field.steps.dropFirst()
      return whole
    }
    guard
      let own = try found.document.path(
        to: found.origin, writtenAt: isSaved ? found.place : found.origin)
    else { return nil }
    let inner = outer == nil ? found.document.written(field).steps[...] : field.steps.dropFirst()
    whole.path.steps += own.steps + inner
    if !isSaved {
      if level.hasEditedDocument { whole.isEdited = true }
      if try found.hasChanged { whole.isEdited = true }
    }
    return whole
  }

  /// The way to the value that a level shows as its document.
  private func pathToRoot(of index: Int) throws(DataError) -> DocumentPath? {
    guard let parent = levels[index].parent else { return DocumentPath(path: .itself) }
    guard let place = parent.place else {
      // The records of a line of a result are those of the table that was asked, as long as that has the
      // same data.
      guard let asked = levels[..<index].last?.answer?.asked.levelColumns,
        let below = levels[..<index].lastIndex(where: { $0.columns.hasSameData(as: asked) }),
        levels[below].answer == nil
      else { return nil }
      return try pathToRoot(of: below)
    }
    guard var whole = try path(toData: place, parent.path, in: index - 1) else { return nil }
    guard parent.path == .itself, place.item == nil,
      let found = try StandingPlace(place, in: levels[index - 1].shaped.source)
    else { return whole }
    // What a row of items is pushed as is their list, and a section may be its list of rows.
    let list = place.row == nil ? found.document.shape.rows : found.document.shape.items
    guard let pushed = (levels[index].document as? ValueDocument)?.value else { return nil }
    let value = try found.document.child(at: found.origin)?.content.node.value()
    if value == pushed { return whole }
    guard let list, value?[path: list] == pushed else { return nil }
    whole.path.steps += list.steps
    return whole
  }
}

extension CommandError {
  fileprivate init(pathless what: String, _ hint: String? = nil) {
    self.init(
      .impossible(what, hint: hint ?? "'copy value' and 'copy record' copy what is shown"))
  }

  fileprivate static let pathlessLine = CommandError(
    pathless: "the lines of a result stand in no document",
    "'push' opens the records of a line, which have paths; 'copy record' copies the line")

  fileprivate init(pathlessRecordIn workspace: Workspace) {
    let levels = workspace.levels
    if let top = levels.last, top.parent?.place == nil, let asked = levels.dropLast().last?.answer {
      let columns = asked.asked.levelColumns
      if levels.contains(where: { $0.columns.hasSameData(as: columns) && $0.answer != nil }) {
        self = .pathlessLine
      } else {
        self.init(
          pathless: "the data has changed since the result was asked for",
          "ask again: the records of a new result have paths")
      }
    } else if levels.last?.data is EditedSource {
      self.init(
        pathless: "what was added since the file was read has no path yet",
        "'save' writes it, and 'reload' reads it with its path")
    } else {
      self.init(pathless: "the records of this table stand in no document")
    }
  }
}

/// A place of a table, followed through all that lies over the document.
private struct StandingPlace {
  let document: any DocumentTable
  /// In the document as it was read.
  let origin: Address
  /// In the document with its edits.
  let place: Address
  private let edited: EditedSource?

  /// - Returns: nil where the place is none of a document's.
  init?(_ address: Address, in source: any TableSource) throws(DataError) {
    var (source, address) = (source.underived, address)
    while true {
      if let arranged = source as? ArrangedTable {
        guard let base = arranged.baseAddress(of: address) else { return nil }
        (source, address) = (arranged.base.underived, base)
      } else if let outer = source as? OuterTable {
        // The sections are the rows of one section, and rows stay where they are.
        if outer.level == .document { return nil }
        (source, address) = (
          outer.base, outer.level == .row ? address : Address(address.row ?? 0)
        )
      } else {
        break
      }
    }
    place = address
    edited = source as? EditedSource
    var before: Address? = address
    if let edited { before = try edited.origin(of: address) }
    guard let document = edited?.document ?? source as? any DocumentTable, let origin = before
    else {
      return nil
    }
    (self.document, self.origin) = (document, origin)
  }

  /// True where edits have moved or changed it.
  var hasChanged: Bool {
    get throws(DataError) {
      guard let edited else { return false }
      if origin != place { return true }
      return try edited.value(at: place) != document.value(at: origin)
    }
  }
}
