import Arranging
import Asking
package import CommandLanguage
import TableEngine
package import TableModel

/// Records that are known by a key, so that what belongs to them can follow them.
extension Level {
  /// Reads what identifies the records, after the data changed or another key was named.
  ///
  /// - Parameter checkpoint: throws to stop reading.
  package mutating func readIdentities(
    by path: FieldPath?, checkpoint: () throws(DataError) -> Void = {}
  ) throws(DataError) {
    guard let path else {
      identities = nil
      return
    }
    identities = try RecordIdentities(path, of: shaped.source, checkpoint: checkpoint)
  }

  /// As `readIdentities`, for a table in which two records may not go by the same name.
  package mutating func readUniqueIdentities(
    by path: FieldPath?, checkpoint: () throws(DataError) -> Void = {}
  ) throws(CommandError) {
    do { try readIdentities(by: path, checkpoint: checkpoint) } catch {
      throw CommandError(error)
    }
    if let names = identities?.duplicates, !names.isEmpty {
      throw CommandError(.engine(.duplicateIdentities(names)))
    }
  }

  /// The places in the unarranged table of what the user chose there and a key names: the focus, the
  /// selection and bookmarks, with their names.
  package func chosenRecords() throws(DataError) -> [Address: String] {
    guard let identities, identities.isStable else { return [:] }
    var names: [Address: String] = [:]
    let chosen = table.selection.union([table.focus].compactMap(\.self)).map(presenter.baseAddress)
    for base in Set(chosen + bookmarks.values.compactMap(\.base)) {
      if let value = try shaped.source.value(at: base), let name = identities.name(of: value) {
        names[base] = name
      }
    }
    return names
  }

  /// Where records stand that are looked for by their names.
  ///
  /// - Complexity: O(records), no further than the last that is found.
  package func places(of names: Set<String>) throws(DataError) -> [String: Address] {
    guard let identities, identities.isStable, !names.isEmpty else { return [:] }
    var found: [String: Address] = [:]
    try shaped.source.scan { address, value throws(DataError) in
      if let name = identities.name(of: value), names.contains(name) { found[name] = address }
      return found.count < names.count
    }
    return found
  }

  /// What a reload lets go and a key brings back: the places in the unarranged table of selected
  /// records that have a name.
  package func selectedRecords() throws(DataError) -> [Address] {
    guard let identities, identities.isStable, !table.selection.isEmpty else { return [] }
    let places = table.selection.sorted().map(presenter.baseAddress)
    if identities.unnamed == 0 { return places }
    let names = try chosenRecords()
    return places.filter { names[$0] != nil }
  }

  /// Selects records again after a reload, as far as they are shown.
  package func selectAgain(_ places: [Address]) {
    let shownPlaces = places.compactMap(shown.address(ofBase:))
    if !shownPlaces.isEmpty { try? table.select(shownPlaces) }
  }

  /// What identifies records, in words.
  package var identityWords: String {
    guard let identities else {
      return "from places (unstable): 'set identity KEY' names a key that stays"
    }
    if !identities.duplicates.isEmpty {
      return "from places (unstable): \(identities.path) is not unique"
    }
    if identities.named == 0 {
      return "from places (unstable): no record has \(identities.path)"
    }
    let rest = identities.unnamed
    return "by \(identities.path)"
      + (rest == 0
        ? " (stable)" : " (stable), of \(Words.number(rest, "record")) from places (unstable)")
  }
}
