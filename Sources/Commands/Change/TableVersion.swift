import CommandLanguage
import TableEngine
import TableModel

/// A table as a comparison of versions sees it: identities in order, and what belongs to each.
struct TableVersion {
  /// More rows than this are not compared.
  static let mostRows = 500_000

  struct Row {
    var place: Address
    /// The record of a plain row.
    var record: Value?
    /// The items of a strip, with their identities.
    var items: [Item]?
  }

  struct Item {
    var identity: String
    var value: Value
  }

  private(set) var identities = TableIdentities(sections: [])
  private(set) var rows: [String: Row] = [:]

  /// - Parameter key: where records keep their identity; nil to take whole records.
  init(of source: any TableSource, key: FieldPath?) throws(CommandError) {
    guard source.counts().rows.known <= Self.mostRows else {
      throw CommandError(
        .impossible(
          "more than \(Words.grouped(Self.mostRows)) rows are too many to compare",
          hint: "open the new version instead"))
    }
    do throws(DataError) {
      try read(source, Naming(key: key))
    } catch {
      throw CommandError(.asking(error))
    }
  }

  private mutating func read(_ source: any TableSource, _ naming: Naming) throws(DataError) {
    var naming = naming
    let infos = try source.sections(0..<source.counts().sections.known)
    for (section, info) in infos.enumerated() {
      let name = naming.unique(info.title ?? "section \(section)", within: "")
      var names: [String] = []
      for (row, rowInfo) in try source.rows(0..<info.rows.known, inSection: section).enumerated() {
        let place = Address(section, row)
        let value = try source.value(at: place) ?? .null
        let identity: String
        if rowInfo.items == nil {
          identity = naming.identity(of: value)
          rows[identity] = Row(place: place, record: value)
        } else {
          identity = naming.unique(rowInfo.title ?? "row", within: name)
          rows[identity] = Row(place: place, items: naming.items(value.array ?? []))
        }
        names.append(identity)
      }
      identities.sections.append(TableIdentities.Section(identity: name, rows: names))
    }
  }
}

/// Gives names to records. Names that come from a key are left as they are, so that a comparison
/// can report duplicates; other names are numbered where they repeat.
private struct Naming {
  let key: FieldPath?
  private var counts: [String: Int] = [:]

  init(key: FieldPath?) {
    self.key = key
  }

  mutating func identity(of value: Value) -> String {
    if let key, let name = value[path: key] { return "\(key)=\(name.plainText)" }
    return unique(JSONWriter.text(of: value), within: "record")
  }

  mutating func unique(_ name: String, within scope: String) -> String {
    let full = scope + "/" + name
    counts[full, default: 0] += 1
    let count = counts[full] ?? 1
    return count == 1 ? full : "\(full)#\(count)"
  }

  func items(_ values: [Value]) -> [TableVersion.Item] {
    var own = Naming(key: key)
    return values.map { value in
      let identity = own.identity(of: value)
      return TableVersion.Item(identity: own.unique(identity, within: "item"), value: value)
    }
  }
}

extension TableVersion {
  /// What has to be told for a table of this version to show another one.
  struct Script {
    var updates: [TableUpdate]
    /// Records that exist in both versions but differ.
    var rewrites: [Rewrite]

    /// Their new places.
    var changed: [Address] { rewrites.map(\.place) }
  }

  /// A record before and after, by its new place.
  struct Rewrite {
    var place: Address
    var old: Value
    var new: Value
  }

  /// - Complexity: O(rows + items).
  func script(to new: TableVersion) throws(EngineError) -> Script {
    var script = Script(updates: try identities.updates(to: new.identities), rewrites: [])
    var (gone, made) = (Set<Int>(), Set<Int>())
    for update in script.updates {
      switch update {
      case .delete(let place) where place.row == nil: gone.insert(place.section)
      case .insert(let place) where place.row == nil: made.insert(place.section)
      default: break
      }
    }
    // In the order of the new places, so that the same versions give the same script.
    for identity in new.identities.sections.flatMap(\.rows) {
      guard let before = rows[identity], let after = new.rows[identity],
        !gone.contains(before.place.section), !made.contains(after.place.section)
      else { continue }
      Self.compare(before, after, &script)
    }
    return script
  }

  private static func compare(_ before: Row, _ after: Row, _ script: inout Script) {
    guard let old = before.items, let new = after.items else {
      if before.record != after.record {
        script.rewrites.append(
          Rewrite(place: after.place, old: before.record ?? .null, new: after.record ?? .null))
      }
      return
    }
    let difference = ListDifference(from: old.map(\.identity), to: new.map(\.identity))
    script.updates += difference.deletes.map { .delete(before.place.with(item: $0)) }
    script.updates += difference.inserts.map { .insert(after.place.with(item: $0)) }
    script.updates += difference.moves.map {
      .move(from: before.place.with(item: $0.from), to: after.place.with(item: $0.to))
    }
    let values = Dictionary(old.map { ($0.identity, $0.value) }) { first, _ in first }
    for (index, item) in new.enumerated() {
      if let was = values[item.identity], was != item.value {
        script.rewrites.append(
          Rewrite(place: after.place.with(item: index), old: was, new: item.value))
      }
    }
  }
}
