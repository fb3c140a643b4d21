import CommandLanguage
import Documents
package import Files
package import Saving
package import TableEngine
package import TableModel

/// One change as it was asked for: what happens to the data, and what the table is told of it.
///
/// The two are apart so that a lesson can leave one of them out.
package struct DataChange {
  package var edits: [DataEdit]
  package var updates: [TableUpdate]
  /// Records that changed inside, by their places before the change.
  package var rewritten: [Address] = []

  package static func insert(_ part: NewPart, at place: Address) -> DataChange {
    DataChange(edits: [.insert(place, part)], updates: [.insert(place)])
  }

  package static func delete(_ place: Address) -> DataChange {
    DataChange(edits: [.delete(place)], updates: [.delete(place)])
  }

  /// An item that goes to another row is deleted and inserted for the table, which moves items
  /// within their row only.
  package static func move(from: Address, to: Address) -> DataChange {
    let isAcross = from.item != nil && to.item != nil && from.rowAddress != to.rowAddress
    let updates: [TableUpdate] =
      isAcross ? [.delete(from), .insert(to)] : [.move(from: from, to: to)]
    return DataChange(edits: [.move(from: from, to: to)], updates: updates)
  }

  package static func update(_ place: Address, to value: Value) -> DataChange {
    DataChange(edits: [.update(place, value)], updates: [], rewritten: [place])
  }

  /// Keeps the half that was asked for.
  package func limited(onlyData: Bool, onlyTable: Bool) -> DataChange {
    var change = self
    if onlyTable { change.edits = [] }
    if onlyData {
      change.updates = []
      change.rewritten = []
    }
    return change
  }

  /// The change in words: `delete row 0.3`.
  package var words: String {
    let said = updates.isEmpty ? edits.map(Self.words) : updates.map(\.description)
    let half =
      edits.isEmpty ? " (table only)" : updates.isEmpty && rewritten.isEmpty ? " (data only)" : ""
    return said.joined(separator: ", ") + half
  }

  private static func words(_ edit: DataEdit) -> String {
    switch edit {
    case .insert(let place, _): TableUpdate.insert(place).description
    case .delete(let place): TableUpdate.delete(place).description
    case .move(let from, let to): TableUpdate.move(from: from, to: to).description
    case .update(let place, _): "update \(place)"
    }
  }
}

extension DataChange {
  /// The changes that make one list of items of another: what differs between the first and the
  /// last difference is updated, and put in or taken out behind it.
  package static func changes(
    ofStrip row: Address, from old: [Value], to new: [Value]
  ) -> [DataChange] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let (before, after) = (old.count - end, new.count - end)
    let shared = min(before, after)
    var changes: [DataChange] = []
    for index in start..<shared where old[index] != new[index] {
      changes.append(.update(row.with(item: index), to: new[index]))
    }
    for index in shared..<before { changes.append(.delete(row.with(item: index))) }
    for index in shared..<after {
      changes.append(.insert(.item(new[index]), at: row.with(item: index)))
    }
    return changes
  }
}

/// Which states of a table's data are in a file: the one that was read, and those that were saved.
///
/// An object, because it says something about the disk: undo does not take it back.
package final class SavedEditions {
  /// A table without edits has edition 0.
  private var editions: Set<Int> = [0]
  /// The file that the table was read from, as it was when a state was last saved in its place.
  private var origin: FileStamp?

  package init() {}

  package func contains(_ edition: Int) -> Bool { editions.contains(edition) }

  /// Notes that a state was saved.
  ///
  /// - Parameter origin: the file that the table was read from, where it is another one now: the
  ///   data without edits is in no file any more.
  package func add(_ edition: Int, replacing origin: FileStamp?) {
    if let origin {
      editions = []
      self.origin = origin
    }
    editions.insert(edition)
  }

  /// True for a state that was saved in the place of the file that the table was read from.
  package func replacedFile(_ edition: Int) -> Bool { origin != nil && editions.contains(edition) }

  /// True while a file is as it was left by the last state that was saved.
  package func left(_ file: FileStamp?) -> Bool { origin != nil && origin == file }
}
