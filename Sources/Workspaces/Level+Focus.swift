import Arranging
import Asking
package import CommandLanguage
import Rendering
package import TableEngine
package import TableModel

extension Level {
  /// The place in a row that has the focus when it comes there: the item that stands first in
  /// view, or the row itself.
  package func focusPlace(inRow row: Address, like focus: Address) -> Address {
    guard let count = presenter.itemCount(inRow: row), count > 0 else { return row }
    if row == focus.rowAddress { return focus }
    return row.with(item: table.fullyVisibleItems(inRow: row).first ?? 0)
  }

  /// Scrolls to a section, row or item and gives it the focus.
  ///
  /// - Parameter frames: how many frames the list takes, and then the strip.
  package func goTo(
    _ address: Address, position: ScrollPosition = .none, frames: Int = 1
  ) throws(CommandError) {
    try engine { () throws(EngineError) in
      if address.row == nil {
        try table.scrollToRow(address, frames: frames)
      } else {
        try table.scrollToRow(address, position: position, frames: frames)
        if address.item != nil { try table.scrollToItem(address, frames: frames) }
      }
    }
    guard let row = address.row == nil ? focusRow(in: address.section) : address.rowAddress
    else { return }
    table.moveFocus(to: address.item == nil ? focusPlace(inRow: row, like: row) : address)
  }

  /// The row that has the focus where a section is gone to: its first one, or the nearest in view where
  /// it has none.
  private func focusRow(in section: Int) -> Address? {
    if table.rowCount(inSection: section) > 0 { return Address(section, 0) }
    return table.visibleRows.first { $0.section > section } ?? table.visibleRows.last
  }

  // MARK: - Saying where

  /// `Science 2.0.5 · row 3 of 7 · item 6 of 14`.
  package var positionLine: String {
    table.focus.map(position) ?? "this table is empty"
  }

  /// The same for a row that may not have the focus: where its first visible item stands.
  package func positionLine(ofRow row: Address) -> String {
    let first = table.fullyVisibleItems(inRow: row).first
    return position(
      of: table.focus.flatMap { $0.rowAddress == row ? $0 : nil } ?? row.with(item: first))
  }

  private func position(of address: Address) -> String {
    func total(_ extent: Extent) -> String {
      Words.grouped(extent.known) + (extent.isExact ? "" : "+")
    }
    let (section, dot) = (presenter.section(address.section), Mark.dot)
    var words = section?.title.map { $0.inOneLine + " " } ?? ""
    words += "\(address)"
    if let row = address.row, let rows = section?.rows, rows.known > 1 {
      words += "\(dot)row \(Words.grouped(row + 1)) of \(total(rows))"
    }
    if let item = address.item, let items = presenter.row(address.rowAddress)?.items {
      words += "\(dot)item \(Words.grouped(item + 1)) of \(total(items))"
    }
    return words
  }
}

extension Workspace {
  /// Scrolls to a place, gives it the focus, and lets `_` stand for it.
  package mutating func goTo(
    _ address: Address, position: ScrollPosition = .none, frames: Int = 1
  ) throws(CommandError) {
    try current().goTo(address, position: position, frames: frames)
    noteResult(address)
  }

  /// Where the focus is, in words.
  package var positionLine: String { levels.last?.positionLine ?? "no table is open" }
}

