import Arranging
import CommandLanguage
import Differences
import Documents
import Opening
import Rendering
import SQLTables
import Saving
import TableEngine
import TableModel
import Workspaces

/// `apply`: shows another version of the data by telling the table what is different.
struct ApplyCommand: ShelfCommand {
  private static let id = CommandOption(
    "id", Parameter("KEY", .key), "the key that names a record")

  private static let format = CommandOption.format(
    FileFormats.all.savable, "take the file for this format")

  static let declaration = Command(
    "apply", .change, "show another version of the data by its differences",
    parameters: [Parameter("FILE", .file(.data))], options: [id, format],
    discussion: """
      Compares the records that are shown with those of a file by their identities, tells the \
      table what was deleted, inserted and moved, and reconfigures what changed inside. Prints \
      the script, and what changed by its fields. The file is taken in the shape of the open table, if it has it. Without --id and `set identity` the key is used \
      that is unique and has most values in common, as `diff` finds it, else whole records are compared. What stands beside the records is not compared; where it \
      is another one, a line says so. All of the data becomes the other version: where a filter, an \
      order or a grouping shows part of it, a line counts the differences in all of it.
      """,
    examples: [
      .init("open generated:rows=9; apply generated:rows=12", "three rows more"),
      .init("apply Datasets/rows.json --id title", "nothing differs", on: "rows.json"),
    ],
    errors: [
      .engine: "identities are not unique", .data: "the file can't be read",
      .impossible: "what is shown is a part of a document, or too large to compare",
      .refusedUpdate: "",
    ],
    related: ["diff", "reload", "batch"], needs: .everything, effect: .change, refusedInBatch: true)

  private let file: Word
  private let id: Word?
  private let format: String?

  init(_ call: Invocation) throws(CommandError) {
    file = try call.required(0)
    id = call.option(Self.id)
    format = call.option(Self.format)?.text
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    guard level.parent == nil, !(level.document is DifferenceDocument) else {
      throw CommandError(
        .impossible(
          "apply compares whole documents, and this is a part of one", hint: "'back' first"),
        at: file.range)
    }
    let next = try arranged(like: level, in: workspace)
    let key = try identityKey(old: level.shown, new: next.shown, in: workspace)
    let before = try TableVersion(of: level.shown, key: key)
    let after = try TableVersion(of: next.shown, key: key)
    let script = try engine { () throws(EngineError) in try before.script(to: after) }
    let hidden = try HiddenDifferences(
      from: level, to: (next.shaped, next.shown), key: key, shown: script.counts)
    let beside = try reading { () throws(DataError) in
      try Self.differencesBeside(level.data, next.shaped.source.underived)
    }
    let (preferences, checkpoint) = (workspace.preferences, workspace.checkpoint)
    let notices = workspace.abandonment() + next.notices
    var lost: [String] = []
    try workspace.change { level throws(CommandError) in
      level.shaped = next.shaped
      level.shown = next.shown
      // The other version is in a file as well: leaving it loses nothing.
      level.saved = SavedEditions()
      try level.readUniqueIdentities(by: preferences.identity, checkpoint: checkpoint)
      level.handOver()
      try level.tell(script.updates, rewritten: script.changed, preferences)
      level.presenter.marks = []
      lost = level.forgetPlaces()
      try level.settleFocus()
    }
    workspace.history.countOpening()
    let lines = try reading { () throws(DataError) in
      try Self.report(script, key: key, hidden: hidden, beside: beside)
    }
    var output = Output(lines: lines).with(notices + lost)
    output.isMessage = true
    return output
  }

  /// The places beside the records at which two versions differ.
  private static func differencesBeside(
    _ old: any TableSource, _ new: any TableSource
  ) throws(DataError) -> [String] {
    guard let before = try BesideRecords(old), let after = try BesideRecords(new) else { return [] }
    return after.differences(from: before)
  }

  private func arranged(
    like level: Level, in workspace: Workspace
  ) throws(CommandError) -> (shaped: ShapedTable, shown: ArrangedTable, notices: [String]) {
    let environment = workspace.environment
    do throws(DataError) {
      let document = try environment.open(
        environment.path(named: file.text), OpenOptions(format: format))
      let (shaped, notices) = try level.deriving(
        Self.table(of: document, like: level), in: environment,
        budget: workspace.preferences.memoryBudget)
      let shown = try ArrangedTable(base: shaped.source, arrangement: level.arrangement)
      return (shaped, shown, notices)
    } catch {
      throw CommandError(.data(error), at: file.range)
    }
  }

  /// The other version in the shape of the open table; where it has no such shape, in its own.
  private static func table(
    of document: any TableDocument, like level: Level
  ) throws(DataError) -> ShapedTable {
    if let shape = level.statedShape { return try document.table(shape: shape) }
    guard level.data.isPlainDocument, !(document is DatabaseDocument) else {
      return try document.table(shape: nil)
    }
    do throws(DataError) {
      return try document.table(shape: level.shaped.shape)
    } catch {
      guard case .shape = error else { throw error }
      return try document.table(shape: nil)
    }
  }

  // MARK: Identity

