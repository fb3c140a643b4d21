import Asking
import CommandLanguage
import Documents
import Opening
import PredicateLanguage
import TableModel
import Workspaces

/// `lookup`: records of another table as a key of those that refer to them.
enum LookupCommand: ShelfCommand {
  case report, off
  case remove(Word)
  case add(LookupDefinition)

  enum Leader: String, Keyword { case `in`, off }

  /// What follows the other table.
  enum Joint: String, Keyword { case by, `as` }

  enum Place: String, Keyword { case table }

  static let format = CommandOption.format(
    FileFormats.all.readable, "take the file for this format, whatever it looks like")

  static let declaration = Command(
    "lookup", .narrow, "add records of another table that these refer to",
    parameters: [
      Parameter("KEY|NAME|off", .key, optional: true, words: OffWord.words),
      Parameter("in", .choice(of: Leader.self), optional: true, unless: OffWord.words),
      Parameter(
        "FILE|$document.PATH|table", .otherTable, optional: true, after: Leader.in,
        Place.table, words: Place.words),
      Parameter("TABLE", .databaseTable, optional: true, after: Place.table),
      Parameter("by", .choice(of: Joint.self), optional: true, after: Leader.in, Place.table),
      Parameter("KEY", .keyOfOther, optional: true, after: Joint.by, Leader.in),
      Parameter("as", .choice([Joint.as.rawValue]), optional: true, after: Joint.by),
      Parameter("NAME", .choice([]), optional: true, after: Joint.as, Joint.by),
    ],
    options: [format, .table] + Shape.options,
    discussion: """
      `lookup KEY in FILE by KEY as NAME` gives each record a key NAME: the record of the file whose field \
      behind `by` is the same as KEY here. `event.name` is then a key like any other, in predicates, orders, columns and \
      summaries, and `export` writes it; `save` does not. In the place of a file, `$document.PATH` is another part of the \
      document, and `table NAME` a table of the database that is open. Without `by` it is a dictionary that \
      is looked into, by its own keys; its values may be plain ones. Where KEY holds a list, so does NAME. KEY may lead \
      into what was looked up before. Of a file the records are meant that `open` would show; options say which others.

      Numbers are the same however they are written, and a text is never a number, but for the keys of \
      dictionaries. Of several records with one key the first is taken; notes count these, and what is not \
      there. The other table is read as it was when it was looked up, until `reload`. Only its keys are kept \
      in memory. `lookup` lists what is looked up, `lookup NAME off` and `lookup off` take it back.
      """,
    examples: [
      .init(
        "open Datasets/Questions/shop.sqlite --table orders; lookup customer_id in table customers by id"
          + " as customer; distinct customer.town", "a table of the same database"),
      .init(
        "open Datasets/Questions/events.json --rows performances; lookup eventId in $document.events"
          + " as event; distinct event.name 3", "a dictionary in the same document"),
      .init(
        "lookup manufacturer in Datasets/catalog.json by manufacturer as first; lookup; lookup off",
        "records of a file", on: "catalog.json"),
    ],
    errors: [
      .data: "the other table can't be read, or the path leads nowhere",
      .unknownKey: "no record has the key, under `set strict on`",
      .impossible: "records have the name already, or there is nothing to look it up by",
      .nothingToDo: "nothing is looked up",
    ],
    related: ["derive", "unnest", "open", "export"], needs: .everything, effect: .change)

  init(_ call: Invocation) throws(CommandError) {
    if call[0] == nil {
      self = .report
    } else if try call.isOff() {
      self = .off
    } else if call.keyword(at: 1, Leader.self) == .off {
      try call.checkEnd(at: 2)
      self = .remove(try call.required(0))
    } else {
      try call.expect(Leader.in, at: 1)
      self = .add(try LookupDefinition(call))
    }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    switch self {
    case .report: Output(try workspace.current().report(of: .lookup))
    case .off: try Level.takeBack(nil, at: nil, addedBy: .lookup, in: &workspace)
    case .remove(let word):
      try Level.takeBack(word.newKey(), at: word.range, addedBy: .lookup, in: &workspace)
    case .add(let definition): try definition.lookUp(in: &workspace)
    }
  }
}

/// What is looked up where, as it was typed.
struct LookupDefinition: Sendable {
  private let key: Word
  private let other: OtherTable
  private let identity: Word?
  private let name: Word
  /// All but the name.
  private let typed: String

  init(_ call: Invocation) throws(CommandError) {
    key = try call.required(0)
    let isTable = call.keyword(at: 2, LookupCommand.Place.self) != nil
    let place = try call.required(isTable ? 3 : 2)
    other = OtherTable(
      OtherTable.Place(place, isTable: isTable),
      format: call.option(LookupCommand.format)?.text, table: call.option(.table)?.text,
      shape: try Shape(statedIn: call))
    var next = isTable ? 4 : 3
    let hasIdentity = call.keyword(at: next, LookupCommand.Joint.self) == .by
    identity = hasIdentity ? try call.required(next + 1, as: "KEY") : nil
    if hasIdentity { next += 2 }
    _ = try call.required(next, as: "as NAME")
    try call.expect(LookupCommand.Joint.as, at: next)
    name = try call.required(next + 1, as: "NAME")
    _ = try name.newKey()
    try call.checkEnd(at: next + 2)
    let left = [call[next]?.range, name.range]
    typed = call.statement.arguments.filter { !left.contains($0.range) }.map(\.raw)
      .joined(separator: " ")
  }

