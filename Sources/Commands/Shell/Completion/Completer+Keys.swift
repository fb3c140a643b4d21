import Asking
import CommandLanguage
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
