import Arranging
import CommandLanguage
package import TableModel

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
