import Arranging
import Asking
import CommandLanguage
import Documents
import Files
import Rendering
import Saving
import TableEngine
import TableModel
import Workspaces

/// `status`: what is open and how it is set.
struct StatusCommand: ShelfCommand {
  static let declaration = Command(
    "status", .look, "show what is open and how it is set", options: [.json],
    discussion: """
      A file that was written to, replaced or removed since it was read is reported as well: up \
      to 16 MiB, what was read stays as it was until `reload`; larger files and databases cannot \
      be read any further.
      """,
    examples: [
      .init("status", "source, shape, filter, focus, changed settings"),
      .init("filter Views > 20000; status --json", "the same for machines"),
    ],
    related: ["set", "stats"], needs: .counts)

  private let isForMachines: Bool

  init(_ call: Invocation) { isForMachines = call.has(.json) }

  func run(in workspace: inout Workspace) -> Output {
    let status = Status(of: workspace)
    let json = JSONWriter.text(of: status.record, layout: .spaced)
    if isForMachines { return Output(lines: [], json: [json]) }
    let lines = status.lines
    var output = Output(lines.map { $0.padded(to: 11) + $1 }.joined(separator: "\n"))
    output.json = [json]
    output.fields = lines.map { [$0, $1] }
    return output
  }
}

/// What is open and how it is set, for people and for programs.
private struct Status {
  private let workspace: Workspace
  private let level: Level?
  private let settings: [(name: String, value: String)]
  /// True when the file of an open table has changed since it was read.
  private let hasFileChanged: Bool

  init(of workspace: Workspace) {
    self.workspace = workspace
    level = workspace.levels.last
    settings = workspace.preferences.changedSettings()
    hasFileChanged = workspace.levels.contains { $0.hasFileChanged(workspace.environment) }
  }

  /// Each with its name.
  var lines: [(String, String)] {
    var lines = level.map(lines) ?? [("table", "none is open; 'open FILE' opens one")]
    lines.append(("device", workspace.preferences.device.name))
    if !settings.isEmpty {
      lines.append(("settings", settings.map { "\($0.name) \($0.value)" }.joined(separator: ", ")))
    }
    return lines
  }

  private func lines(of level: Level) -> [(String, String)] {
    var lines = [
      ("source", level.origin?.words ?? workspace.breadcrumb.joined(separator: Mark.step)),
      ("format", level.document.format), ("shape", level.shaped.explanation),
      ("counts", Words.counts(level.shown.counts())),
    ]
    if let words = level.unsavedTablesWords {
      lines.append(("changes", "those in " + words))
    } else if let collected = workspace.history.batch?.changes.count, collected > 0 {
      let words = Words.number(collected, "change")
      lines.append(("changes", "\(words) in the open batch; 'batch commit' makes them"))
    } else if workspace.unsavedDocument != nil {
      lines.append(("changes", "not saved; 'save FILE' writes the document with them"))
    }
    if hasFileChanged { lines.append(("file", level.fileChangeWords)) }
    let remarks = level.shaped.source.activity?.remarks ?? []
    let leftOut = level.shaped.source.activity?.leftOut ?? []
    let known = level.document.remarks
    let found = remarks + leftOut.filter { !remarks.contains($0) }
    for remark in known + found.filter({ !known.contains($0) }) {
      lines.append(("noticed", remark))
    }
    if let activity = level.shaped.source.activity {
      let isLost = level.document.isLost
      lines.append(
        ("checked", isLost ? "what was read is no longer there" : Self.words(for: activity)))
    }
    if workspace.levels.count > 1 {
      lines.append(("level", workspace.breadcrumb.joined(separator: Mark.step)))
    }
    let conditions = level.arrangement.statements
    if !conditions.isEmpty { lines.append(("arranged", conditions.joined(separator: Mark.dot))) }
    if let watched = level.watchWords { lines.append(("watch", watched)) }
    if !level.derived.isEmpty { lines.append(("derived", level.derivation)) }
    if let columns = level.look.columns { lines.append(("columns", columns.words)) }
    lines.append(("focus", level.positionLine))
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

  private static func words(for activity: SourceActivity) -> String {
    if let error = activity.error { return "\(error.location ?? ""): \(error)" }
    if let received = activity.received { return "arriving, \(ByteCount.words(received)) so far" }
    func percent(_ share: Double) -> String { "\(Int(share * 100)) %" }
    let parts = [
      activity.indexing.map { "indexing " + percent($0) },
      activity.verifying.map { "verifying " + percent($0) },
    ]
    let running = parts.compactMap(\.self).joined(separator: Mark.dot)
    if activity.isFollowing {
      return (running.isEmpty ? "" : running + Mark.dot) + "followed; checked where it is read"
    }
    return running.isEmpty ? (activity.isVerified ? "verified" : "not verified yet") : running
  }

  /// The `shelf.status.1` record.
  var record: Value {
    var record = Record()
    record["schema"] = .string("shelf.status.1")
    record["source"] = level.map { .string($0.origin?.words ?? $0.document.name) } ?? .null
    record["shape"] = level.map { .string($0.shaped.explanation) } ?? .null
    record["counts"] = level.map { Self.numbers($0.shown.counts()) } ?? .null
    record["changed"] = .bool(hasFileChanged)
    record["unsaved"] = .bool(workspace.unsavedDocument != nil)
    let activity = level?.shaped.source.activity
    let isLost = level?.document.isLost ?? true
    record["verified"] = .bool(!isLost && activity?.isVerified ?? true)
    record["indexing"] = activity?.indexing.map { .double($0) } ?? .null
    record["verifying"] = activity?.verifying.map { .double($0) } ?? .null
    let filters = level?.arrangement.filters.map(\.statement) ?? []
    record["filter"] = filters.isEmpty ? .null : .string(filters.joined(separator: Mark.dot))
    let keys = level?.arrangement.sortKeys.map(\.description) ?? []
    record["sort"] = keys.isEmpty ? .null : .string(keys.joined(separator: ", "))
    record["focus"] = level?.table.focus.map { .string($0.description) } ?? .null
    let selected = level?.table.selection.sorted() ?? []
    record["selection"] = .array(selected.map { .string($0.description) })
    record["identity"] = Self.identity(level?.identities)
    record["editing"] = level?.table.editing.map { .string($0.description) } ?? .null
    record["columns"] = level?.look.columns.map(\.record) ?? .null
    record["watch"] = level.flatMap(Self.watch) ?? .null
    record["policy"] = .string(workspace.preferences.engine.policy.rawValue)
    record["settings"] = .record(Record(settings.map { ($0.name, .string($0.value)) }))
    return .record(record)
  }

  private static func watch(of level: Level) -> Value? {
    guard let watch = level.watch else { return nil }
    let value = (try? level.watchedValue()) ?? nil
    return .record(Record([("expression", .string(watch.text)), ("value", value ?? .null)]))
  }

  private static func identity(_ identities: RecordIdentities?) -> Value {
    .record(
      Record([
        ("key", identities.map { .string($0.path.description) } ?? .null),
        ("stable", .bool(identities?.isStable ?? false)),
        ("unnamed", identities.map { .integer($0.unnamed) } ?? .null),
      ]))
  }

  private static func numbers(_ counts: Counts) -> Value {
    .record(
      Record([
        ("sections", .integer(counts.sections.known)), ("rows", .integer(counts.rows.known)),
        ("items", .integer(counts.items.known)),
      ]))
  }
}