// MARK: - Records that are known by a key, so that what belongs to them can follow them

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

  /// Says that a reload has let go what was selected.
  mutating func noteUnselected(_ count: Int) {
    guard count > 0 else { return }
    let advice =
      identities?.isStable == true
      ? "" : "; 'set identity KEY' keeps what is selected through a reload"
    pendingNotes.append(
      "\(Words.number(count, "place")) \(count == 1 ? "is" : "are") no longer selected\(advice)")
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

/// A place that is remembered: it stays with its record when the table is arranged anew or edited.
package struct KeptPlace: Sendable, Hashable {
  /// Where it was when it was noted.
  package var place: Address
  /// The same in the table without arrangement; nil for what has no place there.
  package var base: Address?
  /// The state of the table in which it was there.
  package var revision: Int
}

extension Level {
  /// A place as it is now, to be remembered.
  package func kept(_ place: Address) -> KeptPlace {
    KeptPlace(place: place, base: shown.baseAddress(of: place), revision: revision)
  }

  /// Where a remembered place is now; nil when it is not shown.
  package func place(of kept: KeptPlace) -> Address? {
    if kept.revision == revision { return kept.place }
    return kept.base.flatMap(shown.address(ofBase:))
  }

  /// Where the last result is now; nil when there is none, or when it is not shown.
  package var placeOfLastResult: Address? { lastResult.flatMap(place) }

  /// Follows the records of remembered places where data was edited.
  ///
  /// - Parameter moved: where a record of the table without arrangement stands now; nil when it is
  ///   gone.
  package mutating func moveKeptPlaces(_ moved: (Address) -> Address?) {
    func follow(_ place: inout KeptPlace) { place.base = place.base.flatMap(moved) }
    if var last = lastResult {
      follow(&last)
      lastResult = last
    }
    for letter in bookmarks.keys {
      if var place = bookmarks[letter] {
        follow(&place)
        bookmarks[letter] = place
      }
    }
    jumps.update(follow)
  }

  /// Forgets all places: the data is another one.
  ///
  /// - Returns: what has to be said about bookmarks that are lost.
  package mutating func forgetPlaces() -> [String] {
    let letters = bookmarks.keys.sorted()
    (lastResult, bookmarks, jumps) = (nil, [:], JumpList())
    return Self.lostBookmarks(letters)
  }

  /// What has to be said about bookmarks that do not fit another table.
  package static func lostBookmarks(_ letters: [Character]) -> [String] {
    guard !letters.isEmpty else { return [] }
    let names = Words.list(letters.map { "'\($0)" })
    return [
      letters.count == 1 ? "the bookmark \(names) is lost" : "the bookmarks \(names) are lost"
    ]
  }
}

extension Workspace {
  /// Notes the place that a command has ended on.
  package mutating func noteResult(_ place: Address) {
    guard let level = levels.last else { return }
    levels[levels.count - 1].lastResult = level.kept(place)
  }
}

// MARK: - Places after a source has answered

// A database on a server filters, orders and groups its records itself, where it means the same by it. Then the
// records that it gives take the place of the data: places, columns and counts are those of what is left, and the
// data as a whole waits behind it (`TableSource.unnarrowed`).

extension Level {
  /// Arranges the data as the arrangement says: as far as the source can do that by itself, there.
  package mutating func arrange(
    budget: Int, isInterrupted: @escaping @Sendable () -> Bool, checkpoint: @escaping Checkpoint
  ) throws(DataError) {
    let served = try arrangement.serve(from: shaped.source.unnarrowed)
    // The data as a whole stays the same.
    let known = catalog
    defer { catalog = known }
    if let served {
      shaped.source = served.source
    } else if shaped.source.isNarrowed {
      shaped.source = shaped.source.unnarrowed
    }
    shown = try ArrangedTable(
      base: shaped.source, arrangement: arrangement, columns: columns, budget: budget,
      isInterrupted: isInterrupted, checkpoint: checkpoint)
    if let count = served?.filtered { shown = try shown.outOf(count) }
  }
}

/// Where records stand once a source has filtered or ordered them by itself, or no longer does.
struct ServedPlaces {
  private let before: any TableSource
  private let now: any TableSource
  /// More places are not looked up one by one.
  private static let most = 100
  private var count = 0

  /// - Returns: nil where records stand where they stood.
  init?(from before: any TableSource, to now: any TableSource) {
    guard before.isNarrowed || now.isNarrowed else { return nil }
    (self.before, self.now) = (before, now)
  }

  /// - Complexity: what the source needs to count the records before this one.
  mutating func place(of address: Address) -> Address? {
    count += 1
    return count > Self.most ? nil : (try? before.place(of: address, in: now)) ?? nil
  }

  /// Says what was not looked up; nil where all was.
  var note: String? {
    count > Self.most
      ? "only \(Self.most) selected records are looked for on the server; the others are no longer selected"
      : nil
  }
}
