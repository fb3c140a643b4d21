import Arranging
import Asking
package import CommandLanguage
package import Differences
import Documents
import Files
import Opening
import PredicateLanguage
import Saving
import TableEngine
package import TableModel
import Workspaces

/// `diff`: lists what differs in another file, or what changes here would save.
struct DiffCommand: ShelfCommand {
  private static let id = CommandOption(
    "id", Parameter("KEY", .key), "the key that names a record")

  private static let only = CommandOption(
    "only", Parameter("KINDS", .choice(Change.Kind.allCases.map(\.rawValue))),
    "only differences of some kinds: added,removed,moved,changed")

  private static let patch = CommandOption("json", nil, "print the JSON patch alone (RFC 6902)")

  private static let format = CommandOption.format(
    FileFormats.all.readable, "take the file for this format")

  static let declaration = Command(
    "diff", .look, "list what differs in another file",
    parameters: [Parameter("FILE", .file(.data), optional: true)],
    options: [id, only, patch, format],
    discussion: """
      Compares the whole document with a file, at every level and outside the table, and opens the \
      differences as a table on top: a row for each, with the fields `mark` (`+` added, `-` removed, \
      `>` moved, `~` changed), `path`, `name`, `field`, `old`, `new`, and `was` for what had another \
      place before. `next` and `previous` go through them, `push` opens a value, \
      `back` returns. Without FILE it lists the changes that `save` would write. Records are matched by \
      --id or `set identity`, else by the key that is unique and has most values in common, else by \
      their places; a note says by which, and how many that finds in both. Documents are compared as data: 1 is 1.0, the order \
      of keys says nothing, and filters and sorting are not respected. `apply` shows the other version in the \
      table instead, and `shelf diff A B` compares two files without a prompt.
      """,
    examples: [
      .init("open generated:rows=9; diff generated:rows=12", "three rows more"),
      .init(
        "update 0.0 colour=teal; delete 0.2; diff; view", "what save would write", on: "rows.json"),
      .init("delete 0.2; diff --json", "the same as a JSON patch", on: "rows.json"),
    ],
    errors: [
      .nothingToDo: "no change was made here, and no file is named",
      .data: "the file can't be read, or the documents have too little in common",
      .impossible: "what is shown is a part of a document, or differences already",
    ],
    related: ["apply", "save", "find"], needs: .everything, effect: .change)

  private let file: Word?
  private let identity: FieldPath?
  private let kinds: [Change.Kind]
  private let isPatch: Bool
  private let format: String?

  init(_ call: Invocation) throws(CommandError) {
    file = call[0]
    format = call.option(Self.format)?.text
    isPatch = call.has(Self.patch)
    try call.refuse(Self.only, beside: Self.patch)
    identity = try call.keyPath(Self.id)
    kinds = try Self.kinds(call.option(Self.only))
  }

