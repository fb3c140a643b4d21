package import Arranging
package import PredicateLanguage
import Synchronization
package import TableModel

extension DerivedField {
  /// A key that has the value of an expression.
  ///
  /// Places and what stands around a record are those of the data, whatever is filtered, sorted or
  /// grouped. An expression that can't be computed of a record is an error of the read.
  /// - Parameters:
  ///   - typed: the expression as it was typed.
  ///   - document: what `$document` is a record of; nil for the table's own.
  package init(
    _ name: String, by expression: ValueExpression, typed: String, document: (any TableSource)?
  ) {
    let condition = expression.condition
    let heads = condition.askedPaths.map { path -> String? in
      if case .key(let key)? = path.steps.first { key } else { nil }
    }
    self.init(
      name, expression: typed, keys: heads.contains(nil) ? nil : heads.compactMap(\.self),
      readsPlaces: condition.readsPlaces
    ) { base in
      let run = Guarded(ExpressionRun(expression, document: document))
      return { address, record throws(DataError) in
        try run.withLock { run throws(DataError) in
          try run.value(of: record, at: address, in: base).known(as: name)
        }
      }
    }
  }
}

extension DerivedField {
  /// The name as messages have it.
  package var quotedName: String {
    let spelled = Condition.spelling(of: [name])
    return spelled.hasPrefix("`") ? spelled : "`\(spelled)`"
  }

  /// The command that takes it back.
  package var ending: String { "\(origin.rawValue) \(Condition.spelling(of: [name])) off" }

  /// What follows the command that adds it: `total = price * quantity`.
  package var definition: String {
    let spelled = Condition.spelling(of: [name])
    return origin == .derive ? "\(spelled) = \(expression)" : "\(expression) as \(spelled)"
  }

  fileprivate func reads(_ name: String) -> Bool { keys?.contains(name) ?? false }
}

extension DerivedField.Origin {
  package var participle: String {
    switch self {
    case .derive: "derived"
    case .lookup: "looked up"
    }
  }

  /// What the command says where it has added no key.
  package var nothing: String {
    switch self {
    case .derive: "no keys are derived"
    case .lookup: "nothing is looked up"
    }
  }
}

// MARK: - Several keys

/// Why a key can't be derived, or not be taken back.
package enum DerivationConflict: Error, Sendable, Hashable {
  case readsItself(String)
  /// It reads a key that is derived later than one that reads it.
  case readsLater(String, user: String, ending: String)
  case isRead(String, by: String, ending: String)
  /// A command that is on reads the key.
  case isUsed(String, by: String)
  case notDerived(String, by: DerivedField.Origin, nearest: String?)
  case noDictionaries
  /// The expression can't be computed of a record.
  case failed(EvaluationError)
  case unreadable(DataError)

  package var message: String {
    switch self {
    case .readsItself(let name): "'\(name)' can't be computed from itself"
    case .readsLater(let later, let user, _) where later == user: "'\(later)' is computed from it"
    case .readsLater(let later, let user, _):
      "'\(later)' is derived after '\(user)', which reads the key"
    case .isRead(let name, let user, _): "'\(user)' is computed from '\(name)'"
    case .isUsed(let name, let command): "'\(command)' uses '\(name)'"
    case .notDerived(let name, let origin, _): "no key '\(name)' is \(origin.participle)"
    case .noDictionaries: "the records are no dictionaries and can't have keys"
    case .failed(let error): error.description
    case .unreadable(let error): error.description
    }
  }

  package var hint: String? {
    switch self {
    case .readsItself: "derive a key of another name"
    case .readsLater(_, _, let ending), .isRead(_, _, let ending): "'\(ending)' first"
    case .isUsed(_, let command): "'\(command) off' first"
    case .notDerived(_, let origin, let nearest):
      nearest.map { "did you mean '\($0)'?" } ?? "'\(origin.rawValue)' lists those that are"
    case .noDictionaries: nil
    case .failed(let error): error.hint
    case .unreadable(let error): error.hint
    }
  }
}

extension [DerivedField] {
  /// The fields with another one: behind all others, or before the first that reads it.
  package func placing(_ field: DerivedField) throws(DerivationConflict) -> [DerivedField] {
    if field.reads(field.name), contains(where: { $0.name == field.name }) {
      throw .readsItself(field.name)
    }
    var fields = filter { $0.name != field.name }
    guard let user = fields.firstIndex(where: { $0.reads(field.name) }) else {
      return fields + [field]
    }
    if let later = fields[user...].first(where: { field.reads($0.name) }) {
      throw .readsLater(later.name, user: fields[user].name, ending: fields[user].ending)
    }
    fields.insert(field, at: user)
    return fields
  }

