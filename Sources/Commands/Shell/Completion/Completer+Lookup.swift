import Asking
import CommandLanguage
import PredicateLanguage
import TableModel
import Workspaces

/// Where `lookup` may look, and by what.
extension Completer {
  /// `$document.PATH` of what can be looked into, once a `$` begins it: the lists of the table's own levels, and the
  /// lists and dictionaries that stand around them.
  func partsOfDocument(_ word: Word?) -> [Candidate] {
    guard let word, !word.isQuoted, word.text.hasPrefix("$"), let level = session.levels.first
    else { return [] }
    let (source, shape) = (level.shaped.source, level.shaped.shape)
    var paths: [[String]] = []
    var start: [String] = []
    let lists: [(OuterLevel?, FieldPath?)] = [
      (.document, shape.sections ?? shape.rows ?? shape.items),
      (.section, shape.sections == nil ? nil : shape.rows ?? shape.items),
      (.row, shape.rows == nil ? nil : shape.items), (nil, nil),
    ]
    for (outer, list) in lists {
      let isThere = outer.map(source.outerLevels.contains) ?? true
      let catalog = outer == nil ? level.catalog : outer.flatMap { level.catalog.outer($0) }
      if isThere, let keys = catalog?.keys() {
        paths += keys.paths.filter { keys[$0]?.isContainer ?? false }.map { start + $0 }
      }
      guard let inner = list?.keys else { continue }
      start += inner
      if !inner.isEmpty { paths.append(start) }
    }
    let known = paths.enumerated().filter { !paths[..<$0].contains($1) }.map(\.element)
    return known.map { path in
      Candidate("\(OuterLevel.document.variable).\(FieldPath(keys: path))")
    }.matching(word.text)
  }

  /// The tables of the database that is open.
  func databaseTables(_ prefix: String) -> [Candidate] {
    guard let path = session.levels.last(where: { $0.origin != nil })?.origin?.path,
      let document = try? session.environment.open(path, OpenOptions()),
      let list = try? document.table(shape: nil).source
    else { return [] }
    var names: [String] = []
    try? list.scan { _, value throws(DataError) in
      if let inner = try document.document(inside: value) { names.append(inner.name) }
      return names.count < Self.mostTables
    }
    return names.map { Candidate($0, "table") }.matching(prefix)
  }

  private static let mostTables = 500

  /// Keys of the records in the other table, which stands before `by`.
  func keysOfOther(_ place: Place) -> [Candidate] {
    let words = place.before.filter { !$0.raw.hasPrefix("--") }
    guard let joint = words.lastIndex(where: { LookupCommand.Joint(rawValue: $0.raw) == .by }),
      joint > 1
    else { return [] }
    let isTable = LookupCommand.Place(rawValue: words[joint - 2].raw) == .table
    let other = OtherTable(OtherTable.Place(words[joint - 1], isTable: isTable))
    guard let (opened, _) = try? other.opened(in: session),
      let (source, _) = try? other.open(beside: opened, in: session.environment)
    else { return [] }
    let catalog = CatalogCache(source: source)
    let nested = catalog.keys().paths.filter { $0.count > 1 }
    let paths = ((try? catalog.names()) ?? []).map { [$0] } + nested
    return paths.map { Candidate("\(FieldPath(keys: $0))") }.matching(place.prefix)
  }
}

extension KeyCatalog.Entry {
  /// True for what has records inside.
  fileprivate var isContainer: Bool { kinds.contains(.array) || kinds.contains(.record) }
}
