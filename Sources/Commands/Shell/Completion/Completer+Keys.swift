import Asking
import CommandLanguage
import Opening
import PredicateLanguage
import Rendering
import Results
import TableModel
import Workspaces

extension Completer {
  /// Keys of the records, also behind `ROLE=`, a comma, and the point behind another key.
  func keys(_ typed: String) -> [Candidate] {
    let behindRole = typed.pieces(between: "=").last ?? typed[...]
    let path = String(behindRole.pieces(between: ",").last ?? behindRole)
    let head = String(typed.dropLast(path.count))
    let catalog = session.questions.keyCatalog
    let whole = (try? session.questions.knownKeys()) ?? []
    let found = Self.keys(whole, from: path, below: [], catalog, head: head)
    let rest = String(path.pieces(between: ".").last ?? "")
    let start = String(path.dropLast(rest.count))
    guard start.hasSuffix("."), let above = FieldPath(parsing: String(start.dropLast())) else {
      return found
    }
    let parent = above.keysOnTheWay
    let inner = catalog?.keys(below: parent) ?? []
    return found + Self.keys(inner, from: rest, below: parent, catalog, head: head + start)
  }

  /// Keys of what stands around the records, once a `$` begins one: `$section.name`, `$row.title`.
  private func outerKeys(_ typed: String) -> [Candidate] {
    let path = String(typed.pieces(between: ",").last ?? "")
    guard path.hasPrefix("$"), let level = session.levels.last else { return [] }
    let head = String(typed.dropLast(path.count))
    let shown = [OuterLevel.row, .section].flatMap { outer in
      ScreenKey.allCases.map { "\(outer.variable).\($0.rawValue)" }
    }
    let data = level.shaped.source.outerLevels.flatMap { outer in
      ((try? level.catalog.outer(outer)?.names()) ?? []).map { key in
        FieldPath([.key(outer.fieldKey), .key(key)]).shownName
      }
    }
    return (data + shown).map { Candidate(head + $0) }.matching(typed)
  }

  /// Columns of a grid: keys, and behind a colon the width that the first records propose.
  func columns(_ typed: String) -> [Candidate] {
    let pieces = typed.pieces(between: ":")
    guard pieces.count > 1, let last = pieces.last, last.isEmpty, let level = session.levels.last
    else { return keys(typed) + outerKeys(typed) }
    let key = String(typed.dropLast())
    guard let path = FieldPath(parsing: String(key.pieces(between: ",").last ?? "")),
      let sample = try? GridSample(of: level.shaped.source, for: [path])
    else { return [] }
    let column = sample.column(path, title: path.description)
    return [Candidate("\(typed)\(column.width)", "as wide as the first records need")]
  }

  /// - Parameters:
  ///   - keys: those right below `parent`.
  ///   - typed: how the key begins.
  ///   - head: what stands before it.
  private static func keys(
    _ keys: [String], from typed: String, below parent: [String], _ catalog: KeyCatalog?,
    head: String
  ) -> [Candidate] {
    let bare = (typed.hasPrefix("`") ? String(typed.dropFirst()) : typed).lowercased()
    return keys.filter { $0.lowercased().hasPrefix(bare) }.map { key in
      Candidate(
        head + FieldPath(key: key).description,
        isPartial: holdsKeys(parent + [key], catalog))
    }
  }

  /// True for what holds keys of its own, which may be what is wanted.
  static func holdsKeys(_ path: [String], _ catalog: KeyCatalog?) -> Bool {
    catalog?.keys(below: path).isEmpty == false
  }
}

// MARK: - Aggregates

extension Completer {
  /// Aggregates, keys inside their brackets and behind `by`, and the words that may follow.
  func aggregates(_ place: Place) -> [Candidate] {
    let typed = place.prefix
    let isBehindBy = place.before.contains { $0.raw == AggregateList.by }
    let start = typed.lastIndex { ",(".contains($0) }
    let head = start.map { String(typed[...$0]) } ?? ""
    let rest = String(typed.dropFirst(head.count))
    if let sort = place.before.lastIndex(where: { $0.raw == AggregateList.sort }) {
      return order(typed, behind: place.before, from: sort)
    }
    if isBehindBy { return keys(typed) + sortWord(place) }
    if head.hasSuffix("(") {
      return keys(rest).map { key in
        Candidate(
          head + key.text + (key.isPartial ? "" : ")"), key.summary, isPartial: key.isPartial)
      }
    }
    let words = AggregateWord.allCases.map { word in
      Candidate(head + word.rawValue + "(", word.summary, isPartial: true)
    }
    let percentiles = ["p50", "p90", "p95", "p99"].map { word in
      Candidate("\(head)\(word)(", "a percentile", isPartial: true)
    }
    let plain = [Candidate(head + AggregateWord.count.rawValue, "the number of records")]
    let by = place.before.isEmpty ? [] : [Candidate(AggregateList.by, "for each value of keys")]
    let fields = place.before.isEmpty && head.isEmpty ? keys(typed) : []
    return
      (fields + by + plain + words
      + percentiles.filter { !rest.isEmpty && $0.text.hasPrefix(typed) })
      .matching(typed)
  }
}

extension Completer {
  /// `sort` behind a key.
  private func sortWord(_ place: Place) -> [Candidate] {
    guard let last = place.before.last, last.raw != AggregateList.by, !last.raw.hasSuffix(",")
    else { return [] }
    return [Candidate(AggregateList.sort, "an order of the lines")].matching(place.prefix)
  }

  /// `by`, a column of the result, and its direction.
  private func order(_ typed: String, behind words: [Word], from sort: Int) -> [Candidate] {
    switch words.count - sort {
    case 1: return [Candidate(AggregateList.by, "a column of the result")].matching(typed)
    case 2:
      let list = words[..<sort].map(\.raw).joined(separator: " ")
      guard let read = try? AggregateList(parsing: list) else { return [] }
      let whole = read.field.map(read.withUsualFigures) ?? read
      return whole.columnNames.map { name in
        Candidate(AggregateList.spelled(column: name))
      }.matching(typed)
    default: return AggregateList.directions.map { Candidate($0) }.matching(typed)
    }
  }
}

extension FieldPath {
  /// The keys on the way, without the places in lists.
  var keysOnTheWay: [String] {
    steps.compactMap { step in
      if case .key(let key) = step { key } else { nil }
    }
  }
}

// MARK: - Lookup

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