  /// The fields with a key that is defined, and what its first values are.
  ///
  /// - Parameters:
  ///   - document: what `$document` is a record of; nil for the data's own.
  ///   - isStrict: whether the first value that does not fit an operation is an error.
  package func deriving(
    _ definition: KeyDefinition, by expression: ValueExpression, over data: any TableSource,
    document: (any TableSource)?, isStrict: Bool
  ) throws(DerivationConflict) -> (fields: [DerivedField], sample: ExpressionSample) {
    let name = definition.name
    let fields = try placing(
      DerivedField(name, by: expression, typed: definition.expression, document: document))
    let sample: ExpressionSample
    do throws(DataError) {
      sample = try ExpressionSample(
        of: expression, in: DerivedTable(data, Array(fields.prefix { $0.name != name })),
        document: document, isStrict: isStrict)
    } catch {
      throw .unreadable(error)
    }
    if let failure = sample.failure { throw .failed(failure) }
    if sample.records > 0, sample.dictionaries == 0 { throw .noDictionaries }
    return (fields, sample)
  }

  /// The fields without some that a command has added.
  ///
  /// - Parameter use: the command that goes by a key, which then has to stay.
  package func removing(
    _ names: Set<String>, addedBy origin: DerivedField.Origin, use: (String) -> String?
  ) throws(DerivationConflict) -> [DerivedField] {
    let known = filter { $0.origin == origin }.map(\.name)
    if let stranger = names.sorted().first(where: { !known.contains($0) }) {
      throw .notDerived(
        stranger, by: origin, nearest: Spelling.matches(for: stranger, among: known).first)
    }
    let rest = filter { !names.contains($0.name) }
    for field in self where names.contains(field.name) {
      if let user = rest.first(where: { $0.reads(field.name) }) {
        throw .isRead(field.name, by: user.name, ending: user.ending)
      }
      if let command = use(field.name) {
        throw .isUsed(field.name, by: command)
      }
    }
    return rest
  }

  /// Another version of the data with these keys, but for those that its records have themselves.
  ///
  /// - Returns: the table, and the keys that are no longer derived.
  /// - Complexity: O(records) for each of the keys.
  package func over(
    _ data: any TableSource, budget: Int, checkpoint: (Int) throws(DataError) -> Void
  ) throws(DataError) -> (source: any TableSource, own: [DerivedField]) {
    let (catalog, store) = (CatalogCache(source: data), ColumnStore(source: data))
    var own: [DerivedField] = []
    for field in self
    where try catalog.anyRecord(
      has: AskedPath(keys: [field.name]), columns: store, budget: budget, checkpoint: checkpoint)
    {
      own.append(field)
    }
    let rest = filter { field in !own.contains { $0.name == field.name } }
    return (rest.isEmpty ? data : DerivedTable(data, rest), own)
  }
}

extension Arrangement {
  /// The command that reads a key of the records; nil where none does.
  package func use(of name: String) -> String? {
    func reads(_ path: FieldPath) -> Bool { path.steps.first == .key(name) }
    let conditions = filters.filter { $0.kind == .filter }
      .compactMap { try? Condition(parsing: $0.text) }
    if conditions.contains(where: { $0.askedPaths.contains { $0.keys.first == name } }) {
      return "filter"
    }
    if sortKeys.contains(where: { reads($0.path) }) { return "sort" }
    switch grouping {
    case .byValue(let path, _, _) where reads(path): return "group"
    case .byLetter(let path) where reads(path): return "index"
    default: return nil
    }
  }
}

/// `NAME = EXPRESSION` as it is typed.
package struct KeyDefinition: Sendable, Hashable {
  package let name: String
  package let expression: String
  /// Where the name stands, in characters.
  package let place: Range<Int>
  /// Where the expression begins, in characters.
  package let start: Int

  /// What is wrong with a text, and where.
  package enum Fault: Error, Hashable {
    /// The name is not a single key.
    case name(String, Range<Int>)
    /// The expression is missing, or follows more than one `=`.
    case expression(Range<Int>)

    package var place: Range<Int> {
      switch self {
      case .name(_, let place), .expression(let place): place
      }
    }
  }

  /// - Returns: nil for a text without a `=` outside of backquotes.
  package init?(parsing text: String) throws(Fault) {
    var isQuoted = false
    let sign = text.firstIndex { character in
      if character == "`" { isQuoted.toggle() }
      return character == "=" && !isQuoted
    }
    guard let sign else { return nil }
    func offset(_ index: String.Index) -> Int {
      text.distance(from: text.startIndex, to: index)
    }
    var typed = text[..<sign].drop(while: \.isWhitespace)
    while typed.last?.isWhitespace == true { typed.removeLast() }
    place = offset(typed.startIndex)..<offset(typed.endIndex)
    name = try Self.key(String(typed), at: place)
    let rest = text[text.index(after: sign)...].drop(while: \.isWhitespace)
    (expression, start) = (String(rest), offset(rest.startIndex))
    if rest.isEmpty || rest.first == "=" { throw .expression(start..<start + min(1, rest.count)) }
  }

  /// The key that a text names: a word, or anything in backquotes.
  package static func key(_ text: String, at place: Range<Int>) throws(Fault) -> String {
    guard let steps = FieldPath(parsing: text)?.steps, steps.count == 1,
      case .key(let key) = steps[0], !key.isEmpty, !"$@".contains(text.first ?? "$")
    else { throw .name(text, place) }
    return key
  }
}