  /// The key that names records: the one that is given, or the best that every record has and no
  /// two share; nil to compare whole records.
  private func identityKey(
    old: ArrangedTable, new: ArrangedTable, in workspace: Workspace
  ) throws(CommandError) -> FieldPath? {
    if let id { return try workspace.questions.key(id) }
    if let path = workspace.preferences.identity { return path }
    let (before, after) = (try Self.firstRecords(of: old), try Self.firstRecords(of: new))
    let isWhole = max(before.count, after.count) < IdentityChoice.sample
    for path in IdentityChoice(before, after, isWhole: isWhole).candidates.prefix(Self.mostTried) {
      if try Self.isIdentity(path, in: old), try Self.isIdentity(path, in: new) { return path }
    }
    return nil
  }

  /// How many keys are looked at in all records, each of which costs a scan of both versions.
  private static let mostTried = 4

  private static func firstRecords(of table: ArrangedTable) throws(CommandError) -> [Value] {
    var values: [Value] = []
    try reading { () throws(DataError) in
      try table.scan { _, value throws(DataError) in
        values.append(value)
        return values.count < IdentityChoice.sample
      }
    }
    return values
  }

  private static func isIdentity(_ path: FieldPath, in table: ArrangedTable) throws(CommandError)
    -> Bool
  {
    var seen: Set<String> = []
    var isFine = true
    try reading { () throws(DataError) in
      try table.scan { _, value throws(DataError) in
        guard let name = value[path: path], seen.insert(name.plainText).inserted else {
          isFine = false
          return false
        }
        return seen.count <= TableVersion.mostRows
      }
    }
    return isFine && !seen.isEmpty
  }

  // MARK: Report

  private static let mostLines = 40
  private static let mostPlaces = 5

  /// - Parameters:
  ///   - hidden: what the arrangement does not show of the differences.
  ///   - beside: the places that differ outside of the records.
  private static func report(
    _ script: TableVersion.Script, key: FieldPath?, hidden: HiddenDifferences?, beside: [String]
  ) throws(DataError) -> [StyledLine] {
    let basis = key.map { "by \($0)" } ?? "by whole records, for want of a unique key"
    let nothing =
      hidden != nil
      ? "nothing that is shown differs" : beside.isEmpty ? "nothing differs" : "no record differs"
    let counts = script.counts
    var lines = ["\(counts.isEmpty ? nothing : counts) (\(basis))"]
    if let hidden { lines.append(hidden.words) }
    let steps = script.updates.prefix(mostLines).map { "  \($0)" }
    lines += steps
    for rewrite in script.rewrites.prefix(mostLines - steps.count) {
      let change = try RecordChange(from: rewrite.old, to: rewrite.new, key: key)
      lines.append("  \(rewrite.place)\(change.words)")
    }
    let rest = script.updates.count + script.rewrites.count - mostLines
    if rest > 0 { lines.append("  and \(rest) more") }
    if !beside.isEmpty { lines.append(words(beside: beside)) }
    return Output(lines.joined(separator: "\n")).lines
  }

  private static func words(beside places: [String]) -> String {
    let named = places.prefix(mostPlaces).map { "'\($0)'" }.joined(separator: ", ")
    let more = places.count > mostPlaces ? " and \(places.count - mostPlaces) more" : ""
    return "beside the records, which alone are compared, another \(named)\(more) was taken over"
  }
}

extension TableVersion.Script {
  /// How many records were deleted, inserted, moved and changed, in words.
  var counts: String {
    let counts = [
      (updates.count(where: \.isDelete), "deleted"),
      (updates.count(where: \.isInsert), "inserted"),
      (updates.count(where: \.isMove), "moved"), (changed.count, "changed"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: Mark.dot)
  }
}

extension TableUpdate {
  fileprivate var isDelete: Bool { if case .delete = self { true } else { false } }
  fileprivate var isInsert: Bool { if case .insert = self { true } else { false } }
  fileprivate var isMove: Bool { if case .move = self { true } else { false } }
}

/// What two versions of the data differ in where an arrangement shows only part of it, or shows it
/// in an order of its own.
struct HiddenDifferences {
  /// In words.
  let words: String

  /// Compares all of the data.
  ///
  /// - Parameter shown: the differences between what is shown, in words.
  /// - Returns: nil where all of the differences are shown.
  /// - Complexity: O(records and items); nothing where the table is not arranged.
  init?(
    from level: Level, to next: (shaped: ShapedTable, shown: ArrangedTable), key: FieldPath?,
    shown: String
  ) throws(CommandError) {
    guard !level.shown.isIdentity else { return nil }
    let old = try TableVersion(of: level.shaped.source, key: key)
    let new = try TableVersion(of: next.shaped.source, key: key)
    let script: TableVersion.Script
    do throws(EngineError) {
      script = try old.script(to: new)
    } catch {
      // A key that is unique among what is shown may stand twice among all.
      words = "what is not shown has '\(key?.description ?? "")' twice and was not compared"
      return
    }
    let (before, after) = (ShownPlaces(level.shown), ShownPlaces(next.shown))
    let all = script.counts
    let count = script.updates.count { update in
      switch update {
      case .delete(let place): before.address(ofBase: place) == nil
      case .insert(let place), .move(_, let place): after.address(ofBase: place) == nil
      default: false
      }
    }
    let hidden = count + script.changed.count { after.address(ofBase: $0) == nil }
    guard hidden > 0 || all != shown else { return nil }
    let rest =
      hidden == 0
      ? "" : ", of which \(hidden) \(hidden == 1 ? "is" : "are") hidden by what the table shows"
    words = "in all of the data: \(all.isEmpty ? "nothing differs" : all)\(rest)"
  }
}
