import Arranging
import DataSources
import Rendering
import TableEngine
import TableModel

extension Session {
  /// Shows another version of the data by telling the table what is different.
  mutating func apply(_ call: Invocation) throws(CommandError) -> Output {
    guard let file = call[0] else { return Output() }
    let level = try current()
    guard level.parent == nil else {
      throw CommandError(
        .impossible(
          "apply compares whole documents, and this is a part of one", hint: "'back' first"),
        at: file.range)
    }
    let next = try arranged(like: level, from: file, format: call.option("format")?.text)
    let key = try identityKey(call.option("id"), old: level.shown, new: next.shown)
    let before = try TableVersion(of: level.shown, key: key)
    let after = try TableVersion(of: next.shown, key: key)
    let script = try engine { () throws(EngineError) in try before.script(to: after) }
    let hidden = try HiddenDifferences(
      from: level, to: next, key: key, shown: Self.counts(script))
    let beside = try reading { () throws(DataError) in
      try Self.differencesBeside(level.shaped.source, next.shaped.source)
    }
    let (preferences, path, checkpoint) = (preferences, preferences.identity, checkpoint)
    let notices = abandonment()
    try change { level throws(CommandError) in
      level.shaped = next.shaped
      level.shown = next.shown
      // The other version is in a file as well: leaving it loses nothing.
      level.saved = SavedEditions()
      try level.readUniqueIdentities(by: path, checkpoint: checkpoint)
      level.handOver()
      try level.tell(script.updates, rewritten: script.changed, preferences)
      level.presenter.marks = []
      level.lastResult = nil
      try level.settleFocus()
    }
    openings += 1
    var output = Output(
      lines: report(script, key: key, hidden: hidden, beside: beside)
    ).with(notices)
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
    like level: Level, from file: Word, format: String?
  ) throws(CommandError) -> (shaped: ShapedTable, shown: ArrangedTable) {
    do throws(DataError) {
      let document = try environment.open(
        bundledPath(for: file.text) ?? file.text, OpenOptions(format: format))
      let shaped = try document.table(shape: level.statedShape)
      let shown = try ArrangedTable(base: shaped.source, arrangement: level.arrangement)
      return (shaped, shown)
    } catch {
      throw CommandError(.data(error), at: file.range)
    }
  }

  // MARK: Identity

  private static let usualKeys = ["id", "ID", "_id", "uuid", "identifier", "key"]

  /// The key that names records: the one that is given, or a usual one that every record has
  /// and no two share; nil to compare whole records.
  private func identityKey(
    _ word: Word?, old: ArrangedTable, new: ArrangedTable
  ) throws(CommandError) -> FieldPath? {
    if let word { return try key(word) }
    if let path = preferences.identity { return path }
    for name in Self.usualKeys {
      let path = FieldPath(key: name)
      if try isIdentity(path, in: old), try isIdentity(path, in: new) { return path }
    }
    return nil
  }

  private func isIdentity(_ path: FieldPath, in table: ArrangedTable) throws(CommandError) -> Bool {
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

  /// How many records were deleted, inserted, moved and changed, in words.
  static func counts(_ script: TableVersion.Script) -> String {
    let counts = [
      (script.updates.count(where: \.isDelete), "deleted"),
      (script.updates.count(where: \.isInsert), "inserted"),
      (script.updates.count(where: \.isMove), "moved"), (script.changed.count, "changed"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: Mark.dot)
  }

  /// - Parameters:
  ///   - hidden: what the arrangement does not show of the differences.
  ///   - beside: the places that differ outside of the records.
  private func report(
    _ script: TableVersion.Script, key: FieldPath?, hidden: HiddenDifferences?, beside: [String]
  ) -> [StyledLine] {
    let basis = key.map { "by \($0)" } ?? "by whole records, for want of a unique key"
    let nothing =
      hidden != nil
      ? "nothing that is shown differs" : beside.isEmpty ? "nothing differs" : "no record differs"
    let counts = Self.counts(script)
    var lines = ["\(counts.isEmpty ? nothing : counts) (\(basis))"]
    if let hidden { lines.append(hidden.words) }
    let steps = script.updates.map { "  \($0)" } + script.changed.map { "  reconfigure \($0)" }
    lines += steps.prefix(Self.mostLines)
    if steps.count > Self.mostLines { lines.append("  and \(steps.count - Self.mostLines) more") }
    if !beside.isEmpty { lines.append(Self.words(beside: beside)) }
    return Output(lines.joined(separator: "\n")).lines
  }

  private static func words(beside places: [String]) -> String {
    let named = places.prefix(mostPlaces).map { "'\($0)'" }.joined(separator: ", ")
    let more = places.count > mostPlaces ? " and \(places.count - mostPlaces) more" : ""
    return "beside the records, which alone are compared, another \(named)\(more) was taken over"
  }
}

extension TableUpdate {
  fileprivate var isDelete: Bool { if case .delete = self { true } else { false } }
  fileprivate var isInsert: Bool { if case .insert = self { true } else { false } }
  fileprivate var isMove: Bool { if case .move = self { true } else { false } }
}