  private static func kinds(_ word: Word?) throws(CommandError) -> [Change.Kind] {
    guard let word else { return Change.Kind.allCases }
    return try word.text.split(separator: ",", omittingEmptySubsequences: false).map {
      part throws(CommandError) in
      let text = part.trimmingPrefix(" ")
      guard let kind = Change.Kind(rawValue: String(text)) else {
        throw CommandError(
          .badValue(
            String(text), argument: "kind of difference",
            expected: Words.choice(Change.Kind.allCases.map(\.rawValue))), at: word.range)
      }
      return kind
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let level = try workspace.current()
    guard !(level.document is DifferenceDocument) else {
      throw CommandError(
        .impossible("this table lists differences already", hint: "'back' first"),
        at: file?.range)
    }
    guard level.parent == nil else {
      throw CommandError(
        .impossible(
          "diff compares whole documents, and this is a part of one", hint: "'back' first"),
        at: file?.range)
    }
    let (old, new) = try documents(level, workspace.environment)
    let found: DocumentDifferences
    do throws(DataError) {
      found = try DocumentDifferences(
        old, new, identity: identity ?? workspace.preferences.identity,
        bytes: bytes(of: level, workspace.environment), in: workspace.environment)
    } catch {
      throw CommandError(error)
    }
    return try show(found, of: level, in: &workspace)
  }

  /// The two documents, the older one first.
  private func documents(_ level: Level, _ environment: Environment) throws(CommandError)
    -> (DocumentDifferences.Shown, DocumentDifferences.Shown)
  {
    let shown: DocumentDifferences.Shown = (level.document, level.data)
    do throws(DataError) {
      if let file {
        let path = environment.path(named: file.text)
        var options = OpenOptions(format: format)
        // Of another database, the same table.
        if FileFormats.all.fileFormat(of: path) != nil {
          options.table = level.origin?.options.table
        }
        return (shown, try Self.open(path, options, level, environment))
      }
      if level.data is EditedSource {
        let source = try level.document.table(shape: level.statedShape).source
        return ((level.document, source), shown)
      }
      if let origin = level.origin, level.hasFileChanged(environment) {
        return (shown, try Self.open(origin.path, origin.options, level, environment))
      }
    } catch {
      var failure = CommandError(error)
      failure.range = file?.range
      if case .notFound = error, let file {
        failure.proposal = environment.nearestFile(to: file.text)
      }
      throw failure
    }
    throw CommandError(
      .nothing("no change was made here", hint: "'diff FILE' compares with another file"))
  }

  /// Another version, as far as it has it in the shape of the open table.
  private static func open(
    _ path: String, _ options: OpenOptions, _ level: Level, _ environment: Environment
  ) throws(DataError) -> DocumentDifferences.Shown {
    let document = try environment.open(path, options)
    guard let shape = level.statedShape ?? level.shapeOfDocument,
      let table = try? document.table(shape: shape)
    else { return (document, try document.table(shape: nil).source) }
    return (document, table.source)
  }

  private func bytes(of level: Level, _ environment: Environment) -> Int? {
    let paths = [level.origin?.path, file.map { environment.path(named: $0.text) }]
    let sizes = paths.compactMap { $0.flatMap(environment.stamp)?.size }
    return sizes.isEmpty ? nil : sizes.reduce(0, +)
  }

  private func show(
    _ found: DocumentDifferences, of level: Level, in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    if isPatch {
      let (text, losses) = try reading { () throws(DataError) in try found.patch() }
      var record = found.record
      record["patch"] = Value(json: text)
      var output = Output(document: text)
      output.json = [JSONWriter.text(of: .record(record), layout: .spaced)]
      return output.with(found.notes + losses)
    }
    let document = found.document(only: kinds)
    var words = found.summary
    if !found.changes.isEmpty, document.changes.count < found.changes.count {
      words += "; \(document.changes.count) of them shown"
    }
    var output = Output(words)
    output.json = [JSONWriter.text(of: .record(found.record), layout: .spaced)]
    output.notices = found.notes
    if !level.shown.isIdentity {
      output.notices.append(
        "all of the data is compared: filters, sorting and grouping show only a part or an order")
    }
    if !document.changes.isEmpty {
      let isOfHere = file == nil && level.data is EditedSource
      let title = isOfHere ? "changes" : "diff \(found.new.name)"
      workspace.levels.append(
        try document.level(titled: title, workspace.preferences, checkpoint: workspace.checkpoint))
      // From now on these are what `next` goes through.
      workspace.memory[FoundText.Memory.self] = FoundText.Memory()
    }
    return output
  }
}

extension DifferenceDocument {
  /// The table of the differences, dressed as lines in colours.
  fileprivate func level(
    titled title: String, _ preferences: Preferences, checkpoint: () throws(DataError) -> Void
  ) throws(CommandError) -> Level {
    var own = preferences
    own.look.fields = FieldChoice()
    own.look.backgrounds = colours
    own.identity = nil
    let used = own
    let level = try reading { () throws(DataError) in
      try Level(
        document: self, title: title, origin: nil, shape: nil, preferences: used,
        checkpoint: checkpoint)
    }
    level.presenter.show(level.shown, roles: FieldRoles(text: Self.line)) { $0 }
    level.handOver()
    level.table.reloadData()
    return level
  }

