package import Documents
package import TableModel

/// One difference as people read it.
package struct Change: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case added
    case removed
    case moved
    case changed

    package var mark: String {
      switch self {
      case .added: "+"
      case .removed: "-"
      case .moved: ">"
      case .changed: "~"
      }
    }
  }

  package let kind: Kind
  /// The ways there in both documents; nil where it is not there.
  let oldWay: [DocumentStep]?
  let newWay: [DocumentStep]?
  /// The way to what holds it in the newer document.
  let holder: [DocumentStep]
  /// What the things on the way are called, by the steps that lead to them.
  let names: [String?]
  /// What stood there, and what stands there now; of what has only moved, nothing.
  package let old: DocumentChild.Content?
  package let new: DocumentChild.Content?
}

extension DocumentComparison {
  /// All differences, in the order of the newer document.
  ///
  /// - Complexity: O(differences).
  package var changes: [Change] {
    var changes: [Change] = []
    if let delta { Self.add(delta, [], [], [], to: &changes) }
    return changes
  }

  private static func add(
    _ delta: Delta, _ old: [DocumentStep], _ new: [DocumentStep], _ names: [String?],
    to changes: inout [Change]
  ) {
    switch delta {
    case .replaced(let before, let after):
      changes.append(
        Change(
          kind: .changed, oldWay: old, newWay: new, holder: Array(new.dropLast()), names: names,
          old: before, new: after))
    case .inside(let container):
      for entry in container.entries {
        let names = names + [entry.name]
        let before = entry.old.map { old + [DocumentStep(key: entry.key, index: $0)] }
        let after = entry.new.map { new + [DocumentStep(key: entry.key, index: $0)] }
        if let kind = entry.kind {
          changes.append(
            Change(
              kind: kind, oldWay: before, newWay: after, holder: new, names: names,
              old: kind == .removed ? entry.content : nil,
              new: kind == .added ? entry.content : nil))
        }
        if let delta = entry.delta, let before, let after {
          add(delta, before, after, names, to: &changes)
        }
      }
    }
  }
}

extension ContainerDelta.Entry {
  /// What became of the child itself; nil where that is inside it.
  fileprivate var kind: Change.Kind? {
    if new == nil { return .removed }
    if old == nil { return .added }
    return isMoved ? .moved : nil
  }
}

