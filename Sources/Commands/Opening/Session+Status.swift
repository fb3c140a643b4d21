import Arranging
import DataSources
import Rendering
import TableEngine
import TableModel

extension Session {
  func status(_ call: Invocation) throws(CommandError) -> Output {
    let settings = preferences.changedSettings()
    let level = levels.last
    let json = JSONWriter.text(of: statusRecord(level, settings), layout: .spaced)
    if call.has("json") { return Output(lines: [], json: [json]) }
    var lines: [(String, String)] = []
    if let level {
      lines = statusLines(level)
    } else {
      lines.append(("table", "none is open; 'open FILE' opens one"))
    }
    lines.append(("device", preferences.device.name))
    if !settings.isEmpty {
      lines.append(("settings", settings.map { "\($0.name) \($0.value)" }.joined(separator: ", ")))
    }
    var output = Output(lines.map { $0.padded(to: 11) + $1 }.joined(separator: "\n"))
    output.json = [json]
    output.fields = lines.map { [$0, $1] }
    return output
  }

  private func statusLines(_ level: Level) -> [(String, String)] {
    var lines = [
      ("source", level.origin?.path ?? breadcrumb.joined(separator: Mark.step)),
      ("format", level.document.format), ("shape", level.shaped.explanation),
      ("counts", Words.counts(level.shown.counts())),
    ]
    if let words = level.unsavedTablesWords {
      lines.append(("changes", "those in " + words))
    } else if unsavedDocument != nil {
      lines.append(("changes", "not saved; 'save FILE' writes the document with them"))
    }
    if hasFileChanged { lines.append(("file", changeWords(level))) }
    for remark in level.document.remarks { lines.append(("noticed", remark)) }
    if let activity = level.shaped.source.activity {
      let isLost = level.document.isLost
      lines.append(
        ("checked", isLost ? "what was read is no longer there" : Self.words(for: activity)))
    }
    if levels.count > 1 { lines.append(("level", breadcrumb.joined(separator: Mark.step))) }
    let conditions = conditions(level)
    if !conditions.isEmpty { lines.append(("arranged", conditions.joined(separator: Mark.dot))) }
    lines.append(("focus", positionLine))
    lines.append(("identity", level.identityWords))
    let selected = level.table.selection.sorted().map(\.description)
    if !selected.isEmpty { lines.append(("selected", selected.joined(separator: " "))) }
    if let place = level.table.editing {
      lines.append(
        ("editing", "\(place)" + (level.table.editsOffScreen ? ", off the screen" : "")))
    }
    lines.append(("policy", level.table.configuration.policy.rawValue))
    return lines
  }

  /// True when a file of the tables that are open is no longer as it was read.
  private var hasFileChanged: Bool { levels.contains(where: hasFileChanged) }

  /// True when the file of a level is no longer as it was when it was read, or saved here.
  private func hasFileChanged(_ level: Level) -> Bool {
    guard level.document.hasChanged else { return false }
    return !level.saved.left(level.origin.flatMap { environment.stamp($0.path) })
  }

  /// A file that is no longer as it was when it was read, as it is now.
  package struct ChangedFile: Hashable {
    package let path: String
    private let stamp: FileStamp?
    /// What has happened and what to do, in words.
    package let words: String

    fileprivate init(_ path: String, _ stamp: FileStamp?, _ words: String) {
      (self.path, self.stamp, self.words) = (path, stamp, words)
    }
  }

  /// The file of the open table, if it has changed.
  ///
  /// - Complexity: a system call or two for each table that is open.
  package var changedFile: ChangedFile? {
    guard let level = levels.first(where: hasFileChanged), let shown = levels.last else {
      return nil
    }
    let path = level.origin?.path ?? level.document.name
    return ChangedFile(
      path, environment.stamp(path), "'\(level.document.name)' \(changeWords(shown))")
  }

  /// Says what reads the file anew: a nested value, and a table that was edited, stay as they are.
  private func changeWords(_ level: Level) -> String {
    let isReadAgain = level.origin != nil && !level.isEdited
    return "changed since it was read; '\(isReadAgain ? "reload" : "open")' reads it again"
  }

  private static func words(for activity: SourceActivity) -> String {
    if let error = activity.error { return "\(error.location ?? ""): \(error)" }
    func percent(_ share: Double) -> String { "\(Int(share * 100)) %" }
    let parts = [
      activity.indexing.map { "indexing " + percent($0) },
      activity.verifying.map { "verifying " + percent($0) },
    ]
    let running = parts.compactMap(\.self).joined(separator: Mark.dot)
    return running.isEmpty ? (activity.isVerified ? "verified" : "not verified yet") : running
  }

  private func statusRecord(_ level: Level?, _ settings: [(name: String, value: String)]) -> Value {
    var record = Record()
    record["schema"] = .string("shelf.status.1")
    record["source"] = level.map { .string($0.origin?.path ?? $0.document.name) } ?? .null
    record["shape"] = level.map { .string($0.shaped.explanation) } ?? .null
    record["counts"] = level.map { Self.numbers($0.shown.counts()) } ?? .null
    record["changed"] = .bool(hasFileChanged)
    record["unsaved"] = .bool(unsavedDocument != nil)
    let activity = level?.shaped.source.activity
    let isLost = level?.document.isLost ?? true
    record["verified"] = .bool(!isLost && activity?.isVerified ?? true)
    record["indexing"] = activity?.indexing.map { .double($0) } ?? .null
    record["verifying"] = activity?.verifying.map { .double($0) } ?? .null
    let filters = level?.arrangement.filters.map(\.text) ?? []
    record["filter"] = filters.isEmpty ? .null : .string(filters.joined(separator: Mark.dot))
    let keys = level?.arrangement.sortKeys.map(\.description) ?? []
    record["sort"] = keys.isEmpty ? .null : .string(keys.joined(separator: ", "))
    record["focus"] = level?.table.focus.map { .string($0.description) } ?? .null
    let selected = level?.table.selection.sorted() ?? []
    record["selection"] = .array(selected.map { .string($0.description) })
    record["identity"] = Self.identity(level?.identities)
    record["editing"] = level?.table.editing.map { .string($0.description) } ?? .null
    record["policy"] = .string(preferences.engine.policy.rawValue)
    record["settings"] = .record(Record(settings.map { ($0.name, .string($0.value)) }))
    return .record(record)
  }

  private static func identity(_ identities: RecordIdentities?) -> Value {
    .record(
      Record([
        ("key", identities.map { .string($0.path.description) } ?? .null),
        ("stable", .bool(identities?.isStable ?? false)),
        ("unnamed", identities.map { .integer($0.unnamed) } ?? .null),
      ]))
  }

  static func numbers(_ counts: Counts) -> Value {
    .record(
      Record([
        ("sections", .integer(counts.sections.known)), ("rows", .integer(counts.rows.known)),
        ("items", .integer(counts.items.known)),
      ]))
  }
}
