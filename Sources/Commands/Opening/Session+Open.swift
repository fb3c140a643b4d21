import Arranging
import DataSources
import PredicateLanguage
import Rendering
import TableEngine
package import TableModel

extension Session {
  mutating func open(_ call: Invocation) throws(CommandError) -> Output {
    guard let file = call[0] else { throw CommandError(.noTable) }
    let shape = try Self.shape(from: call)
    let notices = abandonment()
    return try open(
      path: file.text, options: Self.openOptions(from: call), shape: shape, at: file.range
    ).with(notices)
  }

  /// Opens a file as the only table.
  package mutating func open(
    path: String, options: OpenOptions = OpenOptions(), shape: Shape? = nil,
    at range: Range<Int>? = nil
  ) throws(CommandError) -> Output {
    let before = self
    let output: Output
    do throws(DataError) {
      let path = bundledPath(for: path) ?? path
      let document = try environment.open(path, options)
      output = try open(
        document, origin: Level.Origin(path: path, options: options), shape: shape)
    } catch {
      var failure = CommandError(error)
      failure.range = range
      if case .notFound = error { failure.proposal = nearestFile(to: path) }
      throw failure
    }
    if let names = levels.last?.identities?.duplicates, !names.isEmpty {
      self = before
      throw CommandError(.engine(.duplicateIdentities(names)), at: range)
    }
    return output
  }

  /// A file of the same folder, or a bundled dataset, that was probably meant.
  private func nearestFile(to path: String) -> String? {
    let hint = path.contains("/") ? nil : "'datasets' lists the bundled ones"
    return nearest(to: path, bundled: environment.datasets()?.names ?? []) ?? hint
  }

  /// A proposal of files in the same folder, or of bundled ones by their names.
  func nearest(to path: String, bundled: [String]) -> String? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = String(path.dropFirst(folder.count))
    let names = folder.isEmpty ? environment.list(".") + bundled : environment.list(folder)
    let near = Spelling.matches(for: name, among: Set(names).sorted()).map { folder + $0 }
    return CommandError.didYouMean(near)
  }

  /// Opens a document as the only table.
  package mutating func open(
    _ document: any TableDocument, origin: Level.Origin? = nil, shape: Shape? = nil
  ) throws(DataError) -> Output {
    let level = try Level(
      document: document, title: document.name, origin: origin, shape: shape,
      preferences: preferences, checkpoint: checkpoint)
    levels = [level]
    openings += 1
    lastFound = nil
    journal.begin(preferences)
    return Output(
      "opened \(document.name) (\(document.format)): \(level.shaped.explanation)"
        + "\(Mark.dot)\(Words.counts(level.shown.counts()))"
    ).with(document.remarks)
  }

  /// What stands before a name that means a bundled dataset, whatever files there are.
  static let bundledPrefix = "bundled:"

  /// The path of a bundled dataset, when a bare name is no file but is the name of one.
  func bundledPath(for name: String) -> String? {
    guard !name.contains("/"), let bundled = environment.datasets() else { return nil }
    if name.hasPrefix(Self.bundledPrefix) {
      let wanted = name.dropFirst(Self.bundledPrefix.count)
      return bundled.names.first { $0 == wanted }.map { bundled.folder + "/" + $0 }
    }
    let match = bundled.names.first { $0 == name }
    let isFile = environment.list(".").contains(name)
    return isFile ? nil : match.map { bundled.folder + "/" + $0 }
  }

  private static func openOptions(from call: Invocation) -> OpenOptions {
    OpenOptions(
      format: call.option("format")?.text, table: call.option("table")?.text,
      query: call.option("query")?.text, groupBy: call.option("group-by")?.text)
  }

  static func shape(from call: Invocation) throws(CommandError) -> Shape? {
    func path(_ name: String) throws(CommandError) -> FieldPath? {
      guard let word = call.option(name) else { return nil }
      guard let path = FieldPath(parsing: word.text) else {
        throw CommandError(
          .badValue(word.text, argument: "key path", expected: "a.b, tags[0] or `odd key`"),
          at: word.range)
      }
      return path
    }
    let shape = Shape(
      sections: try path("sections"), rows: try path("rows"), items: try path("items"),
      title: try path("title"))
    return shape == Shape() ? nil : shape
  }

  mutating func reload(_ call: Invocation) throws(CommandError) -> Output {
    if call[0] != nil { return try reloadRows(call) }
    let (preferences, environment, checkpoint) = (preferences, environment, checkpoint)
    var isRead = false
    try change { level throws(CommandError) in
      var names: [Address: String] = [:]
      isRead = try level.readAgain(environment, names: &names)
      if isRead {
        try level.readUniqueIdentities(by: preferences.identity, checkpoint: checkpoint)
      }
      do throws(DataError) {
        let places = isRead ? try level.places(of: Set(names.values)) : [:]
        try level.reload(preferences) { old in
          // What has no name stays where it was, and so does everything if nothing was read again.
          names[old].map { places[$0] } ?? old
        }
      } catch {
        throw CommandError(.data(error))
      }
    }
    if isRead { openings += 1 }
    let level = try current()
    let keepsChanges = !isRead && unsavedFile != nil
    return Output("reloaded\(Mark.dot)\(Words.counts(level.shown.counts()))").with(
      keepsChanges
        ? ["the file was not read again, so that the changes stay; 'undo' takes them back"] : [])
  }

  private mutating func reloadRows(_ call: Invocation) throws(CommandError) -> Output {
    var rows: [Address] = []
    for word in call.arguments.dropFirst() {
      rows += try resolver().addresses(word).map(\.rowAddress)
    }
    if rows.isEmpty { rows = [try row(nil)] }
    let level = try current()
    level.presenter.forgetWindows()
    try engine { () throws(EngineError) in try level.table.reloadRows(rows) }
    return Output("reloaded " + Words.number(rows.count, "row"))
  }

  mutating func close() throws(CommandError) -> Output {
    let shown = try current()
    let name = levels.first?.title ?? shown.title
    let notices = abandonment()
    levels = []
    lastFound = nil
    return Output("closed \(name)").with(notices)
  }

  func listDatasets() -> Output {
    guard let bundled = environment.datasets() else {
      return Output("no bundled datasets were found; open any file with 'open FILE'")
    }
    let summaries = Dictionary(uniqueKeysWithValues: BundledDatasets.summaries)
    return Output(
      bundled.names.map { name in
        let blanks = String(repeating: " ", count: max(2, 18 - name.count))
        return name + blanks + (summaries[name] ?? "")
      }.joined(separator: "\n"))
  }
}

extension Level {
  /// Reads a table's file again. False for a table that has none or was edited: it is shown anew as
  /// it is, and `undo` or `open` lead back to the file.
  ///
  /// - Parameter names: gets the names of what is chosen, by the places where it was.
  fileprivate mutating func readAgain(
    _ environment: SessionEnvironment, names: inout [Address: String]
  ) throws(CommandError) -> Bool {
    guard let origin, !isEdited else { return false }
    do throws(DataError) {
      // What a file that was changed underneath has lost keeps its place at least.
      names = document.hasChanged ? (try? chosenRecords()) ?? [:] : try chosenRecords()
      let newer = try environment.open(origin.path, origin.options)
      shaped = try newer.table(shape: statedShape)
      // Later requests to the document, for another shape say, refer to what is shown now.
      document = newer
      saved = SavedEditions()
      shown = try ArrangedTable(
        base: shaped.source, arrangement: arrangement, columns: columns)
      return true
    } catch {
      throw CommandError(.data(error))
    }
  }
}