  func lookUp(in workspace: inout Workspace) throws(CommandError) -> Output {
    let (level, questions) = (try workspace.current(), workspace.questions)
    let name = try name.newKey()
    if !level.derived.contains(where: { $0.name == name }) {
      try questions.refuseKnown(name, at: self.name.range)
    }
    if try questions.hasRecords(), try questions.knownKeys().isEmpty {
      throw CommandError(
        .impossible("the records are no dictionaries and can't have keys", hint: nil),
        at: self.name.range)
    }
    let (path, ofKey) = try path(questions)
    let (table, ofTable) = try table(questions, in: workspace)
    let lookup = Lookup(path, in: table)
    let field = DerivedField(name, lookup, typed: typed)
    let fields: [DerivedField]
    do throws(DerivationConflict) {
      fields = try level.derived.placing(field)
    } catch {
      throw CommandError(error, at: self.name.range)
    }
    var tally = LookupTally(lookup)
    do throws(DataError) {
      try tally.count(
        level.columns, budget: questions.budget,
        workspace.environment.counting(level.shaped.source))
    } catch {
      throw CommandError(error)
    }
    try Level.derive(fields, changing: name, in: &workspace)
    let records = Words.number(tally.records, "record")
    return Output(
      "looked up \(name): found for \(Words.grouped(tally.found)) of \(records)"
        + " among \(Words.grouped(table.count)) of \(other.name)"
    ).with(
      ofKey + ofTable + tally.sentences(field.quotedName, in: other.name, grouped: Words.grouped))
  }

  /// The field that refers to the other table. What no record has is an error under `set strict on`.
  private func path(_ questions: TableQuestions) throws(CommandError) -> (FieldPath, [String]) {
    do {
      let field = try questions.field(key)
      return (field.path, field.notices)
    } catch {
      guard case .unknownKey(let missing, let nearest) = error.reason, !questions.isStrict,
        let path = FieldPath(parsing: key.text)
      else { throw error }
      return (path, ["no record has the key '\(missing)'" + Self.meant(nearest)])
    }
  }

  private static func meant(_ nearest: [String]) -> String {
    CommandError.didYouMean(nearest).map { "; \($0)" } ?? ""
  }

  /// Opens the other table and hashes its keys.
  private func table(_ questions: TableQuestions, in workspace: Workspace)
    throws(CommandError) -> (LookupTable, [String])
  {
    let environment = workspace.environment
    let (opened, edits) = try other.opened(in: workspace)
    let (source, ofFile) = try other.open(beside: opened, in: environment)
    let remarks = edits + ofFile
    let identity = try identity.map { word throws(CommandError) in try FieldPath(typed: word) }
    let found: LookupTable?
    do throws(DataError) {
      found = try LookupTable(
        source, by: identity, budget: questions.budget, checkpoint: environment.counting(source))
    } catch {
      throw CommandError(error)
    }
    guard let found else {
      throw CommandError(
        .impossible(
          "the records of \(other.name) have no keys of their own",
          hint: "'by KEY' names the field that identifies them"), at: other.range)
    }
    guard let identity, let word = self.identity, found.count > 0, found.unnamed == found.count
    else { return (found, remarks) }
    let nearest = CatalogCache(source: source).keys().nearest(to: identity.keysOnTheWay)
      .map { FieldPath(keys: $0).description }
    if questions.isStrict {
      throw CommandError(.unknownKey(word.text, nearest: nearest), at: word.range)
    }
    let unknown = "no record of \(other.name) has the key '\(identity)'" + Self.meant(nearest)
    return (found, remarks + [unknown])
  }
}

extension OtherTable.Place {
  /// - Parameter isTable: whether the word names a table of the database.
  init(_ word: Word, isTable: Bool) {
    self = isTable ? .table(word) : word.documentPath.map { .part($0, word) } ?? .file(word)
  }
}

extension OtherTable {
  /// The document that is open, with the changes that were made in it as far as it is in memory.
  func opened(in workspace: Workspace) throws(CommandError) -> (Opened, notices: [String]) {
    let file = workspace.levels.last { $0.origin != nil }
    guard let level = isInDatabase ? file ?? workspace.levels.first : workspace.levels.first
    else { throw CommandError(.noTable) }
    let checkpoint = workspace.checkpoint
    let edited = try reading { () throws(DataError) in
      isOfDocument ? try level.editedDocument(checkpoint: checkpoint) : nil
    }
    let opened = Opened(edited ?? level.document, path: level.origin?.path)
    let isBefore = edited == nil && level.isEdited && (isOfDocument || isInDatabase)
    return (
      opened, isBefore ? ["\(name) is looked into as it was before it was changed here"] : []
    )
  }
}

extension LookupDefinition {
  /// Looks up again what is looked up, in the tables as they are now.
  ///
  /// - Returns: what is to be said of it.
  static func renew(in workspace: inout Workspace) throws(CommandError) -> [String] {
    let fields = try workspace.current().derived
    guard let first = fields.firstIndex(where: { $0.origin == .lookup }) else { return [] }
    // What was looked up before can't be read any more, perhaps.
    _ = try workspace.current().presenter.takeFailure()
    try Level.derive(Array(fields[..<first]), in: &workspace)
    var notices: [String] = []
    for field in fields[first...] {
      guard field.origin == .lookup else {
        let before = try workspace.current().derived
        try Level.derive(before + [field], changing: field.name, in: &workspace)
        continue
      }
      do {
        for statement in Statement.statements(in: "\(field.origin.rawValue) \(field.definition)") {
          let call = try Invocation(LookupCommand.declaration, statement)
          notices += try LookupDefinition(call).lookUp(in: &workspace).notices
        }
      } catch {
        var error = error
        error.range = nil
        error.proposal = error.proposal ?? "'\(field.ending)' takes it back"
        throw error
      }
    }
    return notices
  }
}
