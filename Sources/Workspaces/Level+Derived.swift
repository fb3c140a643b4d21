import Arranging
package import Asking
package import CommandLanguage
import PredicateLanguage
import Rendering
import Saving
import TableEngine
package import TableModel

// Keys that are derived belong to the source that the table shows; what is edited, saved and compared
// is the data without them.

extension Level {
  /// The data without derived keys.
  package var data: any TableSource {
    get { shaped.source.underived }
    set { shaped.source = derived.isEmpty ? newValue : DerivedTable(newValue, derived) }
  }

  /// The keys that are derived, in their order.
  package var derived: [DerivedField] { (shaped.source as? DerivedTable)?.fields ?? [] }

  /// What is lost where other records take the place of these; nil where no keys are derived.
  package var derivedWords: String? {
    let names = derived.map(\.quotedName).joined(separator: ", ")
    return derived.isEmpty ? nil : "the derived \(derived.count == 1 ? "key" : "keys") \(names)"
  }

  /// The same in words: `total = price * quantity`, separated by dots.
  package var derivation: String { derived.map(\.definition).joined(separator: Mark.dot) }

  /// Refuses edits that give records a key that is derived.
  func refuseDerived(_ edits: [DataEdit]) throws(CommandError) {
    guard let key = derived.first(where: { key in edits.contains { $0.gives(key.name) } }) else {
      return
    }
    throw CommandError(
      .impossible(
        "\(key.quotedName) is derived: it is `\(key.expression)`",
        hint: "change what it is computed from, or '\(key.ending)' first"))
  }

  /// Takes another version of the data with the keys that are derived here, as far as its records don't
  /// have them themselves.
  package func deriving(_ other: ShapedTable, in environment: Environment, budget: Int)
    throws(DataError) -> (table: ShapedTable, notices: [String])
  {
    var table = other
    let (source, own) = try derived.over(
      other.source, budget: budget, checkpoint: environment.counting(other.source))
    table.source = source
    return (
      table, own.map { "the records have \($0.quotedName) themselves now; it is not derived" }
    )
  }

  /// Derives other keys of the table that is shown. Nothing is read again, but what uses a key is
  /// arranged anew.
  package static func derive(
    _ fields: [DerivedField], changing name: String? = nil, in workspace: inout Workspace
  ) throws(CommandError) {
    let preferences = workspace.preferences
    let isKnown = try workspace.current().derived.contains { $0.name == name }
    try workspace.change { level throws(CommandError) in
      level.derive(fields)
      level.handOver()
      let columns = try reading { () throws(DataError) in
        try Level.proposedAgain(level.look.columns, of: level.shaped.source)
      }
      if let columns { try level.show(columns: columns, preferences) } else { try level.redress() }
    }
    let arrangement = try workspace.current().arrangement
    // A key that was there may be read by others, which have other values now, too.
    let changed = isKnown ? fields.map(\.name) : name.map { [$0] } ?? []
    let isUsed = changed.contains { arrangement.use(of: $0) != nil }
    if isUsed || arrangement.filters.contains(where: { $0.kind == .search }) {
      try workspace.arrange { _ in }
    }
  }

  /// The command that goes by a key of the records; nil where none does.
  package func use(of name: String) -> String? { arrangement.use(of: name) ?? look.use(of: name) }
}

extension Look {
  fileprivate func use(of name: String) -> String? {
    func reads(_ path: FieldPath) -> Bool { path.steps.first == .key(name) }
    func asks(_ condition: Condition?) -> Bool {
      condition?.askedPaths.contains { $0.keys.first == name } ?? false
    }
    let roles = FieldChoice.Role.allCases.contains { role in
      if case .path(let path)? = fields[role] { reads(path) } else { false }
    }
    let shown = columns?.origin == .keys ? columns?.columns.map(\.path) ?? [] : []
    let uses = [
      ("columns", shown.contains(where: reads)), ("fields", roles),
      ("style", styles.contains { asks($0.condition) }),
      ("accessory", accessories.contains { asks($0.condition) }),
      ("indent", indentations.contains { asks($0.condition) }),
      ("background", backgrounds.contains { asks($0.condition) }),
    ]
    return uses.first(where: \.1)?.0
  }
}

// MARK: - For the commands that add keys

extension Level {
  /// The keys that a command has added, a line each.
  package func report(of origin: DerivedField.Origin) -> String {
    let lines = derived.filter { $0.origin == origin }.map(\.definition)
    return lines.isEmpty ? origin.nothing : lines.joined(separator: "\n")
  }
}

extension Level {
  /// Takes a key back that a command has added; without a name, all of them.
  package static func takeBack(
    _ name: String?, at place: Range<Int>?, addedBy origin: DerivedField.Origin,
    in workspace: inout Workspace
  ) throws(CommandError) -> Output {
    let level = try workspace.current()
    let names = name.map { [$0] } ?? level.derived.filter { $0.origin == origin }.map(\.name)
    if names.isEmpty {
      throw CommandError(.nothing(origin.nothing, hint: "'help \(origin.rawValue)' says how"))
    }
    let rest: [DerivedField]
    do throws(DerivationConflict) {
      rest = try level.derived.removing(Set(names), addedBy: origin, use: level.use)
    } catch {
      throw CommandError(error, at: place)
    }
    try derive(rest, in: &workspace)
    return Output("no longer \(origin.participle): " + names.joined(separator: ", "))
  }
}

extension Word {
  /// The key that a word names which is to be added, or was.
  package func newKey() throws(CommandError) -> String {
    do { return try KeyDefinition.key(text, at: 0..<range.count) } catch {
      throw CommandError(noName: text, at: range)
    }
  }
}

extension CommandError {
  /// What keeps a key from being derived, or from being taken back.
  package init(_ conflict: DerivationConflict, at range: Range<Int>?) {
    self.init(.impossible(conflict.message, hint: conflict.hint), at: range)
  }

  package init(noName text: String, at range: Range<Int>) {
    self.init(
      .badValue(text, argument: "name", expected: "one key: total, or `unit price`"), at: range)
  }
}

extension Level {
  /// Fills cells anew that go by places, or by what stands around records, after a change of these.
  ///
  /// - Parameter isTold: whether the table was told of the change.
  mutating func redressPlaces(isTold: Bool, _ preferences: Preferences) throws(CommandError) {
    guard derived.contains(where: \.readsPlaces) || isTold && look.readsPlaces else { return }
    if look.usesLayouts { return try reloadForLayouts(preferences) }
    try redress()
  }

  /// Reloads after cells got other reuse identifiers; selection and offsets stay.
  package mutating func reloadForLayouts(_ preferences: Preferences) throws(CommandError) {
    let state = table.state
    try reloadReporting(preferences)
    if table.state != state { table.restore(state) }
  }
}