/// The words for differences of two documents.
package struct ChangeWords: Sendable {
  let old: TablePlaces?
  let new: TablePlaces?

  package init(_ old: ComparedDocument, _ new: ComparedDocument) {
    (self.old, self.new) = (old.places, new.places)
  }

  /// Where a difference is: a place of the table or, beside it, in the document.
  struct Place: Hashable {
    var path: String
    /// Where in the record at that place; nil for the record itself.
    var field: String?
    /// How many steps lead to the place.
    var depth: Int

    var whole: String { field.map { "\(path) \($0)" } ?? path }
  }

  func place(of way: [DocumentStep], _ places: TablePlaces?) -> Place {
    guard let places, let (address, depth) = places.place(of: way) else {
      return Place(path: "\(FieldPath(way))", depth: way.count)
    }
    let rest = way[depth...]
    return Place(
      path: "\(address)", field: rest.isEmpty ? nil : "\(places.field(rest))", depth: depth)
  }

  func places(of change: Change) -> (now: Place, before: Place?) {
    let before = change.oldWay.map { place(of: $0, old) }
    if let way = change.newWay { return (place(of: way, new), before) }
    var gone = before ?? Place(path: "\(FieldPath.itself)", depth: 0)
    // What is gone from a record has the place that the record has now.
    if gone.field != nil, let last = change.oldWay?.last {
      gone.path = place(of: change.holder + [last], new).path
    }
    return (gone, nil)
  }

  func name(of change: Change, at place: Place) -> String? {
    guard place.depth > 0, place.depth <= change.names.count else { return nil }
    let name = change.names[place.depth - 1]
    // A way that is written with keys says the last of them itself.
    return Address(parsing: place.path) == nil ? nil : name
  }

  /// The record that a table has of a difference; all of them have the same keys.
  func record(of change: Change) throws(DataError) -> Record {
    let (now, before) = places(of: change)
    var was: String?
    if let before, change.kind == .moved || before != now {
      was = before.path == now.path ? before.whole : before.path
    }
    func text(_ text: String?) -> Value { text.map { .string($0) } ?? .null }
    return Record([
      ("mark", .string(change.kind.mark)), ("path", .string(now.path)),
      ("name", text(name(of: change, at: now))), ("field", text(now.field)),
      ("old", try change.old?.node.value() ?? .null),
      ("new", try change.new?.node.value() ?? .null), ("was", text(was)),
    ])
  }

  /// One line: `~ 0.47 Ada: age 36 -> 37`.
  package func line(of change: Change) throws(DataError) -> String {
    "\(change.kind.mark) " + (try lineWithoutMark(of: change))
  }

  /// The same without its mark.
  package func lineWithoutMark(of change: Change) throws(DataError) -> String {
    Self.line(of: try record(of: change))
  }

  /// The line of a difference by its record.
  static func line(of record: Record) -> String {
    let kind = Change.Kind.allCases.first { $0.mark == record["mark"]?.string }
    let name = record["name"]?.string.map { " \($0.clipped())" } ?? ""
    var words = [record["field"]?.string].compactMap(\.self)
    switch kind {
    case .moved: words.append("from \(record["was"]?.plainText ?? "")")
    case .added: words += [change(from: nil, to: record["new"])].compactMap(\.self)
    case .removed: words += [change(from: record["old"], to: nil)].compactMap(\.self)
    case .changed, nil:
      words += [change(from: record["old"], to: record["new"])].compactMap(\.self)
    }
    let rest = words.isEmpty ? "" : ": " + words.joined(separator: " ")
    return (record["path"]?.plainText ?? "") + name + rest
  }

  static func change(from old: Value?, to new: Value?) -> String? {
    switch (old, new) {
    case (nil, nil): return nil
    case (let value?, nil), (nil, let value?): return short(value)
    case (let old?, let new?):
      let (a, b) = (short(old), short(new))
      if a != b { return "\(a) -> \(b)" }
      // What looks the same differs in its notation or, where that is the same, by its kind.
      let (x, y) = (
        JSONWriter.text(of: old).clipped(to: mostText),
        JSONWriter.text(of: new).clipped(to: mostText)
      )
      if ExactText(x) != ExactText(y), x != y { return "\(x) -> \(y)" }
      return "\(a) -> \(b) (another \(old.kind == new.kind ? old.kind : new.kind))"
    }
  }

  private static let mostText = 60

  private static func short(_ value: Value) -> String {
    if value.string?.isEmpty == true { return "\"\"" }
    return value.plainText.clipped(to: mostText)
  }
}

extension Address {
  /// `1`, `1.0`, `1.0.3`.
  fileprivate init?(parsing text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...3).contains(parts.count), !parts.contains(nil), let section = parts[0] else {
      return nil
    }
    self.init(section, parts.count > 1 ? parts[1] : nil, parts.count > 2 ? parts[2] : nil)
  }
}

/// What changed inside one record, in words: ` Ada: age 36 -> 37, city Bonn -> Rome`.
package struct RecordChange {
  /// To stand behind its place.
  package let words: String

  private static let mostFields = 6

  /// - Parameter key: the key that names records, for one without a name.
  package init(from old: Value, to new: Value, key: FieldPath?) throws(DataError) {
    let comparison = try DocumentComparison(of: old, and: new)
    let name = try RecordName(key: key).name(of: .value(new)).map { " \($0.clipped())" } ?? ""
    let changes = comparison.changes
    if changes.isEmpty {
      words = name + ": written in another way"
      return
    }
    var parts: [String] = []
    for change in changes.prefix(Self.mostFields) { parts.append(try Self.words(change)) }
    if changes.count > Self.mostFields {
      parts.append("and \(changes.count - Self.mostFields) more")
    }
    words = name + ": " + parts.joined(separator: ", ")
  }

  private static func words(_ change: Change) throws(DataError) -> String {
    let way = FieldPath(change.newWay ?? change.oldWay ?? [])
    let field = way.steps.isEmpty ? "" : "\(way) "
    if change.kind == .moved { return "\(field)from \(FieldPath(change.oldWay ?? []))" }
    let values = ChangeWords.change(
      from: try change.old?.node.value(), to: try change.new?.node.value())
    let mark = change.kind == .changed ? "" : "\(change.kind.mark) "
    return mark + field + (values ?? "")
  }
}