  private var colours: [Rule<CellColour?>] {
    let colours: [Change.Kind: CellColour] = [.added: .green, .removed: .red, .moved: .cyan]
    return Change.Kind.allCases.compactMap { kind in
      guard let colour = colours[kind],
        let condition = try? Condition(parsing: "mark == \"\(kind.mark)\"")
      else { return nil }
      return Rule(colour, condition: condition)
    }
  }
}

extension Level {
  /// The shape of a table that shows its document as it stands, which another version may have, too.
  fileprivate var shapeOfDocument: Shape? {
    data.isPlainDocument && data.columnNames == nil ? shaped.shape : nil
  }

  /// The rows of a table of differences, in the order shown; nil for any other table.
  var differences: [Address]? {
    guard document is DifferenceDocument else { return nil }
    let sections = (try? shown.sections(0..<shown.counts().sections.known)) ?? []
    return sections.enumerated().flatMap { section, info in
      (0..<info.rows.known).map { Address(section, $0) }
    }
  }
}

/// Two documents and what they differ in, for `diff` at the prompt and `shelf diff`.
package struct DocumentDifferences {
  package let comparison: DocumentComparison
  package let changes: [Change]
  package let words: ChangeWords
  let old: ComparedDocument
  let new: ComparedDocument

  /// A document with the table that shows all of it.
  package typealias Shown = (document: any TableDocument, source: any TableSource)

  /// Compares two documents, and notes meanwhile how far that is.
  ///
  /// - Parameters:
  ///   - identity: the key that names records; nil to find one.
  ///   - bytes: how long both are together, as far as that is known.
  package init(
    _ old: Shown, _ new: Shown, identity: FieldPath?, bytes: Int?, in environment: Environment
  ) throws(DataError) {
    let (meter, checkpoint) = (environment.meter, environment.checkpoint)
    meter.begin(.bytes, of: bytes)
    self.old = try ComparedDocument(old.document, old.source, checkpoint: checkpoint)
    self.new = try ComparedDocument(new.document, new.source, checkpoint: checkpoint)
    comparison = try DocumentComparison(of: self.old, and: self.new, identity: identity) {
      count throws(DataError) in
      meter.note(count)
      try checkpoint()
    }
    changes = comparison.changes
    words = ChangeWords(self.old, self.new)
  }

  /// What is worth a word beside the differences.
  package var notes: [String] { [comparison.matchingWords].compactMap(\.self) + comparison.remarks }

  /// How many differences there are of each kind, in words.
  package var summary: String { comparison.summary(of: changes) }

  /// The differences as a document of their own.
  func document(only kinds: [Change.Kind]) -> DifferenceDocument {
    DifferenceDocument(comparison, old, new, only: kinds)
  }

  /// The JSON patch that makes the newer document of the older one, and what JSON can't hold of it.
  func patch() throws(DataError) -> (text: String, losses: [String]) {
    var text: [UInt8] = []
    let losses = try writePatch { text += $0 }
    return (String(decoding: text, as: UTF8.self), losses)
  }

  /// The same in pieces.
  package func writePatch(_ take: ([UInt8]) throws(DataError) -> Void) throws(DataError) -> [String]
  {
    try Patch(comparison).write(take).words
  }

  /// The `shelf.diff.1` record.
  var record: Record {
    var record = Record([("schema", .string("shelf.diff.1"))])
    for kind in Change.Kind.allCases {
      record[kind.rawValue] = .integer(changes.count { $0.kind == kind })
    }
    record["matched"] = .array(
      comparison.matchings.map { matching in
        .record(
          Record([
            ("place", .string(matching.place)),
            ("key", matching.key.map { .string("\($0)") } ?? .null),
            ("records", .integer(matching.matched)),
          ]))
      })
    record["notes"] = .array(comparison.remarks.map(Value.string))
    return record
  }
}
